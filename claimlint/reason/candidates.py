"""The ways in which a line of a table may be computed from others, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from claimlint.claim.units import Dims
from claimlint.reason import headers
from claimlint.reason.binary import binary_share
from claimlint.reason.cells import header_total
from claimlint.reason.formulas import (
    DIFFERENCE,
    DROP,
    GAIN,
    INVERSE,
    LOSS,
    PRODUCT,
    RATIO,
    RISE,
    SAME,
    SUM,
    Formula,
)
from claimlint.reason.grid import Cell, Grid, Line, Product, Sum, scaled
from claimlint.records import NamedTuple

Cells = list[Cell | None]

NAMED, LIKELY, HINTED = 3, 2, 1

_RATIOS = (RATIO, INVERSE)
_CHANGES = (RISE, DROP)
_MOST_BASES = 4
_MOST_FACTORS = 6
_BYTES: Dims = (("byte", 1),)
_BANDWIDTH: Dims = (("byte", 1), ("s", -1))


class Candidate(NamedTuple):
    """A formula of two inputs a row for the target, and how plainly the headers say so.

    `stated` is NAMED where the headers name it, LIKELY where they leave little else, HINTED where
    they agree with it, and 0 where the rows alone must bear it out.
    """

    formula: Formula
    form: str
    one: Cells
    other: Cells
    target: Cells
    stated: int


def of_ratio(grid: Grid, target: Line, lines: list[Line]) -> Iterator[Candidate]:
    """How a line of multiples or percentages may come from the others."""
    others = [line for line in lines if line is not target]
    yield from _pairs(target, others)
    yield from _baseline(grid, target, others)
    if target.kind == "percent":
        yield from _shares(grid, target, others)
        counts = [line for line in others if line.kind in ("number", "quantity")]
        parted = headers.part_whole(target, counts) if headers.SHARE.intersection(target.words) else None
        if parted and _alike(*parted):
            yield Candidate(RATIO, "proportion", parted[0].cells, parted[1].cells, target.cells, NAMED)


def _pairs(target: Line, others: list[Line]) -> Iterator[Candidate]:
    """Two lines of one type."""
    words = set(target.words)
    for at, one in enumerate(others):
        alike = [line for line in others if _alike(line, one)]
        ordered = headers.before_after(alike)
        for other in others[at + 1 :]:
            if not _alike(one, other):
                continue
            a, b, stated, alone = one, other, 0, int(len(alike) == 2)
            if ordered and {one.index, other.index} == {ordered[0].index, ordered[1].index}:
                (a, b), stated = ordered, NAMED
            elif alone:
                stated = LIKELY
            ratio = stated if _says_ratio(target, words) else alone
            change = stated if words & headers.CHANGE and _counted_alike(one, other) else alone
            if target.kind in ("multiple", "number"):
                for formula in _RATIOS:
                    yield Candidate(formula, "proportion", a.cells, b.cells, target.cells, ratio)
                continue
            if not (one.kind == "percent" and words & headers.CHANGE):
                share = stated if words & headers.SHARE and not words & headers.CHANGE else alone
                for formula in (*_RATIOS, LOSS, DROP):
                    kind = "proportion" if formula in _RATIOS else "change"
                    yield Candidate(formula, kind, a.cells, b.cells, target.cells, min(share, LIKELY))
            for formula in _CHANGES:
                yield Candidate(formula, "change", a.cells, b.cells, target.cells, change)
            if not ordered or words & headers.IMPROVES:
                yield Candidate(GAIN, "change", a.cells, b.cells, target.cells, change)
            if not ordered:
                yield Candidate(LOSS, "change", a.cells, b.cells, target.cells, alone)
            if one.kind == "percent":
                for x, y in ((a, b), (b, a)):
                    points = change if not words & {"relative", "rel"} else 0
                    yield Candidate(DIFFERENCE, "change", x.cells, y.cells, target.cells, points)


def _says_ratio(target: Line, words: set[str]) -> bool:
    return target.kind == "multiple" or bool(words & headers.RATIO)


def _baseline(grid: Grid, target: Line, others: list[Line]) -> Iterator[Candidate]:
    """One line, against its value in the row that the target calls the base."""
    words = set(target.words)
    said = words & headers.CHANGE or words & headers.RATIO or target.kind == "multiple"
    sources = [line for line in others if line.kind in ("quantity", "number", "percent")]
    measured = [line for line in sources if line.kind == "quantity"] or sources
    shared = [line for line in measured if set(line.words) & words]
    unique = measured[0] if len(measured) == 1 else shared[0] if len(shared) == 1 else None
    for bases in _bases(grid, target, bool(said)):
        named = any(headers.names(target.header, grid.labels[base]) for base in set(bases.rows))
        for source in sources:
            stated = (NAMED if named else LIKELY) if said and source is unique else HINTED if said else 0
            yield from _against(target, source, bases, stated if bases.stated else min(stated, HINTED))


class _Bases(NamedTuple):
    """For each row the one it is compared with; whether the target says so; its value there."""

    rows: tuple[int, ...]
    stated: bool
    value: Fraction | None


def _against(target: Line, source: Line, bases: _Bases, stated: int) -> Iterator[Candidate]:
    one: Cells = [source.cells[base] for base in bases.rows]
    cells = target.cells
    if bases.stated:
        cells = [
            None if base == at else cell
            for at, (base, cell) in enumerate(zip(bases.rows, cells, strict=True))
        ]
    percent = target.kind == "percent"
    if not percent or bases.value != 0:
        for formula in _RATIOS:
            level = stated if not percent or bases.value == 1 else 0
            yield Candidate(formula, "proportion", one, source.cells, cells, level)
    if percent and bases.value in (0, None):
        improves = headers.IMPROVES.intersection(target.words)
        for formula in (*_CHANGES, GAIN) if improves or stated < LIKELY else _CHANGES:
            yield Candidate(formula, "change", one, source.cells, cells, stated)
        if source.kind == "percent":
            yield Candidate(DIFFERENCE, "change", source.cells, one, cells, stated)
            yield Candidate(DIFFERENCE, "change", one, source.cells, cells, stated)


def _bases(grid: Grid, target: Line, said: bool) -> Iterator[_Bases]:
    """The rows that may be the base: where the target says 1×, 0 % or 100 %, or which its header names.

    Several such rows may each be the base of those that follow, or one of them of all.  Where there
    is none, any row may be: its own value is then the one at fault.
    """
    size = len(target.cells)
    neutral = (1,) if target.kind != "percent" else (0, 1)
    stated = [at for at, cell in enumerate(target.cells) if cell is not None and cell.value in neutral]
    gaps = [
        at
        for at, cell in enumerate(target.cells)
        if cell is None and target.gaps[at] and not grid.roles[at] and grid.labels[at]
    ]
    named = [at for at, label in enumerate(grid.labels) if headers.names(target.header, label)]
    found = named if len(named) == 1 else stated or (gaps if len(gaps) == 1 else [])
    values = [cell.value if (cell := target.cells[at]) else None for at in found]
    if len(found) * 2 <= size and len(found) > 1:
        rows, last = [], found[0]
        for at in range(size):
            last = at if at in found else last
            rows.append(last)
        yield _Bases(tuple(rows), True, values[0])
    for at, value in list(zip(found, values, strict=True))[:_MOST_BASES]:
        yield _Bases((at,) * size, True, value)
    if not found and said and target.kind == "multiple" and 4 <= size <= 12:
        for at in range(size):
            yield _Bases((at,) * size, False, None)


def _shares(grid: Grid, target: Line, others: list[Line]) -> Iterator[Candidate]:
    """One line, against its total: from the header, the total row, or the sum of the line."""
    total = header_total(target.head) if target.head is not None else None
    words = set(target.words)
    additive = [line for line in others if line.kind in ("quantity", "number")]
    alone = len(additive) == 1
    size = len(target.cells)
    for source in additive:
        if total is not None:
            whole: Cells = [Cell(total, total.step)] * size
            yield Candidate(
                RATIO, "proportion", source.cells, whole, target.cells, NAMED if alone else LIKELY
            )
        rows = [at for at, name in enumerate(grid.roles) if name == "total" and source.cells[at] is not None]
        if len(rows) == 1:
            whole = [source.cells[rows[0]]] * size
            stated = LIKELY if alone and words & headers.SHARE else 0
            yield Candidate(RATIO, "proportion", source.cells, whole, target.cells, stated)
        elif total is None:
            parts = [cell for cell, name in zip(source.cells, grid.roles, strict=True) if cell and not name]
            if len(parts) > 1 and not words & headers.CHANGE:
                whole = [Sum(parts)] * size
                yield Candidate(RATIO, "proportion", source.cells, whole, target.cells, HINTED)


def of_amount(target: Line, lines: list[Line]) -> Iterator[Candidate]:
    """How a line of amounts may come from two others that stand before it."""
    before = [line for line in lines if line.index < target.index and line.kind in ("quantity", "number")]
    words = set(target.words)
    for at, one in enumerate(before):
        if target.kind == "quantity" and _alike(one, target) and _units(one) != _units(target):
            for a, c in _prefixes(one, target):
                yield Candidate(SAME, "conversion", a, a, c, HINTED)
        for other in before[at + 1 :]:
            if _alike(one, target) and _alike(other, target):
                ordered = headers.before_after([one, other])
                stated = 0
                if words & headers.CHANGE and (ordered or headers.says_when(one) or headers.says_when(other)):
                    stated = NAMED if ordered else LIKELY
                yield Candidate(SUM, "total", one.cells, other.cells, target.cells, 0)
                yield Candidate(DIFFERENCE, "change", one.cells, other.cells, target.cells, stated)
                yield Candidate(DIFFERENCE, "change", other.cells, one.cells, target.cells, stated)
    rates = [
        found
        for at, one in enumerate(before)
        for other in before[at + 1 :]
        for found in _rates(target, one, other)
    ]
    whole = [rate for rate in rates if _full(target, *rate)]
    if len(whole) == 1:
        rates.sort(key=lambda rate: rate is not whole[0])
    for formula, one, other in rates:
        if len(whole) == 1 and len(rates) > 1:
            stated = HINTED if (formula, one, other) == whole[0] else 0
            for a, b, c in _prefixes(one, other, target):
                yield Candidate(formula, "rate", a, b, c, stated)
            continue
        stated = HINTED if len(rates) == 1 or (formula is PRODUCT and words & headers.AMOUNT) else 0
        for a, b, c in _prefixes(one, other, target):
            yield Candidate(formula, "rate", a, b, c, stated)
    yield from _of_three(target, before)


def _full(target: Line, formula: Formula, one: Line, other: Line) -> bool:
    """Whether the units match to the last word: parameters × bytes per parameter = bytes."""
    if target.unit is None or one.unit is None or other.unit is None:
        return False
    sign = 1 if formula is PRODUCT else -1
    return _combined(one.unit.dims, other.unit.dims, sign) == target.unit.dims


def _of_three(target: Line, before: list[Line]) -> Iterator[Candidate]:
    """Products of three lines, or of two and the eight bytes that one transfer moves."""
    if not target.dims or len(before) < 2 or target.unit is None:
        return
    near = before[-_MOST_FACTORS:]
    for count in near:
        if count.kind != "number" or (count.unit is not None and "/" in count.unit.symbol):
            continue
        rest = [line for line in near if line is not count]
        for at, one in enumerate(rest):
            if target.dims == _BANDWIDTH and _combined(one.dims, _BYTES, 1) == _BANDWIDTH:
                yield _product(target, count, [one], 8)
            for other in rest[at + 1 :]:
                if (one.dims or other.dims) and _combined(one.dims, other.dims, 1) == target.dims:
                    yield _product(target, count, [one, other], 1)


def _product(target: Line, count: Line, lines: list[Line], factor: int) -> Candidate:
    cells: Cells = []
    for parts in zip(*(line.cells for line in lines), strict=True):
        known = [cell for cell in parts if cell is not None]
        cells.append(Product(known, factor) if len(known) == len(parts) else None)
    return Candidate(PRODUCT, "rate", count.cells, cells, target.cells, HINTED)


def _prefixes(*lines: Line) -> Iterator[list[Cells]]:
    """The cells of the lines as written, and with GB read as GiB in any of them."""
    readings = []
    for line in lines:
        share = binary_share(line.unit) if line.unit is not None else 1
        binary: Cells = [scaled(cell, share) if cell else None for cell in line.cells] if share != 1 else []
        readings.append([line.cells, binary] if binary else [line.cells])
    yield from map(list, product(*readings))


def _rates(target: Line, one: Line, other: Line) -> Iterator[tuple[Formula, Line, Line]]:
    """The products and quotients of two lines that have the dimension of the target."""
    if not (target.dims or one.dims or other.dims):
        return
    for formula, a, b, sign in ((RATIO, one, other, -1), (RATIO, other, one, -1), (PRODUCT, one, other, 1)):
        if (a.dims or b.dims) and _combined(a.dims, b.dims, sign) == target.dims:
            yield formula, a, b


def _alike(one: Line, other: Line) -> bool:
    return (
        one.kind == other.kind and one.dims == other.dims and one.kind not in ("multiple", "orders", "points")
    )


def _counted_alike(one: Line, other: Line) -> bool:
    """Whether two lines of numbers do not count different things, as requests and lines."""
    mine, theirs = ({c.claim.unit.dims for c in line.cells if c} for line in (one, other))
    return mine == theirs or () in mine | theirs


def _units(line: Line) -> set[str]:
    return {cell.claim.unit.symbol for cell in line.cells if cell}


def _combined(one: Dims, other: Dims, sign: int) -> Dims:
    powers = dict(one)
    for base, power in other:
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted((base, power) for base, power in powers.items() if power))
