"""Total rows and total columns, against what they are the total of."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Interval
from claimlint.claim.unit_table import words
from claimlint.claim.units import is_counting
from claimlint.reason.agree import meets
from claimlint.reason.context import Context
from claimlint.reason.fit import text
from claimlint.reason.formulas import add, negate, shown
from claimlint.reason.grid import Cell, Grid, Line, tables
from claimlint.reason.page import Relation
from claimlint.records import NamedTuple

_MOST_LINES = 24
_MOST_TOTALS = 12
# Lines with such a header are not added up: their total is something else.
_NOT_ADDED = words(
    "per rate ratio avg average mean median p50 p90 p95 p99 max maximum min minimum peak unique distinct "
    "version id rank score index year date port speed throughput bandwidth latency accuracy coverage"
)
_MANY_PARTS = 3
_WHOLE = Interval(Fraction(1), Fraction(1))
_SUBSET = ("of which", "incl", "thereof", "└", "├", "↳", "—", "–", "- ", "•", "→", "\xa0", "|")


class _Members(NamedTuple):
    """A choice of the places whose values make the total, and how many lines bear it out."""

    places: tuple[int, ...]
    holds: list[Line]
    fails: list[Line]


def relations(context: Context) -> Iterator[Relation]:
    """For each total that is one of the lines beside it, or should be, a relation."""
    for table in tables(context.document):
        for grid in context.grids(table):
            places = [at for at, role in enumerate(grid.roles) if role in ("total", "total?")]
            for at in places[:_MOST_TOTALS]:
                yield from _of(grid, at)
            if grid.turned and not places:
                yield from _unnamed(grid)


def _of(grid: Grid, at: int) -> Iterator[Relation]:
    lines = [line for line in grid.lines if line.cells[at] is not None and _added(grid, line)][:_MOST_LINES]
    if not lines:
        return
    choices = [_tried(places, lines, at) for places in _choices(grid, at)]
    choices = [choice for choice in choices if choice.holds or choice.fails]
    if not choices:
        return
    chosen = max(choices, key=lambda c: (len(c.holds) - len(c.fails), len(c.places)))
    if grid.turned and not _borne_out(grid, chosen, at):
        return
    for line in chosen.holds:
        yield _relation(line, at, chosen.places, True, True)
    for line in chosen.fails:
        if not _spoken(grid, chosen, line, at, choices):
            continue
        certain = len(chosen.holds) >= 2 or _below_a_part(line, at, chosen.places)
        yield _relation(line, at, chosen.places, False, certain)


def _unnamed(grid: Grid) -> Iterator[Relation]:
    """A last column that is the sum of all others in every row but one: nobody need call it a total."""
    lines = [line for line in grid.lines if _added(grid, line) and any(line.cells)][:_MOST_LINES]
    if len(lines) < _MANY_PARTS or len(lines) < sum(any(line.cells) for line in grid.lines):
        return
    filled = [at for at in range(len(grid.roles)) if all(line.cells[at] for line in lines)]
    if len(filled) <= _MANY_PARTS or any(grid.roles) or filled[-1] != len(grid.roles) - 1:
        return
    chosen = _tried(tuple(filled[:-1]), lines, filled[-1])
    varied = len({cell.value for line in chosen.holds if (cell := line.cells[filled[-1]])}) > 1
    if len(chosen.holds) >= 2 and len(chosen.fails) == 1 and varied:
        for line in (*chosen.holds, *chosen.fails):
            yield _relation(line, filled[-1], chosen.places, line in chosen.holds, len(chosen.holds) >= 3)


def _added(grid: Grid, line: Line) -> bool:
    """Whether a line's values can be added up: amounts, not rates, shares or prices for one."""
    if line.kind == "percent":
        return not grid.turned
    if line.kind not in ("quantity", "number") or _NOT_ADDED.intersection(line.words):
        return False
    return line.unit is not None and "/" not in line.unit.symbol and all(
        power > 0 or (base == "s" and ("J", 1) in line.dims) for base, power in line.dims
    )  # fmt: skip


def _choices(grid: Grid, at: int) -> Iterator[tuple[int, ...]]:
    """What a total may be the total of: the places before it, those after, all, or the totals before."""
    roles = grid.roles
    before = [place for place in range(at) if not roles[place]]
    since = max((place for place in range(at) if roles[place] in ("total", "total?")), default=-1)
    yield tuple(place for place in before if place > since)
    yield tuple(before)
    whole = [place for place in before if not grid.labels[place].lower().startswith(_SUBSET)]
    yield tuple(whole)
    totals = tuple(place for place in range(at) if roles[place] in ("total", "total?"))
    if len(totals) > 1:
        yield totals
    after = [place for place in range(at + 1, len(roles)) if not roles[place]]
    yield tuple(after)
    yield tuple(before + after)
    if grid.turned:
        for first in range(1, min(len(before), 6)):
            yield tuple(before[first:])
            yield tuple(after[:-first])


