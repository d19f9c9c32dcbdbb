"""Numbers written in digits: their exact value and the place of their last digit."""

from __future__ import annotations

import re
from fractions import Fraction

from claimlint.claim.lazy import Lazy
from claimlint.records import NamedTuple

DIGITS = re.compile(r"[0-9]+(?:[.,'_\xa0][0-9]+|(?: 000)+(?![0-9]))*")
"""A run of digits with single separators between; whether it is one number is decided later."""

_EXPONENT = Lazy(r"[eE][-+]?[0-9]{1,3}(?![\w.])")
_TIMES_TEN = Lazy(
    r"[ \xa0]?[×x·*⋅][ \xa0]?10(?:(?:\^|\*\*)\{?([-+]?[0-9]{1,3})\}?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))(?![\w.])"
)
_POWER = Lazy(r"(?:\^|\*\*)\{?([-+]?[0-9]{1,3})\}?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_LONGEST = 60
"""More digits than this are no number that a document states (and Python bounds `int`)."""
_LARGEST_POWER = 300
"""Beyond it a value would not fit the floating-point numbers of a JSON report."""


class Number(NamedTuple):
    """An exact value, and the place value of the last digit that was written."""

    value: Fraction
    place: Fraction


def numeral_end(text: str, start: int, end: int) -> int:
    """The end of the numeral whose digits are text[start:end], with its exponent or power of ten."""
    mark = text[end : end + 1]
    if not mark or mark not in "eE^* \xa0×x·⋅⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺":
        return end
    if mark in "eE":
        match = _EXPONENT.match(text, end)
    elif mark in " \xa0×x·⋅" or (mark == "*" and text[end + 1 : end + 2] != "*"):
        match = _TIMES_TEN.match(text, end) if "10" in text[end + 1 : end + 5] else None
    else:
        match = _POWER.match(text, end) if text[start:end] in ("10", "2") else None
    return match.end() if match else end


def read_digits(text: str) -> Number | None:
    """The number that the whole of `text` writes, or None where it writes none (`1,5`, `1.2.3`, `12,34`).

    Thousands are grouped in threes by comma, apostrophe, underscore or a narrow space; a decimal
    comma is never read, because `1,500` would then be two numbers.
    """
    if len(text) > _LONGEST:
        return None
    if text.isdigit() and text.isascii():
        return Number(Fraction(int(text)), Fraction(1))
    scale: Fraction | None = None
    match = DIGITS.match(text)
    if match is None:
        return None
    tail = text[match.end() :]
    digits = match.group()
    if tail:
        if tail[0] in "eE":
            power = _raise(10, tail[1:])
        else:
            raised = _TIMES_TEN.fullmatch(tail)
            if raised is None:
                return _read_power(digits, tail)
            power = _raise(10, raised.group(1) or raised.group(2))
        if power is None:
            return None
        scale = power
    whole, dot, decimals = digits.replace(" ", "\xa0").partition(".")
    if dot and not (decimals.isdigit() and decimals.isascii()):
        return None
    for separator in ",'_\xa0":
        if separator in whole:
            groups = whole.split(separator)
            if len(groups[0]) > 3 or groups[0] == "0" or any(len(group) != 3 for group in groups[1:]):
                return None
            whole = "".join(groups)
            break
    if not whole.isdigit():
        return None
    size = 10 ** len(decimals)
    value, place = Fraction(int(whole + decimals), size), Fraction(1, size)
    return Number(value, place) if scale is None else Number(value * scale, place * scale)


def _read_power(base: str, tail: str) -> Number | None:
    """`10^3` is a thousand in one digit; `2^20` is exact."""
    raised = _POWER.fullmatch(tail)
    if raised is None or base not in ("10", "2"):
        return None
    value = _raise(int(base), raised.group(1) or raised.group(2))
    return value if value is None else Number(value, value if base == "10" else min(value, Fraction(1)))


def _raise(base: int, exponent: str) -> Fraction | None:
    power = int(exponent.translate(_RAISED))
    return Fraction(base) ** power if abs(power) <= _LARGEST_POWER else None


def meant_step(number: Number) -> Fraction:
    """The place value of the last digit that is meant: trailing zeros of an integer may be rounding.

    `2,400` is meant to 100, `500` to 10, `10` to 1: two significant digits are always meant.
    """
    if number.place.denominator != 1 or number.value.denominator != 1:
        return number.place
    value, place = abs(number.value.numerator), number.place.numerator
    if value < 100 * place or (value // place) % 10:
        return number.place
    while value >= 100 * place and not (value // place) % 10:
        place *= 10
    return Fraction(place)
