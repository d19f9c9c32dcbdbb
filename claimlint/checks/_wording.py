"""How findings speak of the model: quantities with their case, sections, values."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like
from claimlint.model.model import Model


def section_of(model: Model, name: str) -> str:
    """Where the quantity is defined: `CANONICAL-NUMBERS.md §4`, or its line where that has no number."""
    entry = model.quantities[name]
    file = model.path.replace("\\", "/").rpartition("/")[2]
    return f"{file} §{entry.section}" if entry.section else f"{file}:{entry.line}"


def like(claim: Claim, value: Interval) -> str:
    """The value of an interval written as the claim is; both ends where it is wide."""
    if value.low is None or value.high is None:
        end = value.low if value.low is not None else value.high
        return format_like(claim, end) if end is not None else "any value"
    low, high = format_like(claim, value.low), format_like(claim, value.high)
    return low if low == high else f"{low} to {high}"


def middle(value: Interval) -> Fraction:
    """A value inside the interval."""
    if value.low is None or value.high is None:
        return value.low or value.high or Fraction(0)
    return (value.low + value.high) / 2
