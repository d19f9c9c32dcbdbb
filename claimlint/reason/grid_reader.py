"""Reads a table into a grid: its labels, the unit and the precision of every number."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.header import header_unit
from claimlint.claim.unit_table import words
from claimlint.claim.units import Unit, physical, symbol_unit
from claimlint.document.structure import Block, Document, Table
from claimlint.reason.cells import blank, number, place
from claimlint.reason.grid import WORDS, Cell, Grid, Line, kind_of, role

_MOST_ROWS = 2000
_MOST_COLUMNS = 40
_COUNTS = words(
    "count counts number total n num passed failed skipped files tests cases errors issues users hits "
    "qty quantity pieces pcs of pass fail correct wrong seats items licenses licences wins attempts answered "
    "channels nodes sticks sockets replicas"
)


def grids(document: Document, table: Table, by_block: dict[int, list[Claim]]) -> tuple[Grid, Grid]:
    """The table by its columns, and by its rows."""
    return _Reader(document, table, by_block).read()


class _Reader:
    """Reads one table."""

    def __init__(self, document: Document, table: Table, by_block: dict[int, list[Claim]]) -> None:
        self.blocks = document.blocks
        self.table = table
        self.by_block = by_block
        self.top = table.headers
        self.body = table.rows[self.top : self.top + _MOST_ROWS]
        self.width = min(max(map(len, table.rows), default=0), _MOST_COLUMNS)

    def read(self) -> tuple[Grid, Grid]:
        heads = [self._head(column) for column in range(self.width)]
        units = [_unit(text) for text, _ in heads]
        claims: list[list[Claim | None]] = []
        first = self._label_columns()
        labels: list[str] = []
        label_blocks: list[Block | None] = []
        for row in self.body:
            parts = [self._block(row, column) for column in range(first)]
            label = " ".join(part.text.strip() for part in parts if part is not None)
            labels.append(label)
            label_blocks.append(parts[0] if parts else None)
            row_unit = _label_unit(label)
            claims.append(
                [
                    self._number(row, column, _stronger(units[column], row_unit))
                    if column >= first or not first
                    else None
                    for column in range(self.width)
                ]
            )
        if first == 0:
            labels = [self._text(row, 0) for row in self.body]
            label_blocks = [self._block(row, 0) for row in self.body]
        roles = [role(label) for label in labels]
        columns = []
        for column in range(self.width):
            mine = [row[column] for row in claims]
            counts = not _COUNTS.isdisjoint(WORDS.findall(heads[column][0].lower()))
            cells = [
                Cell(claim, _none_of(claim, step) if counts else step)
                if claim is not None and step is not None
                else None
                for claim, step in zip(mine, _steps(mine), strict=True)
            ]
            gaps = [blank(self._text(row, column)) for row in self.body]
            columns.append(Line(column, heads[column][0], heads[column][1], cells, gaps))
        upright = Grid(self.table, columns, labels, roles, False)
        return upright, self._turn(upright, heads, label_blocks)

    def _turn(
        self, upright: Grid, heads: list[tuple[str, Block | None]], label_blocks: list[Block | None]
    ) -> Grid:
        lines = [
            Line(
                row,
                upright.labels[row],
                label_blocks[row],
                [line.cells[row] for line in upright.lines],
                [line.gaps[row] for line in upright.lines],
            )
            for row in range(len(self.body) if len(self.body) <= _MOST_COLUMNS else 0)
        ]
        texts = [text for text, _ in heads]
        return Grid(self.table, lines, texts, [role(text) for text in texts], True)

    def _block(self, row: tuple[int | None, ...], column: int) -> Block | None:
        index = row[column] if column < len(row) else None
        return self.blocks[index] if index is not None else None

    def _text(self, row: tuple[int | None, ...], column: int) -> str:
        block = self._block(row, column)
        return block.text if block is not None else ""

    def _head(self, column: int) -> tuple[str, Block | None]:
        """The header text over a column, joined over the header rows, and its lowest block."""
        texts: list[str] = []
        last = None
        for row in self.table.rows[: self.top]:
            block = self._block(row, column)
            if block is not None and block is not last and block.text.strip():
                texts.append(" ".join(block.text.split()))
                last = block
        return " ".join(texts), last

    def _label_columns(self) -> int:
        """How many columns at the left hold words rather than numbers."""
        for column in range(min(self.width, 6)):
            filled = [text for row in self.body if (text := self._text(row, column).strip())]
            if not filled:
                continue
            words = sum(not any(ch.isdigit() for ch in text) or _is_name(text) for text in filled)
            if words * 2 < len(filled) or (not words and filled):
                return column
        return 0 if self.width < 2 else min(1, self.width)

    def _number(self, row: tuple[int | None, ...], column: int, unit: Unit | None) -> Claim | None:
        block = self._block(row, column)
        if block is None or not block.text:
            return None
        claims = self.by_block.get(block.index, [])
        if len(claims) == 1 and not claims[0].unit_written and unit != claims[0].unit:
            # A unit that was taken from a mere name beside or above the cell is none.
            claims = claims if unit is None and not physical(claims[0].unit.dims) else []
        claim = number(block, claims, unit)
        if claim is None or claim.value is None or claim.op in ("<", "<=", ">", ">="):
            return None
        return claim


def _none_of(claim: Claim, step: Fraction) -> Fraction:
    """The step of a count: none, unless zeros at its end may be rounding."""
    plain = (
        claim.value is not None and claim.value.denominator == 1 and step <= 1 and kind_of(claim) == "number"
    )
    return Fraction(0) if plain else step


def _stronger(column: Unit | None, row: Unit | None) -> Unit | None:
    """The unit that a cell has from its column or its row: `threads` over it says nothing in `Time (s)`."""
    if column is None:
        return row
    counting = bool(column.dims) and not physical(column.dims)
    return row if counting and row is not None and (physical(row.dims) or not row.dims) else column


def _unit(header: str) -> Unit | None:
    """The unit of the bare numbers under a header or beside a label; a percent sign in it is enough."""
    unit = header_unit(header) if header else None
    return symbol_unit("%") if unit is None and "%" in header and len(header) <= 80 else unit


def _label_unit(label: str) -> Unit | None:
    """The unit that a row's label sets apart: `Time (s)`; a label `b` or `m` is a name."""
    if len(label) > 40:
        return None
    unit = _unit(label)
    plain = unit is not None and unit.symbol in ("%", "×") and len(label) > 2
    return unit if plain or any(mark in label for mark in "([,") else None


def _is_name(text: str) -> bool:
    """Whether a cell with digits is words all the same: `v8.0`, `q7`, `3 auto`."""
    letters = sum(ch.isalpha() for ch in text)
    return text[0].isalpha() or letters > 2 * sum(ch.isdigit() for ch in text)


def _steps(claims: list[Claim | None]) -> list[Fraction | None]:
    """The step of each number: trailing zeros are meant where another number of the line has digits there.

    A single zero at the end of a count is a digit like any other.
    """
    places = [place(claim) if claim is not None else None for claim in claims]
    least: dict[str, Fraction] = {}
    for claim, written in zip(claims, places, strict=True):
        if claim is not None and written is not None:
            symbol = claim.unit.symbol
            step = written if claim.step <= 10 * written and kind_of(claim) == "number" else claim.step
            least[symbol] = min(least.get(symbol, step), step)
    found: list[Fraction | None] = []
    for claim, written in zip(claims, places, strict=True):
        if claim is None:
            found.append(None)
        elif written is None or written >= claim.step:
            found.append(claim.step)
        else:
            found.append(max(written, least[claim.unit.symbol]))
    return found
