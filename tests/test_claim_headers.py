"""The unit that a table's header gives to the bare numbers below it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from claimlint.claim.extract import claims, extract, header_unit
from claimlint.document.structure import Block, Cell, Document, Table


@pytest.mark.parametrize(
    ("header", "symbol"),
    [
        ("Memory (GB)", "GB"),
        ("Time [ms]", "ms"),
        ("Latency, µs", "µs"),
        ("Latency (ms, p99)", "ms"),
        ("Mean (us)", "µs"),
        ("Size / MiB", "MiB"),
        ("Time in seconds", "s"),
        ("Latency ms", "ms"),
        ("% of 157", "%"),
        ("CPU %", "%"),
        ("Share", "%"),
        ("Speed-up", "×"),
        ("Relative", "×"),
        ("Rows", "rows"),
        ("Tests", "tests"),
        ("Hours", "h"),
        ("GB", "GB"),
        ("tok/s", "tokens/s"),
        ("Requests per second", "requests/s"),
        ("Read IOPS", "IOPS"),
        ("Peak TFLOP/s", "TFLOP/s"),
        ("$ per token", "$/token"),
        ("$/MTok in", "$/1M tokens"),
        ("Price ($)", "$"),
        ("Cost per hour ($)", "$/h"),
        ("Price per 1M tokens (USD)", "$/1M tokens"),
        ("Size (B)", "B"),
        ("**Time (s)**", "s"),
    ],
)
def test_a_header_names_its_unit(header: str, symbol: str) -> None:
    unit = header_unit(header)
    assert unit is not None
    assert unit.symbol == symbol


@pytest.mark.parametrize(
    "header",
    [
        "Model",
        "Count",
        "Time",
        "File",
        "Page",
        "Day",
        "min",
        "Hours in month",
        "Params (B)",
        "Users (K)",
        "Setup (a)",
        "",
        "MFU",
        "Diff vs v8.0",
        "Contact us",
    ],
)
def test_a_header_that_does_not_plainly_say_names_none(header: str) -> None:
    assert header_unit(header) is None


def table(*rows: tuple[str, ...]) -> Document:
    blocks, index = [], 0
    places: list[tuple[int | None, ...]] = []
    for at, row in enumerate(rows):
        line: list[int | None] = []
        for column, text in enumerate(row):
            blocks.append(Block(index, "cell", text, (), cell=Cell(0, at, column, at == 0)))
            line.append(index)
            index += 1
        places.append(tuple(line))
    return Document("t.md", "", "markdown", tuple(blocks), tables=(Table(0, tuple(places), 1, 0),))


def test_bare_cells_take_the_unit_of_their_column() -> None:
    document = table(
        ("Name", "Mean [ms]", "Read IOPS", "Speed-up"),
        ("a 3", "27.3 ± 0.9", "500K", "4.3"),
        ("b", "1,204", "~150K", "2.1x"),
        ("c", "5 s", "n/a 3", "-10%"),
    )
    found = [
        (claim.text, claim.value, claim.unit.symbol, claim.unit_written, claim.op, claim.tol)
        for claim in extract(document)
    ]
    assert found == [
        ("27.3 ± 0.9", Fraction("27.3"), "ms", False, None, Fraction("0.9")),
        ("500K", 500_000, "IOPS", False, None, None),
        ("4.3", Fraction("4.3"), "×", False, None, None),
        ("1,204", 1204, "ms", False, None, None),
        ("150K", 150_000, "IOPS", False, "~", None),
        ("2.1x", Fraction("2.1"), "×", True, None, None),
        ("5 s", 5, "s", True, None, None),
        ("-10%", -10, "%", True, None, None),
    ]


def test_ranges_and_signs_in_cells() -> None:
    unit = header_unit("Time (ms)")
    (span,) = claims(Block(0, "cell", "40–60", ()), unit)
    assert (span.low, span.high, span.unit_written) == (Fraction(40), Fraction(60), False)
    (negative,) = claims(Block(0, "cell", "−3.5", ()), unit)
    assert negative.value == Fraction("-3.5")
    assert claims(Block(0, "cell", "v1.2", ()), unit) == []
    assert claims(Block(0, "cell", "2024-05-01", ()), unit) == []


def test_code_is_not_read() -> None:
    document = Document(
        "t.md", "", "markdown", (Block(0, "code", "sleep 5 s", ()), Block(1, "item", "5 ms", ()))
    )
    assert [claim.text for claim in extract(document)] == ["5 ms"]
