"""Sentences that give a range or a bound for all rows of a table's column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.number_words import ONES
from claimlint.claim.unit_table import words
from claimlint.reason.agree import ends, meets, written
from claimlint.reason.context import Context
from claimlint.reason.fit import text
from claimlint.reason.grid import Cell, Grid
from claimlint.reason.page import Relation
from claimlint.reason.spoken_column import Spoken, spoken_columns, stems

_EVERY = words("all every each any across none no always never regardless everywhere entire whole")
# With these the sentence speaks of some rows only, or of something that is not in them.
_SOME = words(
    "most mostly many some several typical typically usual usually generally often average mean median "
    "except but excluding besides apart other half if when would could should may might expect expected "
    "target goal budget until before previous previously first last only without outside almost nearly"
)
_NOT = words("no not none never nothing neither nor don't doesn't won't isn't aren't cannot")
_MORE = words("larger bigger greater higher longer slower worse more")
_LESS = words("less fewer smaller lower shorter faster quicker better")
_ABOVE = words("above over exceed exceeds exceeding beyond")
_BELOW = words("below under within")
_WORD = r"[a-z']+"
_FROM = r"\b(\w+) or more\b|\bat least (\w+)(?= \w)|\bmore than (\w+)(?= \w)|\b(\w+)\+"
_UP_TO = r"\b(\w+) or (?:fewer|less)\b|\bup to (\w+)\b|\b(?:fewer|less) than (\w+)\b"
_RUNS = (
    r"\W*(?:[a-z'-]+ ){1,4}"
    r"(?:ranged?|runs?|ran|var(?:y|ies|ied)|spann?(?:s|ed)?|spread|l(?:ie|ies|ay)|went|goes|go)"
    r" (?:anywhere )?(?:from|between)?\W*$"
)
_MOST_CELLS = 400
_NEAR = 60  # characters between a condition on the rows and the claim that it is for


def relations(context: Context) -> Iterator[Relation]:
    """For each range or bound that is said of all rows, a relation."""
    for spoken in spoken_columns(context):
        if _SOME.isdisjoint(_spelled(spoken.sentence)):
            found = _of(spoken)
            if found is not None:
                yield found


def _of(spoken: Spoken) -> Relation | None:
    allowed = _allowed(spoken.claim, spoken.sentence[: spoken.place])
    rows = _rows(spoken) if allowed is not None else None
    if allowed is None or not rows:
        return None
    cells = [cell for at in rows if (cell := spoken.line.cells[at]) is not None]
    if len(cells) < 2 or len(cells) > _MOST_CELLS or len(cells) < len(rows):
        return None
    outside = [(at, cell) for at, cell in zip(rows, cells, strict=True) if not meets(cell.span, allowed)]
    # What most rows contradict was said of something else.
    if len(outside) * 2 > len(cells):
        return None
    low, high = min(cells, key=_value), max(cells, key=_value)
    expected = f"{text(low)} to {text(high)}"
    if spoken.claim.low is None:
        expected = text(high) if allowed.low is None else text(low)
    found = ", ".join(f"{_label(spoken.grid, at)} has {text(cell)}" for at, cell in outside[:3])
    return Relation(
        "order",
        spoken.claim,
        tuple(cell.claim for cell in ([c for _, c in outside] or cells[:8])),
        Interval(low.span.low, high.span.high),
        found or f"the column runs from {text(low)} to {text(high)}",
        not outside,
        False,
        "does not hold for all rows of the table",
        expected,
    )


def _ranges(spoken: Spoken) -> bool:
    """Whether the sentence says from where to where the column runs: `Speedups range from 2x to 4x`."""
    said = stems(spoken.sentence)
    if any((own := stems(label)) and own <= said for label in spoken.grid.labels[:_MOST_CELLS]):
        return False
    return spoken.claim.low is not None and bool(
        re.match(_RUNS, spoken.sentence[: spoken.place], re.I)
        and stems(spoken.line.header) & stems(spoken.sentence[: spoken.place])
    )


def _value(cell: Cell) -> float:
    return cell.real


def _label(grid: Grid, at: int) -> str:
    label = grid.labels[at].strip()
    return f"“{label[:40]}”" if label else f"row {at + 1}"


def _rows(spoken: Spoken) -> list[int] | None:
    """The rows that the sentence speaks of: all, or those that a number in it picks; None for others."""
    rows = [at for at, role in enumerate(spoken.grid.roles) if not role]
    chosen = not _EVERY.isdisjoint(_spelled(spoken.sentence)) or _ranges(spoken)
    first = spoken.grid.lines[0]
    if first.kind != "number":
        return rows if chosen else None
    values = [cell.value if cell else None for cell in first.cells]
    for pattern, above in ((_FROM, True), (_UP_TO, False)):
        for match in re.finditer(pattern, spoken.sentence, re.I):
            word = next(group for group in match.groups() if group).lower()
            value = int(word) if word.isdecimal() and len(word) < 10 else ONES.get(word)
            if value is None or abs(match.start() - spoken.place) > _NEAR:
                continue
            if value not in values:
                return None
            strict = "than" in match[0].lower()
            rows = [
                at
                for at in rows
                if (own := values[at]) is not None
                and ((own == value and not strict) or (own > value if above else own < value))
            ]
            chosen = True
    return rows if chosen else None


def _allowed(claim: Claim, before: str) -> Interval | None:
    """The values that the claim leaves to the rows, with the rounding it is written in."""
    if claim.low is not None and claim.high is not None:
        low, high = ends(claim)
        return Interval(low.low, high.high)
    span = written(claim)
    said = _spelled(before[-80:])
    more, less = _bound(said[-3:])
    more, less = more or claim.op in (">", ">="), less or claim.op in ("<", "<=")
    if more == less:
        return None
    if not _NOT.isdisjoint(said):
        more = not more
    return Interval(span.low, None) if more else Interval(None, span.high)


def _bound(near: list[str]) -> tuple[bool, bool]:
    """Whether the words before a number make it a lower bound, or an upper one."""
    if near and near[-1] in ("about", "around", "some"):
        near = near[:-1]
    last, pair = near[-1:], near[-2:]
    than = pair[1:] == ["than"]
    more = (than and pair[0] in _MORE) or pair == ["at", "least"] or not _ABOVE.isdisjoint(last)
    less = (
        (than and pair[0] in _LESS) or pair in (["up", "to"], ["at", "most"]) or not _BELOW.isdisjoint(last)
    )
    return more, less


def _spelled(text: str) -> list[str]:
    """The words of a text in lower case."""
    return re.findall(_WORD, text.lower())
