"""TeX in running text: expanded to plain characters that remember their places."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_claims

from claimlint.claim.extract import claims
from claimlint.claim.tex import expand
from claimlint.document import read
from claimlint.document.structure import Block

WORDS = (*tokens.TEX, *tokens.NUMBERS[:60], *tokens.SPACES)


def check(text: str) -> None:
    plain, offsets = expand(text)
    assert expand(text) == (plain, offsets)
    if offsets is None:
        assert len(plain) == len(text)
    else:
        starts, ends = offsets
        assert len(starts) == len(ends) == len(plain)
        assert starts == sorted(starts)
        assert ends == sorted(ends)
        assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))
    check_claims(claims(Block(0, "paragraph", text, ())))
    for block in read("a.md", text).blocks:
        check_claims(claims(block), formatted=False)


def seeds() -> Iterator[str]:
    for text in (
        *harness.strings("test_claim_extract", "test_claim_hostile", "test_document_markdown"),
        *harness.corpus("corpus/extract-siblings.jsonl"),
        *harness.examples("doc"),
    ):
        if "\\" in text or "$" in text:
            yield text
