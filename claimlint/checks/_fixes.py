"""Fixes that checks offer: another value written as the old one is, and nothing beside it touched."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from claimlint.checks._numerals import Numeral, numerals, plain, rewritten
from claimlint.checks._prefixes import as_usual, first_word, siblings
from claimlint.claim.claims import Claim, Interval
from claimlint.claim.interval import interval
from claimlint.findings import Edit, Fix
from claimlint.reason.agree import ends, meets, states
from claimlint.reason.page import Page


def one_value(page: Page, claim: Claim, allowed: Iterable[Interval], slips_only: bool = False) -> Fix | None:
    """The claim made to say the one value that is allowed, in base units; None where it is not one.

    A unit is put right where its prefix alone is wrong, else the number, in the writer's rounding;
    with `slips_only` a number only where its digits are right and their point is not.
    """
    allowed = list(allowed)
    if not allowed or claim.kind == "orders" or claim.tol is not None:
        return None
    how = states(claim)
    if how == "range":
        return _range(page, claim, allowed)
    if how != "point":
        return None
    found = numerals(page.document.text, claim)
    if len(found) != 1:
        return None
    unit = {_unit_edit(page, claim, found[0], (interval(claim),), [value]) for value in allowed}
    if len(unit) != 1:
        return None
    (edit,) = unit
    if isinstance(edit, str):
        return None
    if edit is None:
        texts = {_number(claim, found[0], end) for value in allowed for end in value}
        text = texts.pop() if len(texts) == 1 else None
        if text is None or ((slips_only or claim.op == "~") and not _is_slip(found[0].text, text)):
            return None
        edit = Edit(found[0].start, found[0].end, text)
    return _fix(page, edit)


def _number(claim: Claim, old: Numeral, value: Fraction | None) -> str | None:
    if value is None:
        return None
    number = value / claim.unit.factor
    if claim.value is not None and claim.value < 0:
        number = -number
    exact = claim.exact and number.denominator == 1
    return rewritten(old, number, exact)


def _is_slip(old: str, new: str) -> bool:
    """Whether two numerals have the same digits: only their point differs."""
    one, other = ("".join(filter(str.isdigit, text)).strip("0") for text in (old, new))
    return one == other


def _unit_edit(
    page: Page, claim: Claim, number: Numeral, written: Iterable[Interval], allowed: list[Interval]
) -> Edit | str | None:
    """The edit that gives the claim another prefix with which it is right; None where there is none.

    `written` are its values as they are, each of which must then be one of those that are allowed.

    A text says why no fix may be offered at all.
    """
    holder = _holder(page, claim)
    if holder is None:
        return None
    text, starts, ends_ = plain(holder)
    own = numerals(page.document.text, holder)
    if not own or own[-1].scale != 1 or number.scale != 1:
        return None
    at = own[-1].last
    while at < len(text) and text[at] in " \xa0-\n\r\t":
        at += 1
    word = first_word(text[at:])
    written = list(written)
    right = [
        other
        for other, ratio in siblings(word)
        if all(any(meets(_times(each, ratio), value) for value in allowed) for each in written)
    ]
    if not right:
        return None
    if len(right) > 1:
        return "several units would do"
    other = as_usual(right[0], page.claims, page.document.text)
    start, end = holder.block.source(starts[at], ends_[at + len(word) - 1])
    if page.document.text[start:end].replace("μ", "µ") != word:
        return "the unit is written in markup"
    return Edit(start, end, other)


def _holder(page: Page, claim: Claim) -> Claim | None:
    """The claim at which the unit of `claim` is written: itself, or the end of its list."""
    if claim.unit_written:
        return claim
    if claim.series is None:
        return None
    behind = [
        c
        for c in page.context.by_block[claim.block.index]
        if c.series == claim.series and c.start > claim.start
    ]
    holder = next((c for c in behind if c.unit_written), None)
    return holder if holder is not None and holder.unit == claim.unit else None


def _times(value: Interval, factor: Fraction) -> Interval:
    low, high = (None if end is None else end * factor for end in value)
    return Interval(low, high)


def _range(page: Page, claim: Claim, allowed: list[Interval]) -> Fix | None:
    """A range with its unit put right, or one of its ends; the other is right already.

    The end is the one value that is left, or the one of which it has the digits.
    """
    found = numerals(page.document.text, claim)
    exact = {value.low for value in allowed if value.low is not None and value.low == value.high}
    if len(found) != 2 or claim.op is not None or len(exact) < 2 or len(exact) != len(allowed):
        return None
    pair = ends(claim)
    edit = _unit_edit(page, claim, found[1], pair, allowed)
    if isinstance(edit, str):
        return None
    if edit is not None:
        return _fix(page, edit)
    right = [[value for value in exact if meets(end, Interval(value, value))] for end in pair]
    if bool(right[0]) == bool(right[1]):
        return None
    wrong = 0 if right[1] else 1
    left = exact - set(right[1 - wrong])
    texts = {rewritten(found[wrong], value / claim.unit.factor, claim.exact) for value in left}
    if len(left) > 1:
        texts = {text for text in texts if text is not None and _is_slip(found[wrong].text, text)}
    text = texts.pop() if len(texts) == 1 else None
    if text is None:
        return None
    return _fix(page, Edit(found[wrong].start, found[wrong].end, text))


def _fix(page: Page, edit: Edit) -> Fix | None:
    """The fix of one edit that changes anything."""
    old = page.document.text[edit.start : edit.end]
    if old == edit.text:
        return None
    return Fix((edit,), True, f"{old} becomes {edit.text}")
