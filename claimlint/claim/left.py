"""What stands left of a numeral: a sign, a currency, or a name that it is part of."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.amounts import is_pure_count, read_tail
from claimlint.claim.item import Item
from claimlint.claim.numerals import DIGITS
from claimlint.claim.unit_table import CURRENCIES, CURRENCY_SIGNS, words
from claimlint.claim.units import Unit, currency_unit

_TYPE_NAMES = words("bfloat float posit base python version uint decimal")


def stands_free(text: str, start: int, last_end: int) -> bool:
    """Whether the character before a numeral lets it be a number of its own."""
    if start == last_end:
        return True
    mark, before = text[start - 1], text[start - 2 : start - 1] if start > 1 else ""
    if mark in "-+/":
        if before.isalpha():
            return start - 1 == last_end or text[max(0, start - 4) : start - 1].lower() == "sub"
        return mark != before or mark == "/"
    if mark in "$€£¥₹₩₪₿)]}%/":
        return True
    if mark == "[":
        return True
    if mark in "×xX":
        return not before.isalnum() or mark == "×"
    if mark == ".":
        return not before.isalnum() and (before != "." or text[start - 3 : start - 2].isdigit())
    if mark.isalpha():
        return _glued_label(text, start) or (
            _currency(text[max(0, start - 3) : start]) is not None
            and not text[start - 4 : start - 3].isalpha()
        )
    return mark.isspace() or mark == "\ufffc"


def _glued_label(text: str, start: int) -> bool:
    """Whether a number with its unit is glued to the label before it: `across the boundary121 GB/s`."""
    first = start
    while first and start - first < 24 and text[first - 1].islower():
        first -= 1
    word = text[first:start]
    if len(word) < 6 or word in _TYPE_NAMES or text[first - 1 : first].isalnum():
        return False
    match = DIGITS.match(text, start)
    assert match is not None
    if text[match.end() : match.end() + 3] == " / ":
        return True
    tail = read_tail(text, match.end())
    return tail is not None and not tail.glued and bool(tail.unit.dims) and not is_pure_count(tail.unit)


def read_left(text: str, item: Item, taken: int = 0) -> None:
    """The sign and the currency before a numeral, and the `O(` around it.

    What stands before `taken` belongs to the number before.
    """
    start = item.start
    if start <= taken:
        return
    mark = text[start - 1]
    if mark == "." and text[start - 2 : start - 1] != ".":
        digits = item.number_end - item.number_start
        if item.value.denominator == 1 and item.place == 1:
            item.place = Fraction(1, 10**digits)
            item.value *= item.place
            start -= 1
            item.start = item.number_start = start
            if start <= taken:
                return
            mark = text[start - 1]
    if mark in CURRENCY_SIGNS and mark:
        first = start - 1
        for size in (2, 1):
            if mark == "$" and text[first - size : start] in CURRENCY_SIGNS and first - size >= taken:
                first -= size
                break
        item.unit, item.prefix = currency_unit(CURRENCY_SIGNS[text[first:start]]), True
        item.start = start = first
        if start <= taken:
            return
        mark = text[start - 1]
    elif mark in (" ", "\xa0") or mark.isalpha():
        at = start - (not mark.isalpha())
        currency = _currency(text[max(0, at - 3) : at])
        if currency and at - 3 >= taken and not text[at - 4 : at - 3].isalnum():
            item.unit, item.prefix, item.start = currency, True, at - 3
            return
    if mark == "-" and text[max(0, start - 4) : start - 1].lower() == "sub":
        item.op = "<"
    if mark in ("-", "+"):
        before = text[start - 2 : start - 1]
        if not before or before in " \n\t(,;:=~≈<>≤≥|\xa0±→\"'[/$€£" or before == "–":
            if before == "/" and text[start - 3 : start] == "+/-":
                return
            item.start = start - 1
            if mark == "-":
                item.value = -item.value
                if item.prefix is False and before in ("$", "€", "£") and start - 2 >= taken:
                    item.unit, item.prefix, item.start = (
                        currency_unit(CURRENCY_SIGNS[before]),
                        True,
                        start - 2,
                    )
    elif mark == "(" and text.startswith(")", item.number_end):
        # `O(5)` and `~O(5)`, with a space before the bracket or without.
        before = text[max(taken, start - 4) : start - 1]
        order = before.rstrip(" \t\n")
        if order[-1:] == "O" and not order[-2:-1].isalnum() and len(before) - len(order) < 2:
            item.start, item.op = start - 2 - (len(before) - len(order)), "~"


def _currency(word: str) -> Unit | None:
    """The currency that an ISO code names before an amount (`USD 5`), or None."""
    return currency_unit(word) if word in CURRENCIES else None
