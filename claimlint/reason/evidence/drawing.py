"""The drawing around a label: the label beside it, the groups that hold it, the title and caption."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.claim.units import Dims, physical
from claimlint.document.structure import Block
from claimlint.reason.context import Context
from claimlint.reason.level import Level


def rings(context: Context, claim: Claim) -> list[Level]:
    """The rings of a label, innermost group first; none outside drawings."""
    block = claim.block
    if block.figure is None or block.kind != "label":
        return []
    bare = context.continues(claim)
    beside = _beside(context, block)
    mentions, cases = context.gather(beside)
    inputs = tuple(c for b in beside for c in context.by_block.get(b.index, ()))
    found = [Level("named in the label beside it", mentions, cases, inputs, bare, near=True)]
    for depth in range(len(block.group), -1, -1):
        level = context.label_group(block.figure, block.group[:depth])
        near = depth == len(block.group) > 0
        whole = depth < len(block.group)
        found.append(_shared(context, claim, level, depth)._replace(pins=bare, near=near, varies=not whole))
    mentions, _ = context.gather([b for b in context.figures[block.figure] if b.kind != "label"])
    found.append(Level("named in the figure's title or caption", mentions, (), (), bare))
    return found


def _beside(context: Context, block: Block) -> list[Block]:
    """The label nearest to the left on the same line, else the nearest to the right; none without places."""
    if block.figure is None or block.x is None or block.y is None:
        return []
    line = [
        (other.x, other)
        for other in context.baselines(block.figure).get(round(block.y), ())
        if other is not block and other.group == block.group and other.x is not None
    ]
    left = [(x, other) for x, other in line if x < block.x]
    if left:
        return [max(left, key=lambda pair: pair[0])[1]]
    return [min(line, key=lambda pair: pair[0])[1]] if line else []


def _shared(context: Context, claim: Claim, level: Level, depth: int) -> Level:
    """What a group says of the claim too: nothing that stands beside another claim of its dimension."""
    blocks = context.document.blocks
    own = _branch(claim.block, depth)
    branch = {c: _branch(c.block, depth) for c in level.inputs}
    dims = _kind(claim)
    taken = {b for c, b in branch.items() if b != own and _kind(c) == dims and c is not claim}
    return level._replace(
        inputs=tuple(c for c in level.inputs if branch[c] not in taken and c is not claim),
        mentions=tuple(m for m in level.mentions if _branch(blocks[m.block], depth) not in taken),
    )


def _kind(claim: Claim) -> Dims:
    return physical(claim.unit.dims) or claim.unit.dims


def _branch(block: Block, depth: int) -> tuple[int, ...]:
    """The part of a group that a label stands in, seen from `depth`: a group inside it, or the label."""
    return block.group[: depth + 1] if len(block.group) > depth else (*block.group, -1, block.index)
