"""What the targets of `fuzz/` found, each in its smallest form."""

from __future__ import annotations

import pytest
from properties import check_claims, check_document

from claimlint.claim.extract import claims
from claimlint.claim.number_words import ONES, SCALES, TENS
from claimlint.document import read
from claimlint.document.scan import may_hold_claims
from claimlint.document.structure import Block
from claimlint.model.load import load
from claimlint.model.mistakes import ModelError


def stated(text: str) -> list[str]:
    """The claims of a paragraph, as text."""
    found = claims(Block(0, "paragraph", text, ()))
    check_claims(found)
    return [claim.text for claim in found]


@pytest.mark.parametrize("word", sorted({*ONES, *TENS, *SCALES}))
def test_a_page_with_a_number_in_words_alone_is_read(word: str) -> None:
    assert may_hold_claims(f"Reads are {word} times faster.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.3279 ETH7 $/ETH", ["0.3279 ETH"]),
        ("800000 £1e9 | 15 €", ["800000 £", "15 €"]),
        ("1£.2 to", ["1£"]),
        ("5 USD 6 EUR", ["5 USD", "6 EUR"]),
    ],
)
def test_a_currency_belongs_to_one_number(text: str, expected: list[str]) -> None:
    assert stated(text) == expected


def test_a_row_of_headers_without_cells_is_a_row() -> None:
    document = read("a.md", "<table><thead><tr></thead>\n<tr><td>5 ms\n</table>")
    check_document(document)
    (table,) = document.tables
    assert (len(table.rows), table.headers) == (2, 1)
    assert document.blocks[table.rows[1][0] or 0].text == "5 ms"
    check_document(read("a.md", "<table><thead><tr></tr></thead></table>"))


@pytest.mark.parametrize(
    "page",
    [
        "<table>" + "<tr><td colspan=1000>1<td>2\n" * 400,
        "<table>\n<tr>" + "<td rowspan=1000>1" * 999 + "\n" + "<tr><td>2" * 400,
        "<table>" + "<tr><td>1<td>2<td>3<td>4\n" * 51_000,
        ("<table><tr>" + "<td colspan=1000 rowspan=1000>5" * 30 + "<tr>" * 30 + "</table>\n") * 3,
    ],
    ids=["columns", "rows", "cells", "tables"],
)
def test_cells_that_span_cover_so_many_places_and_every_cell_has_one(page: str) -> None:
    document = read("a.md", page)
    check_document(document)
    places = 0
    for table in document.tables:
        places += sum(map(len, table.rows))
    assert places <= 200_000 + 2 * len(document.blocks)
    for block in document.blocks:
        if block.cell is not None:
            table, row, column, _ = block.cell
            assert document.tables[table].rows[row][column] is not None


@pytest.mark.parametrize(
    "text", ['```yaml quantities\nv: "', '```yaml quantities\nv: "\n```\n', '```yaml quantities\n"\n']
)
def test_a_mistake_at_the_end_of_a_block_stands_on_its_last_line(text: str) -> None:
    lines = text.split("\n")
    with pytest.raises(ModelError) as caught:
        load("CANONICAL-NUMBERS.md", text)
    for mistake in caught.value.mistakes:
        assert mistake.column <= len(lines[mistake.line - 1]) + 1
