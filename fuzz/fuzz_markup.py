"""The scanner of markup, and raw HTML in pages: tables, lists, figures, entities."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_document

from claimlint.document import read
from claimlint.document.markup import decoded, scan, value

WORDS = (*tokens.MARKUP, *tokens.SPACES[:7], "5 ms", "43")


def check(text: str) -> None:
    for xml in (False, True):
        _events(text, xml)
    _pieces(text)
    check_document(read("a.md", "<div>" + text))
    check_document(read("a.md", text.replace("\n\n", "\n")))


def _events(text: str, xml: bool) -> None:
    """Events follow each other without overlap, and pass over nothing but the inside of scripts."""
    at, raw = 0, False
    for event in scan(text, xml=xml):
        assert at <= event.start < event.end <= len(text)
        assert event.start == at or raw
        at = event.end
        raw = not xml and event.kind == "start" and event.name in ("style", "script")
        assert event.kind in ("start", "end", "text", "comment", "cdata", "pi", "problem")
        if event.kind in ("comment", "cdata"):
            assert event.start < event.inner[0] <= event.inner[1] <= event.end
        for name, (low, high) in event.attributes.items():
            assert name
            assert event.start < low <= high < event.end
            value(text, event, name)
    assert at == len(text) or raw


def _pieces(text: str) -> None:
    at = 0
    for characters, start, end in decoded(text, 0, len(text)):
        assert start == at < end
        assert characters is None or text[start] == "&"
        at = end
    assert at == len(text)


def seeds() -> Iterator[str]:
    yield from harness.strings("test_document_html", "test_document_markup", "test_document_svg")
    for text in harness.examples("doc"):
        if "<" in text:
            yield text
