"""Values of a model: one number with an optional unit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.claim.quantity import QuantityError, parse_quantity
from claimlint.claim.units import NONE, parse_unit


@pytest.mark.parametrize(
    ("text", "value", "unit", "step"),
    [
        ("5.00 MiB", "5", "MiB", "0.01"),
        ("50%", "50", "%", "1"),
        ("$2.50/hour", "2.5", "$/h", "0.01"),
        ("500 TFLOP/s", "500", "TFLOP/s", "1"),
        ("70e9", "70000000000", "", "1000000000"),
        ("2,400 tokens/s", "2400", "tokens/s", "1"),
        ("$5/1M tokens", "5", "$/1M tokens", "1"),
        ("8.2e11 bytes/s", "820000000000", "B/s", "10000000000"),
        ("175B parameters", "175000000000", "parameters", "1000000000"),
        ("128 B", "128", "B", "1"),
        ("-10%", "-10", "%", "1"),
        (".5 ms", "0.5", "ms", "0.1"),
        ("1 token", "1", "tokens", "1"),
        ("3492.57 USD/ETH", "3492.57", "$/ETH", "0.01"),
        ("010", "10", "", "1"),
        ("2^20 B", "1048576", "B", "1"),
        ("3x", "3", "×", "1"),
        ("1.4 million requests/s", "1400000", "requests/s", "100000"),
        ("$1.2M", "1200000", "$", "100000"),
        ("0.15 $", "0.15", "$", "0.01"),
        ("2 FLOP/parameter/token", "2", "FLOP/parameter/token", "1"),
        (" 80 ", "80", "", "1"),
    ],
)
def test_values(text: str, value: str, unit: str, step: str) -> None:
    found = parse_quantity(text)
    assert (found.value, found.step) == (Fraction(value), Fraction(step))
    assert found.unit == (parse_unit(unit) if unit else NONE)


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("", 0, "empty"),
        ("no", 0, "no number"),
        ("≥ 3 ms", 0, "no number"),
        ("1,5 ms", 0, "decimal mark is a point"),
        ("5 MG/s", 2, "'MG/s' is not a unit"),
        ("3 widgets", 2, "'widgets' is not a unit"),
        ("5 ms – 6 ms", 2, "not a range"),
        ("5 ± 1 ms", 2, "not a range or a tolerance"),
        ("2 * 3", 2, "a formula starts with '='"),
        ("1:30", 1, "not a unit"),
        ("1e999", 0, "not one number"),
        ("$5 GB", 2, "not understood after the amount"),
        ("1.2.3", 0, "not one number"),
    ],
)
def test_what_is_wrong_is_said_and_where(text: str, offset: int, words: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text)
    assert caught.value.offset == offset
    assert words in caught.value.message


def test_declared_words() -> None:
    with pytest.raises(QuantityError) as caught:
        parse_quantity("4 widgets")
    assert caught.value.unit_text == "widgets"
    assert parse_quantity("4 widgets", {"widget": "widget"}).unit.dims == (("widget", 1),)


@given(st.text(max_size=40))
def test_any_text_is_a_value_or_an_error_within_it(text: str) -> None:
    try:
        found = parse_quantity(text)
    except QuantityError as error:
        offset = error.offset
    else:
        assert found.step > 0
        assert found.unit.factor > 0
        offset = 0
    assert 0 <= offset <= len(text)


@given(
    st.integers(0, 10**12),
    st.integers(0, 6),
    st.sampled_from(["GB/s", "µs", "%", "tokens", "$/1M tokens", "kWh"]),
)
def test_a_decimal_is_read_exactly(digits: int, decimals: int, unit: str) -> None:
    value = Fraction(digits, 10**decimals)
    text = f"{digits // 10**decimals}" + (f".{digits % 10**decimals:0{decimals}d}" if decimals else "")
    found = parse_quantity(f"{text} {unit}" if not unit.startswith("$") else f"${text}{unit[1:]}")
    assert found.value == value
    assert found.unit == parse_unit(unit)
    assert found.step == Fraction(1, 10**decimals)
