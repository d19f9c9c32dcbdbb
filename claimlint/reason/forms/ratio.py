"""Multiples and the two quantities they were computed from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_value
from claimlint.claim.lazy import Lazy
from claimlint.claim.numerals import Number, meant_step
from claimlint.document.structure import Table
from claimlint.reason.agree import agrees, meets, written
from claimlint.reason.context import Context
from claimlint.reason.multiples import compares, is_setting
from claimlint.reason.page import Relation

_STATED = Lazy(
    r"[\s,(]*(?:÷|/|divided by|vs\.?|versus|against|to|→|-+>|=>|instead of|rather than|down to|up to"
    r"|compared (?:to|with)|over|and|where \w+ (?:took|takes|needs|needed))[\s)]*",
    re.I,
)
_AGAINST = Lazy(
    r"\W{0,3}(?:÷|/|vs\.?|versus|against|to|→|instead of|rather than|over"
    r"|compared (?:to|with)|down from|up from)\s*"
    r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?=[\s).,;:]|$)",
    re.I,
)
_MOST = 40  # claims of one scope that are paired with each other
_MOST_ROWS = 120


def relations(context: Context) -> Iterator[Relation]:
    """For each multiple, the pair of claims that gives it, or the stated pair that does not."""
    for claim in context.claims:
        if claim.kind == "multiple" and claim.value != 1:
            found = _of(context, claim)
            if found is not None:
                yield found


def _of(context: Context, claim: Claim) -> Relation | None:
    sentence = context.sentence_claims(claim)
    stated = [pair for pair in _pairs(sentence, claim) if is_stated(*pair)]
    starts = {c.start for c in sentence}
    spoken = [(one, other) for one in sentence for other in _partner(one) if other.start not in starts]
    for one, other in spoken:
        relation = _relation(claim, one, other, certain=True)
        if relation.holds:
            return relation._replace(inputs=(one,))
    if len(stated) == 1 and (compares(claim) or not is_setting(claim)):
        return _relation(claim, *stated[0], certain=True)
    for scope in (
        sentence,
        context.item_claims(claim),
        context.row_claims(claim),
        context.figure_claims(claim),
    ):
        found = _holding(claim, _pairs(scope, claim))
        if found is not None:
            return found
    found = _holding(claim, _table_pairs(context, claim))
    if found is not None:
        return found
    alone = list(_pairs(sentence, claim)) if compares(claim) else []
    return _relation(claim, *alone[0], certain=False) if len(alone) == 1 else None


def _holding(claim: Claim, pairs: Iterable[tuple[Claim, Claim]]) -> Relation | None:
    """The first of the pairs whose ratio the multiple is; only that one is written out."""
    for one, other in pairs:
        if _ratio(claim, one, other)[3]:
            return _relation(claim, one, other, certain=False)
    return None


def _relation(claim: Claim, one: Claim, other: Claim, certain: bool) -> Relation:
    """The multiple as the ratio of two claims, the larger over the smaller unless that fails."""
    top, bottom, quotient, holds = _ratio(claim, one, other)
    if quotient is None:
        return Relation("ratio", claim, (one, other), Interval(None, None), "", True, False)
    working = f"{top.text} ÷ {bottom.text}{_shown(top, bottom, quotient)}"
    return Relation("ratio", claim, (top, bottom), quotient, working, holds, certain)


def _ratio(claim: Claim, one: Claim, other: Claim) -> tuple[Claim, Claim, Interval | None, bool]:
    """Which of two claims is divided by which, the quotient if it is defined, and whether it holds."""
    best = None
    for top, bottom in ((one, other), (other, one)):
        quotient = divide(written(top), written(bottom))
        if quotient is None:
            continue
        if _meets(claim, quotient):
            return top, bottom, quotient, True
        if best is None or (quotient.low or 0) >= 1:
            best = top, bottom, quotient, False
    return best or (one, other, None, True)


def _meets(claim: Claim, quotient: Interval) -> bool:
    """Whether the multiple is the quotient; `twice` may be said of 1.8, and is not said of 1.5."""
    if not agrees(claim, [quotient]):
        return False
    if claim.value is None or claim.op is not None or any(mark.isdigit() for mark in claim.text):
        return True
    near = Interval(claim.value * Fraction(7, 8), claim.value * Fraction(9, 8))
    return claim.value != 2 or meets(near, quotient)


def _shown(top: Claim, bottom: Claim, quotient: Interval) -> str:
    if top.value is None or bottom.value is None or not bottom.value:
        return ""
    middle = top.value * top.unit.factor / (bottom.value * bottom.unit.factor)
    if quotient.low is None or quotient.high is None:
        return f" = {format_value(middle, digits=4)}"
    low, high = format_value(quotient.low, digits=4), format_value(quotient.high, digits=4)
    return f" = {format_value(middle, digits=4)}" + (f" ({low} to {high} as rounded)" if low != high else "")


def divide(top: Interval, bottom: Interval) -> Interval | None:
    """The quotient of two positive intervals; None where it is not defined."""
    if top.low is None or bottom.low is None or top.low < 0 or bottom.low <= 0:
        return None
    low = None if bottom.high is None else top.low / bottom.high
    high = None if top.high is None else top.high / bottom.low
    return Interval(low, high)


def _partner(claim: Claim) -> Iterator[Claim]:
    """The bare number that a quantity is set against: `3,000 requests per hour against 1,200`."""
    block = claim.block
    match = (
        _AGAINST.match(block.text, claim.end)
        if claim.kind == "quantity" and claim.value is not None
        else None
    )
    if match is not None:
        text = match[1].replace(",", "")
        place = Fraction(1, 10 ** len(text.partition(".")[2]))
        value = Fraction(text)
        step = meant_step(Number(value, place))
        yield Claim(block, match.start(1), match.end(1), claim.kind, claim.unit, value=value, step=step)


def _pairs(scope: Iterable[Claim], claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of one dimension in the scope that a multiple may be the ratio of."""
    usable = [c for c in scope if c is not claim and c.kind in ("quantity", "percent")][:_MOST]
    for at, one in enumerate(usable):
        for other in usable[at + 1 :]:
            if one.unit.dims == other.unit.dims and one.kind == other.kind:
                yield one, other


