"""The claim's own clause, and the rest of its sentence."""

from __future__ import annotations

import re

from claimlint.claim.claims import Claim
from claimlint.reason.context import Context
from claimlint.reason.level import Level
from claimlint.reason.names import CaseMention, Mention
from claimlint.reason.segments import Segment

_SAME_OF = re.compile(r"\b(?:that|those) (?:of|for|in|on)\b")
_COMPARED = re.compile(
    r"\b(?:than|versus|vs\.?|against|over|unlike|instead of|compared (?:to|with)|from)\W+(?:\w+\W+)?$"
)


def rings(context: Context, claim: Claim) -> list[Level]:
    """The clause; what came before it in the sentence; the whole sentence; the sentence before."""
    own = context.segment(claim)
    clause = [_clause(claim, own), *_scattered(context, claim, own)]
    earlier = _earlier(context, claim, own)
    if _SAME_OF.search(claim.block.text, own.start, claim.start):
        # "The goodput of one link is 9 Gbit/s and that of the other 3": the subject stands before.
        named = [ring._replace(pins=True) for ring in earlier if ring.mentions]
        return [*named, *clause, *_sentence(context, claim, own)]
    return [*clause, *earlier, *_sentence(context, claim, own)]


def _clause(claim: Claim, own: Segment) -> Level:
    return Level(
        "named in the same clause",
        mentions=_free(own, claim),
        cases=tuple(case for case in own.cases if _is_of(case, claim, own)),
        inputs=tuple(
            c
            for c in own.claims
            if c is not claim and (c.series is None or c.series != claim.series or c.block is not claim.block)
        ),
        pins=True,
        hints=own.cases,
    )


def _scattered(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """The quantities all of whose words stand in the clause, though not together."""
    if context.lexicon is None:
        return []
    named = {quantity for mention in own.mentions for quantity in mention.quantities}
    found = context.lexicon.scattered(own.words)
    free = tuple(mention for mention in found if named.isdisjoint(mention.quantities))
    return [Level("its words stand in the same clause", free, (), (), True)] if free else []


def _earlier(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """Earlier segments of the sentence, nearest first, which an elliptical one continues."""
    near = context.near(claim)
    bare = context.is_bare(claim)
    return [
        Level("named earlier in the sentence", _free(segment, claim), (), (), bare, segment.cases)
        for segment in reversed(near[: near.index(own)])
        if segment.sentence == own.sentence
    ]


def _sentence(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """The whole sentence; and the sentence before, for a claim that brings no subject of its own."""
    near = context.near(claim)
    found = []
    same = [segment for segment in near if segment.sentence == own.sentence and segment is not own]
    if same:
        dims = claim.unit.dims
        # Inputs beside another claim of the dimension are that claim's.
        shared = tuple(c for s in same if all(k.unit.dims != dims for k in s.claims) for c in s.claims)
        mentions = tuple(mention for segment in same for mention in _free(segment, claim))
        hints = tuple(case for segment in same for case in segment.cases)
        found.append(Level("named in the sentence", mentions, (), shared, False, hints))
    at = near.index(own)
    if context.is_bare(claim) and at and near[at - 1].sentence != own.sentence:
        before = [segment for segment in near if segment.sentence == own.sentence - 1]
        mentions = tuple(mention for segment in before for mention in _free(segment, claim))
        found.append(Level("named in the sentence before", mentions, (), (), True))
    return found


def _is_of(case: CaseMention, claim: Claim, segment: Segment) -> bool:
    """Whether a case named in the claim's segment is the claim's own: the only one, and nearest to it."""
    if any(c.quantity == case.quantity and c.case != case.case for c in segment.cases):
        return False
    low, high = sorted((case.start, claim.start))
    if any(low < c.start < high and c is not claim for c in segment.claims):
        return False
    return _COMPARED.search(claim.block.text, max(0, case.start - 40), case.start) is None


def _free(segment: Segment, claim: Claim) -> tuple[Mention, ...]:
    """The names that are not part of another claim: `per parameter` in `14 bytes per parameter` is."""
    return tuple(
        mention
        for mention in segment.mentions
        if not any(c is not claim and c.start < mention.end and mention.start < c.end for c in segment.claims)
    )
