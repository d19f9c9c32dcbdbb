"""A claim with more digits than the model's policy for quoting allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from claimlint.checks._wording import section_of
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim
from claimlint.claim.format import format_value
from claimlint.reason.page import Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each claim that agrees with a quantity but is written more precisely than its `quote` allows.

    Fields: claim, digits (written), allowed, quantity, section, expected.
    """
    model = page.model
    if model is None:
        return
    for claim in page.claims:
        reading = page.readings[claim]
        if (
            reading.state != "canonical"
            or not reading.pinned
            or reading.fault
            or claim.value is None
            or claim.exact
        ):
            continue
        limits = [q.digits for q in (model.quantities[n].quote for n in reading.quantities) if q and q.digits]
        if len(limits) < len(reading.quantities):
            continue
        digits, allowed = significant(claim.value, claim), max(limits)
        if digits > allowed:
            name = reading.quantities[0]
            from claimlint.checks._fixes import rounded

            expected = format_value(claim.value * claim.unit.factor, claim.unit, allowed)
            yield Flaw(
                claim,
                {
                    "claim": claim.text,
                    "digits": str(digits),
                    "allowed": str(allowed),
                    "quantity": name,
                    "section": section_of(model, name),
                    "expected": expected,
                },
                expected=expected,
                fix=rounded(page, claim, allowed),
            )


def significant(value: Fraction, claim: Claim) -> int:
    """How many significant digits a value is written with, by the place value of the last that is meant."""
    units = abs(value) / claim.step if claim.step else Fraction(0)
    return len(str(round(units))) if units >= 1 else 1
