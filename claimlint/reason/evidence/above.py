"""What stands above: the line that leads in to a list or table, and the headings."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.document.structure import Block
from claimlint.reason.context import Context
from claimlint.reason.level import Level

_FAR = 40  # blocks: a list whose lead-in is farther away has none


def rings(context: Context, claim: Claim) -> list[Level]:
    """The lead-in, then the headings from the nearest up."""
    block = claim.block
    # Presenter notes speak freely.
    bare = context.continues(claim) and block.kind != "note"
    found = []
    before = context.document.blocks[block.index - 1] if block.kind == "item" and block.index else None
    if before is not None and before.kind == "item" and before.section == block.section:
        # "- near (240 MB/s): a copy takes 50 s" goes on in "- far (60 MB/s): 200 s".
        mentions, _ = context.names(before)
        found.append(Level("named in the item before", mentions, (), (), bare))
    lead = _lead(context, block)
    if lead is not None:
        mentions, cases = context.names(lead)
        inputs = tuple(context.by_block.get(lead.index, ()))
        leads = lead.text.rstrip(" *_")[-1:] not in (".", "!", "?")
        if not leads:
            inputs = ()
        found.append(
            Level("named in the line above", mentions, cases if leads else (), inputs, bare and leads)
        )
    section: int | None = block.section
    while section is not None:
        mentions, cases = context.titled(section)
        if mentions or cases:
            found.append(Level("named in the heading", mentions, cases, (), bare))
        section = context.document.sections[section].parent
    return found


def _lead(context: Context, block: Block) -> Block | None:
    """The paragraph that leads in to the list or table which holds the block."""
    if block.kind not in ("item", "cell"):
        return None
    blocks = context.document.blocks
    for index in range(block.index - 1, max(block.index - _FAR, -1), -1):
        other = blocks[index]
        if other.section != block.section or other.kind == "heading":
            return None
        if other.kind == "paragraph" and other.item is None and other.cell is None:
            return other
    return None
