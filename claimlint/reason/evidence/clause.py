"""The claim's own clause, and the rest of its sentence."""

from __future__ import annotations

import re

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.reason.context import MOST_INPUTS, Context
from claimlint.reason.level import Level
from claimlint.reason.names import CaseMention, Mention
from claimlint.reason.segments import Segment, is_bare, is_empty, loose
from claimlint.reason.words import Word

_SAME_OF = Lazy(r"\b(?:that|those) (?:of|for|in|on)\b")
_GOES_ON = Lazy(r"\W*(?:it|this|that|these|those|they|which|at|with|for|in|on|and|by|\d)\b", re.I)
_OTHERS = Lazy(r"\b(?:vendors?|suppliers?|manufacturers?)\b", re.I)
_NUMBER = Lazy(r"(?<![\w.-])\d")
_COMPARED = Lazy(
    r"\b(?:than|versus|vs\.?|against|unlike|instead of|compared (?:to|with)|from)\W+(?:\w+\W+){0,3}$"
)


def rings(context: Context, claim: Claim) -> list[Level]:
    """The clause; what came before it in the sentence; the whole sentence; the sentence before."""
    own = context.segment(claim)
    clause = [_clause(context, claim, own), *_scattered(context, claim, own)]
    earlier = [*_earlier(context, claim, own), *_itself(context, claim, own)]
    if _SAME_OF.search(claim.block.text, own.start, claim.start):
        # "The goodput of one link is 9 Gbit/s and that of the other 3": the subject stands before.
        named = [ring._replace(pins=True) for ring in earlier if ring.mentions]
        return [*named, *clause, *_sentence(context, claim, own)]
    return [*clause, *earlier, *_sentence(context, claim, own)]


def _clause(context: Context, claim: Claim, own: Segment) -> Level:
    return Level(
        "named in the same clause",
        mentions=_free(own, claim) if len(own.mentions) > len(_itself_names(own, claim)) else (),
        cases=_cases(context, claim, own),
        inputs=tuple(
            c
            for c in own.claims
            if c is not claim and (c.series is None or c.series != claim.series or c.block is not claim.block)
        ),
        pins=True,
        hints=own.cases,
        near=True,
    )


