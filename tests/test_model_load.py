"""What a canonical file means once it has loaded."""

# ruff: noqa: E501

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint.claim.claims import Interval
from claimlint.model.load import load
from claimlint.model.model import Model

ROOT = Path(__file__).parent.parent
END = "\n```\n"


def model(body: str, caveats: str = "") -> Model:
    text = f"```yaml quantities\n{body}{END}"
    if caveats:
        text += f"```yaml caveats\n{caveats}{END}"
    return load("CANONICAL-NUMBERS.md", text)


MOVE = """\
block: 5.00 MiB
bandwidth:
  status: assumed
  caveat: untested
  aka: [tier bandwidth]
  cases:
    theoretical: 121 GB/s
    mid-range: 64 GB/s
    pessimistic: 32 GB/s
move_time:
  value: = block / bandwidth
  aka: [move, fetch]
work: 2.24 TFLOP
share:
  status: assumed
  caveat: [assumed-share, untested]
  cases: {half: 50%, quarter: 25%}
peak: {value: 500 TFLOP/s, tolerance: 15%}
compute_time: {value: = work / (peak * share), unit: ms, tolerance: 5%}
advantage: {value: = compute_time / move_time, quote: orders of magnitude}
"""
CAVEATS = "untested: {text: Nothing was tested.}\nassumed-share: The share is assumed.\n"


@pytest.fixture(scope="module")
def move() -> Model:
    return model(MOVE, CAVEATS)


def test_values_are_exact_in_base_units(move: Model) -> None:
    assert move.value("block") == 5 * 2**20
    assert move.value("share", (("share", "quarter"),)) == Fraction(1, 4)
    assert move.value("move_time", (("bandwidth", "mid-range"),)) == Fraction(5 * 2**20, 64 * 10**9)
    assert move.quantities["bandwidth"].cases["pessimistic"] == 32 * 10**9


def test_cases_and_their_product_in_the_order_of_the_file(move: Model) -> None:
    assert move.cased("advantage") == ("bandwidth", "share")
    assert [move.label("advantage", scenario) for scenario in move.scenarios("advantage")] == [
        "advantage[theoretical, half]",
        "advantage[theoretical, quarter]",
        "advantage[mid-range, half]",
        "advantage[mid-range, quarter]",
        "advantage[pessimistic, half]",
        "advantage[pessimistic, quarter]",
    ]
    assert move.scenarios("block") == ((),)
    assert move.label("block", ()) == "block"


def test_a_quantity_used_twice_keeps_one_case_at_a_time() -> None:
    found = model("a: {cases: {x: 1, y: 2}}\nb: = a * 3\nc: = b / a")
    assert [found.value("c", scenario) for scenario in found.scenarios("c")] == [3, 3]


def test_a_case_named_in_a_formula() -> None:
    found = model(
        "a: {cases: {x: 1, y: 2}}\nb: {cases: {'x': 10, z: 20}}\nsum: = a + b\n"
        "one: = sum[y]\nboth: = sum[x]\npair: = sum[y, z]\nother: = sum[ Y ] / a"
    )
    assert found.cased("one") == ("b",)
    assert [found.value("one", scenario) for scenario in found.scenarios("one")] == [12, 22]
    assert found.value("both") == 11
    assert found.value("pair") == 22
    assert found.cased("other") == ("a", "b")
    assert found.value("other", (("a", "x"), ("b", "z"))) == 22


def test_picking_scenarios(move: Model) -> None:
    assert len(move.pick("advantage", "mid-range")) == 2
    assert move.pick("advantage", "mid-range, half") == ((("bandwidth", "mid-range"), ("share", "half")),)
    assert move.pick("advantage", "half, Mid-Range") == move.pick("advantage", "mid-range, half")
    assert move.pick("move_time", "half") == ()
    assert move.pick("block", "half") == ()
    for scenario in move.scenarios("advantage"):
        label = move.label("advantage", scenario)
        assert move.pick("advantage", label[len("advantage[") : -1]) == (scenario,)


