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
        return f"{minus}{sign}{text.lstrip('-')}" + (f"/{rest}" if rest else "")
    return f"{text} {symbol}"


def number(value: Fraction, digits: int = DIGITS) -> str:
    """A number in decimal digits: in full when it is short, else to `digits` significant ones."""
    if not value:
        return "0"
    size = abs(value)
    exponent = _exponent(size)
    short = value.denominator in (1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000)
    if short and size < 10**9:
        text = str(value.numerator * 1000 // value.denominator)
        places = 3
    else:
        places = digits - 1 - exponent
        if exponent < -6 or exponent > 14:
            scaled = size / Fraction(10) ** exponent
            rounded = round(scaled, digits - 1)
            if rounded >= 10:
                rounded, exponent = rounded / 10, exponent + 1
            return f"{'-' if value < 0 else ''}{number(rounded, digits)}e{exponent}"
        scaled = round(value * Fraction(10) ** places)
        if places <= 0:
            return f"{int(scaled) * 10**-places:,}"
        text = f"{int(scaled):,}"
    plain = text.lstrip("-").rjust(places + 1, "0")
    whole, part = plain[:-places], plain[-places:].rstrip("0")
    return ("-" if value < 0 else "") + f"{int(whole):,}" + (f".{part}" if part else "")


def _exponent(size: Fraction) -> int:
    """The power of ten of the first digit."""
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    power = Fraction(10) ** exponent
    return exponent if size >= power else exponent - 1
