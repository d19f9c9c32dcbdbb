"""The checks, one module each, and what of a page tells that one of them has nothing to find there.

That is asked first because most pages need few of them, and to load a module costs time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimlint.reason.page import Page


def may_find(check: str, page: Page) -> bool:
    """Whether the check of that name, as rule files write it, can find anything on the page."""
    test = _TESTS.get(check)
    return test is None or test(page)


def _refers(page: Page) -> bool:
    """Whether the page names the canonical file, or marks a claim."""
    if page.model is None:
        return False
    file = page.model.path.replace("\\", "/").rpartition("/")[2]
    return bool(page.markers) or any(file in block.text for block in page.document.blocks)


def _has_multiples(page: Page) -> bool:
    return any(claim.kind == "multiple" for claim in page.claims) or any(
        failure.relation.form == "ratio" for failure in page.failures
    )


_TESTS: dict[str, Callable[[Page], bool]] = {
    "canonical-drift": lambda page: any(reading.fault for reading in page.readings.values()),
    "caveat-stands": lambda page: page.owes_caveats,
    "multiple-has-inputs": _has_multiples,
    "not-measured": lambda page: page.is_pinned,
    "orders-of-magnitude": lambda page: any(relation.form == "orders" for relation in page.relations),
    "over-precise": lambda page: page.is_pinned,
    "reference-stands": _refers,
    "relation-holds": lambda page: bool(page.failures),
    "unused-ignore": lambda page: bool(page.unused),
    "directive-is-read": lambda page: bool(page.unread),
}
