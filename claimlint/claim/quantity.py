"""A value of the model: one number with an optional unit, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import read_money_tail, read_tail
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.claim.unit_reader import read_whole_unit
from claimlint.claim.unit_table import CURRENCY_SIGNS, SCALES
from claimlint.claim.units import NONE, Unit, currency_unit
from claimlint.records import NamedTuple

_NO_WORDS: Mapping[str, str] = {}


class ParsedQuantity(NamedTuple):
    """A number as written, its unit, and the place value of its last digit in that unit."""

    value: Fraction
    unit: Unit
    step: Fraction


class QuantityError(ValueError):
    """A text that is no number with a unit: what is wrong, and the offset where.

    `unit_text` is the part that should have been a unit, where that is what failed.
    """

    def __init__(self, message: str, offset: int, unit_text: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.unit_text = unit_text


def parse_quantity(text: str, declared: Mapping[str, str] = _NO_WORDS) -> ParsedQuantity:
    """The number that the whole of `text` states (`5.00 MiB`, `50%`, `$2.50/hour`, `70e9`).

    Raises `QuantityError` where it is anything else: no number, a bound or a range, a decimal
    comma, or a unit that neither the table nor `declared` has.
    """
    plain = same_width(text)
    end = len(plain.rstrip())
    plain = plain[:end]
    at = len(plain) - len(plain.lstrip())
    if at == end:
        raise QuantityError("no number: the value is empty", 0)
    sign, currency = 1, None
    while at < end:
        if plain[at] in "+-" and sign == 1:
            sign, at = (-1 if plain[at] == "-" else 1), at + 1
            continue
        mark = next(
            (s for s in (plain[at : at + 3], plain[at : at + 2], plain[at]) if s in CURRENCY_SIGNS), None
        )
        if mark is None or currency:
            break
        currency, at = currency_unit(CURRENCY_SIGNS[mark]), at + len(mark)
    start = at
    if plain[at : at + 1] == "." and plain[at + 1 : at + 2].isdigit():
        plain = plain[:at] + "0" + plain[at:]
        shift = 1
    else:
        shift = 0
    match = DIGITS.match(plain, at)
    if match is None:
        raise QuantityError(
            f"no number: a value starts with a digit or a currency, not with {plain[at : at + 1]!r}", at
        )
    stop = numeral_end(plain, at, match.end())
    number = read_digits(plain[at:stop])
    if number is None:
        written = text[start : stop - shift]
        hint = "; a comma groups thousands in threes, the decimal mark is a point" if "," in written else ""
        raise QuantityError(f"{written!r} is not one number{hint}", start)
    value, step = number.value * sign, number.place
    rest = plain[stop:]
    if currency:
        tail = read_money_tail(plain, stop, currency, declared)
        if tail.end < len(plain):
            extra = plain[tail.end :].strip()
            raise QuantityError(f"not understood after the amount: {extra!r}", tail.end - shift, extra)
        return ParsedQuantity(value * tail.scale, tail.unit, step * tail.scale)
    if not rest.strip():
        return ParsedQuantity(value, NONE, step)
    found = read_tail(plain, stop, declared, one=True)
    if found and found.end == len(plain):
        return ParsedQuantity(value * found.scale, found.unit, step * found.scale)
    name = rest.strip()
    scale = SCALES.get(name) if name not in ("B", "T", "G") else None
    if scale:
        return ParsedQuantity(value * scale, NONE, step * scale)
    unit = read_whole_unit(name, declared)
    if unit is not None:
        return ParsedQuantity(value, unit, step)
    first, _, more = name.partition(" ")
    scaled = read_whole_unit(more, declared) if first in SCALES and more else None
    if scaled is not None:
        return ParsedQuantity(value * SCALES[first], scaled, step * SCALES[first])
    raise QuantityError(_why(name), len(plain) - len(rest.lstrip()) - shift, name)


def _why(name: str) -> str:
    if name[0] in "-–~" or any(mark in name for mark in ("±", "–", " to ", "...")):
        return f"one number is wanted, not a range or a tolerance: {name!r} stands after it"
    if name[0].isdigit() or (name[0] in "+*/^(" and not name.startswith("/")):
        return f"one number is wanted; a formula starts with '=': {name!r} stands after it"
    return f"{name!r} is not a unit"
