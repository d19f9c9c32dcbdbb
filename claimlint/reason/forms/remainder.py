"""Sums told in running text: what is left of a total, and parts with their total."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.lazy import Lazy
from claimlint.document.structure import Block
from claimlint.reason.agree import meets, written
from claimlint.reason.context import Context
from claimlint.reason.derivation import derived
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers, preceding

_LEFT = Lazy(
    r"\b(?:leaves|leaving|leave|left with|remaining|remains|remain|balance (?:is|of|will be|would be)"
    r"|the rest is|remainder (?:is|of)|ends? (?:up )?with|left is)\b[^.;:\d]{0,30}$"
)
_LEFT_AFTER = Lazy(r"\s*(?:are |is |were |was )?(?:left|remain(?:s|ing)?|free)\b")
_SPENT = Lazy(
    r"\b(?:us(?:es|ed|ing)|pay(?:s|ing)?|paid|spen[dt]s?|spending|consum\w+|minus|less|fees?|deduct\w*|subtract\w*"
    r"|takes?|took|reserv\w+|lost|los(?:es|ing)|allocat\w+|fill(?:s|ed)?|eats?|ate|burn(?:s|t|ed)?|holds?|held|keeps?|kept|stor(?:es|ed)|grabs?|ship(?:s|ped)|sold|gave|withdraw\w*|withdrew|occup\w+|after|cost|costs)\b"
)
_DISTURBS = Lazy(r"\b(?:each|per|twice|double|another|again|times|daily|monthly|compress\w+|or|if|about)\b|%")
_TOTAL_BEFORE = Lazy(
    r"\b(?:(?:for |giving |making |with )?an? (?:grand )?total of|in total,?|totall?ing|altogether"
    r"|add(?:s|ing)? up to|sum(?:s|ming)? (?:up )?to)\s*(?:about |around |just |only )?$"
)
_TOTAL_AFTER = Lazy(r"\s*((?:[a-z]+\s){0,2})(?:in total|altogether|in all)\b")
_LIST_GAP = Lazy(r"(?:\s[a-z-]+){0,4}\s?(?:,|,? and|,? plus|\+|&)\s(?:[a-z-]+\s){0,4}")


def relations(context: Context) -> Iterator[Relation]:
    """For each rest and each sum that the text tells, whether it adds up."""
    for block in context.document.blocks:
        if block.cell is not None or block.kind == "code" or len(block.text) > 20_000:
            continue
        text = block.text.lower()
        claims = context.by_block.get(block.index, [])
        left = any(
            word in text for word in ("leav", "left", "remain", "balance", "the rest is", "ends ", "end ")
        )
        for start, _, found in by_sentence(block, claims) if left and claims else ():
            for claim in found:
                if claim.value is None or claim.kind != "quantity":
                    continue
                yield from _rest(context, block, text, start, claim)
        if "total" in text or "altogether" in text or "in all" in text or " up to" in text:
            for start, _, found in by_sentence(block, numbers(context, block)):
                yield from _sum(text, start, found[:20])


def _rest(context: Context, block: Block, text: str, start: int, claim: Claim) -> Iterator[Relation]:
    """`The plan includes 500 GB. The team used 137 GB of it, which leaves 363 GB.`"""
    before = text[max(start, claim.start - 60) : claim.start]
    if not _LEFT.search(before) and not (_LEFT_AFTER.match(text, claim.end)):
        return
    earlier: list[Claim] = []
    stretch = text[start : claim.start]
    for other, low, high in [(block, start, claim.start), *preceding(context, block, start, 2)]:
        inside = [c for c in numbers(context, other) if low <= c.start < high and c.end <= high]
        if inside and inside[0] in earlier:
            continue
        earlier = [*inside, *earlier]
        if other is not block or low != start:
            stretch = other.text[low:high].lower() + " " + stretch
        if len([c for c in earlier if c.unit.dims == claim.unit.dims]) >= 2:
            break
    same = [
        c for c in earlier if c.unit.dims == claim.unit.dims and c.kind == claim.kind and c.value is not None
    ]
    if len(earlier) != 2 or len(same) != 2 or not _SPENT.search(stretch) or _DISTURBS.search(stretch):
        return
    whole, used = same
    relation = _difference(claim, whole, used)
    if relation is not None:
        yield relation


def _difference(claim: Claim, whole: Claim, used: Claim) -> Relation | None:
    assert claim.value is not None
    assert whole.value is not None
    assert used.value is not None
    one, other = whole.value * whole.unit.factor, used.value * used.unit.factor
    if one <= other or other <= 0:
        return None
    # The terms of a difference are meant at least as finely as its result.
    finest = claim.step * claim.unit.factor
    half = sum((min(c.step * c.unit.factor, finest) / 2 for c in (whole, used) if not c.exact), Fraction(0))
    middle = one - other
    expected = Interval(middle - half, middle + half)
    return Relation(
        "total",
        claim,
        (whole, used),
        expected,
        f"{whole.text} − {used.text} = {format_value(middle, claim.unit, 6)}",
        meets(written(claim), expected),
        False,
        "",
        format_like(claim, middle),
    )


def _sum(text: str, start: int, found: list[Claim]) -> Iterator[Relation]:
    """`9 unit tests, 4 smoke tests and 3 others, 16 in total`."""
    for at, claim in enumerate(found):
        if claim.value is None or claim.kind != "quantity" or at < 2:
            continue
        before = text[max(found[at - 1].end, claim.start - 40) : claim.start]
        after = _TOTAL_AFTER.match(text, claim.end)
        earlier = text[start : claim.start]
        if not _TOTAL_BEFORE.search(before) and (
            after is None or any(word not in earlier for word in after[1].split())
        ):
            continue
        if re.search(r"\b(?:each|every|per)\b", earlier):
            continue
        parts = [found[at - 1]]
        for part in reversed(found[: at - 1]):
            if not _LIST_GAP.fullmatch(text[part.end : parts[0].start]):
                break
            parts.insert(0, part)
        # What is listed before without a number would be missing from the sum.
        whole = not re.search(r",|\band\b|\bplus\b", text[start : parts[0].start])
        relation = _added(text, claim, parts) if whole and len(parts) > 1 else None
        if relation is not None:
            yield relation


def _added(text: str, claim: Claim, parts: list[Claim]) -> Relation | None:
    """The sum of the parts, unless they are factors or of another kind than what is their total."""
    if any(p.value is None or p.kind != "quantity" or p.op not in (None, "~") for p in parts):
        return None
    units = {p.unit.dims for p in (*parts, claim) if p.unit.dims}
    stretch = text[parts[0].start : claim.start]
    if len(units) > 1 or re.search(
        r"\b(?:each|per|with|of|in|on|by|every)\b", stretch[: -len(" a total of ")]
    ):
        return None
    if any(value.middle for value in derived(parts, claim) if meets(written(claim), value.value)):
        return None
    total = sum((p.value * p.unit.factor for p in parts if p.value is not None), Fraction(0))
    finest = claim.step * claim.unit.factor
    half = sum((min(p.step * p.unit.factor, finest) / 2 for p in parts if not p.exact), Fraction(0))
    unit = claim.unit
    return Relation(
        "total",
        claim,
        tuple(parts),
        Interval(total - half, total + half),
        " + ".join(p.text for p in parts) + f" = {format_value(total, unit, 6)}",
        meets(written(claim), Interval(total - half, total + half)),
        False,
        "",
        format_like(claim, total),
    )
