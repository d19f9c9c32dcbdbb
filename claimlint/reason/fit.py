"""Which arithmetic ties the lines of a table.

A relation between lines is taken when their headers say so, or when all rows but one or two fit it
so exactly that chance is no explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log10

from claimlint.claim.claims import Interval
from claimlint.claim.format import format_like, with_unit
from claimlint.claim.unit_table import words
from claimlint.reason.agree import meets
from claimlint.reason.candidates import LIKELY, NAMED
from claimlint.reason.formulas import OPPOSITE, Formula, shown
from claimlint.reason.grid import Cell, Product, Sum
from claimlint.reason.page import Relation
from claimlint.reason.rough import rough
from claimlint.records import NamedTuple

DIGITS = 5.0
"""Decimal digits of agreement, summed over the rows, from which an unstated relation is no chance.

Some hundred relations are tried on a table, each with a few formulas: three digits make up for
that, two more are for certainty.
"""
_LEAST_DIGITS = 1.0
_SINGLE_DIGITS = 1.2
_SAMPLE = 12
_DIRECTIONS = words(
    "faster slower quicker larger smaller bigger less more fewer better worse higher lower cheaper dearer "
    "increase decrease reduction improvement regression slowdown speedup"
)


class Row(NamedTuple):
    """One row under a formula; `digits` is how much its agreement says."""

    formula: Formula
    at: int
    target: Cell
    inputs: tuple[Cell, Cell]
    expected: Interval
    holds: bool
    digits: float


class Fit(NamedTuple):
    """A formula over all rows: those that hold, and those that do not."""

    formula: Formula
    good: list[Row]
    bad: list[Row]
    digits: float


def fit(
    formula: Formula,
    target: Sequence[Cell | None],
    one: Sequence[Cell | None],
    other: Sequence[Cell | None],
    roles: Sequence[str],
    sieve: bool = True,
) -> Fit | None:
    """The rows in which `target` is the formula of `one` and `other`, and those in which it is not.

    Rows with a role (totals, means) may have their own arithmetic: they count only where they
    hold.  With `sieve`, None comes back early where most rows are far from holding.
    """
    rows = [
        (at, t, a, b)
        for at, (t, a, b) in enumerate(zip(target, one, other, strict=True))
        if t is not None and a is not None and b is not None
    ]
    if not rows or (sieve and not _near(formula, rows)):
        return None
    good: list[Row] = []
    bad: list[Row] = []
    digits = 0.0
    for at, t, a, b in rows:
        expected = formula.interval(a.span, b.span)
        if expected is None:
            continue
        holds, used = meets(t.span, expected), formula
        opposite = OPPOSITE.get(formula.name)
        if not holds and opposite is not None and _directed(t):
            turned = opposite.interval(a.span, b.span)
            if turned is not None and meets(t.span, turned):
                holds, used, expected = True, opposite, turned
        digits_here = _digits(t, a, b, expected) if holds else 0.0
        if holds and t.claim.value and not isinstance(a, Sum) and not isinstance(b, Sum):
            digits_here = max(digits_here, _exact_digits(used, t, a, b))
        row = Row(used, at, t, (a, b), expected, holds, digits_here)
        if holds:
            good.append(row)
            digits += row.digits
        elif roles[at] in ("", "total?"):
            bad.append(row)
    return Fit(formula, good, bad, digits)


def _directed(cell: Cell) -> bool:
    """Whether the words of a cell say which way it compares: `1.25x slower` beside `2.2x faster`."""
    claim = cell.claim
    after = claim.block.text[claim.end : claim.end + 24].lower().split()
    return bool(after) and after[0].strip(".,;()*") in _DIRECTIONS


def _near(formula: Formula, rows: list[tuple[int, Cell, Cell, Cell]]) -> bool:
    """Whether at least half of a few rows roughly hold."""
    step = max(1, len(rows) // _SAMPLE)
    tried = rows[::step][:_SAMPLE]
    left = len(tried) // 2
    for _, t, a, b in tried:
        if not _roughly(formula, t, a, b):
            left -= 1
            if left < 0:
                return False
    return True


def _roughly(formula: Formula, target: Cell, a: Cell, b: Cell) -> bool:
    """Whether a row may hold, with room to spare: a sieve before exact arithmetic."""
    try:
        value = formula.real(a.real, b.real)
        if formula.linear:
            slack = (a.slack + b.slack) * 1.5
        else:
            slack = (1 + abs(value)) * (a.slack / abs(a.real) + b.slack / abs(b.real)) * 2.5
    except (ZeroDivisionError, OverflowError):
        return False
    return abs(value - target.real) <= target.slack * 1.5 + slack + abs(target.real) * 1e-9


def _digits(target: Cell, a: Cell, b: Cell, expected: Interval) -> float:
    """How many decimal digits the agreement of a row is worth: none where it could hardly fail."""
    assert expected.low is not None
    assert expected.high is not None
    size = abs(target.real)
    if not 0 < size < inf or not a.real or not b.real:
        return 0.0
    step = rough(target.claim.step * target.claim.unit.factor)
    width = max(rough(expected.high - expected.low) + 2 * target.slack, step)
    return min(log10(size) - log10(width), 6.0) if 0 < width < size else 0.0


def _exact_digits(formula: Formula, target: Cell, a: Cell, b: Cell) -> float:
    """The decimal digits of a target that is exactly what the written inputs make: 610 × 5 = 3050."""
    exact = formula.interval(Interval(a.value, a.value), Interval(b.value, b.value))
    if exact is None or exact.low != target.value or not 0 < abs(target.real) < inf:
        return 0.0
    step = rough(target.claim.step * target.claim.unit.factor)
    return min(max(log10(abs(target.real)) - log10(step), 0.0), 6.0) if step else 0.0


def taken(found: Fit, stated: int, dimensioned: bool) -> bool:
    """Whether the relation is taken for true.

    `stated` says how plainly the headers do (see `candidates`); a relation that ties different
    dimensions needs less agreement, since few lines can be tied so.
    """
    if stated >= LIKELY:
        return _likely(found, stated)
    good, bad = len(found.good), len(found.bad)
    varied = len({row.target.value for row in found.good}) > 1
    if good >= 3 and bad <= 2 and good >= 2 * bad and varied and found.digits >= DIGITS:
        return True
    return bool(stated) and good >= 2 and bad <= 1 and varied and found.digits >= (2 if dimensioned else 3)


def _likely(found: Fit, stated: int) -> bool:
    """Whether a relation that the headers state is meant as it was read.

    Most rows must hold, or all that do not must nearly hold; where the headers name it, one row
    may fail by any amount.
    """
    good, bad = len(found.good), len(found.bad)
    if all(near_miss(row) for row in found.bad):
        return True
    if stated == NAMED:
        return bad == 1 or (good > 0 and good >= bad)
    return good >= bad and found.digits >= (_LEAST_DIGITS if good >= 2 else _SINGLE_DIGITS)


def near_miss(row: Row) -> bool:
    """Whether the row fails by a hair: it is within a twentieth of what is expected, or one last digit."""
    assert row.expected.low is not None
    assert row.expected.high is not None
    low, high = rough(row.expected.low), rough(row.expected.high)
    value, slack = row.target.real, abs(low + high) / 40 + 2 * row.target.slack
    return low - slack <= value <= high + slack


def relations(
    form: str, found: Fit, certain: bool, *, spoken: bool = True, problem: str = ""
) -> Iterable[Relation]:
    """A relation for each row that holds and, when `spoken`, for each that does not."""
    for row in found.good + (found.bad if spoken else []):
        yield relation(form, row, certain, problem)


def relation(form: str, row: Row, certain: bool, problem: str = "") -> Relation:
    """One row as a relation."""
    formula = row.formula
    a, b = row.inputs
    unit = row.target.claim.unit
    solved = formula.solve(row.target.span, a.span, b.span) if not row.holds else (a.span, b.span)
    inputs = [
        (cell.claim, span) for cell, span in zip(row.inputs, solved, strict=True) if not isinstance(cell, Sum)
    ]
    if a.claim is b.claim:
        inputs = inputs[:1]
    exact = formula.interval(Interval(a.value, a.value), Interval(b.value, b.value))
    percent = row.target.claim.kind == "percent"
    value = shown(row.expected, unit if unit.dims else None, percent, exact.low if exact else None)
    return Relation(
        form,
        row.target.claim,
        tuple(claim for claim, _ in inputs),
        row.expected,
        f"{formula.show(text(a), text(b))} = {value}",
        row.holds,
        certain,
        problem,
        format_like(row.target.claim, exact.low) if form == "rate" and exact and exact.low else None,
        solved=tuple(span for _, span in inputs),
    )


def text(cell: Cell) -> str:
    """A cell's number as messages print it, with the unit that its header gave."""
    if isinstance(cell, Product):
        return " × ".join([*map(text, cell.parts), *([str(cell.factor)] if cell.factor != 1 else [])])
    if isinstance(cell, Sum):
        whole = Interval(cell.value, cell.value)
        return f"{shown(whole, cell.claim.unit if cell.claim.unit.dims else None)} in all"
    claim = cell.claim
    written = " ".join(claim.text.split())
    return written if claim.unit_written or not claim.unit.symbol else with_unit(written, claim.unit)
