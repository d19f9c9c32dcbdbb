"""Labels of a drawing and items of a list that say before, after and the change, each on its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from claimlint.claim.claims import Claim
from claimlint.claim.unit_table import words
from claimlint.document.structure import Block
from claimlint.reason.changes import EITHER, LESS, MORE, UNSAID, Pair, Told, cue_of
from claimlint.reason.context import Context
from claimlint.reason.forms.change import of
from claimlint.reason.page import Relation

_OLD = words("old before baseline previous previously prior original originally was formerly unoptimized")
_NEW = words("new after now optimized optimised updated today patched improved current currently")
_OTHER = words("target goal planned plan expected vat tax margin limit max min budget of discount")
_MOST = 60  # blocks of one group
_LONGEST = 80


def relations(context: Context) -> Iterator[Relation]:
    """For each percentage in a group with one old and one new value, whether it is their change."""
    for group in _groups(context):
        percents = [c for c in group if c.kind == "percent" and c.unit.symbol == "%" and c.value]
        amounts = [c for c in group if c.kind == "quantity" and c.value is not None and c.value > 0]
        old = [c for c in amounts if _says(c, _OLD)]
        new = [c for c in amounts if _says(c, _NEW)]
        if len(percents) != 1 or len(old) != 1 or len(new) != 1 or old[0].unit.dims != new[0].unit.dims:
            continue
        claim = percents[0]
        cue = _cue(claim)
        if _says(claim, _OTHER):
            continue
        if len(amounts) == 2 and cue != UNSAID:
            found = of(Told(claim, Pair(old[0], new[0], 0, 0, True), cue))
            if found is not None:
                yield found._replace(certain=False)


def _groups(context: Context) -> Iterator[list[Claim]]:
    """The claims of each drawing's labels, and of each run of list items, that have one claim each."""
    for blocks in context.figures.values():
        yield _alone(context, (b for b in blocks if b.kind == "label"))
    run: list[Block] = []
    for index in context.by_block:
        block = context.document.blocks[index]
        if block.kind != "item":
            continue
        if run and block.index != run[-1].index + 1:
            yield _alone(context, run)
            run = []
        run.append(block)
    yield _alone(context, run)


def _alone(context: Context, blocks: Iterable[Block]) -> list[Claim]:
    found = []
    for at, block in enumerate(blocks):
        claims = context.by_block.get(block.index, [])
        if at >= _MOST or len(claims) > 1 or len(block.text) > _LONGEST:
            return []
        found += claims
    return found


def _says(claim: Claim, said: frozenset[str]) -> bool:
    return not said.isdisjoint(re.findall(r"[a-z]+", claim.block.text.lower()))


def _cue(claim: Claim) -> str:
    """The direction that the sign or the words of a percentage give it."""
    cue = cue_of(claim.block.text, claim)
    if cue in (UNSAID, EITHER):
        sign = claim.text.lstrip()[:1]
        return LESS if sign in ("-", "−", "–") else MORE if sign == "+" else cue
    return cue
