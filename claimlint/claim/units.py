"""Units: a closed, case-sensitive table as data, and the algebra of dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.unit_table import CURRENCY_SIGNS, PHYSICAL, PREFIXES, SYMBOLS
from claimlint.records import NamedTuple

Dims = tuple[tuple[str, int], ...]


class Unit(NamedTuple):
    """A unit: its symbol as reports print it, its dimension, its size in base units.

    `dims` are sorted (base, power) pairs without zero powers.  Physical bases: `s`, `byte`
    (1 bit = 1/8 byte), `flop`, `J`, `g`, `m`, `oom`, `pp` (percentage points), and one per currency
    (`USD`, `EUR`, …).  Every other base is a counting unit named by its singular (`token`, `lane`).
    `factor` is exact: 1 µs = 1/1000000, 1 GiB = 2**30, 1 % = 1/100, × = 1.
    """

    symbol: str
    dims: Dims
    factor: Fraction


NONE = Unit("", (), Fraction(1))
"""The unit of a bare number."""

_SIGN_OF = {code: sign for sign, code in reversed(CURRENCY_SIGNS.items())}
_DENOMINATORS = {"days": "day", "weeks": "week", "months": "month", "years": "year"}
_IRREGULAR = {"epoch": "epochs", "gas": "gas"}
_NO_WORDS: Mapping[str, str] = {}


def plural(noun: str) -> str:
    """The regular plural of an English noun."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun[-1:] == "y" and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def singular(word: str) -> str:
    """The singular of a regular English plural, otherwise the word itself; case is kept."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def fold(word: str) -> str:
    """The form under which a declared counting word is looked up: singular, lower case."""
    return singular(word).lower()


def is_currency(base: str) -> bool:
    """Whether a base of a dimension is money (`USD`)."""
    return len(base) == 3 and base.isupper()


def is_counting(base: str) -> bool:
    """Whether a base of a dimension is a counting unit (`token`), not a physical one or a currency."""
    return base not in PHYSICAL


def physical(dims: Dims) -> Dims:
    """The dimension without its counting bases."""
    return tuple(pair for pair in dims if pair[0] in PHYSICAL)


def counting(dims: Dims) -> Dims:
    """The counting bases of a dimension alone."""
    return tuple(pair for pair in dims if pair[0] not in PHYSICAL)


def same_dims(a: Unit, b: Unit) -> bool:
    """Whether two units measure the same thing; `%` and `×` are both pure numbers."""
    return a.dims == b.dims


def combine(parts: tuple[tuple[Unit, int], ...]) -> tuple[Dims, Fraction]:
    """The dimension and factor of a product of units, each with its power."""
    powers: dict[str, int] = {}
    factor = Fraction(1)
    for unit, power in parts:
        for base, exponent in unit.dims:
            powers[base] = powers.get(base, 0) + exponent * power
        factor *= unit.factor**power
    return tuple(sorted((base, power) for base, power in powers.items() if power)), factor


def symbol_unit(symbol: str, prefix: str = "") -> Unit:
    """The unit of a canonical symbol of the table, with a prefix symbol."""
    dims, numerator, denominator, _ = SYMBOLS[symbol]
    if prefix:
        up, down = PREFIXES[prefix]
        numerator, denominator = numerator * up, denominator * down
    prefix = {"u": "µ", "K": "k"}.get(prefix, prefix)
    return Unit(prefix + symbol, dims, Fraction(numerator, denominator))


def count_unit(base: str) -> Unit:
    """The counting unit of a base; its symbol is the plural."""
    return Unit(plural(base), ((base, 1),), Fraction(1))


def currency_unit(code: str) -> Unit:
    """The unit of a currency by its ISO code; its symbol is the sign where one is usual."""
    return Unit(_SIGN_OF.get(code, code), ((code, 1),), Fraction(1))


def denominator_symbol(unit: Unit) -> str:
    """How a unit is written after a slash: `token`, `day`, `GPU`."""
    if len(unit.dims) == 1 and unit.dims[0][1] == 1 and unit.factor == 1 and is_counting(unit.dims[0][0]):
        return unit.dims[0][0]
    return _DENOMINATORS.get(unit.symbol, unit.symbol)


def compose(parts: tuple[tuple[Unit, int], ...]) -> Unit:
    """The product of units as written, each with its power: symbol `MB/s/core`."""
    over = [unit.symbol if power == 1 else f"{unit.symbol}^{power}" for unit, power in parts if power > 0]
    under = [
        denominator_symbol(unit) if power == -1 else f"{denominator_symbol(unit)}^{-power}"
        for unit, power in parts
        if power < 0
    ]
    dims, factor = combine(parts)
    return Unit("/".join(["·".join(over) or "1", *under]), dims, factor)


_BASE_SYMBOLS = {"byte": "B", "flop": "FLOP", "oom": "orders of magnitude", "pp": "percentage points"}


def from_dims(dims: Dims) -> Unit:
    """The base unit of a dimension, `B/s` for bytes per second."""
    parts = []
    for base, power in sorted(dims, key=lambda pair: (pair[1] < 0, not is_counting(pair[0]), pair[0])):
        if is_counting(base):
            unit = count_unit(base)
        else:
            symbol = _BASE_SYMBOLS.get(base) or _SIGN_OF.get(base, base)
            unit = Unit(symbol, ((base, 1),), Fraction(1))
        parts.append((unit, power))
    if dims == (("J", 1), ("s", -1)):
        return symbol_unit("W")
    return compose(tuple(parts)) if parts else NONE


def multiply(a: Unit, b: Unit) -> Unit:
    """The product of two units."""
    return _product(a, b, 1)


def divide(a: Unit, b: Unit) -> Unit:
    """The quotient of two units."""
    return _product(a, b, -1)


def power(unit: Unit, exponent: int) -> Unit:
    """A unit raised to an integer power."""
    if exponent == 1:
        return unit
    if not unit.symbol or not exponent:
        return NONE
    dims, factor = combine(((unit, exponent),))
    base = from_dims(dims)
    return base if base.factor == factor else Unit(f"({unit.symbol})^{exponent}", dims, factor)


def _product(a: Unit, b: Unit, sign: int) -> Unit:
    dims, factor = combine(((a, 1), (b, sign)))
    base = from_dims(dims)
    if base.factor == factor:
        return base
    if not b.symbol:
        return a
    if not a.symbol and sign > 0:
        return b
    right = f"({b.symbol})" if "/" in b.symbol or "·" in b.symbol else b.symbol
    return Unit(f"{a.symbol or '1'}{'·' if sign > 0 else '/'}{right}", dims, factor)


def parse_unit(text: str, declared: Mapping[str, str] = _NO_WORDS) -> Unit | None:
    """The unit that the whole string names (`GB/s`, `gigabytes per second`, `$/1M tokens`), or None."""
    from claimlint.claim.unit_reader import read_whole_unit

    return read_whole_unit(text, declared)


def near_miss(word: str) -> str | None:
    """The known unit that is one letter or a change of case away from an unknown word, or None."""
    from claimlint.claim.unit_names import nearest_unit

    return nearest_unit(word)


def unknown_words(text: str, declared: Mapping[str, str] = _NO_WORDS) -> list[str]:
    """The words of a unit that neither the table nor `declared` has, in order (`replica/node`: `replica`)."""
    from claimlint.claim.unit_reader import unit_words

    return unit_words(text, declared)
