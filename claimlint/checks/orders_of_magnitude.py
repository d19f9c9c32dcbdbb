"""Orders of magnitude that are not those of the model or of the quantities stated beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks.flaw import Flaw
from claimlint.reason.page import Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each claim of orders of magnitude that its ratio does not bear out.

    Fields: claim, working (what the ratio is), expected.
    """
    for relation in page.relations:
        if relation.form == "orders" and not relation.holds and not page.left_alone(relation.result):
            low, high = (round(end) if end is not None else 0 for end in relation.expected)
            expected = f"{low} orders of magnitude" if low == high else f"{low}–{high} orders of magnitude"
            if low == high == 1:
                expected = "one order of magnitude"
            fields = {"claim": relation.result.text, "working": relation.working, "expected": expected}
            yield Flaw(relation.result, fields, expected=expected)
