"""A claim that the text ties to a canonical quantity and that disagrees with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks._cases import values_left
from claimlint.checks._fixes import one_value
from claimlint.checks._wording import bounded, like, section_of
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim, Interval
from claimlint.findings import Fix
from claimlint.reason.agree import agrees, states
from claimlint.reason.page import Fault, Page
from claimlint.reason.stance import hypothetical, is_passage


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
            fix=_fix(page, claim, fault),
        )


def _fix(page: Page, claim: Claim, fault: Fault) -> Fix | None:
    """The claim made right, where its text leaves one value and blames nothing else."""
    assert page.model is not None
    if fault.stated:
        return None  # It, or what is stated beside it, may be wrong.
    if fault.elsewhere and not fault.named and states(claim) != "range":
        return None  # The input that tells its case may be the one that is wrong.
    values = values_left(page, claim, fault)
    doubtful = (
        hypothetical(page.context.sentence(claim))
        or is_passage(claim)
        or _is_told_twice(page, claim, fault.quantity, values)
    )
    if states(claim) == "range":
        # Of a case that the sentence leaves out nobody knows whether the range was meant to hold it.
        name, model = fault.quantity, page.model
        everything = {model.value(name, scenario) for scenario in model.scenarios(name)}
        doubtful = doubtful or not everything <= {value.low for value in values}
    varies = bool(page.model.quantities[fault.quantity].tolerance)
    return one_value(page, claim, values, slips_only=doubtful, varies=varies)


def _is_told_twice(page: Page, claim: Claim, quantity: str, values: list[Interval]) -> bool:
    """Whether the paragraph has another number for the same: one of them may be another thing's."""
    if claim.block.cell is not None or claim.block.kind == "label":
        return False
    for other in page.context.by_block[claim.block.index]:
        reading = page.readings[other]
        if other is claim or reading.state != "canonical" or quantity not in reading.quantities:
            continue
        if reading.fault is None:
            same = any(agrees(other, [value]) for value in values)
        else:
            same = any(value in values for value in values_left(page, other, reading.fault))
        if same:
            return True
    return False


def _detail(page: Page, fault: Fault) -> str:
    assert page.model is not None
    if fault.kind == "input" and fault.result is not None:
        return f"; {fault.result.text} beside it does not follow from it"
    if fault.stated:
        return " for " + ", ".join(f"{name} = {claim.text}" for name, claim in fault.stated)
    if fault.elsewhere:
        return "; this is the value of " + page.model.label(fault.quantity, fault.elsewhere[0])
    return ""
