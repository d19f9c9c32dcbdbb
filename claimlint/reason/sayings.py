"""What a page says in whole sentences of one number, to be held against another page that says the same."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.units import Dims
from claimlint.reason.agree import written
from claimlint.reason.page import Page
from claimlint.reason.segments import is_empty
from claimlint.reason.stance import hypothetical, is_change, speaks_of_past
from claimlint.records import NamedTuple

_FEWEST = 4  # telling words: fewer say the same of different things


class Saying(NamedTuple):
    """A claim with all that its sentence says of it: the folded words, the dimension, the interval."""

    claim: Claim
    words: frozenset[str]
    dims: Dims
    interval: Interval


def sayings(page: Page) -> Iterator[Saying]:
    """The sentences of running text that state one number as a fact, in words enough to know it again."""
    context = page.context
    for claim in page.claims:
        if claim.block.kind not in ("paragraph", "item") or claim.value is None or claim.kind == "orders":
            continue
        if claim.op not in (None, "~") or page.left_alone(claim) or len(context.sentence_claims(claim)) != 1:
            continue
        text = context.sentence(claim)
        start, end = context.sentence_range(claim)
        if hypothetical(text) or speaks_of_past(text) or is_change(claim, start):
            continue
        words = [w for w in context.words(claim.block) if start <= w.start < end]
        other = [w for w in words if not claim.start <= w.start < claim.end]
        if any(char.isdigit() for w in other for char in w.stem):
            continue
        telling = frozenset(w.stem for w in other if not is_empty(w))
        if len(telling) >= _FEWEST:
            yield Saying(claim, telling, claim.unit.dims, written(claim))
