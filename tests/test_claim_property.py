"""Random quantities in random styles and sentences are read back exactly, with their spans."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimlint.claim.claims import Claim
from claimlint.claim.extract import claims
from claimlint.claim.format import format_like
from claimlint.claim.interval import interval
from claimlint.claim.units import parse_unit
from claimlint.document.structure import Block

SPELLINGS = {
    "ms": ["ms", "milliseconds", "msec"],
    "µs": ["µs", "us", "μs", "microseconds"],
    "s": ["s", "seconds", "sec"],
    "GB/s": ["GB/s", "GBps", "gigabytes per second", "GB s⁻¹", "GB·s⁻¹"],
    "Gbit/s": ["Gb/s", "Gbps", "gigabits per second"],
    "MiB": ["MiB", "mebibytes"],
    "KiB/token": ["KiB/token", "kibibytes per token"],
    "TFLOP/s": ["TFLOP/s", "TFLOPS", "teraflops"],
    "tokens/s": ["tokens/s", "tok/s", "tokens per second"],
    "%": ["%", "percent", "per cent"],
    "kWh": ["kWh", "kilowatt-hours"],
    "pJ/bit": ["pJ/bit"],
    "GHz": ["GHz", "gigahertz"],
    "requests/s": ["requests/s", "req/s", "requests per second"],
    "layers": ["layers"],
    "percentage points": ["percentage points", "pp"],
}
LEADS = ["It takes ", "We measured ", "The link moves ", "(", "Copies need ", "Cost: ", "— ", ""]
TAILS = [
    " here.",
    ".",
    ", and then it stops.",
    " on average",
    ")",
    "; more follows.",
    " | next",
    "\nand goes on",
    "",
]


class Style(NamedTuple):
    value: Fraction
    number: str
    unit: str
    text: str
    step: Fraction


@st.composite
def numbers(draw: st.DrawFn, decimals_up_to: int = 3) -> tuple[Fraction, str, Fraction]:
    """A value, how it is written, and the place value of its last written digit."""
    decimals = draw(st.integers(0, decimals_up_to))
    digits = draw(st.integers(1, 10 ** draw(st.integers(1, 7))))
    whole, rest = divmod(digits, 10**decimals)
    shown = str(whole)
    separator = draw(st.sampled_from(["", ",", "\u2009", "\u202f", "\u00a0", "'"]))
    if separator:
        shown = f"{whole:,}".replace(",", separator)
    if decimals:
        shown += f".{rest:0{decimals}d}"
    return Fraction(digits, 10**decimals), shown, Fraction(1, 10**decimals)


@st.composite
def quantities(draw: st.DrawFn) -> Style:
    unit = draw(st.sampled_from(sorted(SPELLINGS)))
    value, shown, step = draw(numbers(0 if unit == "layers" else 3))
    spelling = draw(st.sampled_from(SPELLINGS[unit]))
    glue = draw(st.sampled_from([" ", "\u00a0", "\u202f"] + ([""] if spelling[0] in "%mµμGMTK" else [])))
    if spelling in ("pp", "msec", "us") or len(spelling) > 8:
        glue = " "
    if spelling == "s" and value < 2:
        spelling = "seconds"
        glue = " "
    return Style(value, shown, unit, f"{shown}{glue}{spelling}", step)


def read(text: str) -> list[Claim]:
    return claims(Block(0, "paragraph", text, ()))


@settings(max_examples=400, deadline=None)
@given(quantities(), st.sampled_from(LEADS), st.sampled_from(TAILS))
def test_a_quantity_in_a_sentence_is_read_back(made: Style, lead: str, tail: str) -> None:
    (found,) = read(lead + made.text + tail)
    assert (found.start, found.end) == (len(lead), len(lead) + len(made.text))
    assert found.value == made.value
    assert found.unit.symbol == made.unit
    assert found.step >= made.step
    assert found.op is None


@settings(max_examples=200, deadline=None)
@given(
    quantities(), st.sampled_from(LEADS), st.fractions(-Fraction(1, 2), Fraction(1, 2), max_denominator=1000)
)
def test_every_value_that_rounds_to_a_claim_is_in_its_interval(
    made: Style, lead: str, share: Fraction
) -> None:
    (found,) = read(lead + made.text)
    low, high = interval(found)
    assert low is not None
    assert high is not None
    off = Fraction(0) if found.exact else share * made.step
    assert low <= (made.value + off) * found.unit.factor <= high


@settings(max_examples=200, deadline=None)
@given(quantities(), numbers())
def test_a_value_formatted_like_a_claim_is_read_back_as_that_value(
    made: Style, other: tuple[Fraction, str, Fraction]
) -> None:
    (found,) = read(made.text)
    value = other[0] if made.unit != "layers" else Fraction(int(other[0]) + 2)
    written = format_like(found, value * found.unit.factor)
    (again,) = read(written)
    assert again.unit.symbol == made.unit
    assert again.value is not None
    assert abs(again.value - value) <= max(made.step / 2, value / 20)


BOUNDS = {
    "at least ": ">=",
    "≥ ": ">=",
    "more than ": ">",
    ">": ">",
    "at most ": "<=",
    "up to ": "<=",
    "less than ": "<",
    "under ": "<",
    "about ": "~",
    "~": "~",
    "≈ ": "~",
}


@settings(deadline=None)
@given(quantities(), st.sampled_from(sorted(BOUNDS)))
def test_a_bound_is_read_and_opens_its_side(made: Style, words: str) -> None:
    (found,) = read(f"It takes {words}{made.text} there")
    assert (found.op, found.value) == (BOUNDS[words], made.value)
    low, high = interval(found)
    assert (low is None) == (BOUNDS[words] in ("<", "<="))
    assert (high is None) == (BOUNDS[words] in (">", ">="))


RANGES = [
    "{a}–{b} {u}",
    "{a} to {b} {u}",
    "between {a} and {b} {u}",
    "{a} {u} to {b} {u}",
    "{a} {u} – {b} {u}",
]


@settings(deadline=None)
@given(
    st.sampled_from(["ms", "GB/s", "%", "tokens/s", "MiB"]),
    st.sampled_from(RANGES),
    st.integers(2, 900),
    st.integers(1, 900),
    st.sampled_from(["", ".5"]),
)
def test_a_range_keeps_both_ends(unit: str, form: str, low: int, more: int, tail: str) -> None:
    text = form.format(a=f"{low}{tail}", b=f"{low + more}{tail}", u=unit)
    (found,) = read(f"It takes {text} there")
    assert (found.low, found.high) == (Fraction(f"{low}{tail}"), Fraction(f"{low + more}{tail}"))
    assert found.unit.symbol == unit
    assert "It takes ".join(["", text]).endswith(found.text)


@settings(deadline=None)
@given(
    st.lists(st.integers(2, 1800), min_size=3, max_size=6),
    st.sampled_from(["ms", "GB/s", "%", "threads", "microseconds"]),
    st.sampled_from([(", ", " and "), (", ", ", and "), (", ", " or "), (" / ", " / "), (", ", ", ")]),
)
def test_a_list_shares_the_unit_at_its_end(values: list[int], unit: str, joints: tuple[str, str]) -> None:
    text = joints[0].join(map(str, values[:-1])) + joints[1] + f"{values[-1]} {unit}"
    found = read(f"They took {text}, it says.")
    assert [claim.value for claim in found] == [Fraction(value) for value in values]
    parsed = parse_unit(unit)
    assert {claim.unit for claim in found} == {parsed}
    assert {claim.series for claim in found} == {1}
    assert [claim.unit_written for claim in found] == [False] * (len(values) - 1) + [True]


PIECES = st.sampled_from(
    [
        "1",
        "2.5",
        "1,000",
        "10",
        "0x1F",
        "3e8",
        "10^3",
        "2024",
        "half",
        "twice",
        "one",
        "hundred",
        "million",
        "and",
        "or",
        "to",
        "from",
        "between",
        "ms",
        "GB/s",
        "%",
        "×",
        "x",
        "$",
        "€",
        "per",
        "/",
        "-",
        "–",
        "±",
        "~",
        "<",
        "≥",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "\\mu",
        "\\SI{1}{\\second}",
        "^",
        "_",
        ",",
        ".",
        ";",
        ":",
        "#",
        "§",
        "Figure",
        "a",
        "an",
        "the",
        "orders",
        "of",
        "magnitude",
        "tokens",
        "requests",
        "second",
        "K",
        "B",
        "+/-",
        "⁻¹",
        "·",
        "000",
        "times",
        "faster",
        "nines",
        "\n",
        "\t",
        "µ",
        "¹",
        "²",
        "０",
        "٣",
        "🙂",
    ]
)


@settings(max_examples=600, deadline=None)
@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(PIECES, max_size=14).map(" ".join),
        st.lists(PIECES, max_size=14).map("".join),
    )
)
@example("5 GB per 1" + "0" * 5000 + " tokens")
@example("1" * 5000 + " ms")
@example("²128B")
def test_any_text_is_read_without_failing(text: str) -> None:
    last = 0
    for claim in read(text):
        assert last <= claim.start < claim.end <= len(text)
        last = claim.end
        assert claim.step > 0
        assert (claim.value is None) == (claim.low is not None)
        low, high = interval(claim)
        assert low is None or high is None or low <= high
        assert format_like(claim, Fraction(1, 3))
