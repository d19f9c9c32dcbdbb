"""Which number of a relation that does not hold is wrong, where others bear out all but one."""

from __future__ import annotations

from claimlint.checks._fixes import one_value
from claimlint.claim.claims import Claim, Interval
from claimlint.findings import Fix
from claimlint.reason.faults import Failure
from claimlint.reason.page import Page, Relation


def mended(page: Page, failure: Failure) -> Fix | None:
    """The one number changed with which the relations that fail by it hold.

    It is the one that nothing bears out, while the model or a relation that holds bears out all others;
    or the only one that is in each of several relations which fail.  A relation that may be read
    otherwise tells of slips alone: the digits that it asks for must be there already.
    """
    relation, explained = failure.relation, failure.explained
    slips_only = not relation.certain
    if len(explained) > 1:
        shared = set.intersection(*({each.result, *each.inputs} for each in explained))
        if (
            shared != {failure.claim}
            or failure.expected is None
            or _is_borne_out(page, failure.claim, explained)
        ):
            return None
        return one_value(page, failure.claim, [failure.expected], slips_only)
    doubtful = [
        claim
        for claim in dict.fromkeys((relation.result, *relation.inputs))
        if not _is_borne_out(page, claim, explained)
    ]
    if len(doubtful) != 1:
        return None
    wanted = _wanted(relation, doubtful[0])
    return one_value(page, doubtful[0], [wanted], slips_only) if wanted is not None else None


def _is_borne_out(page: Page, claim: Claim, failing: tuple[Relation, ...]) -> bool:
    """Whether the model has the claim's value, or a relation that holds has it among others."""
    reading = page.readings.get(claim)
    if reading is not None and reading.state == "canonical" and reading.pinned and reading.fault is None:
        return True
    return any(
        each.holds and each not in failing and (claim is each.result or claim in each.inputs)
        for each in page.relations
    )


def _wanted(relation: Relation, claim: Claim) -> Interval | None:
    """Where the relation wants a claim to lie; None where it does not say."""
    if claim is relation.result:
        return relation.expected if relation.expected_text != "" else None
    if not relation.solved:
        return None
    return next((w for c, w in zip(relation.inputs, relation.solved, strict=True) if c is claim), None)