def test_names_of_cases_hold_commas() -> None:
    found = model('time:\n  cases: {"1,000": 2 ms, "10,000": 20 ms}\nrate: = 1 / time\nq: = time[10,000]')
    assert found.value("q") == Fraction(1, 50)
    assert found.pick("rate", "1,000") == ((("time", "1,000"),),)


def test_computed_cases() -> None:
    found = model(
        "peak: 64 GB/s\nb: {cases: {x: 1 s, y: 2 s}}\n"
        "a:\n  unit: GB/s\n  cases:\n    full: = peak\n    half: = peak / 2\n    fixed: 5 GB/s\n"
        "v:\n  cases: {one: 1 s, two: = b * 2}\n"
    )
    assert found.quantities["a"].cases == {"full": 64 * 10**9, "half": 32 * 10**9, "fixed": 5 * 10**9}
    assert found.quantities["v"].cases == {"one": 1, "two": None}
    assert found.cased("v") == ("b", "v")
    assert found.value("v", (("b", "y"), ("v", "two"))) == 4
    assert found.value("v", (("b", "y"), ("v", "one"))) == 1
    assert found.formula_text("a", (("a", "half"),)) == "peak / 2"
    assert found.formula_text("a", (("a", "fixed"),)) == ""


def test_inputs_and_dependents(move: Model) -> None:
    assert move.direct_inputs("advantage") == ("compute_time", "move_time")
    assert move.inputs("advantage") == {
        "compute_time", "move_time", "block", "bandwidth", "work", "peak", "share",
    }  # fmt: skip
    assert move.inputs("block") == frozenset()
    assert move.dependents("bandwidth") == {"move_time", "advantage"}
    assert move.dependents("advantage") == frozenset()


def test_status_caveats_and_tolerance_follow_formulas(move: Model) -> None:
    assert move.owed("advantage") == ("untested", "assumed-share")
    assert move.owed("block") == ()
    assert move.assumed_by("advantage") == ("bandwidth", "share")
    assert move.assumed_by("bandwidth") == ("bandwidth",)
    assert move.quantities["advantage"].status == "derived"
    assert move.quantities["block"].status is None
    assert move.quantities["compute_time"].tolerance == Fraction(3, 20)
    assert move.quantities["advantage"].tolerance == Fraction(3, 20)
    assert move.quantities["move_time"].tolerance == 0


def test_names_units_and_policies(move: Model) -> None:
    assert move.names("move_time") == ("move time", "move", "fetch")
    assert move.unit_text("bandwidth") == "GB/s"
    assert move.unit_text("compute_time") == "ms"
    assert move.unit_text("move_time") == ""
    assert move.quantities["advantage"].quote == (None, True)
    assert model("a: {value: 3, quote: 2 digits}").quantities["a"].quote == (2, False)
    assert model("a: {value: 3, quote: 1 digit, bound: at most}").quantities["a"].bound == "at most"


@pytest.mark.parametrize(
    ("body", "dims"),
    [
        ("q: 5.00 MiB", (("byte", 1),)),
        ("q: 50%", ()),
        ("q: 60x", ()),
        ("q: $2.50/hour", (("USD", 1), ("s", -1))),
        ("q: $5/1M tokens", (("USD", 1), ("token", -1))),
        ("q: 500 TFLOP/s", (("flop", 1), ("s", -1))),
        ("q: '2,400 tokens/s'", (("s", -1), ("token", 1))),
        ("q: {value: 16, unit: tokens}", (("token", 1),)),
        ("b: 5 B\nt: 2 tokens\nq: = b / t", (("byte", 1), ("token", -1))),
        ("b: 5 B\nt: 2 tokens\nq: {value: = b / t, unit: B}", (("byte", 1),)),
        ("b: 5 B\nq: {value: = b, unit: KiB/token}", (("byte", 1), ("token", -1))),
        ("t: 2 tokens\nq: = t + 1", (("token", 1),)),
        ("t: 2 s\nu: 5 s\nq: = max(0, t - u)", (("s", 1),)),
        ("a: 4 B\nq: = sqrt(a * a)", (("byte", 1),)),
        ("a: 4 s\nq: = a ** 3 / a ** 2", (("s", 1),)),
        ("a: 4 lanes\nq: = ceil(a / 3)", (("lane", 1),)),
        ("a: 4 lanes\nq: = log2(a)", ()),
        ("a: 4 s\nb: 2 s\nq: {value: = log10(a / b), unit: orders of magnitude}", (("oom", 1),)),
    ],
)
def test_dimensions(body: str, dims: tuple[tuple[str, int], ...]) -> None:
    assert model(body).quantities["q"].dims == dims


