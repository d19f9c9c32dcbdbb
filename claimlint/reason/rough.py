"""Floats where an exact fraction would cost more than it tells."""

from __future__ import annotations

from fractions import Fraction
from math import inf


def rough(value: Fraction) -> float:
    """The float nearest to a value; infinite beyond the range of floats, 0 below it."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf
