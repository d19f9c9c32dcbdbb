"""The column of a table near it that a sentence speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.claims import Claim
from claimlint.claim.units import Dims, physical
from claimlint.document.structure import Table
from claimlint.reason.context import Context
from claimlint.reason.grid import Grid, Line, tables
from claimlint.reason.words import words
from claimlint.records import NamedTuple

_LONGEST = 600
_MOST_TABLES = 8


class Spoken(NamedTuple):
    """A claim in a sentence, which starts at `start` in its block, and the column it speaks of.

    `rows_named` says that the sentence names what the rows are (`all kernels`, over a first column
    that is headed `Kernel`).
    """

    claim: Claim
    sentence: str
    start: int
    grid: Grid
    line: Line
    rows_named: bool

    @property
    def place(self) -> int:
        """Where in the sentence the claim stands."""
        return max(0, self.claim.start - self.start)

    @property
    def label(self) -> str:
        """The header of the first column."""
        return self.grid.lines[0].header


def spoken_columns(context: Context) -> Iterator[Spoken]:
    """Each claim of running text with the one column of a table of its section that it can be about.

    The column has the claim's type, and the sentence has a word of its header or of the header of
    the first column.
    """
    by_section: dict[int, list[Table]] = {}
    for table in tables(context.document):
        by_section.setdefault(table.section, []).append(table)
    for claim in context.claims:
        block = claim.block
        if block.cell is None and block.section in by_section and block.kind not in ("heading", "label"):
            start, end = context.sentence_range(claim)
            if end - start <= _LONGEST:
                found = _of(context, claim, block.text[start:end], start, by_section[block.section])
                if found is not None:
                    yield found


def _of(context: Context, claim: Claim, sentence: str, start: int, near: list[Table]) -> Spoken | None:
    wanted = _type(claim)
    columns = [
        (grid, line)
        for table in near[:_MOST_TABLES]
        for grid in context.grids(table)[:1]
        for line in grid.lines
        if (line.kind, line.dims) == wanted and line.index
    ]
    if not columns:
        return None
    said = {word.stem for word in words(sentence)}
    if len(columns) > 1:
        named = [column for column in columns if stems(column[1].header) & said]
        if len(named) != 1:
            return None
        columns = named
    grid, line = columns[0]
    rows_named = bool(stems(grid.lines[0].header) & said)
    if not rows_named and not stems(line.header) & said:
        return None
    return Spoken(claim, sentence, start, grid, line, rows_named)


def _type(claim: Claim) -> tuple[str, Dims]:
    dims = physical(claim.unit.dims)
    if claim.kind == "percent":
        return ("percent" if claim.unit.symbol == "%" else "points"), dims
    if claim.kind == "quantity":
        return ("quantity" if dims else "number"), dims
    return claim.kind, dims


def stems(header: str) -> set[str]:
    """The words of a header, folded, that are long enough to be names."""
    return {word.stem for word in words(header) if word.stem.isalpha() and len(word.stem) > 2}
