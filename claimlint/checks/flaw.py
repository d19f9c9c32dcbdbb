"""What a check yields: a place, the facts for the rule's message, and the right value.

A check is a module `claimlint/checks/<name>.py` with one function

    def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]

A rule file names it (`check: multiple-has-inputs` is `multiple_has_inputs.py`), sets its options
and words its message.
"""

from __future__ import annotations

from collections.abc import Mapping

from claimlint.claim.claims import Claim
from claimlint.document.structure import Block
from claimlint.findings import Fix
from claimlint.records import NamedTuple


class Span(NamedTuple):
    """A place that is no claim: block.text[start:end], where `end` is greater than `start`."""

    block: Block
    start: int
    end: int


class Range(NamedTuple):
    """A place in the source that is no text of a reader's: the code points [start, end)."""

    start: int
    end: int


class Flaw(NamedTuple):
    """One fault that a check found.

    `fields` fill the `{…}` of the rule's message; `expected` is the right value as text, or None;
    `severity` overrides the rule's, or is None; `fix` would put it right.
    """

    place: Claim | Span | Range
    fields: Mapping[str, str]
    expected: str | None = None
    severity: str | None = None
    fix: Fix | None = None
