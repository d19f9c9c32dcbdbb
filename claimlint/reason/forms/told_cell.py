"""Sentences that repeat one cell of a table beside them, in the words of its row and its column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like
from claimlint.claim.lazy import Lazy
from claimlint.claim.units import counting, physical
from claimlint.document.structure import Table
from claimlint.reason.agree import meets, written
from claimlint.reason.binary import binary_share
from claimlint.reason.context import Context
from claimlint.reason.grid import Cell, Grid, Line, tables
from claimlint.reason.page import Relation
from claimlint.reason.rough import rough
from claimlint.reason.spoken import LIGHT
from claimlint.reason.stance import hypothetical
from claimlint.reason.words import stem, words

_VERBS = """
take takes took need needs use uses run runs ran last lasts finish finishes reach reaches get gets achieve
achieves come comes go goes cost costs require requires measure measured see score scores deliver delivers
process processes handle handles return returns respond responds answer answers complete completes hold holds
have at on with for from one set case row result results number value per when while
"""
_SUPERLATIVES = """
fastest slowest largest smallest biggest highest lowest best worst cheapest shortest longest most least top
"""
_EMPTY = frozenset(map(stem, (*LIGHT, *_VERBS.split())))
_SUPERLATIVE = frozenset(map(stem, _SUPERLATIVES.split()))
_OTHERWISE = Lazy(
    r"\b(?:if|unless|before|after|previous\w*|former\w*|used to|until|was|were|would|could|should|may|might"
    r"|can|target|goal|budget|limit|plan\w*|expect\w*|estimat\w*|default\w*|than|instead|compared|vs|versus"
    r"|faster|slower|more|less|fewer|up to|at least|at most|over|under|within|about|around|roughly|another"
    r"|other|old|new|now|without|except|only|each|every|typical\w*|average|mean|median|total)\b"
)
_HIGHEST = frozenset(("highest", "largest", "biggest", "longest", "most", "heaviest"))
_LOWEST = frozenset(("lowest", "smallest", "shortest", "least", "lightest", "cheapest"))
_POINTER = Lazy(
    r"(?i)\b(?:see|cf\.|in|per|from) (?:the |our )?(?:\w+ )?table\b|\btable (?:above|below|\d)"
    r"|\b(?:see|as) (?:below|above)\b"
)
_OF_ALL = (
    r"(?i)\b(?:of|among|across) (?:the |these |our |all )*(?:two|three|four|five|six|seven|eight|nine|ten)\b"
)
_BRACKETED = r"[(\[][^)\]]*[)\]]"
_MOST_TABLES, _MOST_ROWS, _LONGEST = 8, 200, 200
_SHORT = {"in": "input", "out": "output"}


def relations(context: Context) -> Iterator[Relation]:
    """For each claim that repeats a cell, whether it is that of the cell."""
    by_section: dict[int, list[Table]] = {}
    for table in tables(context.document):
        by_section.setdefault(table.section, []).append(table)
    for claim in context.claims:
        block = claim.block
        near = by_section.get(block.section)
        if near is None or block.cell is not None or block.kind in ("heading", "label", "code"):
            continue
        if claim.value is None or claim.kind in ("multiple", "orders"):
            continue
        if counting(claim.unit.dims) and any(power < 0 for _, power in claim.unit.dims):
            yield from _priced(context, claim, near[:_MOST_TABLES])
        if claim.op is None:
            yield from _repeated(context, claim, near[:_MOST_TABLES])


def _repeated(context: Context, claim: Claim, near: list[Table]) -> Iterator[Relation]:
    start, end = context.sentence_range(claim)
    sentence = claim.block.text[start:end]
    if end - start > _LONGEST or len(context.sentence_claims(claim)) != 1 or hypothetical(sentence):
        return
    rest = sentence.replace(claim.text, " ")
    if any(mark.isdigit() for mark in rest) and any(
        mark.isdigit() for mark in _without_headers(context, near, rest)
    ):
        return
    if _SUPERLATIVE.intersection(stem(word) for word in rest.lower().split()):
        rest = re.sub(_OF_ALL, " ", rest)
    pointed = _POINTER.search(rest) is not None
    said = {word.stem for word in words(rest)} - _EMPTY
    found = [hit for table in near for hit in _cells(context.grids(table)[0], claim, said, pointed)]
    if len(found) == 1 and not _OTHERWISE.search(rest.lower()):
        told = _relation(claim, *found[0])
        yield _extreme(claim, near, context, rest.lower(), told) if told.holds else told


def _extreme(claim: Claim, near: list[Table], context: Context, text: str, told: Relation) -> Relation:
    """The relation, or that the cell is not the largest or smallest of its column, as the text calls it."""
    said = set(re.findall(r"[a-z]+", text))
    most, least = bool(said & _HIGHEST), bool(said & _LOWEST)
    for table in near:
        for line in context.grids(table)[0].lines:
            if not any(cell is not None and cell.claim is told.inputs[0] for cell in line.cells):
                continue
            timed = line.dims == (("s", 1),)
            rated = dict(line.dims).get("s", 0) < 0
            most = most or bool(said & ({"fastest"} if rated else {"slowest"} if timed else set()))
            least = least or bool(said & ({"slowest"} if rated else {"fastest"} if timed else set()))
            roles = context.grids(table)[0].roles
            cells = [
                cell for cell, role in zip(line.cells, roles, strict=True) if cell is not None and not role
            ]
            own = next(cell for cell in cells if cell.claim is told.inputs[0])
            beaten = [c for c in cells if (c.span.low or 0) > (own.span.high or 0)]
            beats = [c for c in cells if (c.span.high or 0) < (own.span.low or 0)]
            wrong = most != least and len(cells) == len(line.cells) and (beaten if most else beats)
            if wrong and len(cells) > 2:
                best = max(wrong, key=lambda c: c.value) if most else min(wrong, key=lambda c: c.value)
                working = f"the table has {best.text.strip()} in the same column"
                problem = f"is not the {'largest' if most else 'smallest'} of its column"
                return told._replace(holds=False, working=working, problem=problem, expected_text="")
    return told


def _without_headers(context: Context, near: list[Table], text: str) -> str:
    """A sentence without the headers and row names that have digits in them: `PM2.5`, `v8.0`."""
    for table in near:
        grid = context.grids(table)[0]
        for name in (*(line.header for line in grid.lines), *grid.labels[:_MOST_ROWS]):
            short = re.sub(_BRACKETED, "", name).strip(" *_`")
            if any(mark.isdigit() for mark in short):
                text = text.replace(short, " ")
    return text


def _cells(grid: Grid, claim: Claim, said: set[str], pointed: bool) -> list[tuple[Cell, str, str]]:
    """The cells that the sentence speaks of, each with the label of its row and the header of its column."""
    columns = [line for line in grid.lines if line.index and _typed(line, claim)]
    if not columns or len(grid.labels) > _MOST_ROWS:
        return []
    named = [line for line in columns if (own := _names(line.header)) and own <= said]
    if not named and not (len(columns) == 1 and (said & _SUPERLATIVE or pointed)):
        return []
    if len(named) > 1 or (not named and len(columns) > 1):
        return []
    line = (named or columns)[0]
    rows = [
        at
        for at, label in enumerate(grid.labels)
        if (own := _names(label)) and own <= said and not grid.roles[at]
    ]
    if len(rows) != 1:
        return []
    label = grid.labels[rows[0]]
    if pointed and len(_names(label)) > 1:
        # The sentence points at the table, and has the whole of a longer name of one of its rows.
        said = said & (_names(label) | _names(line.header))
    left = said - _names(label) - _names(line.header) - _names(grid.lines[0].header) - _SUPERLATIVE
    cell = line.cells[rows[0]]
    return [(cell, label, line.header)] if not left and cell is not None else []


def _typed(line: Line, claim: Claim) -> bool:
    if claim.kind == "percent":
        return line.kind == "percent" and claim.unit.symbol == "%"
    return line.kind == "quantity" and bool(line.dims) and line.dims == physical(claim.unit.dims)


def _names(text: str) -> set[str]:
    """The words of a header or label that name something, folded; the unit in parentheses is none."""
    plain = re.sub(_BRACKETED, " ", text)
    return {word.stem for word in words(plain)} - _EMPTY


def _relation(claim: Claim, cell: Cell, label: str, header: str) -> Relation:
    own = written(claim)
    holds = any(
        meets(_times(own, one), _times(cell.span, other))
        for one in {Fraction(1), binary_share(claim.unit)}
        for other in {Fraction(1), binary_share(cell.claim.unit)}
    )
    where = f"the table has {cell.text.strip()} for {label.strip()} under {header}"
    problem = "is not what the table beside it says"
    return Relation(
        "conflict",
        claim,
        (cell.claim,),
        cell.span,
        where,
        holds,
        False,
        problem,
        format_like(claim, cell.value),
    )


def _priced(context: Context, claim: Claim, near: list[Table]) -> Iterator[Relation]:
    """A price per so many things against the table's price per one: the decimal point must not move."""
    if claim.value is None or not claim.value:
        return
    tag = _tag(claim)
    if tag is None:
        return
    for table in near:
        grid = context.grids(table)[0]
        for line in grid.lines:
            for at, cell in enumerate(line.cells[:_MOST_ROWS]):
                if cell is None or cell.claim.unit.dims != claim.unit.dims:
                    continue
                if tag not in _labels(grid.labels[at]) and tag not in _labels(line.header):
                    continue
                ratio = cell.value / (claim.value * claim.unit.factor)
                if meets(cell.span, written(claim)) or _power_of_ten(ratio):
                    yield _of_price(cell, claim, ratio == 1 or meets(cell.span, written(claim)))


