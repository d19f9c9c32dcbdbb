"""Front matter and slide decks: Marp, Slidev, and those that pandoc or Quarto make."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_document

from claimlint.document import read
from claimlint.document.deck import find_deck
from claimlint.document.front import front_matter
from claimlint.document.lines import Lines

WORDS = (*tokens.DECKS, *tokens.SPACES[:7], "# ", "## ", "5 ms", "slides", "key: value\n", "---\n")


def check(text: str) -> None:
    lines = Lines(text)
    assert len(lines.lines) == len(lines.starts)
    for first in range(min(len(lines.lines) + 1, 20)):
        front = front_matter(lines.lines, first)
        if front is None:
            continue
        assert 1 < front.lines <= len(lines.lines) - front.first
        for field in front.fields.values():
            line = lines.lines[field.line]
            assert front.first < field.line < front.first + front.lines
            assert 0 <= field.start <= field.end <= len(line)
            assert field.value == line[field.start : field.end] or not field.value
    for path in ("slides.md", "a.md"):
        deck = find_deck(path, lines.lines, front_matter(lines.lines))
        if deck is not None:
            assert deck.starts == sorted(set(deck.starts))
            assert all(0 <= start < end <= len(lines.lines) for start, end in deck.blank)
        document = read(path, text)
        check_document(document)
        slides = [block.slide for block in document.blocks]
        if document.slides:
            assert all(slide is not None and 1 <= slide <= document.slides for slide in slides)
            assert slides == sorted(slides, key=lambda slide: slide or 0)
        else:
            assert set(slides) <= {None}


def seeds() -> Iterator[str]:
    yield from harness.strings("test_document_deck", "test_document_markdown")
    yield from harness.corpus("corpus/*/deck.md.tmpl")
    for text in harness.examples("doc"):
        if text.startswith("---"):
            yield text
