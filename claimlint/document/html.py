"""Raw HTML inside Markdown: paragraphs, headings, lists, tables, figures and drawings.

The reader outlives one piece of HTML, because Markdown cuts HTML at blank lines: an open table
cell or list item goes on until its end tag.
"""

from __future__ import annotations

from itertools import islice

from claimlint.document.builder import Builder, empty_text
from claimlint.document.html_table import TableState
from claimlint.document.markup import Event, scan
from claimlint.document.structure import Cell
from claimlint.document.tags import BREAKS, InlineTags, attribute_text, write
from claimlint.document.textmap import Content, Text

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_CONTEXT = _HEADINGS.keys() | frozenset(
    {"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "figure", "figcaption"}
    | {"blockquote", "ul", "ol", "li", "dl", "dt", "dd", "pre"}
)
_DEPTH = 500


class _Frame:
    """An open element, and where the builder stood before it."""

    __slots__ = ("cell", "figure", "items", "name", "quotes", "tables")

    def __init__(self, name: str, builder: Builder) -> None:
        self.name = name
        self.items = len(builder.items)
        self.quotes = builder.quotes
        self.figure = builder.figure
        self.cell: Cell | None = builder.cell
        self.tables = len(builder.grids)


class Html:
    """Reads pieces of HTML into a builder."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.stack: list[_Frame] = []
        self.counts: dict[str, int] = {}
        self.tables: list[TableState] = []
        self.floor = (0, 0)
        self.text = Text()
        self.tags: InlineTags | None = None
        self.images: list[tuple[Text, Text | None]] = []
        self.content = Content("", ())

    def enter(self) -> tuple[int, int]:
        """Begins a list item or block quote of Markdown, in which no element around it ends.

        Returns what `leave` takes.
        """
        floor, self.floor = self.floor, (len(self.stack), len(self.tables))
        return floor

    def leave(self, floor: tuple[int, int]) -> None:
        """Ends it, and all elements that are open inside it."""
        while len(self.stack) > self.floor[0]:
            self.close(self.stack[self.floor[0]].name)
        self.floor = floor

    def _table(self) -> TableState | None:
        return self.tables[-1] if len(self.tables) > self.floor[1] else None

    def _is_open(self, name: str) -> bool:
        return self.counts.get(name, 0) > 0 and (
            not self.floor[0] or any(frame.name == name for frame in self.stack[self.floor[0] :])
        )

    def feed(self, content: Content, start: int = 0) -> int | None:
        """Reads a piece from `start` on; where in it a `<svg>` begins that has no end in it, or None."""
        self.content = content
        self.tags = InlineTags(content)
        source = content.text
        at = start
        while at < len(source):
            for event in scan(source, at, xml=False):
                at = event.end
                if event.kind == "start" and event.name == "svg":
                    from claimlint.document.svg import read_region, region_end

                    end = region_end(source, event.start, len(source))
                    self.flush()
                    if end < 0:
                        return event.start
                    read_region(self.builder, content, event.start, end)
                    at = end
                    break
                self._take(event)
            else:
                break
        self.flush()
        return None

    def _take(self, event: Event) -> None:
        if event.kind == "text":
            write(self.text, self.content, event.start, event.end)
        elif event.kind == "start":
            self._start(event)
        elif event.kind == "end":
            self._end(event)
        elif event.kind == "comment":
            self.builder.add_comment(self.content, event.start, event.end, *event.inner)

    def _start(self, event: Event) -> None:
        name = event.name
        if name == "img":
            alt = attribute_text(self.content, event, "alt")
            if alt is not None:
                self.images.append((alt, attribute_text(self.content, event, "title")))
        elif name in BREAKS:
            self._break(event)
        elif name not in _CONTEXT:
            assert self.tags is not None
            self.tags.take(event, self.text)
        elif event.closed:
            return
        else:
            self._imply_ends(name)
            self.flush()
            self._open(name, event)

    def _imply_ends(self, name: str) -> None:
        if name == "li":
            self._close_within("li", ("ul", "ol"))
        elif name in ("dt", "dd"):
            self._close_within("dt", ("dl",))
            self._close_within("dd", ("dl",))
        elif name in ("td", "th", "tr", "thead", "tbody", "tfoot"):
            self._close_within("td", ("table",))
            self._close_within("th", ("table",))
            if name not in ("td", "th"):
                self._close_within("tr", ("table",))

    def _close_within(self, name: str, limits: tuple[str, ...]) -> None:
        if not self._is_open(name):
            return
        for frame in islice(reversed(self.stack), len(self.stack) - self.floor[0]):
            if frame.name == name:
                self.close(name)
                return
            if frame.name in limits:
                return

    def _open(self, name: str, event: Event) -> None:
        if len(self.stack) >= _DEPTH:
            return
        builder = self.builder
        self.stack.append(_Frame(name, builder))
        self.counts[name] = self.counts.get(name, 0) + 1
        if name in ("li", "dt", "dd"):
            builder.item_count += 1
            builder.items.append(builder.item_count)
        elif name == "blockquote":
            builder.quotes += 1
        elif name == "figure":
            builder.figure = builder.open_figure()
        elif name == "table":
            self.tables.append(TableState(builder))
            builder.cell = None
        elif name == "tr" and (table := self._table()) is not None:
            table.open_row(self.counts.get("thead", 0) > 0)
        elif name in ("td", "th") and (table := self._table()) is not None:
            table.open_cell(self.content.text, event)

    def _end(self, event: Event) -> None:
        name = event.name
        if name in BREAKS:
            self._break(event)
        elif name not in _CONTEXT:
            assert self.tags is not None
            self.tags.take(event, self.text)
        elif self._is_open(name):
            self.close(name, event.start)

    def close(self, name: str, at: int = 0) -> None:
        """Closes the innermost open `name` and all that is open inside it."""
        while len(self.stack) > self.floor[0]:
            self.flush()
            frame = self.stack.pop()
            self.counts[frame.name] -= 1
            self._leave(frame, at)
            if frame.name == name:
                return

    def close_all(self) -> None:
        """Closes what is open: a Markdown heading ends what HTML forgot to."""
        while self.stack:
            self.close(self.stack[0].name)

    def _leave(self, frame: _Frame, at: int) -> None:
        builder = self.builder
        table = self._table()
        if table is not None and frame.name in ("td", "th"):
            table.close_cell(empty_text(self.content, at))
        elif table is not None and frame.name == "tr":
            table.close_row()
        elif frame.name == "table":
            builder.neighbour = self.tables.pop().close()
        elif frame.name == "figure":
            self._caption_tables(frame)
            builder.neighbour = builder.figure
        del builder.items[frame.items :]
        builder.quotes = frame.quotes
        builder.figure = frame.figure
        builder.cell = frame.cell

    def _caption_tables(self, frame: _Frame) -> None:
        """The caption of a figure is that of the table in it."""
        builder = self.builder
        if builder.figure is None:
            return
        for index in builder.figures[builder.figure]:
            if builder.blocks[index].kind == "caption":
                for grid in builder.grids[frame.tables :]:
                    grid.caption = index if grid.caption is None else grid.caption
                return

    def _break(self, event: Event) -> None:
        """Ends a paragraph; in a table cell, a line."""
        if self.builder.cell is None:
            self.flush()
        elif self.text.length:
            self.text.put("\n", self.content, event.start, event.end)

    def flush(self) -> None:
        """Appends the text read so far as the block that the open elements make it."""
        text, self.text = self.text, Text()
        self.tags = InlineTags(self.content)
        if text.pieces:
            self._append(text)
        images, self.images = self.images, []
        for alt, title in images:
            self.builder.add_image(alt, title)

    def _append(self, text: Text) -> None:
        builder = self.builder
        name = self.stack[-1].name if self.stack else ""
        if name in _HEADINGS and text.finish()[0]:
            builder.add_heading(text, _HEADINGS[name])
        elif name == "pre":
            text.hide(0)
            builder.add("code", text)
        elif name == "dt":
            builder.add("term", text)
        elif name == "figcaption":
            builder.add("caption", text)
        elif name == "caption" and (table := self._table()) is not None:
            block = builder.add("caption", text)
            if block is not None:
                table.grid.caption = block.index
        else:
            builder.add_paragraph(text)
