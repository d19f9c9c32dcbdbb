"""Tables as grids: types, units, precision, roles; both ways round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from claimlint import document
from claimlint.claim.claims import Claim, Interval
from claimlint.claim.extract import extract
from claimlint.reason.cells import blank, header_total
from claimlint.reason.grid import Grid, Line, role
from claimlint.reason.grid_reader import grids


def grid(page: str, turned: bool = False) -> Grid:
    """The first table of a Markdown page."""
    read = document.read("page.md", page)
    by_block: dict[int, list[Claim]] = {}
    for claim in extract(read):
        by_block.setdefault(claim.block.index, []).append(claim)
    return grids(read, read.tables[0], by_block)[turned]


def values(line: Line) -> list[Fraction | None]:
    return [cell.value if cell is not None else None for cell in line.cells]


def column(*cells: str, header: str = "Value") -> Line:
    rows = "".join(f"| row | {cell} |\n" for cell in cells)
    return grid(f"| Name | {header} |\n|---|---|\n{rows}").lines[1]


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1,234", 1234),
        ("1 234 567", 1234567),
        ("**5.25**", Fraction("5.25")),
        ("_7_", 7),
        ("12 †", 12),
        ("12 [^1]", 12),
        ("12*", 12),
        ("−3.5", Fraction("-3.5")),
        ("+4", 4),
        ("~8", 8),
        ("27.3 ± 0.9", Fraction("27.3")),
        ("27.3 +/- 0.9", Fraction("27.3")),
        ("1.0 (baseline)", 1),
        ("1.2e-3", Fraction("0.0012")),
        ("35k", 35000),
        ("1.5 million", 1500000),
        ("12 ms", Fraction("0.012")),
        ("2.5x faster", Fraction("2.5")),
        ("16%", Fraction("0.16")),
        ("$1,200", 1200),
    ],
)
def test_the_number_of_a_cell(cell: str, value: Fraction | int) -> None:
    assert values(column(cell)) == [value]


NOT_ONE = ["", "-", "n/a", "v1.2.3", "2025-01-02", "3 of 5", "10-20", "<5", "> 7", "$800 k", "1 HIGH + 1 LOW"]


@pytest.mark.parametrize("cell", NOT_ONE)
def test_cells_without_one_plain_number(cell: str) -> None:
    assert values(column(cell, "17")) == [None, 17]


@pytest.mark.parametrize("cell", ["", " ", "-", "—", "–", "n/a", "N/A", "...", "TBD", "none"])
def test_cells_that_say_there_is_nothing(cell: str) -> None:
    assert blank(cell)


@pytest.mark.parametrize("cell", ["0", "same", "baseline", "12"])
def test_cells_that_say_something(cell: str) -> None:
    assert not blank(cell)


@pytest.mark.parametrize(
    ("header", "kind", "value"),
    [
        ("Time (ms)", "quantity", Fraction(12, 1000)),
        ("Memory [GiB]", "quantity", 12 * 2**30),
        ("Share", "percent", Fraction(12, 100)),
        ("Change (%)", "percent", Fraction(12, 100)),
        ("Speed-up", "multiple", 12),
        ("Tests", "number", 12),
        ("Value", "number", 12),
    ],
)
def test_the_header_gives_the_unit(header: str, kind: str, value: Fraction | int) -> None:
    line = column("12", header=header)
    assert (line.kind, values(line)) == (kind, [value])


def test_a_row_label_gives_the_unit() -> None:
    table = grid(
        "| | threads | processes |\n|---|---|---|\n| Time (s) | 36 | 24 |\n| Speed-up | 2.5x | 3.8x |\n", True
    )
    assert [(line.header, line.kind) for line in table.lines] == [
        ("Time (s)", "quantity"),
        ("Speed-up", "multiple"),
    ]
    assert table.labels == ["", "threads", "processes"]


@pytest.mark.parametrize("label", ["a", "b", "m", "s"])
def test_a_label_that_looks_like_a_unit_is_a_name(label: str) -> None:
    table = grid(f"| Suite | Tests |\n|---|---|\n| {label} | 25 |\n| x | 69 |\n")
    assert table.lines[1].kind == "number"
    assert values(table.lines[1]) == [25, 69]


def test_mixed_columns_have_no_kind() -> None:
    assert column("12 ms", "5 GB").kind is None
    assert column("12%", "5x").kind is None


@pytest.mark.parametrize(
    ("cells", "spans"),
    [
        # Zeros at the end may be rounding, unless another number has digits there.
        (("2,400", "1,000"), [(2350, 2450), (950, 1050)]),
        (
            ("2,400", "1,017"),
            [(Fraction(4799, 2), Fraction(4801, 2)), (Fraction(2033, 2), Fraction(2035, 2))],
        ),
        (("24.0", "8.5"), [(Fraction("23.95"), Fraction("24.05")), (Fraction("8.45"), Fraction("8.55"))]),
        (("110",), [(Fraction("109.5"), Fraction("110.5"))]),
    ],
)
def test_the_precision_of_a_column(cells: tuple[str, ...], spans: list[tuple[Fraction, Fraction]]) -> None:
    found = [cell.span for cell in column(*cells).cells if cell is not None]
    assert found == [Interval(Fraction(low), Fraction(high)) for low, high in spans]


def test_counts_are_exact() -> None:
    assert [cell.span for cell in column("25", "69", header="Count").cells if cell] == [
        Interval(Fraction(25), Fraction(25)),
        Interval(Fraction(69), Fraction(69)),
    ]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Total", "total"),
        ("**Total**", "total"),
        ("TOTAL:", "total"),
        ("Grand total", "total"),
        ("Sum", "total"),
        ("Total time", "total?"),
        ("Stations subtotal", "total?"),
        ("All suites", "total?"),
        ("Mean", "mean"),
        ("Overall", "mean"),
        ("Geomean", "mean"),
        ("Totality", ""),
        ("parser", ""),
        ("", ""),
    ],
)
def test_roles(label: str, expected: str) -> None:
    assert role(label) == expected


def test_labels_join_the_columns_of_words() -> None:
    table = grid("| Host | Model | Size |\n|---|---|---|\n| a | big | 4 |\n| b | small | 2 |\n")
    assert table.labels == ["a big", "b small"]


def test_spanning_headers_are_joined() -> None:
    table = grid(
        "<table><thead><tr><th rowspan=2>Op</th><th colspan=2>Before</th></tr>"
        "<tr><th>Time (s)</th><th>Size (MB)</th></tr></thead>"
        "<tbody><tr><td>x</td><td>3</td><td>4</td></tr></tbody></table>\n"
    )
    assert [line.header for line in table.lines] == ["Op", "Before Time (s)", "Before Size (MB)"]


@pytest.mark.parametrize(
    ("header", "total"), [("% of 157", 157), ("Share of 1,200", 1200), ("% of users", None)]
)
def test_the_total_in_a_header(header: str, total: int | None) -> None:
    head = column("5", header=header).head
    assert head is not None
    claim = header_total(head)
    assert (claim.value if claim is not None else None) == total
    if claim is not None:
        assert claim.text == f"{total:,}"
