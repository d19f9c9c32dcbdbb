"""A claim that the text ties to a canonical quantity and that disagrees with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks._wording import bounded, like, section_of
from claimlint.checks.flaw import Flaw
from claimlint.reason.page import Fault, Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each claim that contradicts every case its text allows.

    Fields: claim, quantity (with its case), expected (written as the claim is), section, detail.
    """
    model = page.model
    if model is None:
        return
    settled = {r.result for r in page.relations if r.form == "ratio" and r.holds}
    for claim in page.claims:
        fault = page.readings[claim].fault
        if fault is None or claim in settled:
            continue
        quote = model.quantities[fault.quantity].quote
        if claim.kind == "multiple" and quote is not None and quote.orders:
            continue
        expected = bounded(
            model, fault.quantity, like(claim, fault.expected, model.quantities[fault.quantity].unit)
        )
        yield Flaw(
            claim,
            {
                "claim": claim.text,
                "quantity": model.label(fault.quantity, fault.scenario),
                "expected": expected,
                "section": section_of(model, fault.quantity),
                "detail": _detail(page, fault),
            },
            expected=expected,
        )


def _detail(page: Page, fault: Fault) -> str:
    assert page.model is not None
    if fault.kind == "input" and fault.result is not None:
        return f"; {fault.result.text} beside it does not follow from it"
    if fault.stated:
        return " for " + ", ".join(f"{name} = {claim.text}" for name, claim in fault.stated)
    if fault.elsewhere:
        return "; this is the value of " + page.model.label(fault.quantity, fault.elsewhere[0])
    return ""
