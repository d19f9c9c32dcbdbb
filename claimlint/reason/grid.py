"""A table as a grid of typed lines: its columns or, turned, its rows, with the role of each cross line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.header import header_unit
from claimlint.claim.unit_table import words
from claimlint.claim.units import Dims, Unit, is_counting, physical, symbol_unit
from claimlint.document.structure import Block, Document, Table
from claimlint.reason.cells import blank, number, place
from claimlint.reason.formulas import add

MOST_ROWS = 2000
MOST_COLUMNS = 40

_TOTAL = words("total totals sum altogether subtotal sub-total σ ∑")
_KINDS_OF_TOTAL = words("grand overall sub in")
_MAY_TOTAL = words("total totals subtotal subtotals sum")
_MAY_TOTAL_FIRST = words("all combined everything together aggregate")
_MEAN = words(
    "mean average avg geomean geo median min minimum max maximum std dev stdev overall weighted harmonic"
)
_COUNTS = words(
    "count counts number total n num passed failed skipped files tests cases errors issues users hits"
)
_WORDS = re.compile(r"[^\W_]+")


class Cell:
    """One number of a table: its claim, the interval it can mean (base units), and its value there."""

    __slots__ = ("claim", "real", "slack", "span", "text", "value")

    def __init__(self, claim: Claim, text: str, step: Fraction) -> None:
        assert claim.value is not None
        half = Fraction(0) if claim.exact else step / 2
        factor = claim.unit.factor
        if claim.op == "~":
            half = max(half, abs(claim.value) / 5)
        self.claim = claim
        self.text = text
        self.value = claim.value * factor
        # Only a sieve that spares exact arithmetic where a relation is far from holding.
        self.real = _rough(self.value)
        self.slack = _rough(half * factor)
        self.span = Interval((claim.value - half) * factor, (claim.value + half) * factor)

    def __repr__(self) -> str:
        return f"Cell({self.claim.text!r})"


class Sum(Cell):
    """The sum of cells, which is written nowhere; its claim is the first of them."""

    __slots__ = ()

    def __init__(self, parts: list[Cell]) -> None:
        self.claim = parts[0].claim
        self.text = "the sum"
        self.value = sum((part.value for part in parts), Fraction(0))
        self.real = _rough(self.value)
        self.slack = sum(part.slack for part in parts)
        self.span = add(part.span for part in parts)


def scaled(cell: Cell, factor: Fraction | int) -> Cell:
    """The cell as if its unit were larger by a factor."""
    copy = Cell.__new__(Cell)
    copy.claim, copy.text = cell.claim, cell.text
    copy.value, copy.real, copy.slack = (
        cell.value * factor,
        cell.real * float(factor),
        cell.slack * float(factor),
    )
    copy.span = Interval(
        None if cell.span.low is None else cell.span.low * factor,
        None if cell.span.high is None else cell.span.high * factor,
    )
    return copy


def _rough(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf")


class Line:
    """A column (or, in a turned grid, a row) with its header.

    `kind` is `quantity` (a physical dimension or money), `number` (bare or a count), `multiple`,
    `percent`, `points`, or None where the cells differ or are no numbers.  `dims` is the physical
    dimension.  `cells` has None where there is no single plain number; `gaps` tells those of them
    that say there is no value from those that say something else.  `head` is the header's block.
    """

    __slots__ = ("cells", "dims", "gaps", "head", "header", "index", "kind", "unit", "words")

    def __init__(
        self, index: int, header: str, head: Block | None, cells: list[Cell | None], gaps: list[bool]
    ) -> None:
        self.index = index
        self.header = header
        self.head = head
        self.words = tuple(word.lower() for word in _WORDS.findall(header))
        self.cells = cells
        self.gaps = gaps
        self.kind: str | None = None
        self.dims: Dims = ()
        self.unit: Unit | None = None
        self._type()

    def _type(self) -> None:
        kinds = {(_kind(cell.claim), physical(cell.claim.unit.dims)) for cell in self.cells if cell}
        if len(kinds) == 1:
            self.kind, self.dims = kinds.pop()
            self.unit = next(cell.claim.unit for cell in self.cells if cell)

    @property
    def counts(self) -> bool:
        """Whether the line holds counts: whole numbers of a counting unit."""
        return self.kind == "number" and all(
            cell.value.denominator == 1 and cell.claim.unit.dims != () for cell in self.cells if cell
        )

    def __repr__(self) -> str:
        return f"Line({self.index}, {self.header!r}, {self.kind})"


class Grid:
    """A table's lines and, for each place along them, its label and role.

    `roles` are `total`, `total?` (a label that may mean one), `mean` or empty.
    """

    __slots__ = ("labels", "lines", "roles", "table", "turned")

    def __init__(
        self, table: Table, lines: list[Line], labels: list[str], roles: list[str], turned: bool
    ) -> None:
        self.table = table
        self.lines = lines
        self.labels = labels
        self.roles = roles
        self.turned = turned

    @property
    def numeric(self) -> list[Line]:
        """The lines of one kind of number."""
        return [line for line in self.lines if line.kind is not None]


def role(label: str) -> str:
    """What a label says of its line: `total`, `total?`, `mean` or nothing."""
    plain = label.strip(" *_:.()").lower()
    if not plain or len(plain) > 60:
        return ""
    first, _, rest = plain.replace("-", " ").partition(" ")
    if plain in _TOTAL or (first in _KINDS_OF_TOTAL and rest in _TOTAL):
        return "total"
    named = set(_WORDS.findall(plain))
    if named & _MEAN:
        return "mean"
    return "total?" if named & _MAY_TOTAL or first in _MAY_TOTAL_FIRST else ""


def _kind(claim: Claim) -> str:
    if claim.kind == "percent":
        return "percent" if claim.unit.symbol == "%" else "points"
    if claim.kind in ("multiple", "orders"):
        return claim.kind
    return "quantity" if physical(claim.unit.dims) else "number"


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
        self.body = table.rows[self.top : self.top + MOST_ROWS]
        self.width = min(max(map(len, table.rows), default=0), MOST_COLUMNS)

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
            row_unit = _unit(label)
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
        steps: dict[int, list[Fraction | None]] = {}
        for column in range(self.width):
            mine = [row[column] for row in claims]
            steps[column] = _steps(mine)
            counts = not _COUNTS.isdisjoint(_WORDS.findall(heads[column][0].lower()))
            cells = [
                Cell(claim, self._text(row, column), _none_of(claim, step) if counts else step)
                if claim is not None and step is not None
                else None
                for claim, step, row in zip(mine, steps[column], self.body, strict=True)
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
            for row in range(len(self.body) if len(self.body) <= MOST_COLUMNS else 0)
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
        if len(claims) == 1 and not claims[0].unit_written and unit is not None and unit != claims[0].unit:
            claims = []
        claim = number(block, claims, unit)
        if claim is None or claim.value is None or claim.op in ("<", "<=", ">", ">="):
            return None
        return claim


def _none_of(claim: Claim, step: Fraction) -> Fraction:
    """The step of a count: none, unless zeros at its end may be rounding."""
    plain = (
        claim.value is not None and claim.value.denominator == 1 and step <= 1 and _kind(claim) == "number"
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
            step = written if claim.step <= 10 * written and _kind(claim) == "number" else claim.step
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


def tables(document: Document) -> Iterator[Table]:
    """The tables with at least a header or label and a row."""
    for table in document.tables:
        if len(table.rows) > 1:
            yield table


def is_count(cell: Cell) -> bool:
    """Whether a cell counts things: a whole number of a counting unit."""
    dims = cell.claim.unit.dims
    return cell.value.denominator == 1 and bool(dims) and all(is_counting(base) for base, _ in dims)
