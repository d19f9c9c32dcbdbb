"""What a written number can mean: the interval of values that round to it, in base units."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value, preferred_unit

__all__ = ["format_like", "format_value", "interval", "preferred_unit"]

ABOUT = Fraction(1, 5)
"""`about 100` allows 80 to 120: the share on either side."""


def interval(claim: Claim) -> Interval:
    """The closed interval of values, in base units, that the claim is a right rounding of.

    Half a step of the last digit that is meant on each side; an exact claim means its value alone;
    a tolerance widens to itself; `~` to a fifth of the value or the rounding, whichever is wider; a
    bound is open on its far side (None) and keeps the rounding on its own end.
    """
    if claim.rounding is None:
        claim.rounding = _interval(claim)
    return claim.rounding


def _interval(claim: Claim) -> Interval:
    factor = claim.unit.factor
    half = Fraction(0) if claim.exact else claim.step / 2
    if claim.low is not None and claim.high is not None:
        high_half = Fraction(0) if claim.exact else (claim.high_step or claim.step) / 2
        low, high = claim.low - half, claim.high + high_half
        if claim.op == "~":
            low = min(low, claim.low - abs(claim.low) * ABOUT)
            high = max(high, claim.high + abs(claim.high) * ABOUT)
        return Interval(low * factor, high * factor)
    value = claim.value if claim.value is not None else Fraction(0)
    if claim.tol is not None:
        half = max(half, claim.tol)
    if claim.op == "~":
        half = max(half, abs(value) * ABOUT)
    lowest: Fraction | None = (value - half) * factor
    highest: Fraction | None = (value + half) * factor
    if claim.op in ("<", "<="):
        lowest = None
    elif claim.op in (">", ">="):
        highest = None
    return Interval(lowest, highest)
