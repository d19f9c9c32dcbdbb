"""Sentences that give the total of a table's column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.interval import interval
from claimlint.claim.number_words import ONES
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
_MOST_CELLS = 400


def relations(context: Context) -> Iterator[Relation]:
    """For each total that a sentence states of all rows of a table, a relation."""
    for spoken in spoken_columns(context):
        if spoken.rows_named and re.search(_TOGETHER, spoken.sentence, re.I):
            found = _of(spoken)
            if found is not None:
                yield found


def _of(spoken: Spoken) -> Relation | None:
    claim, grid, line = spoken.claim, spoken.grid, spoken.line
    if claim.value is None or claim.kind != "quantity" or claim.op not in (None, "~"):
        return None
    if "/" in claim.unit.symbol:
        return None
    rows = list(zip(line.cells, grid.roles, line.gaps, strict=True))
    if any(cell is None and not role and not gap for cell, role, gap in rows):
        return None
    cells = [cell for cell, role, _ in rows if cell is not None and not role]
    if not 2 <= len(cells) <= _MOST_CELLS or not _all_rows(spoken, len(cells)):
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
            if word in ("all", "every") or (int(word) if word.isdigit() else ONES.get(word)) == rows:
                return True
    return False
