"""Evidence of what a claim is about: each module reads one kind of surrounding, nearest first."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.reason.context import Context
from claimlint.reason.evidence import above, clause, drawing, row
from claimlint.reason.level import Level


def levels(context: Context, claim: Claim) -> list[Level]:
    """The rings of text around a claim, nearest first."""
    return [
        *clause.rings(context, claim),
        *row.rings(context, claim),
        *drawing.rings(context, claim),
        *above.rings(context, claim),
    ]
