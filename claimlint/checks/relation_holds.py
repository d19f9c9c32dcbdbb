"""A claim that does not follow from the other numbers of its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks._relations import mended
from claimlint.checks._wording import like
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim
from claimlint.reason.faults import Failure
from claimlint.reason.page import Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each claim that is to blame for a failing relation of the form `options["form"]`.

    A relation that leaves no other reading is reported as severely as the rule says, any other as
    a warning.  Fields: claim, problem (what is wrong, in words), working (the arithmetic), advice
    (the right value, or nothing).
    """
    for failure in page.failures:
        relation = failure.relation
        if relation.form != options["form"]:
            continue
        expected = _expected(failure)
        fields = {
            "claim": failure.claim.text,
            "problem": _problem(failure),
            "working": relation.working,
            "advice": f"; expected {expected}" if expected else "",
        }
        yield Flaw(
            failure.claim, fields, expected, None if relation.certain else "warning", mended(page, failure)
        )


def _problem(failure: Failure) -> str:
    if failure.claim is not failure.relation.result:
        return "does not fit the numbers beside it"
    return failure.relation.problem or "does not follow from the numbers beside it"


def _expected(failure: Failure) -> str | None:
    if failure.claim is failure.relation.result and failure.relation.expected_text is not None:
        return failure.relation.expected_text or None
    interval = failure.expected
    if interval is None or (interval.low is None and interval.high is None):
        return None
    return _bounded(failure.claim, like(failure.claim, interval), interval.low is None, interval.high is None)


def _bounded(claim: Claim, text: str, no_low: bool, no_high: bool) -> str:
    return f"at most {text}" if no_low else f"at least {text}" if no_high else text
