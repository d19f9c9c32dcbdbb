"""Sentences whose numbers tie each other: consistent ones pass in silence, one broken number is found."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from claimlint.claim.format import format_number, significant
from claimlint.findings import Finding
from claimlint.pipeline import lint_text
from claimlint.rules import load

RULES = load()
HOUSINGS = (
    ("page.md", "{}\n"),
    ("page.md", "# Notes\n\nSome words come first. {} And some after.\n"),
    ("page.md", "- one item\n- {}\n- another item\n"),
    ("page.md", "| What | How much |\n|---|---|\n| this | {} |\n"),
    ("page.md", "> [!NOTE]\n> {}\n"),
    (
        "figure.svg",
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Figure</title><text x="1" y="2">{}</text></svg>',
    ),
)
PROSE = HOUSINGS[:3]


def findings(housing: tuple[str, str], sentence: str) -> list[Finding]:
    name, frame = housing
    found = lint_text(name, frame.format(sentence), None, RULES).findings
    return [finding for finding in found if finding.rule != "bare-multiple"]


def silent(housing: tuple[str, str], sentence: str) -> None:
    assert [(f.rule, f.claim, f.message) for f in findings(housing, sentence)] == [], sentence


def found(housing: tuple[str, str], sentence: str, rule: str) -> None:
    assert [f.rule for f in findings(housing, sentence)] == [rule], sentence


def written(value: Fraction, digits: int = 3, group: str = "") -> str:
    """A number rounded to so many significant digits, integers whole."""
    return format_number(value, max(significant(value, digits), 0), group)


counts = st.integers(2, 64)
amounts = st.integers(3, 900)
breaks = st.sampled_from([Fraction(1, 10), Fraction(2, 3), Fraction(3, 2), Fraction(10)])

PRODUCTS = [
    # the parts of a product, its unit, and the size of the part's unit in it
    ("{n} × {a} KiB = {r} MiB", Fraction(1, 1024)),
    ("{n} x {a} Gbit/s = {r} GB/s", Fraction(1, 8)),
    ("{n} servers × {a} W = {r} kW", Fraction(1, 1000)),
    ("{n} * {a} ms = {r} s", Fraction(1, 1000)),
    ("({n} shards) has {n} × {a} MB, that is {r} GB", Fraction(1, 1000)),
    ("{a} requests/s × {n} min = {r} requests", Fraction(60)),
    ("${a} per hour × {n} h = ${r}", Fraction(1)),
]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PRODUCTS), st.sampled_from(HOUSINGS), counts, amounts, breaks)
def test_products(
    product: tuple[str, Fraction], housing: tuple[str, str], n: int, a: int, factor: Fraction
) -> None:
    template, scale = product
    result = n * a * scale
    silent(housing, template.format(n=n, a=a, r=written(result, 4)))
    found(housing, template.format(n=n, a=a, r=written(result * factor, 4)), "equation-mismatch")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 400), min_size=2, max_size=5), st.sampled_from(HOUSINGS), st.integers(3, 90))
def test_sums(parts: list[int], housing: tuple[str, str], off: int) -> None:
    for unit in ("ms", "GB", "€"):
        left = " + ".join(f"part {part} {unit}" for part in parts).replace("part ", "", 1)
        silent(housing, f"{left} = {sum(parts)} {unit}")
        if off * 10 > sum(parts):
            found(housing, f"{left} = {sum(parts) + off} {unit}", "equation-mismatch")


FALLS = [
    "The build went from {a} s to {b} s, a reduction of {p}%.",
    "We cut memory by {p}% (from {a} MB to {b} MB).",
    "Latency fell {a} ms → {b} ms, {p}% less.",
    "It needs {b} GB instead of {a} GB, {p}% less.",
    "Start-up: {a} s before, {b} s now ({p}% lower).",
    "It takes {b} ms, {p}% less than {a} ms.",
    "The cost dropped {p}% from ${a} to ${b}.",
]
RISES = [
    "Throughput rose from {a} req/s to {b} req/s, an increase of {p}%.",
    "It serves {b} req/s instead of {a} req/s, {p}% more.",
    "The list grew by {p}%, from {a} to {b} entries.",
    "Throughput: {a} MB/s → {b} MB/s ({p}% faster).",
    "The job went from {b} s to {a} s, which makes it {p}% faster.",
]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([*((t, False) for t in FALLS), *((t, True) for t in RISES)]),
    st.sampled_from(HOUSINGS),
    st.integers(101, 989),
    st.integers(101, 989),
    st.sampled_from([Fraction(1, 10), Fraction(1, 2), Fraction(3, 2), Fraction(10)]),
)
def test_changes(
    template: tuple[str, bool], housing: tuple[str, str], one: int, other: int, factor: Fraction
) -> None:
    text, rising = template
    low, high = sorted((one, other))
    assume(high > low * Fraction(5, 4))
    # Trailing zeros may be rounding: without any the interval is as narrow as it looks.
    assume(low % 10 and high % 10)
    a, b = (low, high) if rising else (high, low)
    percent = Fraction(100 * abs(b - a), a)
    silent(housing, text.format(a=a, b=b, p=format_number(percent, 0)))
    silent(housing, text.format(a=a, b=b, p=format_number(percent, 1)))
    found(housing, text.format(a=a, b=b, p=written(percent * factor)), "change-mismatch")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(HOUSINGS), st.integers(21, 60), st.integers(5, 30))
def test_points_are_no_per_cent(housing: tuple[str, str], share: int, points: int) -> None:
    assume(share + points < 100)
    relative = format_number(Fraction(100 * points, share), 0)
    assume(abs(int(relative) - points) > 3)
    text = "The hit rate rose from {}% to {}%, an increase of {}."
    silent(housing, text.format(share, share + points, f"{points} percentage points"))
    silent(housing, text.format(share, share + points, f"{relative}%"))
    found(housing, text.format(share, share + points, f"{points}%"), "change-mismatch")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(HOUSINGS), st.integers(20, 900), st.integers(2, 12))
def test_less_time_is_not_faster(housing: tuple[str, str], time: int, times: int) -> None:
    old = time * times
    text = "The scan took {} ms before, {} ms now ({}% faster)."
    less = format_number(100 - Fraction(100, times), 0)
    silent(housing, text.format(old, time, 100 * (times - 1)))
    found(housing, text.format(old, time, less), "change-mismatch")


CONVERSIONS = [
    ("MiB", "KiB", Fraction(1024)),
    ("MB", "bytes", Fraction(10**6)),
    ("Gbit/s", "MB/s", Fraction(125)),
    ("min", "s", Fraction(60)),
    ("kW", "W", Fraction(1000)),
    ("ms", "µs", Fraction(1000)),
    ("kWh", "MJ", Fraction(36, 10)),
    ("GHz", "MHz", Fraction(1000)),
    ("$/1M tokens", "$/1k tokens", Fraction(1, 1000)),
]
APPOSED = ["It is {} ({}) in all.", "It is {}, that is {}, at most.", "We count {} = {} here."]


def quantity(number: str, unit: str) -> str:
    return f"${number}{unit[1:]}" if unit.startswith("$") else f"{number} {unit}"


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(CONVERSIONS),
    st.sampled_from(APPOSED),
    st.sampled_from(HOUSINGS),
    st.integers(11, 989),
    st.booleans(),
    st.sampled_from([Fraction(1, 1000), Fraction(1, 10), Fraction(10), Fraction(1000)]),
)
def test_conversions(
    units: tuple[str, str, Fraction],
    template: str,
    housing: tuple[str, str],
    number: int,
    back: bool,
    factor: Fraction,
) -> None:
    assume(number % 10)
    large, small, size = units
    if back:
        large, small, size = small, large, 1 / size
    first = quantity(str(number), large)
    silent(housing, template.format(first, quantity(written(number * size), small)))
    found(
        housing,
        template.format(first, quantity(written(number * size * factor), small)),
        "conversion-mismatch",
    )


RATES = [
    ("{x} GB in {y} s is {r} GB/s", lambda x, y: Fraction(x, y)),
    ("Sending {x} GB over a {y} Gbit/s link takes {r} s.", lambda x, y: Fraction(x * 8, y)),
    ("{x} million tokens at ${y} per million tokens, that is ${r}", lambda x, y: Fraction(x * y)),
    ("A run of {x} hours at {y} kW, which is {r} kWh, is usual.", lambda x, y: Fraction(x * y)),
    ("At {y} MB/s, {x} GB take {r} s.", lambda x, y: Fraction(1000 * x, y)),
    ("It reads {x} blocks of {y} KiB each, {r} KiB in total.", lambda x, y: Fraction(x * y)),
    ("The {x} billion parameters at {y} bytes per parameter need {r} GB.", lambda x, y: Fraction(x * y)),
]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(RATES), st.sampled_from(PROSE), st.integers(11, 199), st.integers(11, 99), st.booleans()
)
def test_rates(rate: tuple[str, object], housing: tuple[str, str], x: int, y: int, small: bool) -> None:
    assume(x % 10 and y % 10)
    template, make = rate
    result = make(x, y)  # type: ignore[operator]
    silent(housing, template.format(x=x, y=y, r=written(result)))
    wrong = result / 8 if small else result * 10
    found(housing, template.format(x=x, y=y, r=written(wrong)), "rate-mismatch")


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(HOUSINGS), st.integers(20, 900), st.integers(1, 900), st.integers(6, 40))
def test_shares_of_counts(housing: tuple[str, str], whole: int, part: int, off: int) -> None:
    assume(part <= whole)
    share = Fraction(100 * part, whole)
    wrong = share + off if share < 50 else share - off
    assume(abs(100 - share - wrong) > 2)
    for text in ("{m} of {n} requests ({p}%) failed", "{p}% ({m} of {n} requests) failed"):
        for digits in (0, 1):
            p = format_number(share, digits)
            silent(housing, text.format(m=part, n=whole, p=p))
        found(housing, text.format(m=part, n=whole, p=format_number(wrong, 0)), "ratio-mismatch")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PROSE), st.integers(200, 900), st.integers(11, 180), st.integers(3, 90))
def test_what_is_left(housing: tuple[str, str], whole: int, used: int, off: int) -> None:
    assume(used % 10 and whole % 10 and (whole - used) % 10 and (whole - used + off) % 10)
    text = "The plan includes {} GB. The team used {} GB of it, which leaves {} GB."
    silent(housing, text.format(whole, used, whole - used))
    found(housing, text.format(whole, used, whole - used + off), "total-mismatch")


@settings(max_examples=40, deadline=None)
@given(st.integers(11, 99), st.integers(11, 99), st.sampled_from(["Time (ms)", "Latency [ms]"]))
def test_a_sentence_repeats_a_cell(one: int, other: int, header: str) -> None:
    assume(abs(one - other) > 2)
    name = header.split()[0].lower()
    table = f"\n\n| Engine | {header} |\n|---|---:|\n| plain | {one} |\n| vector | {other} |\n"
    frame = ("page.md", "{}" + table)
    silent(frame, f"The {name} of the vector engine is {other} ms.")
    found(frame, f"The {name} of the vector engine is {one} ms.", "conflicting-claims")


@pytest.mark.parametrize(
    "text",
    [
        "Solve 3x + 4 = 10, and 2m + 3 = 7.",
        "In Python 7 // 2 = 3 and 10 % 3 = 1, in C 7 / 2 = 3.",
        "We have 255 + 1 = 0 (mod 256), 1 << 20 = 1048576, and 0.1 + 0.2 = 0.30000000000000004.",
        "Add n × 3 × 4 = 24 to x + 3 = 9.",
        "Take 10-20 ms × 3 = 60 ms, or 5*3*2 = 30.",
        "The vector (1, 2) + (3, 4) = (4, 6), f(3) + 1 = 12.",
        "It is 200 tokens at $0.24/M, about $0.00005 per call, and 500k tokens at $3/1M = $1.50.",
        "At $33/day = $990/month it is $11,880/year.",
        "100 MB/s * 3600 = 360 GB/hour, 5 min × 60 = 300 s, 45 GB × 8 / 1 Gbit/s = 360 s.",
        "Accuracy went up from 71.2% to 75.4% (+4.2%).",
        "The head has the sign bit, 11 bits of exponent, and 20 bits of mantissa, for a total of 32 bits.",
        "Memory went down by 20% and latency from 5 ms to 4.5 ms.",
        "In 3 of 10 runs (30% of them slow) nothing failed.",
        "A timeout of 1 day (8 hours of work), and 10 ms (15 s at most).",
        "The 70B weights take 140 GB in 16-bit form; plan for 160 GB.",
        "| a | b |\n|---|---|\n| 3 + 4 = 7 | 2 of 8 (25%) |",
        "Poll 10 times at intervals of 5 s each, for 60 s at most.",
        "Reading 5 GB at 500 MB/s takes 11 s, with the setup.",
        "A 64 MB cache with 10 ns latency has 100 GB/s of bandwidth.",
        "With 2 TB of disk and a 10 Gbit/s network it takes 5 min to boot.",
        "Each node has 64 GB of RAM at 50 GB/s and boots in 90 s.",
        "It has 16 cores at 3 GHz, 32 GB at 50 GB/s, and takes 12 s to start.",
        "For 10 GB files at 1 Gbit/s, the timeout is 300 s.",
        "The default of 5 s at 100 Mbit/s is 10 MB.",
        "Latency: 120 ms → 80 ms (-33%), errors: 2.0% → 1.5% (-25%), CPU: 40% → 44% (+4 pp).",
        "Write triangles: 50 bytes each (12 normal + 36 vertex + 2 attribute).",
        "The pickle has ~32k triangles × 2.5 KB × 10 quantities ≈ ~800 MB, and 6 × 130 KB ≈ 785 KB.",
    ],
)
def test_nothing_is_wrong_here(text: str) -> None:
    silent(("page.md", "{}\n"), text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Each of the 16 GPUs has 80 GB, 12.8 TB in total.", "rate-mismatch"),
        ("A run of 30 epochs takes 6 h, i.e. 2 min per epoch.", "rate-mismatch"),
        ("Rendering 300 frames at 24 fps gives 125 s of video.", "rate-mismatch"),
        ("With 3 replicas of 40 GB each, the cluster stores 160 GB.", "rate-mismatch"),
        ("The checkpoint of 140 GB is written at 2 GB/s in 7 s.", "rate-mismatch"),
        ("32 lanes of 16 GT/s each give 51.2 GT/s.", "rate-mismatch"),
        ("The 70B model in fp16 (2 bytes per parameter) needs 70 GB.", "rate-mismatch"),
        ("At 250 gCO2/kWh, 40 kWh emit 1 kg of CO2.", "rate-mismatch"),
        ("4 vCPU × $0.04 per hour × 730 h = $11.68 per month", "equation-mismatch"),
        ("The bill: 3 × $20 + 2 × $15 = $80", "equation-mismatch"),
        ("We pay 12 × $99 = $1,288 a year", "equation-mismatch"),
        ("Latency: 120 ms → 80 ms (-50%)", "change-mismatch"),
        ("The team grew from 10 to 15 people, a 33% increase.", "change-mismatch"),
        ("12% more expensive ($112 instead of $90)", "change-mismatch"),
        ("5 Mbit/s (5 MB/s)", "conversion-mismatch"),
        ("90 minutes, or 5400 ms", "conversion-mismatch"),
        ("60 checks: 45 pass (85%), 15 fail (25%).", "ratio-mismatch"),
        ("Budget $500; spent $120; remaining $480.", "total-mismatch"),
    ],
)
def test_this_is_wrong(text: str, rule: str) -> None:
    found(("page.md", "{}\n"), text, rule)


@example("1 × " * 50_000 + "= 2 GB")
@example("from 5 ms to 3 ms (4%) " * 20_000)
@example("(" * 50_000 + "3 + 4 = 8")
@example("3 of 4 (57%), " * 20_000)
@example("5 GB in 3 s is 4 GB/s; " * 10_000)
@example("5 GB (4 MB) " * 20_000)
@example("9" * 100_000 + " + 1 = 2")
@given(st.text(alphabet="0123456789 ×+-*/=().,;:%→kMGBs$", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_to_its_end(text: str) -> None:
    lint_text("page.md", text, None, RULES)
