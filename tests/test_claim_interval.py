"""What a written number can mean, and values written as claims are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.claim.claims import Claim
from claimlint.claim.extract import claims
from claimlint.claim.format import format_like, format_number, format_value, preferred_unit, significant
from claimlint.claim.interval import interval
from claimlint.claim.units import parse_unit
from claimlint.document.structure import Block


def one(text: str) -> Claim:
    (claim,) = claims(Block(0, "paragraph", text, ()))
    return claim


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("82 µs", "81.5e-6", "82.5e-6"),
        ("17.9 ms", "17.85e-3", "17.95e-3"),
        ("17.90 ms", "17.895e-3", "17.905e-3"),
        ("2,400 MB", "2350e6", "2450e6"),
        ("2,480 MB", "2475e6", "2485e6"),
        ("500 ms", "0.495", "0.505"),
        ("10 ms", "9.5e-3", "10.5e-3"),
        ("9 ms", "8.5e-3", "9.5e-3"),
        ("16 tokens", "16", "16"),
        ("2,400 tokens", "2350", "2450"),
        ("50%", "0.495", "0.505"),
        ("~100 ms", "0.08", "0.12"),
        ("about 1.5 s", "1.2", "1.8"),
        ("≥ 18 ms", "17.5e-3", None),
        ("less than 5%", None, "0.055"),
        ("up to 5×", None, "5.5"),
        ("17.9 ± 0.4 ms", "17.5e-3", "18.3e-3"),
        ("1.5–2.0 GB/s", "1.45e9", "2.05e9"),
        ("about 10–20 s", "8", "24"),
        ("100 ms – 2 s", "0.095", "2.5"),
        ("8.1e11 bytes/s", "8.05e11", "8.15e11"),
        ("320k IOPS", "315000", "325000"),
        ("twice the bandwidth", "1.5", "2.5"),
        ("five nines", "0.999985", "0.999995"),
        ("2–3 orders of magnitude", "1.5", "3.5"),
        ("1 kbit", "62.5", "187.5"),
    ],
)
def test_the_interval_of_a_claim(text: str, low: str | None, high: str | None) -> None:
    found = interval(one(text))
    assert found.low == (None if low is None else Fraction(low))
    assert found.high == (None if high is None else Fraction(high))


@pytest.mark.parametrize(
    ("text", "value", "wanted"),
    [
        ("56 µs", "43.333e-6", "43 µs"),
        ("17.9 ms", "18.04e-3", "18.0 ms"),
        ("2,400 tokens/s", "12437.7", "12,438 tokens/s"),
        ("320k IOPS", "274658", "275k IOPS"),
        ("2.4 million requests", "3456789", "3.5 million requests"),
        ("$3.00 per million tokens", "2.5e-6", "$2.50 per million tokens"),
        ("$1.2M", "1345678", "$1.3M"),
        ("8.1e11 bytes/s", "8.2e11", "8.2e11 bytes/s"),
        ("3 × 10^8 m", "4.3e9", "4.3 × 10^9 m"),
        ("forty-three microseconds", "82e-6", "82 microseconds"),
        ("a threefold gain", "3.1", "3.1×"),
        ("twice as fast", "2.3", "2.3×"),
        ("five nines", "0.9999", "99.990%"),
        ("an order of magnitude", "2", "2 orders of magnitude"),
        ("1.5–2.0 GB/s", "1.7e9", "1.7 GB/s"),
        ("17.9 ± 0.4 ms", "18.5e-3", "18.5 ms"),
        ("1 s", "0.043", "0.043 s"),
        ("−3 ms", "-4.5e-3", "-4.5 ms"),
        ("-10%", "0.1", "10%"),
        ("+3 ms", "4e-3", "+4 ms"),
        ("1\u202f000 ms", "2345.678", "2\u202f345\u202f678 ms"),
        (r"$43\,\mu\mathrm{s}$", "82e-6", "82\u00a0µs"),
        ("×3.5", "4.12", "×4.1"),
        ("12ms", "9e-3", "9ms"),
        ("1 token", "5", "5 tokens"),
        ("5 tokens", "1", "1 token"),
        ("O(100) ms", "0.25", "O(250) ms"),
    ],
)
def test_a_value_in_the_form_of_a_claim(text: str, value: str, wanted: str) -> None:
    assert format_like(one(text), Fraction(value)) == wanted


def test_a_value_for_a_number_whose_unit_stands_elsewhere() -> None:
    first, _, _ = claims(Block(0, "paragraph", "43, 82 and 164 µs", ()))
    assert format_like(first, Fraction(47, 10**6)) == "47 µs"


@pytest.mark.parametrize(
    ("value", "unit", "wanted"),
    [
        ("43.333e-6", "s", "43.3 µs"),
        ("121e9", "B/s", "121 GB/s"),
        ("275000", "IOPS", "275,000 ops/s"),
        ("16", "tokens", "16 tokens"),
        ("1", "tokens", "1 token"),
        ("0.35", "$", "$0.35"),
        ("0.0001", "s", "100 µs"),
        ("0", "s", "0 ps"),
    ],
)
def test_a_value_in_the_handy_unit(value: str, unit: str, wanted: str) -> None:
    dims = parse_unit(unit)
    assert dims is not None
    assert format_value(Fraction(value), None, 3, dims.dims) == wanted


@given(st.fractions(max_denominator=10**6, min_value=-(10**9), max_value=10**9), st.integers(-3, 9))
def test_rounding_is_off_by_half_a_place_at_most(value: Fraction, decimals: int) -> None:
    place = Fraction(1, 10**decimals) if decimals >= 0 else Fraction(10**-decimals)
    assert abs(Fraction(format_number(value, decimals)) - value) <= place / 2


@given(st.fractions(min_value=Fraction(1, 10**12), max_value=10**15), st.integers(1, 8))
def test_significant_digits(value: Fraction, digits: int) -> None:
    decimals = significant(value, digits)
    scaled = value * Fraction(10) ** decimals
    assert 10 ** (digits - 1) <= scaled < 10**digits


@given(st.fractions(min_value=Fraction(1, 10**12), max_value=10**15))
def test_the_handy_unit_keeps_the_number_short(value: Fraction) -> None:
    unit = preferred_unit((("s", 1),), value)
    assert unit.symbol in ("ps", "h") or 1 <= value / unit.factor < 3600
