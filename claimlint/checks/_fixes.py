"""Fixes that checks offer: another value written as the old one is, and nothing beside it touched."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from claimlint.checks._numerals import Numeral, moved, numerals, plain, rewritten
from claimlint.checks._prefixes import as_usual, bits_or_bytes, first_word, siblings
from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_number, significant
from claimlint.findings import Edit, Fix
from claimlint.reason.agree import ends, meets, states, written
from claimlint.reason.page import Page


def one_value(
    page: Page,
    claim: Claim,
    allowed: Iterable[Interval],
    slips_only: bool = False,
    varies: bool = False,
) -> Fix | None:
    """The claim made to say the one value that is allowed, in base units; None where it is not one.

    A unit is put right where its prefix alone is wrong, else the number, in the writer's rounding.  Of
    several values the one is taken whose digits are written already, with the point or the prefix wrong;
    with `slips_only` (and for what is no plain point) there must be such a one.  `varies` says that an
    interval is a value with its tolerance, and its middle what the model states.
    """
    values = list(dict.fromkeys(allowed))
    if not values or claim.kind == "orders" or claim.tol is not None:
        return None
    how = states(claim)
    if how == "range":
        return _range(page, claim, values, slips_only)
    found = numerals(page.document.text, claim)
    if len(found) != 1:
        return None
    edits = {_unit_edit(page, claim, found[0], (written(claim),), [value]) for value in values} - {None}
    texts: set[str | None] = {_number(claim, found[0], end) for value in values for end in value}
    if edits:
        return _fix(page, edits.pop()) if len(edits) == 1 else None
    if len(values) == 1 and values[0].low != values[0].high and (len(texts) > 1 or None in texts):
        # It is no single value, but one that varies or is rounded: the writer's own digits are the surest.
        texts = {moved(found[0], claim.unit.factor, values[0])}
        if varies and texts == {None}:
            texts = {_number(claim, found[0], _middle(values[0]))}
    if len(texts) > 1 or slips_only or (claim.op is not None and how != "point") or claim.op == "~":
        texts = {text for text in texts if text is not None and _is_slip(found[0].text, text)}
    text = texts.pop() if len(texts) == 1 else None
    return _fix(page, Edit(found[0].start, found[0].end, text)) if text is not None else None


def _middle(value: Interval) -> Fraction | None:
    return None if value.low is None or value.high is None else (value.low + value.high) / 2


def rounded(page: Page, claim: Claim, digits: int) -> Fix | None:
    """The claim's own number rounded to so many significant digits."""
    found = numerals(page.document.text, claim)
    if len(found) != 1 or not found[0].text.replace(found[0].group, "").replace(".", "").isdigit():
        return None
    old = found[0]
    text = format_number(old.value, significant(old.value, digits), old.group and ",")
    return _fix(page, Edit(old.start, old.end, text.replace(",", old.separator)))


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
    page: Page, claim: Claim, number: Numeral, values: Iterable[Interval], allowed: list[Interval]
) -> Edit | None:
    """The edit that gives the claim another prefix with which it is right.

    `values` are its own as they are written, each of which must then be one of those that are allowed.
    """
    holder = _holder(page, claim)
    if holder is None or number.scale != 1:
        return None
    text, starts, ends_ = plain(holder)
    own = numerals(page.document.text, holder)
    if not own or own[-1].scale != 1:
        return None
    at = max(each.last for each in own)
    while at < len(text) and text[at] in " \xa0-\n\r\t":
        at += 1
    word = first_word(text[at:])
    values = list(values)
    others = list(siblings(word))
    if claim.op is None and all(value.low == value.high for value in allowed):
        others += bits_or_bytes(word)  # Eight times is near to ten: only where the digits are plain.
    right = [
        other
        for other, ratio in others
        if all(any(meets(_times(each, ratio), value) for value in allowed) for each in values)
    ]
    if len(right) != 1:
        return None
    start, end = holder.block.source(starts[at], ends_[at + len(word) - 1])
    if page.document.text[start:end].replace("μ", "µ") != word:
        return None  # It is written in markup.
    return Edit(
        start, end, as_usual(right[0], page.claims, page.model.text if page.model is not None else "")
    )


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


def _range(page: Page, claim: Claim, allowed: list[Interval], slips_only: bool) -> Fix | None:
    """A range with its unit put right, or one of its ends; the other is right already.

    The end is the one value that is left, so that the range holds them all, or else (with `slips_only`,
    always) the one of which it has the digits.
    """
    found = numerals(page.document.text, claim)
    exact = {value.low for value in allowed if value.low is not None and value.low == value.high}
    if len(found) != 2 or claim.op is not None or len(exact) < 2 or len(exact) != len(allowed):
        return None
    pair = ends(claim)
    edit = _unit_edit(page, claim, found[1], pair, allowed)
    if edit is not None:
        return _fix(page, edit)
    right = [[value for value in exact if meets(end, Interval(value, value))] for end in pair]
    if bool(right[0]) == bool(right[1]):
        return None
    wrong = 0 if right[1] else 1
    left = exact - set(right[1 - wrong])
    texts = {rewritten(found[wrong], value / claim.unit.factor, claim.exact) for value in left}
    ends_now = {*left, *right[1 - wrong]}
    if len(left) > 1 or slips_only or not {min(exact), max(exact)} <= ends_now:
        texts = {text for text in texts if text is not None and _is_slip(found[wrong].text, text)}
    text = texts.pop() if len(texts) == 1 else None
    if text is None:
        return None
    return _fix(page, Edit(found[wrong].start, found[wrong].end, text))


def _fix(page: Page, edit: Edit | None) -> Fix | None:
    """The fix of one edit that changes anything."""
    if edit is None:
        return None
    old = page.document.text[edit.start : edit.end]
    if old == edit.text:
        return None
    return Fix((edit,), True, f"{old} becomes {edit.text}")
