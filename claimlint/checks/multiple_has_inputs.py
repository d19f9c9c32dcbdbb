"""A multiple without the two quantities it was computed from, or with inputs that do not give it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from claimlint.checks._wording import like
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim
from claimlint.findings import Edit, Fix
from claimlint.reason.inputs import suggested_inputs
from claimlint.reason.multiples import compares, is_setting
from claimlint.reason.page import Page

OPTIONS: Mapping[str, Any] = {"smallest": 0}
"""`smallest`: a multiple below it may be quoted bare."""


def check(page: Page, options: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield each multiple that is bare or does not follow from the inputs stated with it.

    Fields: claim, problem, suggestion.
    """
    smallest = options.get("smallest", 0)
    tied = {relation.result for relation in page.relations if relation.form != "orders"}
    for failure in page.failures:
        if failure.relation.form == "ratio":
            from claimlint.checks._ratios import mended

            claim = failure.claim
            expected = like(claim, failure.expected) if failure.expected is not None else None
            problem = f"does not follow from its inputs: {failure.relation.working}"
            yield Flaw(
                claim,
                {"claim": claim.text, "problem": problem, "suggestion": ""},
                expected,
                fix=mended(page, failure),
            )
    for claim in page.claims:
        if claim.kind != "multiple" or page.left_alone(claim) or claim.value == 1 or claim in tied:
            continue
        if not _is_claimed(page, claim) or _settled(page, claim):
            continue
        if claim.value is not None and claim.value < smallest:
            continue
        inputs = suggested_inputs(page, claim)
        suggestion = f"; write {claim.text} ({inputs})" if inputs else ""
        problem = "is quoted without the two quantities that give it"
        yield Flaw(
            claim,
            {"claim": claim.text, "problem": problem, "suggestion": suggestion},
            None,
            fix=_with_inputs(claim, inputs),
        )


def _with_inputs(claim: Claim, inputs: str | None) -> Fix | None:
    """The inputs written behind the multiple; only its author knows whether it was computed from them."""
    if inputs is None:
        return None
    end = claim.block.source(claim.start, claim.end)[1]
    return Fix((Edit(end, end, f" ({inputs})"),), False, f"add its inputs, {inputs}")


def _is_claimed(page: Page, claim: Claim) -> bool:
    """Whether the multiple compares two quantities, rather than counting, zooming or naming something."""
    if compares(claim):
        return True
    if is_setting(claim) or page.model is None:
        return False
    model = page.model
    return bool(page.readings[claim].quantities) or any(
        not q.dims and q.formula is not None for q in model.quantities.values()
    )


def _settled(page: Page, claim: Claim) -> bool:
    """Whether the model itself states the multiple, or already says that it is wrong."""
    reading = page.readings[claim]
    if page.model is None or not reading.quantities:
        return False
    entries = [page.model.quantities[name] for name in reading.quantities]
    if any(entry.quote is not None and entry.quote.orders for entry in entries):
        return False
    return reading.fault is not None or all(entry.formula is None for entry in entries)
