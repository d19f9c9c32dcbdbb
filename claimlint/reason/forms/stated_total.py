"""Sentences that give the total of a table's column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.claims import Claim
from claimlint.claim.interval import interval
from claimlint.claim.number_words import ONES
from claimlint.claim.units import is_counting
from claimlint.reason.agree import meets, written
from claimlint.reason.context import Context
from claimlint.reason.fit import text
from claimlint.reason.formulas import add, shown
from claimlint.reason.grid import is_count
from claimlint.reason.page import Relation
from claimlint.reason.spoken_column import Spoken, spoken_columns, stems
from claimlint.reason.words import stem

_TOGETHER = (
    r"\b(?:together|altogether|combined|in (?:all|total)|a total of|totals?|totall?ing|sums?|overall"
    r"|across)\b"
)
_COUNTED = r"\b(\d{1,4}|[a-z]+) (?=(\w+))"
_SOME = (
    r"\b(?:some|most|top|largest|biggest|first|including|include|such as|e\.g\.|like|among|more than|over)\b"
)
_MOST_CELLS = 400


def relations(context: Context) -> Iterator[Relation]:
    """For each total that a sentence states of all rows of a table, a relation."""
    yield from _leads(context)
    for spoken in spoken_columns(context):
        if spoken.rows_named and re.search(_TOGETHER, spoken.sentence, re.I):
            found = _of(spoken)
            if found is not None:
                yield found


def _leads(context: Context) -> Iterator[Relation]:
    """A sentence that ends in a colon and says how many of what the table under it counts: `212 tests:`."""
    document = context.document
    for table in document.tables:
        first = next((index for row in table.rows for index in row if index is not None), None)
        if not first or len(table.rows) < 4:
            continue
        lead = document.blocks[first - 1]
        if lead.cell is not None or lead.section != document.blocks[first].section:
            continue
        claims = context.by_block.get(lead.index, [])
        if len(claims) != 1 or not lead.text.rstrip().endswith(":") or not _counts(claims[0]):
            continue
        claim = claims[0]
        grid = context.grids(table)[0]
        lines = [
            line
            for line in grid.lines
            if line.unit is not None and line.unit.dims == claim.unit.dims and line.kind == "number"
        ]
        others = {claim.unit.dims[0][0], claim.unit.dims[0][0] + "s"}
        if len(lines) == 1 and not re.search(_SOME, lead.text, re.I) and others & set(lines[0].words):
            found = _of(Spoken(claim, lead.text, 0, grid, lines[0], True), True)
            if found is not None and (found.holds or claim.value != len(grid.labels)):
                yield found


def _counts(claim: Claim) -> bool:
    dims = claim.unit.dims
    return claim.value is not None and claim.op is None and len(dims) == 1 and is_counting(dims[0][0])


def _of(spoken: Spoken, whole_table: bool = False) -> Relation | None:
    claim, grid, line = spoken.claim, spoken.grid, spoken.line
    if claim.value is None or claim.kind != "quantity" or claim.op not in (None, "~"):
        return None
    if "/" in claim.unit.symbol:
        return None
    rows = list(zip(line.cells, grid.roles, line.gaps, strict=True))
    if any(cell is None and not role and not gap for cell, role, gap in rows):
        return None
    cells = [cell for cell, role, _ in rows if cell is not None and not role]
    if not 2 <= len(cells) <= _MOST_CELLS or not (whole_table or _all_rows(spoken, len(cells))):
        return None
    whole = add(cell.span for cell in cells)
    span = written(claim) if claim.op is None else interval(claim)
    others = [cell.span for cell, role, _ in rows if cell is not None and role]
    few = [text(c) for c in cells] if len(cells) <= 8 else [*map(text, cells[:3]), "…", text(cells[-1])]
    unit = None if all(is_count(cell) for cell in cells) else claim.unit
    return Relation(
        "total",
        claim,
        tuple(cell.claim for cell in cells),
        whole,
        f"{' + '.join(few)} = {shown(whole, unit)}",
        any(meets(span, each) for each in (whole, *others)),
        False,
        "is not the sum of the table's rows",
    )


def _all_rows(spoken: Spoken, rows: int) -> bool:
    """Whether the sentence plainly speaks of all rows: it counts them (`8 tables`) or says `all tables`."""
    label = stems(spoken.label)
    for match in re.finditer(_COUNTED, spoken.sentence, re.I):
        if stem(match[2]) in label:
            word = match[1].lower()
            count = int(word) if word.isdecimal() and len(word) < 10 else ONES.get(word)
            if word in ("all", "every") or count == rows:
                return True
    return False
