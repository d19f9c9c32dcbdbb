"""The table around a claim: its column's headers, the row's label, the row, the caption."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.reason.context import MOST_INPUTS, Context
from claimlint.reason.level import Level
from claimlint.reason.segments import is_bare


def rings(context: Context, claim: Claim) -> list[Level]:
    """The rings of a table cell; none outside tables."""
    cell = claim.block.cell
    if cell is None:
        return []
    table = context.document.tables[cell.table]
    blocks = context.document.blocks
    heads = context.heads(claim.block)
    row = [b for b in context.rows[cell.table, cell.row] if b is not claim.block][:MOST_INPUTS]
    first = next((b for b in row if b.text.strip()), None)
    label = first if first is not None and first.cell and first.cell.column < cell.column else None
    inputs = tuple(c for b in [*row, *heads] for c in context.by_block.get(b.index, ()))
    bare = context.continues(claim)
    found = []
    for evidence, group in (
        ("named in the column header", heads),
        ("named in the row label", [label] if label is not None else []),
        ("named in the row", row),
    ):
        mentions, cases = context.gather(group)
        found.append(Level(evidence, mentions, cases, inputs, bare, near=evidence != "named in the row"))
    corner = table.rows[0][0] if table.headers and cell.column and table.rows[0] else None
    if corner is not None and blocks[corner] not in (*heads, *row):
        mentions, cases = context.gather([blocks[corner]])
        found.append(Level("named in the table's first header", mentions, cases, (), bare))
    mentions, cases = context.gather([blocks[table.caption]] if table.caption is not None else [])
    # A row with a subject of its own is not about what the caption names.
    other = label is not None and not all(map(is_bare, context.segments(label)))
    found.append(Level("named in the table's caption", mentions, cases, (), bare and not other))
    return found