def _of_price(cell: Cell, claim: Claim, holds: bool) -> Relation:
    assert claim.value is not None
    value = claim.value * claim.unit.factor
    return Relation(
        "conflict",
        cell.claim,
        (claim,),
        written(claim),
        f"{claim.text} is said before it",
        holds,
        False,
        "is not the price that the text states",
        _scientific(cell, value),
    )


def _scientific(cell: Cell, value: Fraction) -> str:
    """The value in the notation of the cell."""
    text = cell.text.strip()
    number = rough(value / cell.claim.unit.factor)
    if "e" in text.lower() and isfinite(number):
        return f"{number:.{max(len(text.split('e')[0]) - 2, 0)}e}"
    return format_like(cell.claim, value)


def _tag(claim: Claim) -> str | None:
    """The word that says which of several prices the claim is: `input`, `output`, `cached`."""
    text = claim.block.text
    inside = re.search(r"\b(in|out|input|output|cached|read|write)\b", claim.text.lower())
    after = re.match(
        r"\W{0,3}(in|out|input|output|cached|read|write)\b", text[claim.end : claim.end + 12].lower()
    )
    before = re.search(
        r"\b(input|output|cached|read|write)\b[^.;$€£\d]{0,20}$", text[: claim.start].lower()[-40:]
    )
    match = inside or after or before
    return _SHORT.get(match[1], match[1]) if match else None


def _labels(text: str) -> set[str]:
    return {_SHORT.get(word, word) for word in re.findall(r"[a-z]+", text.lower())}


def _power_of_ten(ratio: Fraction) -> bool:
    while ratio >= 10:
        ratio /= 10
    while 0 < ratio < Fraction(1, 2):
        ratio *= 10
    return abs(ratio - 1) < Fraction(1, 50)


def _times(value: Interval, factor: Fraction) -> Interval:
    return Interval(
        None if value.low is None else value.low * factor, None if value.high is None else value.high * factor
    )
