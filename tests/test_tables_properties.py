"""Tables whose arithmetic holds are silent; one number moved beyond rounding is the one that is flagged."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimlint import rules
from claimlint.claim.format import format_number, significant
from claimlint.findings import Finding
from claimlint.pipeline import lint_text

RULES = rules.load()
LABELS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
Rows = list[list[str]]
FEW = settings(max_examples=60, deadline=None)


def written(value: Fraction, decimals: int) -> tuple[str, Fraction]:
    """A number as text with that many decimals and thousands separators, and what it says."""
    text = format_number(value, decimals, ",")
    return text, Fraction(text.replace(",", ""))


def markdown(head: list[str], rows: Rows) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def html(head: list[str], rows: Rows) -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return "<table>\n<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>\n" + body + "</table>\n"


def turned(head: list[str], rows: Rows) -> str:
    columns = [list(column) for column in zip(head, *rows, strict=True)]
    return markdown(["", *columns[0][1:]], columns[1:])


def findings(page: str) -> list[Finding]:
    return list(lint_text("page.md", page, None, RULES).findings)


def moved(cell: str, factor: Fraction) -> str:
    """The cell with its number multiplied."""
    match = re.search(r"\d[\d,]*(?:\.\d+)?", cell)
    assert match is not None
    whole, _, decimals = match[0].replace(",", "").partition(".")
    value = Fraction(f"{whole}.{decimals or 0}") * factor
    text, said = written(value, len(decimals))
    assume(said != value / factor)
    return cell[: match.start()] + text + cell[match.end() :]


factors = st.sampled_from([Fraction(13, 10), Fraction(7, 10), Fraction(2), Fraction(10), Fraction(1, 10)])
renderings = st.sampled_from([markdown, html, turned])


def check(render: object, head: list[str], rows: Rows, at: int, column: int, factor: Fraction) -> None:
    """Silence on the table; with one cell moved, one finding in its row (or column, in a turned table)."""
    assert callable(render)
    assert findings(render(head, rows)) == []
    broken = [list(row) for row in rows]
    broken[at][column] = moved(rows[at][column], factor)
    page = render(head, broken)
    found = findings(page)
    assert len(found) == 1, (page, found)
    label = rows[at][0]
    if render is turned:
        before = found[0].source_line[: found[0].column]
        assert before.count("|") - 2 == at, (page, found)
    else:
        assert label in found[0].source_line, (page, found)


@st.composite
def speedups(draw: st.DrawFn) -> tuple[list[str], Rows]:
    before, after = draw(
        st.sampled_from(
            [("Old", "New"), ("Before", "After"), ("Baseline", "Optimized"), ("serial", "parallel")]
        )
    )
    unit = draw(st.sampled_from(["ms", "s", "µs", "MB", "W"]))
    in_cells = draw(st.booleans())
    name = draw(st.sampled_from(["Speed-up", "Speedup", "Factor", "Ratio"]))
    head = ["Case", *(text if in_cells else f"{text} ({unit})" for text in (before, after)), name]
    rows = []
    for label in LABELS[: draw(st.integers(3, 7))]:
        a, old = written(Fraction(draw(st.integers(20_001, 99_999)), 100), 2)
        b, new = written(old * 100 / draw(st.integers(120, 900)), 2)
        ratio = format_number(old / new, draw(st.sampled_from([1, 2])))
        rows.append([label, *(f"{text} {unit}" if in_cells else text for text in (a, b)), ratio + "x"])
    order = draw(st.permutations([1, 2, 3]))
    return [head[0], *(head[i] for i in order)], [[row[0], *(row[i] for i in order)] for row in rows]


@FEW
@given(speedups(), st.data(), factors, renderings)
def test_multiples_of_two_columns(
    table: tuple[list[str], Rows], data: st.DataObject, factor: Fraction, render: object
) -> None:
    head, rows = table
    at = data.draw(st.integers(0, len(rows) - 1))
    check(render, head, rows, at, data.draw(st.integers(1, 3)), factor)


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[str], Rows]:
    before, after = draw(st.sampled_from([("Old", "New"), ("Before", "After"), ("Previous", "Updated")]))
    unit = draw(st.sampled_from(["ms", "GB", "requests", "W"]))
    name = draw(st.sampled_from(["Change", "Diff", "Improvement", "Reduction", "Δ"]))
    sign = draw(st.sampled_from([1, -1]))
    rows = []
    for label in LABELS[: draw(st.integers(3, 7))]:
        a, old = written(Fraction(draw(st.integers(2_001, 99_999)), 10), 1)
        b, new = written(
            old * draw(st.integers(25, 190).filter(lambda share: abs(share - 100) > 10)) / 100, 1
        )
        rows.append([label, a, b, format_number((new - old) / old * 100 * sign, 1) + "%"])
    return ["Case", f"{before} ({unit})", f"{after} ({unit})", name], rows


@FEW
@given(changes(), st.data(), factors, renderings)
def test_changes_between_two_columns(
    table: tuple[list[str], Rows], data: st.DataObject, factor: Fraction, render: object
) -> None:
    head, rows = table
    check(render, head, rows, data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(1, 3)), factor)


@st.composite
def shares(draw: st.DrawFn) -> tuple[list[str], Rows]:
    values = draw(st.lists(st.integers(301, 2999), min_size=4, max_size=7))
    total = sum(values)
    named = draw(st.booleans())
    head = ["Kind", "Count", f"% of {total}" if named else "Share"]
    rows = [
        [label, format_number(Fraction(value), 0, ","), format_number(Fraction(value * 100, total), 1) + "%"]
        for label, value in zip(LABELS, values, strict=False)
    ]
    if not named:
        rows.append(["Total", format_number(Fraction(total), 0, ","), "100.0%"])
    return head, rows


@FEW
@given(shares(), st.data(), factors, st.sampled_from([markdown, html]))
def test_shares_of_a_total(
    table: tuple[list[str], Rows], data: st.DataObject, factor: Fraction, render: object
) -> None:
    head, rows = table
    check(render, head, rows, data.draw(st.integers(0, 3)), data.draw(st.integers(1, 2)), factor)


@FEW
@given(
    st.lists(st.integers(10_001, 99_999), min_size=5, max_size=8, unique=True),
    st.data(),
    factors,
    st.booleans(),
    st.sampled_from(["Relative", "Speed-up", "Factor"]),
)
def test_multiples_of_a_base_row(
    values: list[int], data: st.DataObject, factor: Fraction, inverse: bool, name: str
) -> None:
    base = data.draw(st.integers(0, len(values) - 1))
    at = data.draw(st.integers(0, len(values) - 1).filter(lambda row: row != base))
    rows = []
    for row, value in enumerate(values):
        ratio = Fraction(values[base], value) if inverse else Fraction(value, values[base])
        # Nothing else may look like a base, moved or not.
        assume(row == base or all(abs(ratio * by - 1) > Fraction(1, 20) for by in (1, factor)))
        text = "1x" if row == base else format_number(ratio, 2) + "x"
        rows.append([LABELS[row], format_number(Fraction(value, 100), 2), text])
    check(markdown, ["Engine", "Time (s)", name], rows, at, data.draw(st.integers(1, 2)), factor)


RATES = (
    ("Size (GB)", "Time (s)", "Rate (GB/s)", 1),
    ("Requests", "Duration (s)", "Throughput (req/s)", 1),
    ("Data (MB)", "Time (ms)", "Speed (MB/s)", 1000),
)


@st.composite
def rates(draw: st.DrawFn) -> tuple[list[str], Rows]:
    amount, time, rate, scale = draw(st.sampled_from(RATES))
    rows = []
    for label in LABELS[: draw(st.integers(4, 7))]:
        a, size = written(Fraction(draw(st.integers(1_001, 99_999))), 0)
        b, seconds = written(Fraction(draw(st.integers(1_001, 9_999)), 100), 2)
        speed = size / seconds * scale
        rows.append([label, a, b, format_number(speed, max(0, significant(speed, 4)), ",")])
    assume(len({row[3] for row in rows}) == len(rows))
    return ["Run", amount, time, rate], rows


@FEW
@given(rates(), st.data(), factors, renderings)
def test_rates_of_amount_and_time(
    table: tuple[list[str], Rows], data: st.DataObject, factor: Fraction, render: object
) -> None:
    head, rows = table
    check(render, head, rows, data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(1, 3)), factor)


@FEW
@given(
    st.lists(st.lists(st.integers(1_001, 9_999), min_size=2, max_size=2), min_size=2, max_size=7),
    st.integers(1, 2),
    factors,
    st.sampled_from(["Total", "**Total**", "Sum", "Grand total"]),
)
def test_a_total_row(values: list[list[int]], column: int, factor: Fraction, label: str) -> None:
    rows = [
        [name, format_number(Fraction(files), 0), format_number(Fraction(cost, 100), 2)]
        for name, (files, cost) in zip(LABELS, values, strict=False)
    ]
    files, cost = (sum(row[i] for row in values) for i in (0, 1))
    rows.append([label, format_number(Fraction(files), 0), format_number(Fraction(cost, 100), 2)])
    check(markdown, ["Part", "Files", "Cost ($)"], rows, len(rows) - 1, column, factor)


@FEW
@given(
    st.lists(st.lists(st.integers(11, 999), min_size=3, max_size=3), min_size=4, max_size=8),
    st.data(),
    factors,
    st.booleans(),
)
def test_a_total_column(
    values: list[list[int]], data: st.DataObject, factor: Fraction, total_first: bool
) -> None:
    names = ["Passed", "Failed", "Skipped"]
    head = ["Suite", "Total", *names] if total_first else ["Suite", *names, "Total"]
    rows = []
    for label, row in zip(LABELS, values, strict=False):
        cells = [str(value) for value in row]
        rows.append([label, str(sum(row)), *cells] if total_first else [label, *cells, str(sum(row))])
    at = data.draw(st.integers(0, len(rows) - 1))
    check(markdown, head, rows, at, data.draw(st.integers(1, 4)), factor)


@FEW
@given(
    st.lists(st.lists(st.integers(10, 9999), min_size=4, max_size=4, unique=True), min_size=3, max_size=6),
    st.data(),
    st.sampled_from([("Min", "Median", "p95", "Max"), ("p50", "p90", "p99", "p99.9")]),
)
def test_statistics_rise(values: list[list[int]], data: st.DataObject, names: tuple[str, ...]) -> None:
    head = ["Service", *(f"{name} (ms)" for name in names)]
    # Odd numbers are at least two apart, which no rounding can turn round.
    rows = [
        [label, *(str(value * 2 + 1) for value in sorted(row))]
        for label, row in zip(LABELS, values, strict=False)
    ]
    assert findings(markdown(head, rows)) == []
    at, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(1, 3))
    rows[at][column], rows[at][column + 1] = rows[at][column + 1], rows[at][column]
    found = findings(markdown(head, rows))
    assert [(finding.rule, finding.line) for finding in found] == [("order-mismatch", at + 3)]


@FEW
@given(
    st.lists(st.integers(100, 999), min_size=4, max_size=7, unique=True),
    st.sampled_from(
        [
            "The latency stays between {low} and {high} ms on all hosts.",
            "No host has a latency of more than {high} ms.",
            "Every host answers with a latency below {over} ms.",
        ]
    ),
    st.booleans(),
)
def test_what_is_said_of_all_rows(values: list[int], template: str, before: bool) -> None:
    rows = [[f"h{at}", str(value)] for at, value in enumerate(values)]
    table = markdown(["Host", "Latency (ms)"], rows)
    low, high = min(values), max(values)

    def page(shift: int) -> str:
        said = template.format(low=low, high=high - shift, over=high + 1 - shift)
        return f"{said}\n\n{table}" if before else f"{table}\n{said}\n"

    assert findings(page(0)) == []
    second = sorted(values)[-2]
    # A zero at the end of what is said may be rounding.
    assume(high - second > 4 and low < second and second % 10 and (second + 1) % 10)
    found = findings(page(high - second))
    assert [finding.rule for finding in found] == ["order-mismatch"]


@FEW
@given(st.lists(st.integers(10, 999), min_size=3, max_size=6), st.integers(2, 9))
def test_a_total_that_a_sentence_states(values: list[int], factor: int) -> None:
    table = markdown(["Service", "Memory (MiB)"], [[f"s{at}", str(v)] for at, v in enumerate(values)])
    total = sum(values)
    assert findings(f"All services together use {total} MiB.\n\n{table}") == []
    found = findings(f"All services together use {total * factor} MiB.\n\n{table}")
    assert [(finding.rule, finding.line) for finding in found] == [("total-mismatch", 1)]


@FEW
@given(st.lists(st.integers(5, 30), min_size=2, max_size=5), st.integers(4, 20))
def test_shares_in_a_sentence(values: list[int], slip: int) -> None:
    assume(sum(values) < 95)
    parts = ", ".join(f"{value}% {label}" for value, label in zip(values, LABELS, strict=False))
    rest = 100 - sum(values)
    assert findings(f"The traffic splits into {parts} and {rest}% other.") == []
    found = findings(f"The traffic splits into {parts} and {rest + slip}% other.")
    assert [finding.rule for finding in found] == ["total-mismatch"]
