"""Numbers that belong together: ranges, tolerances, and lists that share the unit at their end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import is_pure_count, read_money_tail, read_tail
from claimlint.claim.item import Item
from claimlint.claim.masks import takes_no_unit
from claimlint.claim.unit_table import words
from claimlint.claim.units import Unit

_DASHES = frozenset(("–", "-", "..", "...", "…", "—"))
_LAST = frozenset(
    (
        "and",
        ", and",
        "or",
        ", or",
        "&",
        "and/or",
        "vs",
        "vs.",
        "versus",
        "→",
        "->",
        "=>",
        "-->",
        "⟶",
        "to",
        "up to",
        "down to",
        "then",
        ", then",
        "and then",
        "through",
        "against",
        "÷",
    )
)
_LISTS = frozenset(("and", ", and", "or", ", or", "&", "and/or", "/"))
_PAIRED = frozenset(("and", ", and", "or", ", or", "&", ",", "/"))
_TOLERANCES = frozenset(("±", "+/-", "+-", "∓"))
_CHANGES = words(
    "dropped drops drop dropping fell falls fall falling rose rises rise rising grew grows grow growing increased "
    "increases increase increasing decreased decreases decrease decreasing reduced reduces reduce reducing improved "
    "improves improve improving improvement cut cuts cutting went goes go going lowered lowers lower lowering raised raises "
    "raise raising jumped jumps jump climbed climbs climb shrank shrinks shrink shrunk moved moves move moving "
    "changed changes change changing down up sped slowed speeds brought brings bring took taken pushed pushes scaled "
    "declined declines decline doubled halved tripled regressed reduction increase gain speedup sped quicker"
)
_SPANS = words(
    "ran run runs range ranges ranged ranging span spans spanned spanning vary varies varied varying anywhere"
)
_PRICE_LABELS = words("in input out output read write cached for tokens")
_LONGEST_GAP = 24
_CLAUSE = 90


def group(text: str, items: list[Item], declared: Mapping[str, str]) -> list[Item]:
    """Merge ranges and tolerances, share units leftwards, number the lists; the items that remain."""
    if len(items) > 1:
        items = _merge(text, items, declared)
        _share(text, items)
        _number(text, items)
    return items


def _gap(text: str, a: Item, b: Item) -> str | None:
    """What joins two neighbours, or None where more than a joining word stands between."""
    if a.barrier or b.barrier or not 0 <= b.start - a.end <= _LONGEST_GAP:
        return None
    return " ".join(text[a.end : b.start].split())


def _merge(text: str, items: list[Item], declared: Mapping[str, str]) -> list[Item]:
    merged: list[Item] = []
    for item in items:
        if merged:
            before = merged[-1]
            gap = _gap(text, before, item)
            if gap is not None and (
                _join_tolerance(text, before, item, gap, declared)
                or _join_range(text, before, item, gap, declared)
            ):
                continue
        merged.append(item)
    return merged


def _join_tolerance(text: str, a: Item, b: Item, gap: str, declared: Mapping[str, str]) -> bool:
    """`17.9 ± 0.4 ms`, `5 ms ± 0.2 ms`, `5 ms ± 10%`, `(27.3 +/- 0.9) ms`."""
    if gap not in _TOLERANCES or a.tol is not None or a.high is not None or b.value < 0:
        return False
    if b.unit is None:
        _close(text, a, b, declared)
    if b.unit is None or a.unit is None:
        if a.unit is None and b.unit is not None:
            a.give(b.unit, b.end, b.scale, suffix=b.suffix)
        elif a.unit is None:
            return False
        a.tol = b.value * a.scale
    elif b.unit.symbol == "%" and a.unit.symbol != "%":
        a.tol = abs(a.low) * b.value / 100
    elif b.unit.dims == a.unit.dims:
        a.tol = b.low * b.unit.factor / a.unit.factor
    else:
        return False
    a.end = b.end
    return True


def _close(text: str, a: Item, b: Item, declared: Mapping[str, str]) -> None:
    """Give `b` the unit behind the parenthesis that closes around both: `(5–10) ms`."""
    if text[b.end : b.end + 1] == ")" and text[a.start - 1 : a.start] == "(":
        tail = read_tail(text, b.end + 1, declared)
        if tail is not None:
            b.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
            a.start -= 1


def _join_range(text: str, a: Item, b: Item, gap: str, declared: Mapping[str, str]) -> bool:
    if a.high is not None or b.high is not None or a.tol is not None:
        return False
    between = False
    if gap in ("and", "to"):
        between = _word_left(text, a.start) in ("between", "from") if gap == "and" else False
        if gap == "and" and not between:
            return False
    elif gap not in _DASHES:
        return False
    elif gap in ("—", "-") and a.unit is None and b.unit is None and " " in text[a.end : b.start]:
        return False
    if gap == "—" and text[a.end : b.start] != "—":
        return False
    if gap != "and":
        _share_price(a, b, gap)
    if a.prefix and a.unit is not None and (b.unit is None or b.unit.symbol.startswith("1/")):
        tail = read_money_tail(text, b.number_end, a.unit, declared)
        b.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
        if tail.scale > 1 and a.scale == 1 and a.value < b.value:
            a.scale = tail.scale
        a.unit = tail.unit
    if b.unit is None and not (gap in _DASHES and text[a.end : b.start] == gap):
        _close(text, a, b, declared)
    elif b.unit is None:
        _close(text, a, b, declared)
    return _span(text, a, b, gap, between)


def _span(text: str, a: Item, b: Item, gap: str, between: bool) -> bool:
    """Make `a` the range from `a` to `b` where they are the ends of one."""
    if a.unit is not None and b.unit is None:
        return False
    if gap == "to" and (a.unit is not None or _word_left(text, a.start) == "from") and _is_change(text, a):
        return False
    if b.unit is not None and a.unit is None:
        if a.number_start != a.start and a.value < 0 < b.value and gap != "to":
            return False
        scale = b.scale if b.scale == 1 or abs(a.value) < abs(b.value) else 1
        low, high, unit = a.value * scale, b.low, b.unit
        factor = Fraction(scale)
    elif b.unit is not None and a.unit is not None:
        if a.unit.dims != b.unit.dims or (a.unit.symbol == "%") != (b.unit.symbol == "%"):
            return False
        factor = a.unit.factor / b.unit.factor
        low, high, unit = a.low * factor, b.low, b.unit
        factor *= a.scale
    else:
        if a.value >= b.value or gap in ("and", "to"):
            return False
        a.high, a.high_place, a.end = b.value, b.place, b.end
        return True
    if low >= high and not (between and low > high):
        return False
    _set_range(a, unit, min(low, high), max(low, high), (a.place * factor, b.place * b.scale), low > high)
    a.end, a.suffix, a.op = b.end, b.suffix, a.op or b.op
    return True


def _set_range(
    a: Item, unit: Unit, low: Fraction, high: Fraction, places: tuple[Fraction, Fraction], swapped: bool
) -> None:
    a.unit, a.scale, a.value, a.high = unit, 1, low, high
    a.place, a.high_place = (places[1], places[0]) if swapped else places


def _word_left(text: str, start: int) -> str:
    """The word left of a number, an approximation between them passed over."""
    window = text[max(0, start - 40) : start].lower().split()
    while window and window[-1] in (
        "about",
        "around",
        "roughly",
        "approximately",
        "~",
        "≈",
        "some",
        "nearly",
    ):
        window.pop()
    return window[-1].lstrip("(\"'") if window else ""


def _is_change(text: str, a: Item) -> bool:
    """Whether `from A to B` tells a change (`dropped from 97 s to 17 s`), not a span."""
    window = text[max(0, a.start - _CLAUSE) : a.start]
    for stop in (". ", "; ", ": ", "\n"):
        window = window[window.rfind(stop) + 1 :]
    left = [word.strip("(),\"'*_").lower() for word in window.split()]
    for word in reversed(left):
        if word in _SPANS:
            return False
        if word in _CHANGES:
            return True
    return False


def _share(text: str, items: list[Item]) -> None:
    """Numbers without a unit take that of the list they stand in, from its end leftwards."""
    joined = ""
    for at in range(len(items) - 2, -1, -1):
        item, after = items[at], items[at + 1]
        gap = _gap(text, item, after)
        if gap is None or item.unit is not None or after.unit is None:
            if not _share_price(item, after, gap):
                joined = ""
            continue
        if not after.inherited:
            joined = ""
        if after.prefix or not _shares(text, items, at, gap, joined):
            joined = ""
            continue
        if takes_no_unit(text, item.number_start, item.number_end):
            joined = ""
            continue
        scale = after.scale if after.scale == 1 or abs(item.value) <= 10 * abs(after.value) else 1
        item.unit, item.scale, item.suffix, item.inherited = after.unit, scale, after.suffix, True
        if item.high is not None:
            item.high *= scale
            item.high_place = (item.high_place or Fraction(1)) * scale
        joined = joined or gap


def _shares(text: str, items: list[Item], at: int, gap: str, joined: str) -> bool:
    """Whether the connector `gap` right of items[at] lets it take the unit of its right neighbour."""
    item, after = items[at], items[at + 1]
    if gap in _LAST:
        return joined == "" or joined in ("→", "->")
    if gap == "/":
        if text[item.end : after.start] != "/" or joined == "/":
            return joined in ("", "/")
        more = at > 0 and _gap(text, items[at - 1], item) == "/"
        if more or (min(item.value, after.value) >= 4 and max(item.value, after.value) >= 16):
            return True
        after.barrier = True
        return False
    if gap == ",":
        if joined in ("and", ", and", "or", ", or", "&", "and/or", ","):
            return True
        # A list without a last "and" has three members at least.
        return (
            joined == "" and at > 0 and items[at - 1].unit is None and _gap(text, items[at - 1], item) == ","
        )
    return False


def _share_price(item: Item, after: Item, gap: str | None) -> bool:
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


def _number(text: str, items: list[Item]) -> None:
    """Number the lists of one form: neighbours of one dimension that only commas, `and`, `or`, `/` join."""
    series = 0
    for at in range(len(items) - 1):
        item, after = items[at], items[at + 1]
        if item.unit is None or after.unit is None or item.unit.dims != after.unit.dims:
            continue
        if (item.unit.symbol == "%") != (after.unit.symbol == "%"):
            continue
        gap = _gap(text, item, after)
        if gap not in _PAIRED or (gap == "/" and item.unit != after.unit):
            continue
        if item.series is None:
            series += 1
            item.series = series
        after.series = item.series


__all__ = ["group"]
_ = (_LISTS, is_pure_count)
