"""Walks the block tokens of Markdown and hands their contents to the builder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from claimlint.document.builder import Builder, empty_text
from claimlint.document.contents import Contents
from claimlint.document.lines import Lines
from claimlint.document.references import definitions, footnotes
from claimlint.document.structure import Cell

if TYPE_CHECKING:
    from markdown_it.token import Token

    from claimlint.document.builder import Grid
    from claimlint.document.deck import Deck

_ALERT = r"\[![A-Za-z]+\][-+]?[ \t]*(?:\n|$|(?=\S))"
# A quote that opens with bold words, a pictogram or such a word is the writer's own callout.
_CALLOUT = (
    r"(?:\*\*(?!\s)[^*\n]{1,160}\*\*|__(?!\s)[^_\n]{1,160}__|[\u2139\u2600-\u27bf\U0001f300-\U0001faff]"
    r"|[*_]?(?:note|nb|n\.b\.|tip|hint|info|important|warning|caution|danger|attention|summary|takeaway|remark|tl;dr)\b"
    r"[^\w\s]*[:.])"
)
_MODULE = r"(?:import|export)\s+[\w{*\"']"
_DEEP = 78


class Walker:
    """Goes through block tokens in order; `slides` counts the slides seen."""

    def __init__(self, builder: Builder, lines: Lines, deck: Deck | None) -> None:
        self.builder = builder
        self.lines = lines
        self.deck = deck
        self.contents = Contents(builder, lines)
        self.slides = 1 if deck is not None else 0
        self.next_start = 0
        self.grid: Grid | None = None
        self.callouts: list[bool] = []
        self.floors: list[tuple[int, int]] = []
        self.is_new_slide = True
        self.in_note = False

    def define(self, tokens: Sequence[Token]) -> None:
        """Takes note of the links that are defined, which is done before any text is read."""
        self.contents.references.update(
            label
            for before, token in pairwise(tokens)
            if token.type == "inline" and token.content.startswith("[") and _may_define(before)
            for label in definitions(token.content)[1]
        )

    def walk(self, tokens: Sequence[Token]) -> None:
        """Reads all tokens of a page, or of a part of it that ends with a section."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.map is not None:
                self._enter_line(token.map[0])
                if token.level >= _DEEP:
                    self._too_deep(token.map[0])
            following = tokens[index + 1] if index + 1 < len(tokens) else token
            index = self._read(token, following, tokens, index)
        self.contents.close_html()

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
        self.is_new_slide = True

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
            self.in_note = False
            self.grid = builder.open_table()
        elif kind == "table_close":
            builder.neighbour = self.grid
        elif kind == "list_item_open":
            self.floors.append(self.contents.enter())
            builder.item_count += 1
            builder.items.append(builder.item_count)
        elif kind == "list_item_close":
            self.contents.leave(self.floors.pop())
            builder.items.pop()
        elif kind in ("bullet_list_open", "ordered_list_open"):
            if token.map is not None and not self.contents.is_taken(token.map[0]):
                builder.neighbour = None
        elif kind == "blockquote_open":
            is_own = following.type == "paragraph_open" and _is_callout(tokens[index + 2].content)
            self.callouts.append(is_own)
            self.floors.append(self.contents.enter())
            builder.quotes += not is_own
        elif kind == "blockquote_close":
            self.contents.leave(self.floors.pop())
            builder.quotes -= not self.callouts.pop()
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "html_block":
            self.is_new_slide = self.in_note = False
            if token.map is not None:
                self.contents.html(token.content, token.map[0])
        elif kind == "hr":
            self._rule(token)
        return index + 1

    def _rule(self, token: Token) -> None:
        self.builder.neighbour = None
        self.in_note = False
        if self.deck is not None and self.deck.rules and token.level == 0:
            self._new_slide()

    def _heading(self, token: Token, inline: Token) -> None:
        if token.map is None or self.contents.is_taken(token.map[0]):
            return
        level = int(token.tag[1])
        if token.level == 0:
            self.contents.close_html()
            if self.deck is not None and level in self.deck.divider and not self.is_new_slide:
                self._new_slide()
        self.is_new_slide = self.in_note = False
        mark = token.markup if token.markup.startswith("#") else ""
        content = self.lines.place(inline.content, token.map[0], mark)
        start = definitions(content.text)[0] if _may_define(token) else 0
        self.contents.inline(content, start, lambda text: self.builder.add_heading(text, level))

    def _paragraph(self, inline: Token) -> None:
        if inline.map is None or not inline.content:
            return
        content = self.lines.place(inline.content, inline.map[0])
        text = content.text
        start = self.contents.start(content)
        self.is_new_slide = False
        if self.contents.is_mdx and re.match(_MODULE, text):
            return
        if self.callouts and self.callouts[-1] and (alert := re.match(_ALERT, text)):
            start = max(start, alert.end())
        if start == 0 and text.startswith("["):
            start = definitions(text)[0]
        self.in_note = False
        for begin, end, is_note in footnotes(text, start):
            self.in_note = self.in_note or is_note
            part = content if end == len(text) else content.until(end)
            self.contents.inline(part, begin, self.builder.add_paragraph)

    def _row(self, tokens: Sequence[Token], index: int) -> int:
        """Reads a table row and returns the index after it."""
        grid, builder = self.grid, self.builder
        assert grid is not None
        line = (tokens[index].map or [0])[0]
        contents: list[str] = []
        is_header = False
        index += 1
        while tokens[index].type != "tr_close":
            if tokens[index].type == "inline":
                contents.append(tokens[index].content)
            is_header = is_header or tokens[index].type == "th_open"
            index += 1
        if not contents or self.contents.is_taken(line):
            return index + 1
        row, grid.rows = grid.rows, grid.rows + 1
        grid.headers += is_header
        outer = builder.cell
        for column, content in enumerate(self.lines.cells(line, contents)):
            builder.cell = Cell(grid.index, row, column, is_header)
            if content.text:
                self.contents.inline(content, 0, builder.add_cell)
            else:
                builder.add_cell(empty_text(content, 0))
        builder.cell = outer
        return index + 1

    def _code(self, token: Token) -> None:
        self.is_new_slide = False
        if token.map is None or self.contents.is_taken(token.map[0]):
            return
        if token.type == "code_block" and self.in_note:
            self.contents.footnote_rest(token.content, token.map[0])
        else:
            self.contents.code(token.content, token.map[0] + (token.type == "fence"))


def _may_define(token: Token) -> bool:
    """Whether the block that a token opens may begin with link definitions: its lines are a paragraph's."""
    return token.type == "paragraph_open" or (token.type == "heading_open" and token.markup[:1] != "#")


def _is_callout(text: str) -> bool:
    """Whether a block quote that begins with `text` is a callout of the page, and quotes nobody."""
    return re.match(_ALERT, text) is not None or re.match(_CALLOUT, text, re.IGNORECASE) is not None
