"""Values for people: `43.33 µs`, `$2.50/hour`, `218.8×`."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.unit_table import CURRENCIES, SYMBOLS
from claimlint.claim.units import Dims, Unit, from_dims, symbol_unit

DIGITS = 4
"""Significant digits of a value that is not short in itself."""

_PREFIXES = "fpnµmkMGTPE"
_PREFIXED = {(("s", 1),): "s", (("byte", 1),): "B", (("byte", 1), ("s", -1)): "B/s", (("flop", 1),): "FLOP",
             (("flop", 1), ("s", -1)): "FLOP/s", (("J", 1),): "J", (("J", 1), ("s", -1)): "W"}  # fmt: skip


def show(value: Fraction, unit: Unit | None, dims: Dims) -> str:
    """A value in base units, written in `unit` (None: a unit of its dimension that suits it)."""
    if unit is None:
        unit = suitable(value, dims)
    return with_unit(number(value / unit.factor), unit)


def suitable(value: Fraction, dims: Dims) -> Unit:
    """The unit of a dimension in which a value has one to three digits before the point, if there is one."""
    symbol = _PREFIXED.get(dims)
    if symbol is None:
        return from_dims(dims)
    units = [symbol_unit(symbol, p) for p in _PREFIXES if p in SYMBOLS[symbol][3]] + [symbol_unit(symbol)]
    units.sort(key=lambda unit: unit.factor)
    fitting = [unit for unit in units if unit.factor <= abs(value)]
    if not value:
        return symbol_unit(symbol)
    return fitting[-1] if fitting else units[0]


def with_unit(text: str, unit: Unit) -> str:
    """A number in digits with its unit: `82 µs`, `50%`, `218×`, `$5/1M tokens`."""
    symbol = unit.symbol
    if not symbol:
        return text
    if symbol[0] in "%×":
        return text + symbol
    money = [base for base, power in unit.dims if base in CURRENCIES and power == 1]
    if money and not symbol[0].isalpha():
        sign, _, rest = symbol.partition("/")
        minus = "-" if text.startswith("-") else ""
        if text[-2:-1] == ".":
            text += "0"  # `$0.80`
        return f"{minus}{sign}{text.lstrip('-')}" + (f"/{rest}" if rest else "")
    return f"{text} {symbol}"


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