def _tried(places: tuple[int, ...], lines: list[Line], at: int) -> _Members:
    holds: list[Line] = []
    fails: list[Line] = []
    for line in lines:
        total = line.cells[at]
        parts = _parts(line, places)
        if total is None or parts is None or len(parts) < 2:
            continue
        (holds if meets(_span(total), _sum(parts)) else fails).append(line)
    return _Members(places, holds, fails)


def _span(cell: Cell) -> Interval:
    """What a cell can mean as a part of a sum: a bare whole number counts, and is not rounded."""
    claim, span = cell.claim, cell.span
    if claim.kind == "quantity" and not claim.unit.dims and claim.op is None and cell.value.denominator == 1:
        assert span.low is not None
        assert span.high is not None
        if span.high - span.low <= 1:
            return Interval(cell.value, cell.value)
    return span


def _sum(parts: list[Cell]) -> Interval:
    return add(map(_span, parts))


def _parts(line: Line, places: tuple[int, ...]) -> list[Cell] | None:
    """The cells to add, or None where one of them is no number and does not say that there is none."""
    parts = []
    for place in places:
        cell = line.cells[place]
        if cell is None and not line.gaps[place]:
            return None
        if cell is not None:
            parts.append(cell)
    return parts


def _spoken(grid: Grid, chosen: _Members, line: Line, at: int, choices: list[_Members]) -> bool:
    """Whether a total that its parts do not make is to be spoken of: no other reading explains it."""
    # Among many choices one may hold by chance, unless other lines bear it out.
    least = 2 if grid.turned else 1
    if any(line in choice.holds and len(choice.holds) >= least for choice in choices):
        return False
    total = line.cells[at]
    parts = _parts(line, chosen.places)
    assert total is not None
    assert parts is not None
    if line.kind == "percent":
        near = Fraction(9, 10) <= sum(part.value for part in parts) <= Fraction(11, 10)
        return near and (total.value == 1 or meets(_sum(parts), _WHOLE))
    if grid.turned or grid.roles[at] == "total?":
        return _borne_out(grid, chosen, at)
    return not _other_summary(total, parts)


def _borne_out(grid: Grid, chosen: _Members, at: int) -> bool:
    """Whether enough lines hold for the others to be wrong; one does where it has many parts."""
    holds, fails = len(chosen.holds), len(chosen.fails)
    if holds == 1 and fails <= 1 and grid.roles[at] == "total":
        parts = _parts(chosen.holds[0], chosen.places) or []
        return sum(part.value != 0 for part in parts) >= _MANY_PARTS
    return holds >= 2 and fails <= 2 and fails < holds


def _other_summary(total: Cell, parts: list[Cell]) -> bool:
    """Whether the total is the mean of its parts or the largest of them."""
    whole = _sum(parts)
    assert whole.low is not None
    assert whole.high is not None
    mean = Interval(whole.low / len(parts), whole.high / len(parts))
    return meets(total.span, mean) or any(part.value == total.value for part in parts)


def _below_a_part(line: Line, at: int, places: tuple[int, ...]) -> bool:
    """Whether one part alone is more than the total."""
    total = line.cells[at]
    parts = _parts(line, places) or []
    assert total is not None
    assert total.span.high is not None
    if any(part.value < 0 for part in parts):
        return False
    return any(part.span.low is not None and part.span.low > total.span.high for part in parts)


def _relation(line: Line, at: int, places: tuple[int, ...], holds: bool, certain: bool) -> Relation:
    total = line.cells[at]
    parts = _parts(line, places) or []
    assert total is not None
    whole = _sum(parts)
    unit = total.claim.unit
    counted = all(is_counting(base) for base, _ in unit.dims)
    value = shown(whole, None if counted else unit, percent=line.kind == "percent")
    solved = []
    for part in parts:
        own = _span(part)
        rest = add((whole, negate(Interval(own.high, own.low))))
        solved.append(add((_span(total), negate(rest))))
    few = (
        [text(part) for part in parts]
        if len(parts) <= 8
        else [text(p) for p in parts[:3]] + ["…", text(parts[-1])]
    )
    return Relation(
        "total",
        total.claim,
        tuple(part.claim for part in parts),
        whole,
        f"{' + '.join(few)} = {value}",
        holds,
        certain,
        "is not the sum of its parts",
        solved=tuple(solved),
    )
