"""Claims out of running text: numerals, units beside them, lists, multiples, qualifiers."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_claims, facts

from claimlint.claim.extract import claims
from claimlint.claim.header import header_unit
from claimlint.claim.normalise import same_width
from claimlint.document.structure import Block

WORDS = (*tokens.NUMBERS, *tokens.SPACES)
DECLARED = {"widget": "widget", "page": "page"}
MILLISECONDS = header_unit("Time (ms)")


def check(text: str) -> None:
    block = Block(0, "paragraph", text, ())
    found = claims(block)
    check_claims(found)
    assert facts(found) == facts(claims(block))
    # Variants of one character say the same.
    plain = same_width(text)
    assert facts(claims(Block(0, "paragraph", plain, ()))) == facts(found)
    check_claims(claims(block, MILLISECONDS, DECLARED), formatted=False)
    # What is opaque is in no claim; TeX may reach around it.
    start, end = len(text) // 3, len(text) // 2
    if start < end and "\\" not in text and "$" not in text:
        for claim in claims(Block(0, "paragraph", text, (), opaque=((start, end),))):
            assert claim.end <= start or claim.start >= end


def seeds() -> Iterator[str]:
    yield from harness.strings("test_claim_extract", "test_claim_property", "test_claim_hostile")
    yield from harness.corpus("corpus/extract-siblings.jsonl")
