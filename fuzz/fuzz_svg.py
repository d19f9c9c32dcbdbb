"""Drawings: labels by their place, groups, transformations, alt text."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import harness
import tokens
from properties import check_claims, check_document

from claimlint.claim.extract import claims
from claimlint.document import read

WORDS = (*tokens.SVG, *tokens.MARKUP[:20], *tokens.SPACES[:5], "5 ms", "43", "µs")


def check(text: str) -> None:
    for source in (text, f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'):
        document = read("a.svg", source)
        check_document(document)
        again = read("a.svg", source)
        assert [(b.text, b.runs, b.x, b.y) for b in document.blocks] == [
            (b.text, b.runs, b.x, b.y) for b in again.blocks
        ]
        for block in document.blocks:
            assert block.x is None or isfinite(block.x)
            assert block.y is None or isfinite(block.y)
            check_claims(claims(block), formatted=False)


def seeds() -> Iterator[str]:
    for text in (
        *harness.strings("test_document_svg", "test_document_markup", "test_reason_properties"),
        *harness.corpus("corpus/*/figure.svg.tmpl"),
        *harness.corpus("corpus/reports*.jsonl"),
        *harness.examples("doc"),
    ):
        if "<svg" in text or "<text" in text:
            yield text
            yield text.replace("\n", "")
