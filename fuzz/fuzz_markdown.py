"""Markdown pages: blocks, inline markup, tables, raw HTML, with the place of every character."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_document

from claimlint.document import read
from claimlint.document.inline import Inline
from claimlint.document.textmap import whole

WORDS = (*tokens.MARKDOWN, *tokens.SPACES, "5 ms", "43", "$x$", "\\(", "*/}", "www.", "://")


def check(text: str) -> None:
    document = read("a.md", text)
    check_document(document)
    again = read("a.md", text)
    assert [(b.text, b.runs) for b in document.blocks] == [(b.text, b.runs) for b in again.blocks]
    for is_mdx in (False, True):
        inline, runs, opaque = Inline(whole(text), {"a"}, is_mdx).read().finish()
        at = 0
        for run in runs:
            assert run.text_start == at < run.text_end
            assert 0 <= run.source_start <= run.source_end <= len(text)
            # One character may stand for another (an escape at a line's end); more are a copy.
            if 1 < run.text_end - run.text_start == run.source_end - run.source_start:
                assert inline[at : run.text_end] == text[run.source_start : run.source_end]
            at = run.text_end
        assert all(0 <= start < end <= len(inline) for start, end in opaque)


def seeds() -> Iterator[str]:
    yield from harness.strings("test_document_markdown", "test_document_html", "test_document_properties")
    yield from harness.corpus("corpus/*/page.md.tmpl")
    yield from harness.examples("doc")
