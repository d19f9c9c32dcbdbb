"""A table as a grid of typed lines: its columns or, turned, its rows, with the role of each cross line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_table import words
from claimlint.claim.units import Dims, Unit, is_counting, physical
from claimlint.document.structure import Block, Document, Table
from claimlint.reason.formulas import add, multiply
from claimlint.reason.rough import rough

_TOTAL = words("total totals sum altogether subtotal sub-total σ ∑")
_KINDS_OF_TOTAL = words("grand overall sub in")
_MAY_TOTAL = words("total totals subtotal subtotals sum")
_MAY_TOTAL_FIRST = words("all combined everything together aggregate")
_MEAN = words(
    "mean average avg geomean geo median min minimum max maximum std dev stdev overall weighted harmonic"
)
_LONGEST = 60
_MOST_WORDS = 8
WORDS = Lazy(r"[^\W_]+")


class Cell:
    """One number of a table: its claim, the interval it can mean (base units), and its value there."""

    __slots__ = ("claim", "real", "slack", "span", "value")

    def __init__(self, claim: Claim, step: Fraction) -> None:
        assert claim.value is not None
        half = Fraction(0) if claim.exact else step / 2
        factor = claim.unit.factor
        if claim.op == "~":
            half = max(half, abs(claim.value) / 5)
        self.claim = claim
        half *= factor
        self.value = claim.value * factor
        # Only a sieve that spares exact arithmetic where a relation is far from holding.
        self.real = rough(self.value)
        self.slack = rough(half)
        self.span = Interval(self.value - half, self.value + half)

    @property
    def text(self) -> str:
        """The text of the whole cell."""
        return self.claim.block.text

    def __repr__(self) -> str:
        return f"Cell({self.claim.text!r})"


class Sum(Cell):
    """The sum of cells, which is written nowhere; its claim is the first of them."""

    __slots__ = ()

    def __init__(self, parts: list[Cell]) -> None:
        self.claim = parts[0].claim
        self.value = sum((part.value for part in parts), Fraction(0))
        self.real = rough(self.value)
        self.slack = sum(part.slack for part in parts)
        self.span = add(part.span for part in parts)


class Product(Sum):
    """The product of cells and a constant, which is written nowhere; its claim is the first of them."""

    __slots__ = ("factor", "parts")

    def __init__(self, parts: list[Cell], factor: int = 1) -> None:
        self.parts = parts
        self.factor = factor
        self.claim = parts[0].claim
        self.value, span = Fraction(factor), Interval(Fraction(factor), Fraction(factor))
        for part in parts:
            self.value *= part.value
            span = multiply(span, part.span) or span
        self.span = span
        self.real = rough(self.value)
        assert span.low is not None
        assert span.high is not None
        self.slack = rough(span.high - span.low) / 2


def scaled(cell: Cell, factor: Fraction | int) -> Cell:
    """The cell as if its unit were larger by a factor."""
    copy = Cell.__new__(Cell)
    copy.claim = cell.claim
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
        spelled = tuple(word.lower() for word in WORDS.findall(header[: _LONGEST + 1]))
        # A row that begins with a sentence is not named by its words.
        self.words = spelled if len(header) <= _LONGEST and len(spelled) <= _MOST_WORDS else ()
        self.cells = cells
        self.gaps = gaps
        self.kind: str | None = None
        self.dims: Dims = ()
        self.unit: Unit | None = None
        self._type()

    def _type(self) -> None:
        kinds = {(kind_of(cell.claim), physical(cell.claim.unit.dims)) for cell in self.cells if cell}
        if len(kinds) == 1:
            self.kind, self.dims = kinds.pop()
            self.unit = next(cell.claim.unit for cell in self.cells if cell)

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
    named = set(WORDS.findall(plain))
    if named & _MEAN:
        return "mean"
    return "total?" if named & _MAY_TOTAL or first in _MAY_TOTAL_FIRST else ""


def kind_of(claim: Claim) -> str:
    """The kind of a line whose cells are like this claim."""
    if claim.kind == "percent":
        return "percent" if claim.unit.symbol == "%" else "points"
    if claim.kind in ("multiple", "orders"):
        return claim.kind
    return "quantity" if physical(claim.unit.dims) else "number"


def tables(document: Document) -> Iterator[Table]:
    """The tables with at least a header or label and a row."""
    for table in document.tables:
        if len(table.rows) > 1:
            yield table


def is_count(cell: Cell) -> bool:
    """Whether a cell counts things: a whole number of a counting unit."""
    dims = cell.claim.unit.dims
    return cell.value.denominator == 1 and bool(dims) and all(is_counting(base) for base, _ in dims)
