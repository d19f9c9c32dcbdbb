"""Reads the contents of Markdown blocks: inline text, code, raw HTML and drawings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimlint.document.builder import Builder
from claimlint.document.inline import Inline
from claimlint.document.lines import Lines
from claimlint.document.structure import Block
from claimlint.document.textmap import Content, Text, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimlint.document.html import Html
    from claimlint.document.inline_text import Extra


class Contents:
    """Hands the contents of blocks to the builder; `references` are the defined link labels."""

    def __init__(self, builder: Builder, lines: Lines) -> None:
        self.builder = builder
        self.lines = lines
        self.references: set[str] = set()
        self.is_mdx = builder.path.lower().endswith(".mdx")
        self.skip_to = 0
        self._html: Html | None = None

    def inline(self, content: Content, start: int, add: Callable[[Text], Block | None]) -> None:
        """Reads inline Markdown from `start` on; `add` appends its text, the rest comes after it."""
        reader = Inline(content, self.references, self.is_mdx)
        text = reader.read(start)
        if any(extra.kind != "comment" for extra in reader.extras) and text.finish()[0]:
            # A caption beside a picture is that picture's, not that of the one before.
            self.builder.neighbour = None
        add(text)
        for extra in reader.extras:
            self._extra(content, extra)

    def _extra(self, content: Content, extra: Extra) -> None:
        builder = self.builder
        kind, start, end, value = extra
        if kind == "image":
            alt, title = value  # type: ignore[misc]
            builder.add_image(alt, _range_text(content, title))  # type: ignore[has-type]
        elif kind == "img":
            from claimlint.document.tags import attribute_text

            text = attribute_text(content, value, "alt")  # type: ignore[arg-type]
            if text is not None:
                builder.add_image(text, attribute_text(content, value, "title"))  # type: ignore[arg-type]
        elif kind == "comment":
            builder.add_comment(content, start, end, *value)  # type: ignore[misc]
        elif end < 0:
            self._drawing(content.source(start, start)[0])
        else:
            from claimlint.document.svg import read_region

            read_region(builder, content, start, end)

    def _drawing(self, start: int) -> None:
        """Reads a drawing that goes on over blank lines, straight from the source."""
        from claimlint.document.svg import read_region, region_end

        source = self.lines.text
        end = region_end(source, start, len(source))
        if end < 0:
            self.builder.problem(start, "a <svg> that is not closed: it is not read")
            return
        read_region(self.builder, whole(source), start, end)
        self.skip_to = max(self.skip_to, end)

    def start(self, content: Content) -> int:
        """Where the part of a content begins that no drawing has taken; its length when there is none."""
        for text_start, _, source_start, source_end in content.runs if self.skip_to else ():
            if source_end > self.skip_to:
                return text_start + max(self.skip_to - source_start, 0)
        return len(content.text) if self.skip_to else 0

    def is_taken(self, line: int) -> bool:
        """Whether a line lies inside a drawing that has been read."""
        return self.lines.starts[line] < self.skip_to

    def code(self, text: str, first: int) -> None:
        """Appends a code block."""
        self.builder.neighbour = None
        text = text.rstrip("\n")
        if not text.strip() or first >= len(self.lines.lines):
            return
        block = Text()
        block.copy(self.lines.place(text, first), 0, len(text))
        block.hide(0)
        self.builder.add("code", block)

    def footnote_rest(self, text: str, first: int) -> None:
        """Reads the indented paragraphs of a footnote, which look like code to CommonMark."""
        for part in re.split(r"\n[ \t]*(?=\n)", text.rstrip("\n")):
            stripped = part.lstrip("\n")
            line = first + len(part) - len(stripped)
            if stripped:
                self.inline(self.lines.place(stripped, line), 0, self.builder.add_paragraph)
            first += part.count("\n") + 1

    def html(self, text: str, first: int) -> None:
        """Reads a block of raw HTML."""
        if self._html is None:
            from claimlint.document.html import Html

            self._html = Html(self.builder)
        content = self.lines.place(text.rstrip("\n"), first)
        drawing = self._html.feed(content, self.start(content))
        if drawing is not None:
            self._drawing(content.source(drawing, drawing)[0])

    def enter(self) -> tuple[int, int]:
        """Begins a list item or block quote; returns what `leave` takes."""
        return self._html.enter() if self._html is not None else (0, 0)

    def leave(self, floor: tuple[int, int]) -> None:
        """Ends a list item or block quote, and the HTML elements that are open inside it."""
        if self._html is not None:
            self._html.leave(floor)

    def close_html(self) -> None:
        """Closes the HTML elements that are still open."""
        if self._html is not None:
            self._html.close_all()


def _range_text(content: Content, place: tuple[int, int] | None) -> Text | None:
    if place is None or place[1] <= place[0]:
        return None
    text = Text()
    text.copy(content, *place)
    return text
