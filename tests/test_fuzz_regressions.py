"""What the targets of `fuzz/` found, each in its smallest form."""

from __future__ import annotations

from fractions import Fraction

import pytest
from properties import check_claims, check_document

from claimlint import baselinefile, rules
from claimlint.claim.claims import Interval
from claimlint.claim.extract import claims
from claimlint.claim.number_words import ONES, SCALES, TENS
from claimlint.document import read
from claimlint.document.scan import may_hold_claims
from claimlint.document.structure import Block
from claimlint.model import pointer
from claimlint.model.evaluate import box, point
from claimlint.model.load import load
from claimlint.model.mistakes import ModelError
from claimlint.model.parser import parse
from claimlint.model.pointer import DataError
from claimlint.pipeline import lint_text


def stated(text: str) -> list[str]:
    """The claims of a paragraph, as text."""
    found = claims(Block(0, "paragraph", text, ()))
    check_claims(found)
    return [claim.text for claim in found]


def test_a_claim_ends_before_the_space_behind_a_tex_command() -> None:
    assert stated("It costs $0.57\\byte $/1M tokens")[0] == "$0.57\\byte"


def test_an_order_of_growth_starts_at_its_letter() -> None:
    assert stated("It takes O (10) ms") == ["O (10) ms"]
    assert stated("It takes ~O(5) ms") == ["O(5) ms"]


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


@pytest.mark.parametrize(
    "page",
    ["9 &amp; &amp; &amp;<sup>a ![b</sup>](u)", "![9<sup>a](u) b</sup>", "<sup>![<code>a](u)</code>b</sup>"],
)
def test_a_tag_that_is_open_around_a_picture_does_not_end_in_its_alt_text(page: str) -> None:
    check_document(read("a.md", page))


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


PINNED = """\
```yaml quantities
startup: {value: 17.9 ms, aka: [startup]}
bandwidth: {cases: {mid-range: 30 GB/s, fast: 64 GB/s}}
block: 64 MiB
move_time: {value: = block / bandwidth, unit: ms, aka: [move]}
speedup: {value: "= startup / move_time[mid-range]", aka: [speed-up]}
```
"""
EXTREMES = """\
```yaml quantities
low: {value: -3 W, aka: [low]}
big: {value: = 1e300 * 1e300, aka: [big]}
tiny: {value: = 1e-300 * 1e-300, aka: [tiny]}
gain: {value: = big / tiny, aka: [gain]}
```
"""
TABLE = """\
| n | a (ms) | b (ms) | ratio |
|---|---|---|---|
| x | 1e300 | 1e-300 | 1e300× |
| y | 1e-300 | 1e300 | 1e300× |
| total | 1e300 | 1e300 | 1e-300 |
"""


@pytest.mark.parametrize(
    "page",
    [
        "The speed-up is 8.0×.",
        "The move takes 3× (2 ms ÷ 3 ms).",
        "It costs ¥¹ × 0 ms × 2 = 0 ms, all ² of €² + $³ = 5 €; at most ² of 5 ms",
        "low 1e300 W; big 1e300 and tiny 9e-300, a gain of 1e300×",
        "1e300 %–1e300 %; low 0 %; big 1e300 %",
        "1e300 × 1e300 = 5 ms, 1e-300 ms ÷ 1e300 ms = 0×",
        TABLE,
        "<svg><text x='1' y='2'>1e300 %</text><text x='8' y='2'>0 %</text><text x='9' y='2'>1 %</text></svg>",
    ],
)
@pytest.mark.parametrize("model", [None, PINNED, EXTREMES])
def test_extreme_numbers_and_pinned_cases_are_judged(page: str, model: str | None) -> None:
    canonical = load("CANONICAL-NUMBERS.md", model) if model is not None else None
    name = "figure.svg" if page.startswith("<svg") else "page.md"
    lint_text(name, page, canonical, rules.load(examples=False))


def test_the_inputs_offered_for_a_multiple_follow_the_case_that_its_formula_names() -> None:
    canonical = load("CANONICAL-NUMBERS.md", PINNED)
    result = lint_text("page.md", "The speed-up is 8.0×.", canonical, rules.load(examples=False))
    assert ["18 ms ÷ 2.24 ms" in finding.message for finding in result.findings] == [True]


def test_many_multiples_beside_many_pairs_that_give_none() -> None:
    row = "| engine | latency: 120 ms per 24x l |\n| fused | 4.0 ms |\n"
    page = "| a | b |\n|---|---|\n" + row * 400
    result = lint_text("page.md", page, None, rules.load(examples=False))
    assert sum(result.counts) == 1200


def test_lines_of_a_baseline_and_of_data_end_at_a_lone_cr_too() -> None:
    with pytest.raises(baselinefile.BrokenBaseline) as broken:
        baselinefile.parse('{\r"version": 1,\r\n  5', "known.json")
    assert (broken.value.problem.line, broken.value.problem.column) == (3, 3)
    with pytest.raises(DataError, match="line 3, column 3"):
        pointer.parse('{\r"mean": 1,\r\n  5')


@pytest.mark.parametrize(
    "text", ["90 ** 42 ** -a ** 1 ** 1.3", "2 ** -3 ** 0.5 ** 1 ** a", "2 ** 3 ** -(2.5 ** 1 ** 0.7)"]
)
def test_a_half_and_what_is_a_half_to_within_rounding_are_one_power(text: str) -> None:
    formula = parse(text)
    value = point(formula, lambda _: Fraction(5, 2))
    low, high = box(formula, lambda _: Interval(Fraction(5, 2), Fraction(5, 2)))
    assert low is not None
    assert high is not None
    assert low <= value <= high
