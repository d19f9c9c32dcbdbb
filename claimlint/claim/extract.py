"""The claims of a block, and of a document."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.amounts import is_pure_count
from claimlint.claim.claims import Claim
from claimlint.claim.header import header_unit
from claimlint.claim.item import Item
from claimlint.claim.lists import number, share
from claimlint.claim.normalise import same_width, without_opaque
from claimlint.claim.numerals import Number, meant_step
from claimlint.claim.qualifiers import op_after, op_before
from claimlint.claim.ranges import merge
from claimlint.claim.scan import scan
from claimlint.claim.unit_table import SCALES
from claimlint.claim.units import Unit, is_counting
from claimlint.document.structure import Block, Document

__all__ = ["claims", "extract", "header_unit"]

_NO_WORDS: Mapping[str, str] = {}
_KINDS = {
    "×": "multiple",
    "%": "percent",
    "percentage points": "percent",
    "basis points": "percent",
    "orders of magnitude": "orders",
}


def extract(document: Document, declared: Mapping[str, str] = _NO_WORDS) -> list[Claim]:
    """The claims of a document in the order of its blocks; code has none."""
    found: list[Claim] = []
    headers: dict[tuple[int, int, int], Unit | None] = {}
    for block in document.blocks:
        if block.kind == "code":
            continue
        unit = None
        if block.cell is not None and not block.cell.header:
            column = (block.cell.table, block.cell.column, -1)
            if column not in headers:
                headers[column] = _column_unit(document, *column[:2], declared)
            unit = headers[column]
            row = (block.cell.table, block.cell.row, -2)
            if unit is None and block.cell.column:
                if row not in headers:
                    headers[row] = _row_unit(document, *row[:2], declared)
                unit = headers[row]
        found += claims(block, unit, declared)
    return found


def _column_unit(document: Document, table: int, column: int, declared: Mapping[str, str]) -> Unit | None:
    """The unit that the header rows of a column name."""
    rows = document.tables[table]
    for row in rows.rows[: rows.headers][::-1]:
        index = row[column] if column < len(row) else None
        unit = header_unit(document.blocks[index].text, declared) if index is not None else None
        if unit is not None:
            return unit
    return None


def _row_unit(document: Document, table: int, row: int, declared: Mapping[str, str]) -> Unit | None:
    """The unit that the label of a row names, as a table has it whose columns are cases."""
    index = document.tables[table].rows[row][0]
    text = document.blocks[index].text if index is not None else ""
    return header_unit(text, declared) if text and not text.strip(" ~≈<>≤≥*_$")[:1].isdigit() else None


def claims(
    block: Block, header_unit: Unit | None = None, declared: Mapping[str, str] = _NO_WORDS
) -> list[Claim]:
    """The claims of one block, in order.

    `header_unit` is the unit that a bare number in a table cell has from its column's header;
    `declared` maps the counting words of a model (folded singular) to their base.
    """
    text = without_opaque(block)
    offsets = None
    if "$" in text or "\\" in text:
        from claimlint.claim.tex import expand

        text, offsets = expand(text)
    text = same_width(text)
    items = scan(text, declared)
    if len(items) > 1:
        items = merge(text, items, declared)
        share(text, items)
        number(text, items)
    if header_unit is not None and _in_billions(text, items, header_unit):
        items[0].unit, items[0].scale, items[0].suffix = header_unit, SCALES["B"], True
    found = [_claim(block, text, item) for item in items if item.unit is not None and not item.barrier]
    if not found and header_unit is not None:
        found = _bare(block, text, items, header_unit)
    if offsets is not None:
        for claim in found:
            claim.start, claim.end = offsets[0][claim.start], offsets[1][claim.end - 1]
    return found


def _claim(block: Block, text: str, item: Item) -> Claim:
    unit = item.unit
    assert unit is not None
    kind = _KINDS.get(unit.symbol, "quantity")
    op = item.op or op_before(text, item.start) or op_after(text, item.end)
    step = _step(item, item.value, item.place) * item.scale
    pure = bool(unit.dims) and all(is_counting(base) and power > 0 for base, power in unit.dims)
    exact = (
        pure
        and item.scale == 1
        and item.value.denominator == 1
        and (item.value < 100 or item.value % 10 != 0)
    )
    if item.high is not None:
        high_step = _step(item, item.high, item.high_place or item.place)
        return Claim(
            block,
            item.start,
            item.end,
            kind,
            unit,
            low=item.low,
            high=item.high,
            op=op,
            step=step,
            high_step=high_step,
            exact=exact and item.high < 100,
            series=item.series,
            unit_written=not item.inherited,
        )
    return Claim(
        block,
        item.start,
        item.end,
        kind,
        unit,
        value=item.low,
        op=op,
        tol=item.tol,
        step=step,
        exact=exact and op != "~",
        series=item.series,
        unit_written=not item.inherited,
    )


def _step(item: Item, value: Fraction, place: Fraction) -> Fraction:
    """The place value of the last digit that is meant."""
    step = meant_step(Number(value, place))
    if item.suffix and item.scale == 1000 and item.unit is not None and value.denominator == 1:
        size = int(value)
        if size > 0 and size & (size - 1) == 0 and any(is_counting(base) for base, _ in item.unit.dims):
            # "32k tokens" may be 32,768: the step reaches it.
            step = max(step, Fraction(48 * size, 1000))
    return step


def _bare(block: Block, text: str, items: list[Item], unit: Unit) -> list[Claim]:
    """The number that a cell holds and nothing else, in the unit of its column's header."""
    if len(items) != 1 or items[0].barrier:
        return []
    item = items[0]
    rest = text[item.end :].strip(" *_%†‡")
    if text[: item.start].strip(" ~≈<>≤≥=*_"):
        return []
    if rest in SCALES and item.scale == 1:
        item.scale = SCALES[rest]
    elif rest:
        return []
    item.unit, item.inherited = unit, True
    return [_claim(block, text, item)]


def _in_billions(text: str, items: list[Item], unit: Unit) -> bool:
    """Whether a cell is a count in billions (`6.74 B` under `Params`), not a size in bytes."""
    if len(items) != 1 or items[0].unit is None or not is_pure_count(unit):
        return False
    item = items[0]
    return (
        item.unit is not None and item.unit.symbol == "B" and text[item.number_end : item.end].strip() == "B"
    )