def test_a_difference_of_shares_in_percentage_points() -> None:
    found = model("a: 25%\nb: 20%\nq: {value: = a - b, unit: percentage points, expect: 5 percentage points}")
    assert found.value("q") == 5


@pytest.mark.parametrize(
    ("value", "base"),
    [
        ("3 detectors", "detector"),
        ("1 detector", "detector"),
        ("12 GB/detector", "detector"),
        ("5 TB per detector", "detector"),
        ("500 concurrent viewers", "viewer"),
        ("12 NVMe drives", "drive"),
        ("9 tiles", "tile"),
        ("3 items", "item"),
        ("4 locks", "lock"),
    ],
)
def test_words_that_declare_a_counting_unit(value: str, base: str) -> None:
    found = model(f"a: {value}\nb: 2 {base}s")
    assert found.declared == {base: base}
    assert (base, 1) in found.quantities["a"].dims or (base, -1) in found.quantities["a"].dims
    assert found.quantities["b"].dims == ((base, 1),)


def test_scalars_keep_their_characters() -> None:
    found = model(
        "a: 5.00\nb: 010\nc: 0.10\nd: {cases: {no: 1, off: 2, 1:30: 3, ~: 4}}\ne: {value: 1, source: yes}"
    )
    assert [found.value(name) for name in "abc"] == [5, 10, Fraction(1, 10)]
    assert list(found.quantities["d"].cases) == ["no", "off", "1:30", "~"]
    assert found.quantities["e"].source == "yes"


@pytest.mark.parametrize(
    ("expect", "value"),
    [
        ("43 µs", "43.33 µs"),
        ("43.3 µs", "43.33 µs"),
        ("320 KiB/token", "320 KiB/token"),
        ("2,400 tokens", "2,437 tokens"),
        ("267 million tokens", "267,200,000 tokens"),
        ("0.04 ms", "43.33 µs"),
        ("18 ms", "17.92 ms"),
        ("50%", "0.498"),
        ("82", "81.92 µs"),
    ],
)
def test_expectations_that_hold(expect: str, value: str) -> None:
    unit = "  unit: µs\n" if expect == "82" else ""
    model(f'v: "{value}"\na:\n  value: = v\n  expect: "{expect}"\n{unit}')


def test_expect_for_cases_that_share_their_names() -> None:
    model(
        "a: {cases: {x: 1 s, y: 2 s}}\nb: {cases: {x: 3 s, y: 4 s}}\nc: {value: = a + b, expect: {x: 4 s, y: 6 s}}"
    )


def test_sections() -> None:
    text = (
        "# Title\n\n```yaml quantities\na: 1\n```\n\n## 4. Move *against* regenerate ##\n\n### Notes\n\n"
        "```yaml quantities\nb: 1\n```\n\n### 4.1 Detail\n\n~~~~yaml quantities\nc: 1\n~~~~\n\n"
        "## §5 Rest\n\n```text\n## 6. Not a heading\n```\n\n````markdown\n```yaml quantities\nx: 1\n```\n````\n\n"
        "<!--\n## 7. Hidden\n\n```yaml quantities\ny: 1\n```\n-->\n\n```yaml quantities\nd: 1\n```\n"
        "\nUnderlined\n----------\n\n   ```yaml   quantities\n   e: 1\n   ```\n"
    )
    found = load("m.md", text)
    assert [(s.number, s.title) for s in found.sections] == [
        (None, "Title"),
        ("4", "Move *against* regenerate"),
        (None, "Notes"),
        ("4.1", "Detail"),
        ("5", "Rest"),
        (None, "Underlined"),
    ]
    assert {name: q.section for name, q in found.quantities.items()} == {
        "a": None, "b": "4", "c": "4.1", "d": "5", "e": None,
    }  # fmt: skip
    assert found.quantities["b"].section_title == "Move *against* regenerate"
    assert (found.quantities["c"].line, found.quantities["c"].column) == (18, 1)
    for name in "abcde":
        line = text.split("\n")[found.quantities[name].line - 1]
        assert line[found.quantities[name].column - 1 :] == f"{name}: 1"


