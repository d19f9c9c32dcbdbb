"""What a document is once it has been read: text with its place in the source, and its structure.

Every position inside claimlint is a code-point offset into the decoded file, newlines kept.
`Document.position` turns one into the 1-based line and column that are reported.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from claimlint.records import NamedTuple

Places = tuple[list[int], list[int]]
"""Offsets at which something may stand that is looked for: outside code, and in code as well."""

_LINE_END = re.compile(r"\r\n?|\n")


class Run(NamedTuple):
    """A stretch of a block's text and the stretch of source it came from.

    Where both are equally long the mapping is one to one; otherwise (an entity, an escape) every
    character of the text stands for the whole stretch of source.
    """

    text_start: int
    text_end: int
    source_start: int
    source_end: int


class Section(NamedTuple):
    """A heading and what stands under it; index 0 is what comes before the first heading."""

    index: int  # type: ignore[assignment]
    level: int
    title: str
    number: str | None
    parent: int | None


class Cell(NamedTuple):
    """Where a block stands in a table: 0-based row and column, header rows included."""

    table: int
    row: int
    column: int
    header: bool


class Block:
    """A piece of text that is read on its own: a paragraph, a heading, a table cell, a label.

    `kind` is one of paragraph, heading, item, cell, caption, alt, title, desc, label, note, term,
    code.  `text` is what a reader sees: markup gone, entities decoded, line ends kept as newlines.
    `opaque` are the ranges of `text` in which no claim is read (inline code, template tags).
    `quoted` says that the text is another's or struck (a block quote, `<del>`): it is not checked.
    `item` numbers the list item (or term) that holds the block; `group` is the path of markup
    groups (`<g>`) that hold a label, outermost first; `x`, `y` its place in a drawing.
    """

    __slots__ = (
        "cell",
        "figure",
        "group",
        "index",
        "item",
        "kind",
        "opaque",
        "quoted",
        "runs",
        "section",
        "slide",
        "text",
        "x",
        "y",
    )

    def __init__(
        self,
        index: int,
        kind: str,
        text: str,
        runs: tuple[Run, ...],
        *,
        opaque: tuple[tuple[int, int], ...] = (),
        section: int = 0,
        slide: int | None = None,
        figure: int | None = None,
        cell: Cell | None = None,
        item: int | None = None,
        group: tuple[int, ...] = (),
        x: float | None = None,
        y: float | None = None,
        quoted: bool = False,
    ) -> None:
        self.index = index
        self.kind = kind
        self.text = text
        self.runs = runs
        self.opaque = opaque
        self.section = section
        self.slide = slide
        self.figure = figure
        self.cell = cell
        self.item = item
        self.group = group
        self.x = x
        self.y = y
        self.quoted = quoted

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The source offsets [start, end) of text[start:end]; `end` must be greater than `start`."""
        return self._map(start)[0], self._map(end - 1)[1]

    def _map(self, offset: int) -> tuple[int, int]:
        """The source range of the one character at `offset`."""
        at = max(bisect_right(self.runs, offset, key=lambda run: run.text_start) - 1, 0)
        run = self.runs[at]
        if run.text_end - run.text_start == run.source_end - run.source_start:
            first = run.source_start + min(offset, run.text_end - 1) - run.text_start
            return first, first + 1
        return run.source_start, run.source_end

    def __repr__(self) -> str:
        return f"Block({self.index}, {self.kind!r}, {self.text!r})"


class Table(NamedTuple):
    """A table: `rows[r][c]` is the index of the cell's block, or None where there is no cell.

    A row ends with its last cell.  A cell that spans rows or columns stands at each place it
    covers.  `headers` counts the header rows at the top.  `caption` is the index of the caption's block.
    """

    index: int  # type: ignore[assignment]
    rows: tuple[tuple[int | None, ...], ...]
    headers: int
    section: int
    caption: int | None = None


class Figure(NamedTuple):
    """A drawing or picture with what belongs to it: labels, caption, alt text, title, desc."""

    index: int  # type: ignore[assignment]
    blocks: tuple[int, ...]
    readable: bool = True


class Comment(NamedTuple):
    """A comment of the markup, as source offsets [start, end) and its inner text."""

    start: int
    end: int
    text: str


class Problem(NamedTuple):
    """Something in the file that could not be read: a source offset and what is wrong."""

    offset: int
    message: str


class Document:
    """A document as read; immutable.

    `format` is `markdown`, `svg` or `text`.  `slides` counts the slides of a deck, 0 for a page.
    `history` are source ranges [start, end) marked `<!-- claimlint: history -->` to
    `<!-- claimlint: end -->` (or to the end of the file).
    """

    __slots__ = (
        "_line_starts",
        "blocks",
        "comments",
        "figures",
        "format",
        "history",
        "path",
        "problems",
        "sections",
        "slides",
        "tables",
        "text",
    )

    def __init__(
        self,
        path: str,
        text: str,
        format: str,
        blocks: tuple[Block, ...],
        *,
        sections: tuple[Section, ...] = (Section(0, 0, "", None, None),),
        tables: tuple[Table, ...] = (),
        figures: tuple[Figure, ...] = (),
        comments: tuple[Comment, ...] = (),
        problems: tuple[Problem, ...] = (),
        history: tuple[tuple[int, int], ...] = (),
        slides: int = 0,
        starts: list[int] | None = None,
    ) -> None:
        self.path = path
        self.text = text
        self.format = format
        self.blocks = blocks
        self.sections = sections
        self.tables = tables
        self.figures = figures
        self.comments = comments
        self.problems = problems
        self.history = history
        self.slides = slides
        self._line_starts = starts

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and code-point column of a source offset.

        Lines end at LF, CR LF or a lone CR, as editors count them, and nowhere else.
        """
        if self._line_starts is None:
            self._line_starts = line_starts(self.text)
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def location(self, block: Block) -> str | None:
        """Where a person finds the block: `slide 3`, `table row "mid-range"`; None on a plain page."""
        parts = []
        if block.slide is not None:
            parts.append(f"slide {block.slide}")
        if block.cell is not None and not block.cell.header:
            first = self.tables[block.cell.table].rows[block.cell.row][0]
            label = self.blocks[first].text.strip() if first is not None else ""
            parts.append(f'table row "{label}"' if label else f"table row {block.cell.row + 1}")
        if block.kind in ("note", "alt", "caption", "desc"):
            parts.append(
                {"note": "notes", "alt": "alt text", "desc": "description"}.get(block.kind, block.kind)
            )
        return ", ".join(parts) or None

    def line_text(self, line: int) -> str:
        """The source text of a 1-based line, without its line end."""
        self.position(0)
        assert self._line_starts is not None
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def line_starts(text: str) -> list[int]:
    """The offset at which each line starts; lines end at LF, CR LF or a lone CR."""
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text))]
    starts = list(accumulate(map((1).__add__, map(len, text.split("\n"))), initial=0))
    starts.pop()
    return starts
