"""Numbers in words, found by the words they start with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import DESCRIBING, Tail, read_tail
from claimlint.claim.item import Item
from claimlint.claim.masks import word_before
from claimlint.claim.multiples import WHOLES, factor_of, read_multiple, read_whole_word
from claimlint.claim.number_words import ONES, SCALES, STARTS, TENS, read_words
from claimlint.claim.units import is_counting, symbol_unit

_WORD = re.compile(r"[A-Za-z]+")
_LOWER = frozenset((*ONES, *TENS, *SCALES, *WHOLES, "half", "order"))
_TRIGGERS = frozenset(form for word in _LOWER for form in (word, word.capitalize(), word.upper()))
_ORDERS = symbol_unit("orders of magnitude")


def spelled_items(text: str, declared: Mapping[str, str]) -> list[Item]:
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
            item = read_spelled(text, start, low, declared)
        if item is not None:
            items.append(item)
            skip = item.end
    return items


def read_spelled(text: str, start: int, low: str, declared: Mapping[str, str]) -> Item | None:
    if low in SCALES or low == "order":
        # Only behind an article: "a million", "an order of magnitude".
        article = word_before(text, start)
        if article not in ("a", "an") or text[start - 1] not in " \xa0\n" or not text[start - 2].isalpha():
            return None
        first = start - 1 - len(article)
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
            item.give(tail.unit, tail.end, tail.scale)
        elif text[spelled.end : spelled.end + 6] in (" nines", "-nines") and 0 < spelled.value < 12:
            item.value = 100 - Fraction(10) ** (2 - int(spelled.value))
            item.place = Fraction(10) ** (2 - int(spelled.value))
            item.give(symbol_unit("%"), spelled.end + 6)
        elif not factor_of(text, item):
            read_bare_orders(text, item)
    return item


def _spelled_plausible(text: str, item: Item, low: str, tail: Tail) -> bool:
    """Counts in words are claims from two on, and not where an article makes them known things."""
    hyphened = text[item.number_end : item.number_end + 1] == "-"
    if all(is_counting(base) for base, _ in tail.unit.dims) and tail.unit.dims:
        before = word_before(text, item.start)
        if item.value == 1 or _is_described_loosely(text[item.number_end : tail.end]):
            return False
        return not hyphened and before not in ("the", "these", "those", "both", "all")
    if hyphened and tail.unit.symbol == "s" and text[item.number_end + 1 : tail.end] == "second":
        return False
    # "one day", "one second", "one bit" are more often figures of speech than measures.
    return low != "one" or item.value != 1 or tail.unit.symbol not in ("days", "s", "bit")


def _is_described_loosely(rest: str) -> bool:
    """Whether the noun has an adjective that makes it prose (`two optional parameters`)."""
    found = _WORD.findall(rest)
    return len(found) == 2 and found[0].islower() and found[0] not in DESCRIBING


def read_bare_orders(text: str, item: Item) -> None:
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
