"""Lists of numbers that share the unit at their end: `43, 82 and 164 µs`, `121 / 64 / 32 GB/s`."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.item import Item
from claimlint.claim.lazy import Lazy
from claimlint.claim.masks import takes_no_unit
from claimlint.claim.unit_table import words

_AND = frozenset(("and", ", and", "or", ", or", "&", "and/or"))
_STEPS = frozenset(("vs", "vs.", "versus", "against", "→", "->", "=>", "-->", "to", "up to", "down to", "÷"))
_PAIRS = _AND | _STEPS | frozenset(("through", "then", ", then", "and then"))
"""What may stand between two numbers that share the unit of the second."""
_SERIES = _AND | frozenset((",", "/", "·"))
_PRICE_LABELS = words("in input out output read write cached for tokens")
_LONGEST_GAP = 24


def gap_between(text: str, a: Item, b: Item) -> str | None:
    """What joins two neighbours, or None where more than a joining word stands between."""
    if a.barrier or b.barrier or not 0 <= b.start - a.end <= _LONGEST_GAP:
        return None
    return " ".join(text[a.end : b.start].split())


def share(text: str, items: list[Item]) -> None:
    """Numbers without a unit take that of the list they stand in, from its end leftwards."""
    joined = ""
    for at in range(len(items) - 2, -1, -1):
        item, after = items[at], items[at + 1]
        gap = gap_between(text, item, after)
        if gap is None or item.unit is not None or after.unit is None:
            if not share_price(item, after, gap):
                joined = ""
            continue
        if not after.inherited:
            joined = ""
        if after.prefix or not _shares(text, items, at, gap, joined):
            joined = ""
            continue
        if takes_no_unit(text, item.number_start, item.number_end) or _is_paired(text, items, at):
            joined = ""
            continue
        scale = item.scale
        if scale == 1 and abs(item.value) <= 10 * abs(after.value):
            scale = after.scale
        suffix = item.suffix or (scale > 1 and after.suffix)
        item.unit, item.scale, item.suffix, item.inherited = after.unit, scale, suffix, True
        if item.tol is not None:
            item.tol *= scale
        if item.high is not None:
            item.high *= scale
            item.high_place = (item.high_place or Fraction(1)) * scale
        joined = joined or gap


_PAIRING = Lazy(r"\b(?:with|at|for|using|on)\s+$")


def _is_paired(text: str, items: list[Item], at: int) -> bool:
    """Whether a number belongs to the one before it: `978 tokens/s with 24 and 1,673 tokens/s with 60`."""
    if not at or _PAIRING.search(text, max(0, items[at].start - 8), items[at].start) is None:
        return False
    before, after = items[at - 1].unit, items[at + 1].unit
    return before is not None and after is not None and before.dims == after.dims


def _shares(text: str, items: list[Item], at: int, gap: str, joined: str) -> bool:
    """Whether the connector `gap` right of items[at] lets it take the unit of its right neighbour."""
    item, after = items[at], items[at + 1]
    if gap in _PAIRS:
        return joined == "" or joined in ("→", "->")
    if gap in ("/", "·"):
        if text[item.end : after.start] != "/" or joined == gap:
            return joined in ("", gap)
        more = at > 0 and gap_between(text, items[at - 1], item) == "/"
        if more or (min(item.value, after.value) >= 4 and max(item.value, after.value) >= 16):
            return True
        after.barrier = True
        return False
    if gap == ",":
        if joined in _AND or joined == ",":
            return True
        # A list without a last "and" has three members at least.
        return (
            joined == ""
            and at > 0
            and items[at - 1].unit is None
            and gap_between(text, items[at - 1], item) == ","
        )
    return False


def share_price(item: Item, after: Item, gap: str | None) -> bool:
    """`$0.57 in / $2.2 out per 1M tokens`: the first price is per million tokens too."""
    if not (item.prefix and after.prefix and gap and item.unit and after.unit):
        return False
    if (
        item.unit.dims == after.unit.dims
        or len(item.unit.dims) != 1
        or item.unit.dims[0] not in after.unit.dims
    ):
        return False
    joints = [word for word in gap.replace(",", " ,").split(" ") if word and word not in _PRICE_LABELS]
    if joints not in (["/"], ["and"], ["or"], ["&"], [","], [",", "and"], ["to"], ["–"], ["-"]):
        return False
    item.unit, item.inherited = after.unit, True
    return True


def number(text: str, items: list[Item]) -> None:
    """Number the lists of one form: neighbours of one dimension that only commas, `and`, `or`, `/` join."""
    series = 0
    for at in range(len(items) - 1):
        item, after = items[at], items[at + 1]
        if item.unit is None or after.unit is None or item.unit.dims != after.unit.dims:
            continue
        if (item.unit.symbol == "%") != (after.unit.symbol == "%"):
            continue
        gap = gap_between(text, item, after)
        if gap not in _SERIES or (gap in ("/", "·") and item.unit != after.unit):
            continue
        if item.series is None:
            series += 1
            item.series = series
        after.series = item.series
