"""Columns (or rows) of a table that are computed from others: ratios, shares, changes, rates, sums."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.reason.candidates import HINTED, LIKELY, NAMED, Candidate, of_amount, of_ratio
from claimlint.reason.context import Context
from claimlint.reason.fit import Fit, Row, fit, relation, taken
from claimlint.reason.fit import relations as rows_of
from claimlint.reason.formulas import DROP, GAIN
from claimlint.reason.grid import Grid, Line, tables
from claimlint.reason.headers import RATIO
from claimlint.reason.implied import part_at_fault, shared_at_fault
from claimlint.reason.page import Relation

_MOST_LINES = 12
_DIMENSIONED = ("rate", "conversion")
_CERTAIN_DIGITS = 8.0


def relations(context: Context) -> Iterator[Relation]:
    """For each computed line of each table, a relation for every row."""
    for table in tables(context.document):
        for grid in context.grids(table):
            yield from _of_grid(grid)


def _of_grid(grid: Grid) -> Iterator[Relation]:
    lines = grid.numeric[:_MOST_LINES]
    for target in lines:
        if target.kind in ("multiple", "percent", "points") or (
            target.kind == "number" and RATIO.intersection(target.words)
        ):
            candidates = of_ratio(grid, target, lines)
        else:
            candidates = of_amount(target, lines)
        yield from _of_line(grid, target, list(candidates))


def _of_line(grid: Grid, target: Line, candidates: list[Candidate]) -> Iterator[Relation]:
    tried = _tried(grid, candidates)
    chosen = _choose(tried)
    if chosen is None:
        yield from _by_implication(tried)
        return
    candidate, found, certain = chosen
    faster = [row for row in found.good if row.formula is DROP and _called_faster(row)]
    if faster and target.kind == "percent":
        yield from map(_not_faster, faster)
        found = found._replace(good=[row for row in found.good if row not in faster])
    yield from rows_of(candidate.form, found, certain)


def _by_implication(tried: list[tuple[Candidate, Fit]]) -> Iterator[Relation]:
    """Where no relation can be taken as it stands: the shared input or the part that spoils it."""
    for candidate, found in tried:
        if candidate.stated and found.bad:
            if shared_at_fault(found):
                yield from rows_of(candidate.form, found, False)
                return
            part = part_at_fault(found)
            if part is not None:
                yield part
                return


def _called_faster(row: Row) -> bool:
    """Whether a cell says `80% faster` of what takes 80 % less time, which is five times as fast."""
    claim = row.target.claim
    after = claim.block.text[claim.end : claim.end + 12].split()
    dims = row.inputs[0].claim.unit.dims
    return bool(after) and after[0].strip(".,;") in ("faster", "quicker") and dims == (("s", 1),)


def _not_faster(row: Row) -> Relation:
    before, after = row.inputs
    speed = GAIN.interval(before.span, after.span)
    assert speed is not None
    found = relation("change", row._replace(formula=GAIN, expected=speed, holds=False), False)
    return found._replace(problem="of the time is saved, which is not the same as faster")


def _tried(grid: Grid, candidates: list[Candidate]) -> list[tuple[Candidate, Fit]]:
    """The candidates with their rows; those that are far from holding are left out."""
    tried = []
    for candidate in candidates:
        sieve = not candidate.stated
        found = fit(candidate.formula, candidate.target, candidate.one, candidate.other, grid.roles, sieve)
        if found is not None and (found.good or found.bad):
            tried.append((candidate, found))
    return tried


def _choose(tried: list[tuple[Candidate, Fit]]) -> tuple[Candidate, Fit, bool] | None:
    """The candidate that is taken for true, with its rows and whether its failures are certain.

    One that leaves nothing to explain is not enough to be taken, but enough to silence another that
    has failures.
    """
    fitting = [pair for pair in tried if taken(pair[1], pair[0].stated, pair[0].form in _DIMENSIONED)]
    if not fitting:
        return None
    candidate, found = max(fitting, key=lambda pair: _rank(*pair))
    failing = {row.at for row in found.bad}
    least = LIKELY if candidate.stated == NAMED else 0
    for other, clean in tried:
        if not clean.bad and other.stated >= least and failing and failing <= {row.at for row in clean.good}:
            return None
    return candidate, found, _certain(candidate, found)


def _rank(candidate: Candidate, found: Fit) -> tuple[int, int, float]:
    return len(found.good) - len(found.bad), candidate.stated, found.digits


def _certain(candidate: Candidate, found: Fit) -> bool:
    good, bad = len(found.good), len(found.bad)
    if candidate.stated == NAMED:
        return good >= bad or bad == 1
    if candidate.stated == LIKELY:
        return good >= 2 and good > bad
    if candidate.stated == HINTED and candidate.form in _DIMENSIONED:
        return good >= 3
    return good >= 4 and found.digits >= _CERTAIN_DIGITS
