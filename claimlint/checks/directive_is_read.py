"""A directive that cannot be read, and so does nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks.flaw import Flaw, Range
from claimlint.reason.page import Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each comment that begins as a directive and is none.

    Fields: problem (what is wrong and what would be right).
    """
    for unread in page.unread:
        yield Flaw(Range(unread.start, unread.end), {"problem": unread.problem})
