"""Columns (or rows) of a table that must come in order: minimum, percentiles, mean and maximum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.reason.context import Context
from claimlint.reason.fit import text
from claimlint.reason.grid import Grid, Line, tables
from claimlint.reason.page import Relation
from claimlint.reason.statistics import Statistic, falls, in_order, must_rise, statistics

WORD = r"[^\W_]+"
_MOST = 24


def relations(context: Context) -> Iterator[Relation]:
    """For each pair of numbers that must come in order, a relation."""
    for table in tables(context.document):
        for grid in context.grids(table):
            yield from _of_grid(grid)


def _of_grid(grid: Grid) -> Iterator[Relation]:
    """Lines whose headers name statistics of one thing."""
    groups: dict[tuple[object, ...], list[tuple[Statistic, Line]]] = {}
    for line in grid.lines[:_MOST]:
        if not line.words or line.kind not in ("quantity", "number", "percent", "multiple"):
            continue
        named = statistics(line.header)
        if len(named) == 1:
            rest = line.header[: named[0].start] + line.header[named[0].end :]
            key = line.kind, line.dims, tuple(sorted(re.findall(WORD, rest.lower())))
            groups.setdefault(key, []).append((named[0], line))
    for members in groups.values():
        if len(members) > 1:
            yield from _of_lines(members[:_MOST])


def _of_lines(members: list[tuple[Statistic, Line]]) -> Iterator[Relation]:
    for at, (one, line) in enumerate(members):
        for other, second in members[at + 1 :]:
            if must_rise(one, other):
                low, high, names = line, second, (one, other)
            elif must_rise(other, one):
                low, high, names = second, line, (other, one)
            else:
                continue
            pairs = [
                (a, b) for a, b in zip(low.cells, high.cells, strict=True) if a is not None and b is not None
            ]
            falling = sum(falls(a.span, b.span) for a, b in pairs)
            # Where most rows fall, the names mean something else: the p99 of a throughput is its worst.
            extremes = names[0].rank == 0 or names[1].rank == 100
            if falling * 2 > len(pairs) and not (len(pairs) == 1 or (extremes and len(pairs) == 2)):
                continue
            rate = any(power < 0 for _, power in low.dims)
            for a, b in pairs:
                if not falls(a.span, b.span) or extremes or not rate:
                    yield in_order(a.claim, b.claim, a.span, b.span, names, text(a), text(b))
