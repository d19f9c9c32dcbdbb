"""Collects the blocks, tables, figures and sections of a document while it is read."""

from __future__ import annotations

from claimlint.document.comments import history, is_directive
from claimlint.document.headings import caption_kind, section_number
from claimlint.document.masks import masked
from claimlint.document.structure import (
    Block,
    Cell,
    Comment,
    Document,
    Figure,
    Problem,
    Section,
    Table,
)
from claimlint.document.textmap import Content, Text


class Grid:
    """A table while it is read: `cells` maps (row, column) to the index of a block."""

    __slots__ = ("caption", "cells", "headers", "index", "rows", "section")

    def __init__(self, index: int, section: int) -> None:
        self.index = index
        self.section = section
        self.cells: dict[tuple[int, int], int] = {}
        self.rows = 0
        self.headers = 0
        self.caption: int | None = None

    def freeze(self) -> Table:
        rows: list[list[int | None]] = [[] for _ in range(self.rows)]
        for (row, column), block in self.cells.items():
            line = rows[row]
            line += [None] * (column + 1 - len(line))
            line[column] = block
        return Table(self.index, tuple(map(tuple, rows)), self.headers, self.section, self.caption)


class Builder:
    """What has been read so far, and where the reader stands: section, slide, item, cell, figure."""

    def __init__(self, path: str, text: str, format: str, starts: list[int] | None = None) -> None:
        self.starts = starts
        self.path = path
        self.text = text
        self.format = format
        self.blocks: list[Block] = []
        self.sections: list[Section] = [Section(0, 0, "", None, None)]
        self.grids: list[Grid] = []
        self.figures: list[list[int]] = []
        self.unreadable: set[int] = set()
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.section = 0
        self.slide: int | None = None
        self.figure: int | None = None
        self.cell: Cell | None = None
        self.items: list[int] = []
        self.item_count = 0
        self.quotes = 0
        self.takes_notes = False
        self.spread = 0
        """How many places the spanning cells of HTML tables cover."""
        self.neighbour: Grid | Block | int | None = None
        """The table, loose caption or figure (its index) that stands directly before."""

    def add(
        self,
        kind: str,
        text: Text,
        *,
        group: tuple[int, ...] = (),
        x: float | None = None,
        y: float | None = None,
        empty: bool = False,
    ) -> Block | None:
        """Appends a block of `text`; None when there is nothing in it and it may not be `empty`."""
        string, runs, opaque = text.finish()
        if not string and not empty:
            return None
        if "{" in string or "://" in string or ":::" in string:
            opaque = masked(string, opaque)
        block = Block(
            len(self.blocks),
            kind,
            string,
            runs,
            opaque=opaque,
            section=self.section,
            slide=self.slide,
            figure=self.figure,
            cell=self.cell,
            item=self.items[-1] if self.items else None,
            group=group,
            x=x,
            y=y,
            quoted=self.quotes > 0,
        )
        self.blocks.append(block)
        if self.figure is not None:
            self.figures[self.figure].append(block.index)
        return block

    def add_heading(self, text: Text, level: int) -> Block | None:
        """Appends a heading and opens its section."""
        title, _, _ = text.finish()
        parent = self.section
        while self.sections[parent].level >= level and self.sections[parent].parent is not None:
            parent = self.sections[parent].parent or 0
        self.section = len(self.sections)
        self.sections.append(Section(self.section, level, title, section_number(title), parent))
        self.neighbour = None
        return self.add("heading", text)

    def add_paragraph(self, text: Text) -> Block | None:
        """Appends a paragraph, or the list item, cell or caption that it is."""
        neighbour, self.neighbour = self.neighbour, None
        if self.cell is not None:
            return self.add_cell(text)
        block = self.add("item" if self.items else "paragraph", text)
        if block is None:
            self.neighbour = neighbour
        elif not self.items and self.figure is None:
            self._take_caption(block, neighbour)
        return block

    def _take_caption(self, block: Block, neighbour: Grid | Block | int | None) -> None:
        kind = caption_kind(block.text)
        if kind is None or (kind == "pandoc" and not isinstance(neighbour, Grid)):
            return
        block.kind = "caption"
        if kind == "figure":
            if isinstance(neighbour, int):
                block.figure = neighbour
                self.figures[neighbour].append(block.index)
            else:
                self.neighbour = block
        elif isinstance(neighbour, Grid) and neighbour.caption is None:
            neighbour.caption = block.index
        else:
            self.neighbour = block

    def add_cell(self, text: Text) -> Block | None:
        """Appends a block of the current cell; the first of them stands in the table's grid."""
        assert self.cell is not None
        cells = self.grids[self.cell.table].cells
        place = (self.cell.row, self.cell.column)
        block = self.add("cell", text, empty=place not in cells)
        if block is not None:
            cells.setdefault(place, block.index)
        return block

    def open_table(self) -> Grid:
        """Starts a table; a caption that stands directly before it becomes its own."""
        grid = Grid(len(self.grids), self.section)
        neighbour = self.neighbour
        if isinstance(neighbour, Block) and not neighbour.text.lower().startswith("fig"):
            grid.caption = neighbour.index
        self.neighbour = None
        self.grids.append(grid)
        return grid

    def open_figure(self) -> int:
        """Starts a figure; a caption that stands directly before it becomes its own."""
        figure = len(self.figures)
        self.figures.append([])
        neighbour = self.neighbour
        if isinstance(neighbour, Block) and neighbour.text.lower().startswith("fig"):
            neighbour.figure = figure
            self.figures[figure].append(neighbour.index)
        self.neighbour = figure
        return figure

    def add_image(self, alt: Text, title: Text | None = None) -> None:
        """Appends the alt text (and title) of a picture as a figure of its own, or of the open one."""
        outer = self.figure
        if outer is None:
            self.figure = self.open_figure()
        self.add("alt", alt)
        if title is not None:
            self.add("title", title)
        self.neighbour = self.figure
        self.figure = outer

    def add_comment(self, content: Content, start: int, end: int, inner_start: int, inner_end: int) -> None:
        """Keeps a comment; in a deck it is a presenter note as well, unless it is a directive."""
        source_start, source_end = content.source(start, end)
        inner = content.text[inner_start:inner_end]
        self.comments.append(Comment(source_start, source_end, inner))
        if self.takes_notes and not is_directive(inner):
            note = Text()
            note.copy(content, inner_start, inner_end)
            cell, self.cell = self.cell, None
            self.add("note", note)
            self.cell = cell

    def problem(self, offset: int, message: str) -> None:
        self.problems.append(Problem(offset, message))

    def document(self, slides: int = 0) -> Document:
        """The document as read."""
        return Document(
            self.path,
            self.text,
            self.format,
            tuple(self.blocks),
            sections=tuple(self.sections),
            tables=tuple([grid.freeze() for grid in self.grids]),
            figures=tuple(
                [
                    Figure(index, tuple(blocks), index not in self.unreadable)
                    for index, blocks in enumerate(self.figures)
                ]
            ),
            comments=tuple(self.comments),
            problems=tuple(self.problems),
            history=history(self.comments, len(self.text)),
            slides=slides,
            starts=self.starts,
        )


def empty_text(content: Content, at: int) -> Text:
    """A text without characters that keeps its place in the source."""
    text = Text()
    text.put("", content, at, at)
    return text
