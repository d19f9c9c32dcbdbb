"""Finding the numbers of a text, digit first, and the unit of each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import Tail, is_pure_count, read_money_tail, read_scale, read_tail
from claimlint.claim.item import Item
from claimlint.claim.lazy import Lazy
from claimlint.claim.left import read_left, stands_free
from claimlint.claim.masks import chain_end, in_path, is_label, is_name_after_year, name_end
from claimlint.claim.multiples import factor_of, read_multiple, read_prefixed
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.claim.spelled import read_bare_orders, spelled_items

_NO_WORDS: Mapping[str, str] = {}
_SPACED = Lazy(r"[0-9]{1,3}(?: [0-9]{3})+(?![0-9.,])")
_PROCESSES = ("process", "node", "technology", "chip", "class", "silicon")
_WHITE = frozenset(" \n\t")
_FREE = frozenset(" \n\t,;(\"'~≈<>≤≥=:{–—→±÷|•…≲≳*·‘“”«»&")
"""Characters left of a numeral that say nothing against it."""


def scan(text: str, declared: Mapping[str, str] = _NO_WORDS) -> list[Item]:
    """The numbers of a normalised text in order, each with its own unit where one stands beside it.

    Numbers that state no quantity are there as barriers: nothing is shared across them.
    """
    items = _digits(text, declared)
    spelled = spelled_items(text, declared)
    if not spelled:
        return items
    starts = [item.start for item in items]
    for item in spelled:
        at = bisect_right(starts, item.start)
        clear = at == 0 or items[at - 1].end <= item.start
        if clear and (at == len(starts) or item.end <= starts[at]):
            items.append(item)
    items.sort(key=lambda item: item.start)
    return items


def _digits(text: str, declared: Mapping[str, str]) -> list[Item]:
    """The numbers in digits."""
    items: list[Item] = []
    skip = last_end = 0
    product = -1
    size = len(text)
    for match in DIGITS.finditer(text):
        start, end = match.span()
        if start < skip:
            continue
        before = text[start - 1] if start else " "
        if end + 1 < size and text[end] in _WHITE and before in _WHITE and text[end + 1] in "0123456789":
            # A bare number before a number: neither a unit nor a joining word can follow.
            spaced = _SPACED.match(text, start) if text[end] == " " else None
            if spaced is None:
                continue
            end = skip = spaced.end()
            if spaced.group().count(" ") < 2:
                # "12 345 ms" may be one number or two.
                items.append(_barrier(start, end))
                continue
        if before not in _FREE and not stands_free(text, start, last_end):
            skip = max(end, name_end(text, start))
            items.append(_barrier(start, skip))
            if skip == end and text[end : end + 1] in (" ", "\xa0"):
                # Labels glued to each other: the next one may start right behind this one's unit.
                tail = read_tail(text, end, declared)
                last_end = tail.end if tail else last_end
            continue
        chain = chain_end(text, start, end)
        if chain is None and text.startswith("x", end) and match.group() == "0":
            chain = max(end, name_end(text, start))
        if chain is not None:
            skip = chain
            items.append(_barrier(start, chain))
            continue
        end = numeral_end(text, start, end)
        number = read_digits(text[start:end])
        if number is None or (text[start] == "0" and text[start + 1 : end].isdigit()):
            # "007" is a code, "1,5" and "1.2.3" are no numbers.
            items += _comma_list(text, start, end, declared)
            skip, last_end = end, items[-1].end
            continue
        item = Item(start, end, number.value, number.place)
        read_left(text, item, items[-1].end if items else 0)
        items.append(item)
        in_product, product = product == start, -1
        if item.prefix:
            currency = item.unit
            assert currency is not None
            tail = read_money_tail(text, end, currency, declared)
            item.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
        else:
            if not _read_unit(text, item, declared):
                product = _next_operand(text, end)
            if in_product and (item.unit is None or is_pure_count(item.unit)):
                item.barrier = True
        skip = max(skip, item.end)
        if item.unit is not None:
            if text[item.end : item.end + 1].isdigit() and item.end - item.number_end < 2:
                item.barrier = True
            else:
                last_end = item.end
    return items


def _barrier(start: int, end: int) -> Item:
    item = Item(start, end, Fraction(0), Fraction(1))
    item.barrier = True
    return item


def _read_unit(text: str, item: Item, declared: Mapping[str, str]) -> bool:
    """Give an item the unit beside it; False where it is one operand of a product and states nothing."""
    end = item.number_end
    if item.op == "~":
        end += 1
    multiple = read_multiple(text, item)
    if multiple is False:
        item.barrier = True
        return False
    if multiple:
        item.barrier = item.value.denominator > 1 and is_label(text, item.number_start, item.number_end)
        return True
    if text.startswith("+", end) and text[end + 1 : end + 2] in (" ", "\xa0"):
        item.op = ">="
        end += 1
    tail = read_tail(text, end, declared, item.value == 1)
    if tail is not None and _plausible(text, item, tail):
        item.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
    elif read_prefixed(text, item) is None and not factor_of(text, item):
        read_bare_orders(text, item)
        if item.unit is None:
            item.scale, item.end = read_scale(text, end)
            item.suffix = item.end == end + 1
    return True


def _plausible(text: str, item: Item, tail: Tail) -> bool:
    unit = tail.unit
    if (is_pure_count(unit) or unit.symbol == "×") and is_label(text, item.number_start, item.number_end):
        item.barrier = True
        return False
    if unit.symbol == "nm" and text[tail.end + 1 : tail.end + 13].startswith(_PROCESSES):
        # "a 5 nm process" is a name.
        return False
    if not tail.glued and is_name_after_year(text, item.number_start, item.number_end, tail.end):
        return False
    if tail.glued and in_path(text, item.start, tail.end):
        item.barrier = True
        return False
    return text[item.start - 1 : item.start] not in ("#", "§", "№")


def _next_operand(text: str, end: int) -> int:
    """Where the numeral behind the × of a product starts."""
    at = end
    while at < len(text) and at - end < 5 and not text[at].isdigit():
        at += 1
    return at


def _comma_list(text: str, start: int, end: int, declared: Mapping[str, str]) -> list[Item]:
    """`1,2,4,8 threads` is a list; `1,5 ms` with its decimal comma and `1.2.3` are nothing."""
    parts = text[start:end].split(",")
    if (
        len(parts) < 3
        or not all(part.isdigit() and len(part) < 5 for part in parts)
        or (start and text[start - 1] == ".")
    ):
        return [_barrier(start, end)]
    items = []
    at = start
    for part in parts:
        items.append(Item(at, at + len(part), Fraction(int(part)), Fraction(1)))
        at += len(part) + 1
    _read_unit(text, items[-1], declared)
    return items
