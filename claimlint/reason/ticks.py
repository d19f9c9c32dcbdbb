"""Numbers that are scales, not claims: the ticks of an axis."""

from __future__ import annotations

import itertools
from fractions import Fraction

from claimlint.claim.claims import Claim

_MANTISSAS: tuple[set[Fraction], ...] = ({Fraction(1), Fraction(2), Fraction(5)}, {Fraction(1), Fraction(3)})


def axis_ticks(claims: list[Claim]) -> set[Claim]:
    """The claims that are ticks: three or more bare labels in a row whose values rise in even steps.

    Also a run of numbers glued to one another without a word, as text taken from a drawing has it.
    """
    found: set[Claim] = set()
    lines: dict[object, list[Claim]] = {}
    for claim in claims:
        block = claim.block
        if block.kind == "label" and block.text.strip() == claim.text.strip():
            for key in ((block.figure, block.group, "y", block.y), (block.figure, block.group, "x", block.x)):
                if key[3] is not None:
                    lines.setdefault(key, []).append(claim)
    for (_, _, axis, _), run in ((key, run) for key, run in lines.items() if isinstance(key, tuple)):
        run.sort(key=lambda c: (c.block.x if axis == "y" else c.block.y) or 0.0)
        if _even(run):
            found.update(run)
    for run in _glued(claims):
        if _even(run):
            found.update(run)
    return found


def _glued(claims: list[Claim]) -> list[list[Claim]]:
    runs: list[list[Claim]] = []
    for claim in claims:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and last.block is claim.block
            and not claim.block.text[last.end : claim.start].strip()
        ):
            runs[-1].append(claim)
        else:
            runs.append([claim])
    return runs


def _even(run: list[Claim]) -> bool:
    """Whether the values form an arithmetic or geometric sequence, or count 1, 2, 5, 10, 20, …."""
    if len(run) < 3 or any(c.value is None or c.unit.dims != run[0].unit.dims for c in run):
        return False
    values = [c.value * c.unit.factor for c in run if c.value is not None]
    if values[0] > values[-1]:
        values.reverse()
    steps = {b - a for a, b in itertools.pairwise(values)}
    if len(steps) == 1 and steps != {Fraction(0)}:
        return True
    if values[0] == 0:
        values = values[1:]
    if len(values) < 3 or min(values) <= 0:
        return False
    ratios = {b / a for a, b in itertools.pairwise(values)}
    if len(ratios) == 1 and ratios != {Fraction(1)}:
        return True
    rising = all(b > a for a, b in itertools.pairwise(values))
    return rising and len(values) > 3 and {_mantissa(v) for v in values} in _MANTISSAS


def _mantissa(value: Fraction) -> Fraction:
    while value >= 10:
        value /= 10
    while value < 1:
        value *= 10
    return value
