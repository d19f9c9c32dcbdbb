"""Two numbers that are one claim: the ends of a range, a value and its tolerance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import read_money_tail, read_tail
from claimlint.claim.item import Item
from claimlint.claim.lists import gap_between, share_price
from claimlint.claim.masks import is_year
from claimlint.claim.numerals import Number, meant_step
from claimlint.claim.unit_table import words
from claimlint.claim.units import Unit

_DASHES = frozenset(("–", "-", "..", "...", "…", "—"))
_TOLERANCES = frozenset(("±", "+/-", "+-", "∓"))
_CHANGES = words(
    "dropped drops drop dropping fell falls fall falling rose rises rise rising grew grows grow "
    "growing increased increases increase increasing decreased decreases decrease decreasing "
    "reduced reduces reduce reducing improved improves improve improving improvement cut cuts "
    "cutting went goes go going lowered lowers lower lowering raised raises raise raising jumped "
    "jumps jump climbed climbs climb shrank shrinks shrink shrunk moved moves move moving changed "
    "changes change changing down up sped slowed speeds brought brings bring took taken pushed "
    "pushes scaled declined declines decline doubled halved tripled regressed reduction increase "
    "gain speedup sped quicker"
)
_SPANS = words(
    "ran run runs range ranges ranged ranging span spans spanned spanning vary varies varied varying anywhere"
)
_VAGUE = words("about around roughly approximately ~ ≈ some nearly")
_CLAUSE = 90
"""How far left of a range the verb is looked for that makes it a change."""


def merge(text: str, items: list[Item], declared: Mapping[str, str]) -> list[Item]:
    """Join the items that are the ends of one range, or a value and its tolerance."""
    merged: list[Item] = []
    for item in items:
        if merged:
            before = merged[-1]
            gap = gap_between(text, before, item)
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
    elif gap not in _DASHES or (
        gap in ("—", "-") and a.unit is None and b.unit is None and " " in text[a.end : b.start]
    ):
        return False
    if gap == "—" and text[a.end : b.start] != "—":
        return False
    if gap != "and":
        share_price(a, b, gap)
    if a.prefix and a.unit is not None and (b.unit is None or b.unit.symbol.startswith("1/")):
        tail = read_money_tail(text, b.number_end, a.unit, declared)
        b.give(tail.unit, tail.end, tail.scale, suffix=tail.suffix)
        if tail.scale > 1 and a.scale == 1 and a.value < b.value:
            a.scale = tail.scale
        a.unit = tail.unit
    if (b.unit is None and not (gap in _DASHES and text[a.end : b.start] == gap)) or b.unit is None:
        _close(text, a, b, declared)
    return _span(text, a, b, gap, between)


def _span(text: str, a: Item, b: Item, gap: str, between: bool) -> bool:
    """Make `a` the range from `a` to `b` where they are the ends of one."""
    if a.unit is not None and b.unit is None:
        return False
    if is_year(text[a.start : a.end]) and is_year(text[b.number_start : b.number_end]) and gap != "and":
        a.barrier = b.barrier = True
        return False
    if gap == "to" and (a.unit is not None or _word_left(text, a.start) == "from") and _is_change(text, a):
        return False
    if b.unit is not None and a.unit is None:
        if b.prefix and is_year(text[a.start : a.end]):
            return False
        if a.number_start != a.start and a.value < 0 < b.value and gap != "to":
            return False
        scale = b.scale if a.scale == 1 and abs(a.value) < abs(b.value) else a.scale
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
    _set_range(a, unit, min(low, high), max(low, high), (_step(a) * factor, _step(b) * b.scale), low > high)
    a.end, a.suffix, a.op = b.end, b.suffix, a.op or b.op
    return True


def _step(item: Item) -> Fraction:
    return meant_step(Number(item.value, item.place))


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
