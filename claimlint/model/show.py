"""Values for people: `43.33 µs`, `$2.50/hour`, `218.8×`."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.format import preferred_unit, with_unit
from claimlint.claim.unit_table import CURRENCIES
from claimlint.claim.units import Dims, Unit

DIGITS = 4
"""Significant digits of a value that is not short in itself."""


def show(value: Fraction, unit: Unit | None, dims: Dims) -> str:
    """A value in base units, written in `unit` (None: a unit of its dimension that suits it)."""
    if unit is None:
        unit = preferred_unit(dims, value)
    text = number(value / unit.factor)
    if text[-2:-1] == "." and any(base in CURRENCIES for base, _ in unit.dims):
        text += "0"  # `$0.80`
    return with_unit(text, unit)


def number(value: Fraction, digits: int = DIGITS) -> str:
    """A number in decimal digits: in full when three decimals hold it, else to `digits` significant ones.

    Below 10^-6 and from 10^15 on as `1.872e23`.
    """
    if not value:
        return "0"
    size, minus = abs(value), "-" if value < 0 else ""
    exponent = _exponent(size)
    if exponent < -6 or exponent > 14:
        rounded = round(size / Fraction(10) ** exponent, digits - 1)
        if rounded >= 10:
            rounded, exponent = rounded / 10, exponent + 1
        return f"{minus}{number(rounded, digits)}e{exponent}"
    places = 3 if 1000 % size.denominator == 0 and size < 10**9 else digits - 1 - exponent
    steps = round(size * Fraction(10) ** places)
    if places <= 0:
        return f"{minus}{steps * 10**-places:,}"
    whole, part = divmod(steps, 10**places)
    decimals = f"{part:0{places}}".rstrip("0")
    return f"{minus}{whole:,}" + (f".{decimals}" if decimals else "")


def _exponent(size: Fraction) -> int:
    """The power of ten of the first digit."""
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    power = Fraction(10) ** exponent
    return exponent if size >= power else exponent - 1
