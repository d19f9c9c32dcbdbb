"""How findings speak of the model: quantities with their case, sections, values."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.units import Unit, physical
from claimlint.model.model import Model


def section_of(model: Model, name: str) -> str:
    """Where the quantity is defined: `CANONICAL-NUMBERS.md §4`, or its line where that has no number."""
    entry = model.quantities[name]
    file = model.path.replace("\\", "/").rpartition("/")[2]
    return f"{file} §{entry.section}" if entry.section else f"{file}:{entry.line}"


def like(claim: Claim, value: Interval, unit: Unit | None = None) -> str:
    """The value of an interval written as the claim is; both ends where it is wide.

    Far from the claim it is written in `unit`, the one in which the quantity is quoted.
    """
    ends = [end for end in (value.low, value.high) if end is not None]
    texts = list(dict.fromkeys(_like(claim, end, unit) for end in ends))
    return " to ".join(texts) or "any value"


def _like(claim: Claim, value: Fraction, unit: Unit | None) -> str:
    own = claim.value if claim.value is not None else claim.high
    if own and value and unit is not None and physical(unit.dims) == physical(claim.unit.dims):
        ratio = abs(value / (own * claim.unit.factor))
        if not Fraction(1, 50) < ratio < 50:
            digits = max(2, len(str(round(abs(own) / claim.step)))) if claim.step else 2
            return format_value(value, unit, min(digits, 6))
    return format_like(claim, value)


def bounded(model: Model, name: str, text: str) -> str:
    """A value with the bound that the model puts on its quantity."""
    bound = model.quantities[name].bound
    return f"{bound} {text}" if bound is not None else text
