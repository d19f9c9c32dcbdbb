"""A lead with a total over a list of its parts: `The suite has 212 tests:` over `- 88 for the parser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.units import is_counting, physical
from claimlint.document.structure import Block
from claimlint.reason.agree import meets, written
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers

_MOST = 40
_LONGEST = 4_000
_SOME = (
    r"\b(?:some|most|top|largest|biggest|first|includ\w+|such as|e\.g\.|like|among|at least|at most|up to"
    r"|over|under|than|least|each|every|per|if|or|requires?|need|needs|limit\w*|support\w*)\b"
)
_NEAR = Fraction(2)


def relations(context: Context) -> Iterator[Relation]:
    """For each lead that ends in a colon, whether the items under it make its number."""
    blocks = context.document.blocks
    for index, claims in context.by_block.items():
        block = blocks[index]
        if len(claims) > 2 and block.cell is None and ":" in block.text and len(block.text) < _LONGEST:
            yield from _in_sentences(context, block)
        if len(claims) != 1 or index + 2 >= len(blocks) or blocks[index + 1].kind != "item":
            continue
        claim = claims[0]
        if block.kind == "paragraph" and block.text.rstrip().endswith(":") and _totals(claim):
            relation = _of(claim, _parts(context, block, claim))
            if relation is not None:
                yield relation


def _in_sentences(context: Context, block: Block) -> Iterator[Relation]:
    """`The budget is $900: $400 for hosting, $300 for mail and $250 for backups.`"""
    for _, _, found in by_sentence(block, numbers(context, block)):
        if len(found) < 3 or not _totals(found[0], block.text[: found[0].end]):
            continue
        total, *parts = found
        gaps = [block.text[a.end : b.start].lower() for a, b in pairwise(found)]
        led = re.fullmatch(r"(?: [a-z-]+){0,3}: ", gaps[0]) is not None
        listed = all(re.fullmatch(r"(?: [a-z-]+){0,5}(?:,| and|, and| plus) ", gap) for gap in gaps[1:])
        closed = " and " in gaps[-1] or " plus " in gaps[-1]
        counted = all(is_counting(base) for base, _ in total.unit.dims)
        alike = all(
            part.kind == "quantity"
            and part.value is not None
            and (part.unit.dims == total.unit.dims or (counted and not physical(part.unit.dims)))
            for part in parts
        )
        if led and listed and closed and alike and len(parts) <= _MOST:
            relation = _of(total, parts)
            if relation is not None:
                yield relation


def _totals(claim: Claim, text: str | None = None) -> bool:
    """Whether a lead's number can be the total of a list: an amount, of all that it speaks of."""
    plain = (
        claim.kind == "quantity" and claim.value is not None and claim.op is None and bool(claim.unit.dims)
    )
    amount = all(power > 0 for _, power in claim.unit.dims)
    return plain and amount and re.search(_SOME, text or claim.block.text, re.I) is None


def _parts(context: Context, lead: Block, total: Claim) -> list[Claim]:
    """The number of each item of the list under a lead; none where an item has not just one of its kind."""
    blocks = context.document.blocks
    parts: list[Claim] = []
    for block in blocks[lead.index + 1 : lead.index + 2 + _MOST]:
        if block.kind != "item" or block.section != lead.section:
            break
        found = [c for c in numbers(context, block) if c.kind == "quantity"]
        if len(found) != 1 or found[0].value is None or len(parts) >= _MOST or block.item == lead.item:
            return []
        part = found[0]
        counted = not part.unit.dims and total.unit.factor == 1 and (part.start == 0 or _ends(part))
        if part.unit.dims != total.unit.dims and not counted:
            return []
        parts.append(part)
    return parts


def _ends(part: Claim) -> bool:
    """Whether nothing but punctuation stands behind a number: `parser: 88`."""
    return not any(mark.isalnum() for mark in part.block.text[part.end :])


def _of(claim: Claim, parts: list[Claim]) -> Relation | None:
    if len(parts) < 2 or any(part.op in ("<", "<=", ">", ">=") for part in parts):
        return None
    spans = [written(part) for part in parts]
    low = sum((span.low or Fraction(0) for span in spans), Fraction(0))
    high = sum((span.high or Fraction(0) for span in spans), Fraction(0))
    middle = sum(((part.value or Fraction(0)) * part.unit.factor for part in parts), Fraction(0))
    assert claim.value is not None
    own = claim.value * claim.unit.factor
    # A total that is far off was said of something else, and so was one that counts the items.
    if not middle or not 1 / _NEAR <= own / middle <= _NEAR or claim.value == len(parts):
        return None
    if any(part.value == claim.value for part in parts):
        return None
    whole = Interval(low, high)
    few = [p.text for p in parts] if len(parts) <= 8 else [*(p.text for p in parts[:3]), "…", parts[-1].text]
    return Relation(
        "total",
        claim,
        tuple(parts),
        whole,
        f"{' + '.join(few)} = {format_value(middle, claim.unit, 6)}",
        meets(written(claim), whole),
        False,
        "is not the sum of the items under it",
        format_like(claim, middle),
    )
