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
        return _one_end(page, claim, allowed)
    if how != "point":
        return None
    found = numerals(page.document.text, claim)
    if len(found) != 1:
        return None
    unit = {_unit_edit(page, claim, found[0], value) for value in allowed}
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
    return _fix(page, claim, edit, allowed)


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


def _unit_edit(page: Page, claim: Claim, number: Numeral, value: Interval) -> Edit | str | None:
    """The edit that gives the claim another prefix with which it is right; None where there is none.

    A text says why no fix may be offered at all.
    """
    holder = _holder(page, claim)
    if holder is None:
        return None
    text, starts, ends_ = plain(holder)
    own = numerals(page.document.text, holder)
    if len(own) != 1 or own[0].scale != 1 or number.scale != 1:
        return None
    at = own[0].last
    while at < len(text) and text[at] in " \xa0-\n\r\t":
        at += 1
    word = first_word(text[at:])
    right = [
        (other, ratio) for other, ratio in siblings(word) if meets(_times(interval(claim), ratio), value)
    ]
    if not right:
        return None
    if len(right) > 1:
        return "several units would do"
    other = as_usual(right[0][0], page.claims, page.document.text)
    start, end = holder.block.source(starts[at], ends_[at + len(word) - 1])
    written = page.document.text[start:end]
    if written.replace("μ", "µ") != word:
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


def _one_end(page: Page, claim: Claim, allowed: list[Interval]) -> Fix | None:
    """A range of which one end is the least or the greatest value that is allowed, and the other is not."""
    found = numerals(page.document.text, claim)
    if len(found) != 2 or claim.op is not None:
        return None
    exact = [value.low for value in allowed if value.low is not None and value.low == value.high]
    if len(exact) != len(allowed) or len(exact) < 2:
        return None
    low, high = min(exact), max(exact)
    written = ends(claim)
    right = meets(written[0], Interval(low, low)), meets(written[1], Interval(high, high))
    if right.count(True) != 1:
        return None
    at = right.index(False)
    text = rewritten(found[at], (low, high)[at] / claim.unit.factor, claim.exact)
    if text is None:
        return None
    return _fix(page, claim, Edit(found[at].start, found[at].end, text), allowed)


def _fix(page: Page, claim: Claim, edit: Edit, allowed: list[Interval]) -> Fix | None:
    """The fix of one edit, unless the text does not read as was meant."""
    old = page.document.text[edit.start : edit.end]
    if old == edit.text:
        return None
    return Fix((edit,), True, f"{old} becomes {edit.text}")
