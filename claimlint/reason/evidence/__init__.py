"""Evidence of what a claim is about: each module reads one kind of surrounding, nearest first."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.reason.context import Context
from claimlint.reason.evidence import above, clause
from claimlint.reason.level import Level


def levels(context: Context, claim: Claim) -> list[Level]:
    """The rings of text around a claim, nearest first."""
    found = clause.rings(context, claim)
    if claim.block.cell is not None:
        from claimlint.reason.evidence import row

        found += row.rings(context, claim)
    if claim.block.figure is not None:
        from claimlint.reason.evidence import drawing

        found += drawing.rings(context, claim)
    return found + above.rings(context, claim)
