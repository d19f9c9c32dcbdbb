"""The numbers of running text in order, bare ones included, and the light words between them."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.claim.normalise import same_width
from claimlint.claim.unit_table import words
from claimlint.claim.units import NONE
from claimlint.document.sentences import kept_sentences, sentences_before
from claimlint.document.structure import Block
from claimlint.reason.context import Context
from claimlint.reason.tokens import scale_after

_WORD = Lazy(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_LONGEST = 20_000

LIGHT = words(
    """
    a an the which that is was are were be been has have had makes made make making gives giving it its this
    thus so hence therefore by of or i e about around roughly approximately nearly almost over just only some
    exactly than before now total overall respectively means meaning meant representing equivalent corresponds
    corresponding amounts equals equal to in as well then after afterwards today still even already also
    """
)
"""Words that carry no subject of their own."""


def numbers(context: Context, block: Block) -> list[Claim]:
    """The claims of a block with its bare numbers, in order; a bare number is a claim without a unit.

    Ranges are left out of the bare ones, and so is what is no number at all (a version, a date).
    """
    known = context.numbers.get(block.index)
    if known is None:
        known = context.numbers[block.index] = _numbers(context, block)
    return known


def _numbers(context: Context, block: Block) -> list[Claim]:
    claims = context.by_block.get(block.index, [])
    if len(block.text) > _LONGEST or "\\" in block.text:
        return claims
    from claimlint.claim.scan import scan

    text = same_width(block.text)
    for start, end in block.opaque:
        text = text[:start] + "\ufffc" * (end - start) + text[end:]
    found = list(claims)
    taken = sorted((claim.start, claim.end) for claim in claims)
    at = 0
    for item in scan(text):
        while at < len(taken) and taken[at][1] <= item.start:
            at += 1
        if item.barrier or item.unit is not None or item.spelled:
            continue
        if at < len(taken) and taken[at][0] < item.end:
            continue
        scale, end = (item.scale, item.end) if item.scale > 1 else scale_after(text, item.end)
        exact = item.place == 1 and scale == 1
        step = item.place * scale
        found.append(
            Claim(block, item.start, end, "quantity", NONE, value=item.value * scale, step=step, exact=exact)
        )
    found.sort(key=lambda claim: claim.start)
    return found


def by_sentence(block: Block, found: list[Claim]) -> list[tuple[int, int, list[Claim]]]:
    """The sentences of a block, each with its range and the numbers in it."""
    split = []
    at = 0
    for start, end in kept_sentences(block.text):
        mine = []
        while at < len(found) and found[at].start < end:
            mine.append(found[at])
            at += 1
        split.append((start, end, mine))
    return split


def is_light(text: str, extra: frozenset[str] = frozenset()) -> bool:
    """Whether a stretch of text holds light words and punctuation only."""
    return all(word in LIGHT or word in extra for word in _WORD.findall(text.lower()))


def preceding(context: Context, block: Block, start: int, most: int = 3) -> list[tuple[Block, int, int]]:
    """Up to `most` sentences before block.text[start:], nearest first, in this block and the one before."""
    found = [(block, a, b) for a, b in sentences_before(block.text, start)[-most:]]
    if block.index and len(found) < most:
        other = context.document.blocks[block.index - 1]
        if other.section == block.section and other.kind == block.kind and other.slide == block.slide:
            found = [(other, a, b) for a, b in kept_sentences(other.text)[len(found) - most :]] + found
    return found[::-1]