@pytest.mark.parametrize(
    ("title", "number", "rest"),
    [
        ("## 4. Move", "4", "Move"),
        ("## 4 Move", "4", "Move"),
        ("## 4) Move", "4", "Move"),
        ("## §4 Move", "4", "Move"),
        ("## § 4.1: Move", "4.1", "Move"),
        ("### 4.1. Move", "4.1", "Move"),
        ("## Section 4: Move", "4", "Move"),
        ("## **4.** Move", "4", "Move"),
        ("## 4", "4", ""),
        ("## 4GB tier", None, "4GB tier"),
        ("## v4.1 notes", None, "v4.1 notes"),
        ("## Move {#move}", None, "Move"),
        ("##", None, ""),
    ],
)
def test_numbers_of_headings(title: str, number: str | None, rest: str) -> None:
    assert load("m.md", title).sections == ((number, rest, 1),)


@pytest.mark.parametrize(
    "text",
    [
        "#" * 2_000_000,
        "`" * 2_000_000,
        "```\n" * 200_000,
        "## a\n```yaml quantities\n```\n" * 20_000,
        "<!--" * 500_000,
        "<!--\n" * 300_000,
        "a\n-\n" * 200_000,
        "# " + "1." * 500_000,
        "\r" * 1_000_000,
        " " * 2_000_000,
        "~~~ yaml" + " " * 1_000_000 + "quantities\n~~~",
    ],
    ids=range(11),
)
def test_hostile_outlines(text: str) -> None:
    assert load("m.md", text).quantities == {}


def test_warnings_do_not_stop_a_model() -> None:
    found = model(
        "a: {value: 3 s, aka: [Wait-Time]}\nb: {value: 5 s, aka: [wait time]}\nc: {value: 1 B, aka: [wait time]}"
    )
    [warning] = found.warnings
    assert (warning.line, warning.column) == (3, 1)
    assert "`b` and `a` (line 2) are both named “wait time”" in warning.message
    [warning] = model("a: {value: 70, unit: Mtokens}").warnings
    assert (warning.line, warning.column) == (2, 12)
    [warning] = load("m.md", "# Nothing\n").warnings
    assert "defines nothing" in warning.message