def _scattered(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """The quantities all of whose words stand in the clause, though not together."""
    if context.lexicon is None:
        return []
    named = {quantity for mention in own.mentions for quantity in mention.quantities}
    found = context.lexicon.scattered(own.words, claim.block.index)
    free = tuple(m for m in found if named.isdisjoint(m.quantities) and not _apart(m, claim, own))
    return [Level("its words stand in the same clause", free, (), (), True, near=True)] if free else []


def _apart(mention: Mention, claim: Claim, own: Segment) -> bool:
    """Whether another claim stands among the scattered words, or between them and the claim."""
    start, end = min(mention.start, claim.start), max(mention.end, claim.end)
    return any(c is not claim and start <= c.start < end for c in own.claims)


def _itself(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """The quantity that the claim's own unit names (`24 drives`), unless the clause has a new subject."""
    mentions = _itself_names(own, claim)
    if not mentions or context.lexicon is None:
        return []
    pins = _OTHERS.search(context.sentence(claim)) is None and _is_known(context, claim, own)
    return [Level("its own unit names it", mentions, (), (), pins, near=True)]


def _is_known(context: Context, claim: Claim, own: Segment) -> bool:
    """Whether neither the clause nor, where it is bare, the one before it has a name unknown to the model."""
    if context.lexicon is None:
        return True
    known, text = context.lexicon.vocabulary, claim.block.text
    if any(word.stem not in known and _is_name(text, word, own, known) for word in loose(own)):
        return False
    if not is_bare(own):
        return True
    near = context.near(claim)
    at = near.index(own)
    if not at or near[at - 1].sentence != own.sentence:
        return True
    return all(word.stem in known for word in loose(near[at - 1]))


def _itself_names(own: Segment, claim: Claim) -> tuple[Mention, ...]:
    return tuple(m for m in own.mentions if claim.start < m.end and m.start < claim.end)


def _earlier(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """Earlier segments of the sentence, nearest first, which an elliptical one continues."""
    near = context.near(claim)
    pins = context.is_bare(claim) and not _names_akin(context, claim, own)
    found = []
    for segment in reversed(near[: near.index(own)]):
        if segment.sentence != own.sentence:
            break
        mentions = _free(segment, claim)
        led = pins and not _is_foreign(context, segment, mentions)
        found.append(Level("named earlier in the sentence", mentions, (), (), led, segment.cases))
        # What comes between with a subject of its own has changed it.
        pins = pins and is_bare(segment)
    return found


def _names_akin(context: Context, claim: Claim, own: Segment) -> bool:
    """Whether a clause of one claim names a quantity of a kindred dimension as its subject (GB, GB a day)."""
    if context.lexicon is None or len(own.claims) > 1:
        return False
    quantities = context.lexicon.model.quantities
    mine = {base for base, _ in claim.unit.dims}
    itself = _itself_names(own, claim)
    named = (name for mention in own.mentions if mention not in itself for name in mention.quantities)
    return any(mine & {base for base, _ in quantities[name].dims} for name in named)


def _is_foreign(context: Context, segment: Segment, mentions: tuple[Mention, ...]) -> bool:
    """Whether a segment begins with a thing unknown to the canonical file, before it names a quantity."""
    if context.lexicon is None or not mentions:
        return False
    first: Word | None = next(loose(segment), None)
    if first is None or first.start > mentions[0].start or first.stem in context.lexicon.vocabulary:
        return False
    text = context.document.blocks[mentions[0].block].text
    return _is_name(text, first, segment, context.lexicon.vocabulary)


def _is_name(text: str, word: Word, segment: Segment, known: frozenset[str]) -> bool:
    """Whether a word is a name: a capital inside it, or at its head where no clause begins.

    At the head of a clause it is one where it makes a thing of its own of what the model knows
    (`Outbound mail`).
    """
    written = text[word.start : word.end]
    if len(written) > 1 and not written[1:].islower():
        return True
    if written[0].islower():
        return False
    if text[segment.start : word.start].strip():
        return True
    after = next((w for w in segment.words if w.start > word.start), None)
    return after is not None and after.glued and after.stem in known and not is_empty(after)


def _sentence(context: Context, claim: Claim, own: Segment) -> list[Level]:
    """The whole sentence; and the sentence before, for a claim that brings no subject of its own."""
    near = context.near(claim)
    found = []
    same = [segment for segment in near if segment.sentence == own.sentence and segment is not own]
    if same:
        dims = claim.unit.dims
        # Inputs beside another claim of the dimension are that claim's.
        shared = tuple(
            c
            for s in same
            for c in s.claims
            if c.unit.dims == dims or all(k.unit.dims != dims for k in s.claims)
        )[:MOST_INPUTS]
        mentions = tuple(mention for segment in same for mention in _free(segment, claim))
        hints = tuple(case for segment in same for case in segment.cases)
        found.append(Level("named in the sentence", mentions, (), shared, False, hints))
    at = near.index(own)
    if at and near[at - 1].sentence != own.sentence and context.continues(claim):
        before = [segment for segment in near if segment.sentence == own.sentence - 1]
        mentions = tuple(mention for segment in before for mention in _free(segment, claim))
        pins = _GOES_ON.match(claim.block.text, own.start) is not None
        found.append(Level("named in the sentence before", mentions, (), (), pins))
    return found


def _cases(context: Context, claim: Claim, own: Segment) -> tuple[CaseMention, ...]:
    """The cases that are the claim's: the one in its segment; of a list, the one at the same place."""
    place = context.place_in_list(claim)
    if place is None:
        return tuple(case for case in own.cases if _is_of(case, claim, own))
    near = [case for s in context.near(claim) if s.sentence == own.sentence for case in s.cases]
    listed: dict[str, list[CaseMention]] = {}
    for case in near:
        listed.setdefault(case.quantity, []).append(case)
    at, size = place
    return tuple(cases[at] for cases in listed.values() if len({c.case for c in cases}) == len(cases) == size)


def _is_of(case: CaseMention, claim: Claim, segment: Segment) -> bool:
    """Whether a case named in the claim's segment is the claim's own: the only one, and nearest to it."""
    if any(c.quantity == case.quantity and c.case != case.case for c in segment.cases):
        return False
    low, high = (claim.end, case.start) if claim.start < case.start else (case.end, claim.start)
    if _NUMBER.search(claim.block.text, low, high):
        return False
    if any(low < c.start < high and c is not claim for c in segment.claims):
        return False
    return not is_compared_with(claim.block.text, case)


def is_compared_with(text: str, case: CaseMention) -> bool:
    """Whether the words before a case make it what something is compared with: `than`, `unlike`."""
    return _COMPARED.search(text, max(0, case.start - 40), case.start) is not None


def _free(segment: Segment, claim: Claim) -> tuple[Mention, ...]:
    """The names that are not part of another claim: `per parameter` in `14 bytes per parameter` is."""
    return tuple(
        mention
        for mention in segment.mentions
        if not any(c is not claim and c.start < mention.end and mention.start < c.end for c in segment.claims)
    )
