"""A `<table>` while it is read: rows, spans and header rows."""

from __future__ import annotations

from claimlint.document.builder import Builder, Grid
from claimlint.document.markup import Event, value
from claimlint.document.structure import Cell
from claimlint.document.textmap import Text

_COLUMNS = 1000
_SPREAD = 200_000


class TableState:
    """Puts cells into a grid; a cell that spans rows or columns stands at each place it covers."""

    __slots__ = (
        "all_headers",
        "builder",
        "column",
        "first_block",
        "grid",
        "in_head",
        "pending",
        "row",
        "span",
    )

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.grid: Grid = builder.open_table()
        self.row = -1
        self.column = 0
        self.span = (1, 1)
        self.in_head = False
        self.all_headers = True
        self.first_block = 0
        self.pending: dict[int, tuple[int, int]] = {}

    def open_row(self, in_head: bool) -> None:
        """Starts a row; cells of rows above that reach down into it are put there."""
        self.row += 1
        self.column = 0
        self.in_head = in_head
        self.all_headers = True
        self.first_block = len(self.builder.blocks)
        if not self._may_spread(len(self.pending)):
            self.pending.clear()
        for column, (left, block) in list(self.pending.items()):
            self._put(column, block)
            if left > 1:
                self.pending[column] = (left - 1, block)
            else:
                del self.pending[column]

    def _put(self, column: int, block: int) -> None:
        self.grid.cells[self.row, column] = block
        self.grid.rows = max(self.grid.rows, self.row + 1)

    def _may_spread(self, places: int) -> bool:
        """Whether cells of this page may cover so many further places: a few bytes name a million."""
        self.builder.spread += places
        return self.builder.spread <= _SPREAD

    def open_cell(self, source: str, event: Event) -> None:
        """Starts the cell of a `<td>` or `<th>` tag; the builder's blocks are its own from now on."""
        if self.row < 0:
            self.open_row(False)
        while (self.row, self.column) in self.grid.cells:
            self.column += 1
        self.all_headers = self.all_headers and event.name == "th"
        self.span = _span(value(source, event, "rowspan")), _span(value(source, event, "colspan"))
        self.builder.cell = Cell(self.grid.index, self.row, self.column, False)

    def close_cell(self, empty: Text) -> None:
        """Ends the cell; without any text it becomes an `empty` block."""
        place = (self.row, self.column)
        if place not in self.grid.cells:
            self.builder.add_cell(empty)
        block = self.grid.cells[place]
        rows, columns = self.span
        if columns > 1 and not self._may_spread(columns):
            columns = 1
        for column in range(self.column, self.column + columns):
            self._put(column, block)
            if rows > 1:
                self.pending[column] = (rows - 1, block)
        self.column += columns

    def close_row(self) -> None:
        """Ends a row, and decides whether it is one of the header rows at the top."""
        grid = self.grid
        is_header = self.in_head or (self.all_headers and self.column > 0)
        if is_header and grid.headers == self.row:
            grid.headers = self.row + 1
            grid.rows = max(grid.rows, grid.headers)
            for block in self.builder.blocks[self.first_block :]:
                if block.cell is not None and block.cell.table == grid.index:
                    block.cell = block.cell._replace(header=True)

    def close(self) -> Grid:
        return self.grid


def _span(written: str | None) -> int:
    if written is None or not (written.isascii() and written.strip().isdigit()) or len(written) > 9:
        return 1
    return min(max(int(written), 1), _COLUMNS)
