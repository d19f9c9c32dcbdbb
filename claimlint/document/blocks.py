"""Walks the block tokens of Markdown and hands their contents to the builder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimlint.document.builder import Builder, empty_text
from claimlint.document.deck import Deck
from claimlint.document.html import Html
from claimlint.document.inline import Inline
from claimlint.document.lines import Lines
from claimlint.document.references import definitions, footnotes
from claimlint.document.structure import Cell
from claimlint.document.svg import read_region, region_end
from claimlint.document.tags import attribute_text
from claimlint.document.textmap import Content, Text, whole

if TYPE_CHECKING:
    from markdown_it.token import Token

    from claimlint.document.builder import Grid
    from claimlint.document.markup import Event

_ALERT = re.compile(r"\[![A-Za-z]+\][-+]?[ \t]*(?:\n|$|(?=\S))")
_MODULE = re.compile(r"(?:import|export)\s+[\w{*\"']")
_DEEP = 78


class Walker:
    """Goes through block tokens in order; `slides` counts the slides seen."""

    def __init__(self, builder: Builder, lines: Lines, deck: Deck | None) -> None:
        self.builder = builder
        self.lines = lines
        self.deck = deck
        self.html = Html(builder)
        self.references: set[str] = set()
        self.slides = 1 if deck is not None else 0
        self.next_start = 0
        self.skip_to = 0
        self.grid: Grid | None = None
        self.alerts: list[bool] = []
        self.on_new_slide = True
        self.in_note = False
        self.is_mdx = builder.path.lower().endswith(".mdx")

    def walk(self, tokens: Sequence[Token]) -> None:
        """Reads all tokens."""
        self.references = {
            label
            for token in tokens
            if token.type == "inline" and token.content.startswith("[")
            for label in definitions(token.content)[1]
        }
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.map is not None:
                self._enter_line(token.map[0])
                if token.level >= _DEEP:
                    self._too_deep(token.map[0])
            following = tokens[index + 1] if index + 1 < len(tokens) else token
            index = self._read(token, following, tokens, index)
        self.html.close_all()

    def _too_deep(self, line: int) -> None:
        message = "quotes or lists are nested too deep: what is inside is not read"
        if not any(problem.message == message for problem in self.builder.problems):
            self.builder.problem(self.lines.starts[line], message)

    def _enter_line(self, line: int) -> None:
        deck = self.deck
        if deck is None or deck.rules:
            return
        while self.next_start < len(deck.starts) and deck.starts[self.next_start] <= line:
            self.next_start += 1
            self._new_slide()

    def _new_slide(self) -> None:
        self.slides += 1
        self.builder.slide = self.slides
        self.builder.neighbour = None
        self.on_new_slide = True

    def _read(self, token: Token, following: Token, tokens: Sequence[Token], index: int) -> int:
        builder = self.builder
        kind = token.type
        if kind == "paragraph_open":
            self._paragraph(following)
            return index + 3
        if kind == "heading_open":
            self._heading(token, following)
            return index + 3
        if kind == "tr_open":
            return self._row(tokens, index)
        if kind == "table_open":
            self._end_note()
            self.grid = builder.open_table()
        elif kind == "table_close":
            builder.neighbour = self.grid
        elif kind == "list_item_open":
            builder.item_count += 1
            builder.items.append(builder.item_count)
        elif kind == "list_item_close":
            builder.items.pop()
        elif kind in ("bullet_list_open", "ordered_list_open"):
            builder.neighbour = None
        elif kind == "blockquote_open":
            is_alert = (
                following.type == "paragraph_open" and _ALERT.match(tokens[index + 2].content) is not None
            )
            self.alerts.append(is_alert)
            builder.quotes += not is_alert
        elif kind == "blockquote_close":
            builder.quotes -= not self.alerts.pop()
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "html_block":
            self._html(token)
        elif kind == "hr":
            self._rule(token)
        return index + 1

    def _end_note(self) -> None:
        self.in_note = False

    def _rule(self, token: Token) -> None:
        self.builder.neighbour = None
        self._end_note()
        if self.deck is not None and self.deck.rules and token.level == 0:
            self._new_slide()

    def _is_skipped(self, token: Token) -> bool:
        """Whether the token lies inside a drawing that has been read already."""
        return token.map is not None and self.lines.starts[token.map[0]] < self.skip_to

    def _heading(self, token: Token, inline: Token) -> None:
        if self._is_skipped(token):
            return
        self._end_note()
        level = int(token.tag[1])
        if token.level == 0:
            self.html.close_all()
        deck = self.deck
        if deck is not None and level in deck.divider and token.level == 0 and not self.on_new_slide:
            self._new_slide()
        self.on_new_slide = False
        assert token.map is not None
        mark = token.markup if token.markup.startswith("#") else ""
        content = self.lines.place(inline.content, token.map[0], mark)
        reader = Inline(content, self.references, self.builder)
        self.builder.add_heading(reader.read(), level)
        self._extras(reader)

    def _paragraph(self, inline: Token) -> None:
        if inline.map is None or not inline.content:
            return
        content = self.lines.place(inline.content, inline.map[0])
        start = 0
        if self._is_skipped(inline):
            start = self._offset_after(content, self.skip_to)
            if start >= len(content.text):
                return
        self.on_new_slide = False
        text = content.text
        if self.is_mdx and _MODULE.match(text):
            return
        if self.alerts and self.alerts[-1] and (alert := _ALERT.match(text)):
            start = max(start, alert.end())
        if text.startswith("[", start):
            start = definitions(text)[0] if start == 0 else start
        if start >= len(text):
            return
        self._end_note()
        for begin, end, is_note in footnotes(text, start):
            self.in_note = self.in_note or is_note
            part = content if end == len(text) else _cut(content, end)
            self._inline_block(part, begin)

    def _inline_block(self, content: Content, start: int) -> None:
        reader = Inline(content, self.references, self.builder)
        self.builder.add_paragraph(reader.read(start))
        self._extras(reader)

    def _offset_after(self, content: Content, source: int) -> int:
        """The offset in `content` from which on it stands behind the source offset."""
        for text_start, _, source_start, source_end in content.runs:
            if source_end > source:
                return text_start + max(source - source_start, 0)
        return len(content.text)

    def _extras(self, reader: Inline) -> None:
        """Takes the images, comments and drawings of a text after the text itself."""
        builder, content = self.builder, reader.content
        for kind, start, end, extra in reader.extras:
            if kind == "image":
                picture: tuple[Text, tuple[int, int] | None] = extra  # type: ignore[assignment]
                builder.add_image(picture[0], _range_text(content, picture[1]))
            elif kind == "img":
                event: Event = extra  # type: ignore[assignment]
                alt = attribute_text(content, event, "alt")
                if alt is not None:
                    builder.add_image(alt, attribute_text(content, event, "title"))
            elif kind == "comment":
                builder.add_comment(content, start, end, *extra)  # type: ignore[misc]
            elif kind == "svg":
                if end >= 0:
                    read_region(builder, content, start, end)
                else:
                    self._drawing(content.source(start, start)[0])

    def _drawing(self, start: int) -> None:
        """Reads a drawing that goes on over blank lines, straight from the source."""
        source = self.lines.text
        end = region_end(source, start, len(source))
        if end < 0:
            self.builder.problem(start, "a <svg> that is not closed: it is not read")
            return
        read_region(self.builder, whole(source), start, end)
        self.skip_to = max(self.skip_to, end)

    def _row(self, tokens: Sequence[Token], index: int) -> int:
        """Reads a table row and returns the index after it."""
        grid, builder = self.grid, self.builder
        assert grid is not None
        row_map = tokens[index].map
        contents: list[str] = []
        is_header = False
        index += 1
        while tokens[index].type != "tr_close":
            if tokens[index].type == "inline":
                contents.append(tokens[index].content)
            is_header = is_header or tokens[index].type == "th_open"
            index += 1
        if row_map is None or not contents or self._is_skipped(tokens[index]):
            return index + 1
        row, grid.rows = grid.rows, grid.rows + 1
        grid.columns = max(grid.columns, len(contents))
        grid.headers += is_header
        outer = builder.cell
        for column, content in enumerate(self.lines.cells(row_map[0], contents)):
            builder.cell = Cell(grid.index, row, column, is_header)
            if not content.text:
                builder.add_cell(empty_text(content, 0))
                continue
            reader = Inline(content, self.references, builder)
            builder.add_cell(reader.read())
            self._extras(reader)
        builder.cell = outer
        return index + 1

    def _code(self, token: Token) -> None:
        if token.map is None or self._is_skipped(token):
            return
        self.on_new_slide = False
        if token.type == "code_block" and self.in_note:
            self._footnote_rest(token)
            return
        self.builder.neighbour = None
        first = token.map[0] + (token.type == "fence")
        if first >= len(self.lines.lines) or not token.content.strip():
            return
        content = self.lines.place(token.content.rstrip("\n"), first)
        text = Text()
        text.copy(content, 0, len(content.text))
        text.hide(0)
        self.builder.add("code", text)

    def _footnote_rest(self, token: Token) -> None:
        """The indented paragraphs of a footnote look like code to CommonMark."""
        assert token.map is not None
        at = token.map[0]
        for part in re.split(r"\n\s*\n", token.content.rstrip("\n")):
            self._inline_block(self.lines.place(part, at), 0)
            at += part.count("\n") + 2

    def _html(self, token: Token) -> None:
        if token.map is None:
            return
        self._end_note()
        self.on_new_slide = False
        content = self.lines.place(token.content.rstrip("\n"), token.map[0])
        if self._is_skipped(token):
            start = self._offset_after(content, self.skip_to)
            if start >= len(content.text):
                return
            content = self.lines.place(
                content.text[start:], token.map[0] + content.text.count("\n", 0, start)
            )
        drawing = self.html.feed(content)
        if drawing is not None:
            self._drawing(content.source(drawing, drawing)[0])


def _cut(content: Content, end: int) -> Content:
    """`content` without what comes after `end`."""
    text = content.text[:end]
    runs = []
    for run in content.runs:
        if run.text_start < end:
            over = max(run.text_end - end, 0)
            same = run.text_end - run.text_start == run.source_end - run.source_start
            runs.append(run._replace(text_end=run.text_end - over, source_end=run.source_end - over * same))
    return Content(text, tuple(runs))


def _range_text(content: Content, place: tuple[int, int] | None) -> Text | None:
    if place is None or place[1] <= place[0]:
        return None
    text = Text()
    text.copy(content, *place)
    return text
