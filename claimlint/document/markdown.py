"""Markdown: block structure by markdown-it, inline markup and places by our own readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from claimlint.document.blocks import Walker
from claimlint.document.builder import Builder
from claimlint.document.lines import Lines
from claimlint.document.structure import Document, Places
from claimlint.document.textmap import Text, whole

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from claimlint.document.deck import Deck
    from claimlint.document.front import FrontMatter

NESTING = 80
"""How deep quotes and lists may be nested (each list takes two levels); deeper text is not read."""


def read(path: str, text: str, places: Places | None = None) -> Document:
    """Reads a Markdown page or deck; of a page, only the sections that hold one of the `places`."""
    lines = Lines(text)
    builder = Builder(path, text, "markdown", lines.starts)
    front = _front(lines)
    deck = _deck(path, lines, front)
    first = front.lines if front is not None else 0
    stretches = [(first, len(lines.lines))]
    if places is not None and deck is None and "<svg" not in text:
        found = _stretches(lines, first, places)
        if found is None:
            return builder.document()
        stretches = found
    if front is not None:
        for key, kind in (("title", "title"), ("description", "desc")):
            field = front.fields.get(key)
            if field is not None and field.value:
                scalar = Text()
                start = lines.starts[field.line]
                scalar.copy(whole(text), start + field.start, start + field.end)
                if deck is not None:
                    builder.slide = 1
                builder.add(kind, scalar)
    blank = []
    if deck is not None:
        blank = deck.blank
        builder.slide = 1
        builder.takes_notes = True
    walker = Walker(builder, lines, deck)
    if len(stretches) > 1:
        # All links are defined before any is read; what defines none is parsed once, and not kept.
        for start, end in stretches:
            if "]:" in text[lines.starts[start] : lines.end(end - 1)]:
                walker.define(_tokens(lines, start, end))
    for start, end in stretches:
        tokens = _tokens(lines, start, end, blank)
        if len(stretches) == 1:
            walker.define(tokens)
        walker.walk(tokens)
    return builder.document(slides=walker.slides)


def _stretches(lines: Lines, first: int, places: Places) -> list[tuple[int, int]] | None:
    """The ranges of lines, from `first` on, that are worth reading, each by itself; None for none."""
    from claimlint.document.chunks import cut

    chunks = cut(lines.lines, first)
    if chunks is None:
        return [(first, len(lines.lines))]
    prose, code = ([lines.line(offset) for offset in offsets] for offsets in places)
    unread = chunks.unread(prose, code)
    return None if unread is None else chunks.stretches(first, unread)


def _front(lines: Lines) -> FrontMatter | None:
    if not lines.lines or lines.lines[0].lstrip("\ufeff")[:3] not in ("---", "+++"):
        return None
    from claimlint.document.front import front_matter

    return front_matter(lines.lines)


def _deck(path: str, lines: Lines, front: FrontMatter | None) -> Deck | None:
    if front is None and not path.lower().endswith("slides.md"):
        return None
    from claimlint.document.deck import find_deck

    return find_deck(path, lines.lines, front)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": NESTING})
    return parser.enable("table").disable(["inline", "reference"])


def _tokens(lines: Lines, first: int, end: int, blank: Sequence[tuple[int, int]] = ()) -> Sequence[Token]:
    """The block tokens of a range of lines; inline markup is left to our own reader."""
    tokens = _parser().parse(lines.source(first, end, blank))
    if first:
        for token in tokens:
            if token.map is not None:
                token.map = [token.map[0] + first, token.map[1] + first]
    return tokens
