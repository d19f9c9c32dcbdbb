"""Finding the numbers of a text, digit first, and the unit of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import Tail, is_currency_code, is_pure_count, read_money_tail, read_tail
from claimlint.claim.item import Item
from claimlint.claim.masks import chain_end, in_path, is_label, name_end, word_before
from claimlint.claim.multiples import WHOLES, factor_of, read_multiple, read_prefixed, read_whole_word
from claimlint.claim.number_words import ONES, SCALES, STARTS, TENS, read_words
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.claim.unit_table import CURRENCY_SIGNS, words
from claimlint.claim.units import Unit, currency_unit, symbol_unit

_NO_WORDS: Mapping[str, str] = {}
_WORD = re.compile(r"[A-Za-z]+")
_LOWER = frozenset((*ONES, *TENS, *SCALES, *WHOLES, "half", "order"))
_TRIGGERS = frozenset(form for word in _LOWER for form in (word, word.capitalize(), word.upper()))
_ORDERS = symbol_unit("orders of magnitude")
_TYPE_NAMES = words("bfloat float posit base python version uint decimal")
_FREE = frozenset(" \n\t,;(\"'~≈<>≤≥=:{–—→±÷|•…≲≳*·‘“”«»&")


def scan(text: str, declared: Mapping[str, str] = _NO_WORDS) -> list[Item]:
    """The numbers of a normalised text in order, each with its own unit where one stands beside it.

    Numbers that state no quantity are there as barriers: nothing is shared across them.
    """
    items = _digits(text, declared)
    spelled = _spelled(text, declared)
    if not spelled:
        return items
    taken = [(item.start, item.end) for item in items]
    merged = items + [item for item in spelled if not _inside(item, taken)]
    merged.sort(key=lambda item: item.start)
    return merged


def _inside(item: Item, taken: list[tuple[int, int]]) -> bool:
    from bisect import bisect_right

    at = bisect_right(taken, (item.start, 1 << 60)) - 1
    return (at >= 0 and taken[at][1] > item.start) or (at + 1 < len(taken) and taken[at + 1][0] < item.end)


def _digits(text: str, declared: Mapping[str, str]) -> list[Item]:
    items: list[Item] = []
    skip = last_end = 0
    product = -1
    for match in DIGITS.finditer(text):
        start, end = match.span()
        if start < skip:
            continue
        if start and text[start - 1] not in _FREE and not _stands_free(text, start, last_end):
            skip = max(end, name_end(text, start))
            items.append(_barrier(start, skip))
            if skip == end and text[end : end + 1] in (" ", "\xa0"):
                # Labels glued to each other: the next one may start right behind this one's unit.
                tail = read_tail(text, end, declared)
                last_end = tail.end if tail else last_end
            continue
        chain = chain_end(text, start, end)
        if chain is not None:
            skip = chain
            items.append(_barrier(start, chain))
            continue
        if text.startswith("x", end) and match.group() == "0":
            skip = name_end(text, start)
            items.append(_barrier(start, max(end, skip)))
            continue
        end = numeral_end(text, start, end)
        number = read_digits(text[start:end])
        if number is None:
            items += _comma_list(text, start, end, declared)
            skip = end
            last_end = items[-1].end
            continue
        item = Item(start, end, number.value, number.place)
        _read_left(text, item)
        in_product, product = product == start, -1
        if item.prefix:
            currency = item.unit
            assert currency is not None
            tail = read_money_tail(text, end, currency, declared)
            item.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
        else:
            found = _read_unit(text, item, declared)
            if found is False:
                product = _next_operand(text, end)
                item.barrier = True
            if item.unit is None or is_pure_count(item.unit):
                item.barrier = item.barrier or in_product
        skip = max(skip, item.end)
        if item.unit is not None:
            if text[item.end : item.end + 1].isdigit() and item.end - item.number_end < 2:
                item.barrier = True
            else:
                last_end = item.end
        items.append(item)
    return items


def _barrier(start: int, end: int) -> Item:
    item = Item(start, end, Fraction(0), Fraction(1))
    item.barrier = True
    return item


def _stands_free(text: str, start: int, last_end: int) -> bool:
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
        return not before or not (before.isalnum() or before == ".")
    if mark.isalpha():
        return _glued_label(text, start) or (
            is_currency_code(text[max(0, start - 3) : start]) is not None
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


def _read_left(text: str, item: Item) -> None:
    """The sign and the currency before a numeral, and the `O(` around it."""
    start = item.start
    if not start:
        return
    mark = text[start - 1]
    if mark == "." and text[start - 2 : start - 1] != ".":
        digits = item.number_end - item.number_start
        if item.value.denominator == 1 and item.place == 1:
            item.place = Fraction(1, 10**digits)
            item.value *= item.place
            start -= 1
            item.start = item.number_start = start
            mark = text[start - 1 : start]
    if mark in CURRENCY_SIGNS and mark:
        first = start - 1
        for size in (2, 1):
            if mark == "$" and text[first - size : start] in CURRENCY_SIGNS and first >= size:
                first -= size
                break
        item.unit, item.prefix = currency_unit(CURRENCY_SIGNS[text[first:start]]), True
        item.start = start = first
        mark = text[start - 1 : start]
    elif mark in (" ", "\xa0") or mark.isalpha():
        at = start - (not mark.isalpha())
        currency = is_currency_code(text[max(0, at - 3) : at])
        if currency and not text[at - 4 : at - 3].isalnum():
            item.unit, item.prefix, item.start = currency, True, at - 3
            return
    if mark in ("-", "+"):
        before = text[start - 2 : start - 1]
        if not before or before in " \n\t(,;:=~≈<>≤≥|\xa0±→\"'[/$€£" or before == "–":
            if before == "/" and text[start - 3 : start] == "+/-":
                return
            item.start = start - 1
            if mark == "-":
                item.value = -item.value
                if item.prefix is False and before in ("$", "€", "£"):
                    item.unit, item.prefix, item.start = (
                        currency_unit(CURRENCY_SIGNS[before]),
                        True,
                        start - 2,
                    )
    elif mark == "(" and text[start - 2 : start - 1] == "O" and text.startswith(")", item.number_end):
        if not text[start - 3 : start - 2].isalnum():
            item.start, item.op = start - 2, "~"


def _read_unit(text: str, item: Item, declared: Mapping[str, str]) -> bool | None:
    """Give an item the unit right of it; False where it is one operand of a product."""
    end = item.number_end
    if item.op == "~":
        end += 1
    multiple = read_multiple(text, item)
    if multiple is False:
        return False
    if multiple:
        if is_label(text, item.number_start, item.number_end) and item.value.denominator > 1:
            item.barrier = True
        return True
    if text.startswith("+", end) and text[end + 1 : end + 2] in (" ", "\xa0"):
        item.op = ">="
        end += 1
    tail = read_tail(text, end, declared, item.value == 1)
    if tail is not None and _plausible(text, item, tail):
        item.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
        return True
    if read_prefixed(text, item) is False or factor_of(text, item):
        return None
    if item.unit is None:
        _read_bare_orders(text, item)
    return None


def _plausible(text: str, item: Item, tail: Tail) -> bool:
    unit = tail.unit
    if (is_pure_count(unit) or unit.symbol == "×") and is_label(text, item.number_start, item.number_end):
        item.barrier = True
        return False
    if tail.glued and in_path(text, item.start, tail.end):
        item.barrier = True
        return False
    return not (text[item.start - 1 : item.start] in ("#", "§", "№"))


def _read_bare_orders(text: str, item: Item) -> None:
    """`2–3 orders` where the label ends there, or a comparison follows."""
    at = item.number_end
    if text[at : at + 7] not in (" orders", "\xa0orders", "\norders"):
        return
    rest = text[at + 7 : at + 20].strip()
    word = _WORD.match(rest)
    if rest and not (word and word.group().endswith("er") and text[at + 7] == " "):
        return
    if item.value <= 12 and (rest or text[item.start - 1 : item.start] in ("-", "–")):
        item.give(_ORDERS, at + 7)


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
        or start
        and text[start - 1] == "."
    ):
        return [_barrier(start, end)]
    items = []
    at = start
    for part in parts:
        items.append(Item(at, at + len(part), Fraction(int(part)), Fraction(1)))
        at += len(part) + 1
    _read_unit(text, items[-1], declared)
    return items


def _spelled(text: str, declared: Mapping[str, str]) -> list[Item]:
    """The numbers in words, with a unit or as a multiple; bare ones stay, to be part of a range or list."""
    if _TRIGGERS.isdisjoint(_WORD.findall(text)):
        return []
    items: list[Item] = []
    skip = 0
    for match in _WORD.finditer(text):
        word = match.group()
        start = match.start()
        if word not in _TRIGGERS or start < skip:
            continue
        low = word.lower()
        if text[start - 1 : start] == "-" and start and text[start - 2 : start - 1].isalnum():
            continue
        item = None
        if low in WHOLES or low == "half":
            item = read_whole_word(text, start, match.end())
            if item is None and low != "half":
                continue
        if item is None:
            item = _read_spelled(text, start, low, declared)
        if item is not None:
            items.append(item)
            skip = item.end
    return items


def _read_spelled(text: str, start: int, low: str, declared: Mapping[str, str]) -> Item | None:
    if low in SCALES or low == "order":
        # Only behind an article: "a million", "an order of magnitude".
        article = word_before(text, start)
        if article not in ("a", "an") or text[start - 1] not in " \xa0\n":
            return None
        first = text.lower().rfind(article, max(0, start - 6), start)
        if low == "order":
            item = Item(first, start - 1, Fraction(1), Fraction(1), spelled=True)
            tail = read_tail(text, start - 1, declared, True)
            if tail is None or tail.unit != _ORDERS:
                return None
            item.give(tail.unit, tail.end)
            return item
        start = first
    elif low not in STARTS:
        return None
    spelled = read_words(text, start)
    if spelled is None:
        return None
    item = Item(start, spelled.end, spelled.value, spelled.place, spelled=True)
    if read_multiple(text, item) is None:
        tail = read_tail(text, spelled.end, declared, spelled.value == 1)
        if tail is not None and _spelled_plausible(text, item, low, tail):
            item.give(_nines(text, item, tail), tail.end, tail.scale)
        elif text[spelled.end : spelled.end + 6] in (" nines", "-nines") and 0 < spelled.value < 12:
            item.value = 100 - Fraction(10) ** (2 - int(spelled.value))
            item.place = Fraction(10) ** (2 - int(spelled.value))
            item.give(symbol_unit("%"), spelled.end + 6)
        elif not factor_of(text, item):
            _read_bare_orders(text, item)
    return item


def _nines(text: str, item: Item, tail: Tail) -> Unit:
    return tail.unit


def _spelled_plausible(text: str, item: Item, low: str, tail: Tail) -> bool:
    """Counts in words are claims from two on, and not where an article makes them known things."""
    hyphened = text[item.number_end : item.number_end + 1] == "-"
    if is_pure_count(tail.unit):
        before = word_before(text, item.start)
        return (
            item.value > 1 and not hyphened and before not in ("the", "these", "those", "both", "all", "of")
        )
    if hyphened and tail.unit.symbol == "s" and text[item.number_end + 1 : tail.end] == "second":
        return False
    return not (
        item.value == 1
        and tail.unit.symbol in ("days", "s", "bit")
        and low == "one"
        and _idiom(text, tail.end)
    )


def _idiom(text: str, end: int) -> bool:
    """`one day`, `one second`, `one bit`: more often a figure of speech than a measure."""
    return not text[end - 1].isdigit()
