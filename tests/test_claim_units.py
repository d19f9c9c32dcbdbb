"""Units: what is read, its size against an independent oracle, and the algebra of dimensions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from claimlint.claim import count_table, unit_table, unit_words
from claimlint.claim.units import (
    NONE,
    Unit,
    combine,
    counting,
    divide,
    from_dims,
    is_counting,
    multiply,
    near_miss,
    parse_unit,
    physical,
    plural,
    power,
    same_dims,
    singular,
    unknown_words,
)

SPELLINGS = {
    "GB/s": [
        "gigabytes per second",
        "GB s⁻¹",
        "GB·s⁻¹",
        "GB s-1",
        "GBps",
        "GB/sec",
        "gigabyte/s",
        "GBytes/s",
    ],
    "Gbit/s": ["Gb/s", "Gbps", "gigabits per second", "Gbit/s"],
    "µs": ["us", "μs", "usec", "microseconds", "Microsecond"],
    "KiB/token": ["kibibytes per token", "KiB/tok"],
    "kB": ["KB", "kilobytes"],
    "$/1M tokens": ["$ per million tokens", "USD/Mtoken", "$/MTok", "USD per 1M tokens", "US$/1M tokens"],
    "TFLOP/s": ["TFLOPS", "TFLOPs/s", "teraflops", "TFLOPS/s", "teraflop per second"],
    "requests/s": ["req/s", "RPS", "requests per second", "requests a second"],
    "gCO2eq/kWh": ["gCO2e/kWh", "g CO2eq/kWh"],
    "pJ/bit": ["picojoules per bit"],
    "ns/op": ["nanoseconds per operation"],
    "kWh": ["kilowatt-hours", "kilowatt hours", "kW·h"],
    "GPU·h": ["GPU-hours", "GPU hours"],
    "FLOP/parameter/token": ["FLOP per parameter and token", "FLOPs per parameter per token"],
    "%": ["percent", "per cent", "pct"],
    "×": ["x", "times", "fold"],
    "orders of magnitude": ["order of magnitude"],
    "percentage points": ["pp", "percentage point"],
    "1/s": ["/s", "per second"],
    "years": ["yr", "year"],
}


@pytest.mark.parametrize(
    ("symbol", "spelling"), [(s, x) for s, all_ in SPELLINGS.items() for x in [s, *all_]]
)
def test_a_spelling_is_its_unit(symbol: str, spelling: str) -> None:
    unit = parse_unit(spelling)
    assert unit is not None
    assert unit.symbol == symbol
    assert unit == parse_unit(symbol)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "foo",
        "GB/foo",
        "MG/s",
        "5 GB",
        "a",
        "K",
        "M",
        "second thought",
        "ms p50",
        "GB per",
        "/",
        "S",
        "Gib s",
    ],
)
def test_what_the_table_lacks_is_no_unit(text: str) -> None:
    assert parse_unit(text) is None


def test_bits_are_never_bytes() -> None:
    bit, byte = parse_unit("Gb"), parse_unit("GB")
    assert bit is not None
    assert byte is not None
    assert bit.dims == byte.dims
    assert byte.factor == 8 * bit.factor


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("µs", Fraction(1, 10**6)),
        ("GiB", Fraction(2**30)),
        ("%", Fraction(1, 100)),
        ("×", Fraction(1)),
        ("bit", Fraction(1, 8)),
        ("kWh", Fraction(3_600_000)),
        ("rpm", Fraction(1, 60)),
        ("$/1M tokens", Fraction(1, 10**6)),
        ("gwei", Fraction(1, 10**9)),
        ("cents", Fraction(1, 100)),
        ("basis points", Fraction(1, 100)),
    ],
)
def test_factors_are_exact(text: str, factor: Fraction) -> None:
    unit = parse_unit(text)
    assert unit is not None
    assert unit.factor == factor


def known_units() -> list[str]:
    """Every symbol of the table with every prefix, and every counting and currency unit."""
    found = []
    for symbol, (_, _, _, prefixes) in unit_table.SYMBOLS.items():
        found += [symbol] if symbol != "T" else []
        found += [prefix + symbol for prefix in sorted(prefixes)]
    found += [spelling for base in count_table.COUNTING for spelling in (base, plural(base))]
    return found + sorted(unit_table.CURRENCIES)


def test_every_unit_of_the_table_is_read_back_from_its_symbol() -> None:
    for text in known_units():
        unit = parse_unit(text)
        assert unit is not None, text
        assert parse_unit(unit.symbol) == unit, text


PINT_NAMES = {
    "B": "byte",
    "bit": "bit",
    "B/s": "byte/second",
    "bit/s": "bit/second",
    "Wh": "watt_hour",
    "h": "hour",
    "min": "minute",
    "days": "day",
    "weeks": "week",
    "months": "month",
    "years": "julian_year",
    "eV": "electron_volt",
    "Hz": "1/second",
    "rpm": "1/minute",
    "t": "tonne",
    "tCO2": "tonne",
    "tCO2eq": "tonne",
    "gCO2": "gram",
    "gCO2eq": "gram",
    "g": "gram",
    "m": "meter",
    "s": "second",
    "J": "joule",
    "W": "watt",
    "%": "percent",
}
PREFIX_NAMES = {symbol: word for word, symbol in unit_words.PREFIX_WORDS.items()} | {
    "u": "micro",
    "K": "kilo",
    "Y": "yotta",
}


def test_pint_agrees_with_every_factor_it_knows() -> None:
    pint = pytest.importorskip("pint")
    registry = pint.UnitRegistry()
    bases = {"s": "second", "byte": "byte", "J": "joule", "g": "gram", "m": "meter"}
    compared = 0
    for symbol, (dims, _, _, prefixes) in unit_table.SYMBOLS.items():
        name = PINT_NAMES.get(symbol)
        if name is None:
            continue
        base = registry.Unit("")
        for unit, exponent in dims:
            base *= registry.Unit(bases[unit]) ** exponent
        for prefix in ["", *sorted(prefixes)]:
            ours = parse_unit(prefix + symbol)
            assert ours is not None, prefix + symbol
            words = PREFIX_NAMES[prefix] if prefix else ""
            if prefix and name.startswith("1/"):
                theirs = registry.Quantity(1.0, PREFIX_NAMES[prefix] + "hertz").to("1/second").magnitude
            else:
                theirs = registry.Quantity(1.0, words + name).to(base).magnitude
            if symbol in ("Hz", "rpm") and not prefix:
                theirs = registry.Quantity(1.0, name).to("1/second").magnitude
            if symbol == "rpm" and prefix:
                theirs = 1000 / 60
            assert float(ours.factor) == pytest.approx(float(theirs), rel=1e-9), prefix + symbol
            compared += 1
    assert compared > 120


def test_algebra() -> None:
    rate, second = parse_unit("GB/s"), parse_unit("s")
    size, token = parse_unit("GB"), parse_unit("tokens")
    assert rate
    assert second
    assert size
    assert token
    product = multiply(rate, second)
    assert (product.dims, product.factor) == (size.dims, size.factor)
    assert divide(size, second).dims == rate.dims
    assert power(second, -1).dims == (("s", -1),)
    assert multiply(NONE, size) == size
    per_token = divide(size, token)
    assert physical(per_token.dims) == (("byte", 1),)
    assert counting(per_token.dims) == (("token", -1),)
    assert is_counting("token")
    assert not is_counting("s")
    assert not is_counting("USD")
    assert same_dims(size, Unit("KiB", (("byte", 1),), Fraction(1024)))
    assert combine(((size, 1), (size, -1))) == ((), Fraction(1))


@pytest.mark.parametrize(
    ("dims", "symbol"),
    [
        ((("byte", 1), ("s", -1)), "B/s"),
        ((("J", 1), ("s", -1)), "W"),
        ((("s", -1), ("token", 1)), "tokens/s"),
        ((("USD", 1), ("token", -1)), "$/token"),
        ((("s", -1),), "1/s"),
        ((), ""),
    ],
)
def test_the_base_unit_of_a_dimension(dims: tuple[tuple[str, int], ...], symbol: str) -> None:
    unit = from_dims(dims)
    assert (unit.symbol, unit.dims, unit.factor) == (symbol, dims, Fraction(1))


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("tokenz", "token"),
        ("SECOND", "second"),
        ("Kb/s", None),
        ("gibibite", "gibibyte"),
        ("MHZ", "MHz"),
        ("detector", None),
        ("quux", None),
    ],
)
def test_near_misses(word: str, known: str | None) -> None:
    if word == "Kb/s":
        assert parse_unit(word) is not None
    else:
        assert near_miss(word) == known


@pytest.mark.parametrize(
    ("one", "many"),
    [("token", "tokens"), ("query", "queries"), ("miss", "misses"), ("replica", "replicas"), ("key", "keys")],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one
    assert singular(one) == one


def test_unknown_words_of_a_unit() -> None:
    assert unknown_words("GB/widget") == ["widget"]
    assert unknown_words("widgets per detector", {"detector": "detector"}) == ["widgets"]
    assert unknown_words("$/1M tokens") == []


def test_declared_words() -> None:
    unit = parse_unit("GB/Replicant", {"replicant": "replicant"})
    assert unit is not None
    assert unit.dims == (("byte", 1), ("replicant", -1))
