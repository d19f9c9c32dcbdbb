"""Columns (or rows) of a table that are computed from others: ratios, shares, changes, rates, sums."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.reason.candidates import Candidate, of_amount, of_ratio
from claimlint.reason.context import Context
from claimlint.reason.fit import Fit, borne_out, fit, likely
from claimlint.reason.fit import relations as rows_of
from claimlint.reason.grid import Grid, tables
from claimlint.reason.headers import RATIO
from claimlint.reason.page import Relation

_MOST_LINES = 12
_CERTAIN_DIGITS = 8.0


def relations(context: Context) -> Iterator[Relation]:
    """For each computed line of each table, a relation for every row."""
    for table in tables(context.document):
        for grid in context.grids(table):
            yield from _of_grid(grid)


def _of_grid(grid: Grid) -> Iterator[Relation]:
    lines = grid.numeric[:_MOST_LINES]
    for target in lines:
        if target.kind in ("multiple", "percent", "points") or (
            target.kind == "number" and RATIO.intersection(target.words)
        ):
            candidates = of_ratio(grid, target, lines)
        else:
            candidates = of_amount(target, lines)
        chosen = _choose(grid, list(candidates))
        if chosen is not None:
            candidate, found, certain = chosen
            yield from rows_of(candidate.form, found, certain)


def _choose(grid: Grid, candidates: list[Candidate]) -> tuple[Candidate, Fit, bool] | None:
    """The candidate that is taken for true, with its rows and whether its failures are certain.

    A relation that the headers state comes before one that the rows bear out, unless the latter
    leaves less to explain.
    """
    best: tuple[Candidate, Fit] | None = None
    for candidate in candidates:
        found = fit(
            candidate.formula,
            candidate.target,
            candidate.one,
            candidate.other,
            grid.roles,
            not candidate.stated,
        )
        if found is None or not (found.good or found.bad):
            continue
        if not (likely(found, candidate.stated) if candidate.stated else borne_out(found)):
            continue
        if best is None or _rank(candidate, found) > _rank(*best):
            best = candidate, found
    if best is None:
        return None
    candidate, found = best
    if candidate.form in ("rate", "conversion") and len(found.good) < 2:
        return None
    return candidate, found, _certain(candidate, found)


def _rank(candidate: Candidate, found: Fit) -> tuple[int, int, float]:
    return len(found.good) - len(found.bad), candidate.stated, found.digits


def _certain(candidate: Candidate, found: Fit) -> bool:
    if candidate.stated == 2:
        return len(found.good) >= len(found.bad) or len(found.bad) == 1
    if candidate.stated == 1:
        return len(found.good) >= 2 and len(found.good) > len(found.bad)
    return len(found.good) >= 4 and found.digits >= _CERTAIN_DIGITS