def is_stated(one: Claim, other: Claim) -> bool:
    """Whether the text between two claims says that they are set against each other."""
    return one.block is other.block and _STATED.fullmatch(one.block.text, one.end, other.start) is not None


def _table_pairs(context: Context, claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    """Pairs in one row or one column of the claim's table, or of the tables of its section."""
    document = context.document
    cell = claim.block.cell
    if cell is not None:
        tables = [document.tables[cell.table]]
    else:
        near = {claim.block.section, document.sections[claim.block.section].parent}
        tables = [
            t
            for t in document.tables
            if t.section in near or document.sections[t.section].parent == claim.block.section
        ]
    for table in tables:
        yield from _within(context, table, claim)


def _within(context: Context, table: Table, claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    rows = [
        [context.by_block.get(index, []) if index is not None else [] for index in row]
        for row in table.rows[:_MOST_ROWS]
    ]
    for row in rows:
        yield from _pairs([c for cell in row for c in cell], claim)
    wanted = claim.block.cell.row if claim.block.cell is not None else None
    for column in range(max(map(len, rows), default=0)):
        cells = [row[column] if column < len(row) else [] for row in rows]
        if wanted is not None and wanted < len(cells):
            for mine in cells[wanted]:
                for other in (c for at, cell in enumerate(cells) if at != wanted for c in cell):
                    if mine.kind == other.kind != "multiple" and mine.unit.dims == other.unit.dims:
                        yield mine, other
        else:
            yield from _pairs([c for cell in cells for c in cell][:_MOST_ROWS], claim)
