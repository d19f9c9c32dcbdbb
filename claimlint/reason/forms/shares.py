"""Shares that should make a hundred per cent: `splits into 48% video, 31% images and 21% other`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.interval import interval
from claimlint.reason.agree import meets
from claimlint.reason.context import Context
from claimlint.reason.formulas import add, negate, shown
from claimlint.reason.page import Relation
from claimlint.reason.segments import between

_SPLIT = (
    r"\b(?:splits?|breaks? down|breakdown|broken down|divided? (?:into|between|among)"
    r"|consists? of|composed of|made up of|comprises?|distribution|distributed|mix of"
    r"|shares? (?:are|were|of))\b"
)
_REST = (
    r"\W*(?:(?:to|for|is|are|was|were|in|the|on|goes)\s+){0,3}"
    r"(?:others?|rest|remaining|remainder|everything else)\b"
)
_NESTED = r"\b(?:of which|of (?:these|those|them)|each|up to|respectively|from|than|vs|versus)\b"
_MOST = 30
_ALL = Interval(Fraction(1), Fraction(1))


def relations(context: Context) -> Iterator[Relation]:
    """For each sentence that splits a whole into shares, a relation on the last of them."""
    for index, claims in context.by_block.items():
        if sum(claim.kind == "percent" for claim in claims) < 3:
            continue
        block = context.document.blocks[index]
        done = 0
        for claim in claims:
            if claim.start < done or block.kind in ("cell", "heading"):
                continue
            start, done = context.sentence_range(claim)
            mine = between(claims, start, done)
            if all(
                c.unit.symbol == "%" and c.value is not None and c.value > 0 and c.op in (None, "~")
                for c in mine
            ):
                found = _of(block.text[start:done], start, mine)
                if found is not None:
                    yield found


def _of(sentence: str, start: int, claims: Sequence[Claim]) -> Relation | None:
    if not 3 <= len(claims) <= _MOST or re.search(_NESTED, sentence, re.I):
        return None
    split = re.search(_SPLIT, sentence[: claims[0].start - start], re.I) is not None
    last = claims[-1]
    rest = re.match(_REST, sentence[last.end - start :], re.I) is not None
    if not (split or rest):
        return None
    spans = [interval(claim) for claim in claims]
    whole = add(spans)
    holds = meets(whole, _ALL)
    assert whole.low is not None
    if not holds and not (rest or whole.low > 1):
        return None  # What a split leaves out may be left unsaid.
    return Relation(
        "total",
        last,
        tuple(claims[:-1]),
        add((_ALL, negate(add(spans[:-1])))),
        f"{' + '.join(claim.text for claim in claims)} = {shown(whole, percent=True)}",
        holds,
        split and rest,
        "is one of shares that do not make 100%",
        "",
    )