def interval(low: float | str, high: float | str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


def test_recomputing_from_stated_inputs(move: Model) -> None:
    scenario = (("bandwidth", "mid-range"),)
    stated = {"bandwidth": interval(99_500_000_000, 100_500_000_000)}
    low, high = move.evaluate("move_time", scenario, stated)
    assert (low, high) == (Fraction(5 * 2**20, 100_500_000_000), Fraction(5 * 2**20, 99_500_000_000))
    value = move.value("move_time", scenario)
    assert move.evaluate("move_time", scenario, {}) == Interval(value, value)
    assert move.evaluate("move_time", scenario, {"work": interval(1, 2)}) == Interval(value, value)
    at_depth = move.evaluate("advantage", (*scenario, ("share", "half")), stated)
    assert at_depth.low is not None
    assert at_depth.low < move.value("compute_time", (("share", "half"),)) / low
    assert move.evaluate("move_time", scenario, {"move_time": interval(1, 2)}) == interval(1, 2)
    assert move.evaluate("move_time", scenario, {"bandwidth": Interval(Fraction(1), None)}).low == 0


def test_a_case_named_in_a_formula_keeps_its_value_when_its_quantity_is_stated() -> None:
    found = model("a: {cases: {x: 2, y: 4}}\nk: 3\nb: = a * k\nc: = b / b[x]")
    assert found.evaluate("c", (("a", "y"),), {"a": interval(10, 10)}) == interval(5, 5)
    assert found.evaluate("c", (("a", "y"),), {"k": interval(2, 2)}) == interval(2, 2)


def test_an_input_used_twice_gives_no_wide_range() -> None:
    found = model("p: 95%\nn: 8\nspeedup: = 1 / ((1 - p) + p / n)")
    low, high = found.evaluate("speedup", (), {"p": interval("0.85", "0.95")})
    assert low is not None
    assert high is not None
    ends = [1 / ((1 - p) + p / 8) for p in (Fraction("0.85"), Fraction("0.95"))]
    assert Fraction("0.97") * ends[0] < low <= ends[0]
    assert ends[1] <= high < Fraction("1.05") * ends[1]


@settings(max_examples=60)
@given(
    st.fractions(Fraction(1, 2), 20, max_denominator=50),
    st.fractions(Fraction(1, 2), 20, max_denominator=50),
    st.fractions(0, 3, max_denominator=50),
)
def test_what_follows_from_a_stated_value_lies_in_the_range(
    a: Fraction, b: Fraction, slack: Fraction
) -> None:
    found = model("a: 3\nb: 4\nc: = a * a - a / b + max(a, b)\nd: = c / (a + b) + sqrt(b)")
    stated = {"a": Interval(a - slack / 8, a + slack / 8), "b": Interval(b, b + slack)}
    point = {"a": Interval(a, a), "b": Interval(b, b)}
    inside, whole = found.evaluate("d", (), point), found.evaluate("d", (), stated)
    assert inside.low is not None
    assert inside.high is not None
    assert whole.low is None or whole.low <= inside.low
    assert whole.high is None or inside.high <= whole.high


@settings(max_examples=50)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_scenarios_are_the_product_of_the_cases(sizes: list[int]) -> None:
    lines = [
        f"q{i}: {{cases: {{{', '.join(f'c{i}{j}: {10**i * (j + 1)}' for j in range(size))}}}}}"
        for i, size in enumerate(sizes)
    ]
    found = model("\n".join([*lines, "total: = " + " + ".join(f"q{i}" for i in range(len(sizes)))]))
    scenarios = found.scenarios("total")
    count = 1
    for size in sizes:
        count *= size
    assert len(scenarios) == len(set(scenarios)) == count
    assert len({found.value("total", scenario) for scenario in scenarios}) == count


def test_unknown_names_and_cases_raise(move: Model) -> None:
    with pytest.raises(KeyError):
        move.value("nope")
    with pytest.raises(KeyError):
        move.value("move_time")


def test_a_large_model_loads() -> None:
    body = "\n".join(
        f"q{i}: {{value: {i}.5 ms, aka: [name {i}], source: '{'x' * 400}'}}" for i in range(3_000)
    )
    assert len(model(body).quantities) == 3_000


def test_the_canonical_file_of_this_repository() -> None:
    found = load("CANONICAL-NUMBERS.md", (ROOT / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8"))
    assert found.warnings == ()
    assert found.value("bandwidth", (("bandwidth", "theoretical"),)) == 121 * 10**9
    assert found.value("kv_per_token") == 320 * 1024
    corner = found.pick("advantage", "mid-range, low MFU")
    assert found.value("advantage", corner[0]) == Fraction(875, 4)
    assert found.quantities["interior_time"].bound == "at least"
    assert found.owed("advantage") == ("no-cxl-hardware",)
    [section] = [s for s in found.sections if s.number == "4"]
    assert section.title == "Move against regenerate"
    assert {found.quantities[name].section for name in ("move_time", "regenerate_time", "advantage")} == {"4"}
