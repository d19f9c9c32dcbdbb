"""Units on their own, values of a model, and the units of table headers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import harness
import tokens

from claimlint.claim.format import format_value
from claimlint.claim.header import header_unit
from claimlint.claim.normalise import same_width
from claimlint.claim.quantity import QuantityError, parse_quantity
from claimlint.claim.unit_names import nearest_unit
from claimlint.claim.unit_reader import read_unit
from claimlint.claim.units import Unit, multiply, parse_unit, power, unknown_words

WORDS = (*tokens.NUMBERS, *tokens.SPACES[:6])
DECLARED = {"widget": "widget"}


def check(text: str) -> None:
    plain = same_width(text)
    for at in range(min(len(plain), 200)):
        reading = read_unit(plain, at, DECLARED)
        if reading is not None:
            assert at < reading.end <= len(plain)
            _sound(reading.unit)
    for line in text.split("\n")[:50]:
        for unit in (parse_unit(line), parse_unit(line, DECLARED), header_unit(line, DECLARED)):
            if unit is not None:
                _sound(unit)
        written = same_width(line)
        assert all(word in written for word in unknown_words(line))
        nearest_unit(line)
        try:
            value, unit, step = parse_quantity(line, DECLARED)
        except QuantityError as error:
            assert 0 <= error.offset <= len(line)
            assert error.unit_text is None or error.unit_text in written
        else:
            assert step > 0
            assert (value / step).denominator == 1
            _sound(unit)
            assert format_value(value, unit, digits=4)


def _sound(unit: Unit) -> None:
    """A unit has a positive factor, each base once, and can be raised and multiplied."""
    assert unit.factor > 0
    bases = [base for base, _ in unit.dims]
    assert len(bases) == len(set(bases))
    assert all(exponent for _, exponent in unit.dims)
    assert multiply(unit, power(unit, -1)).dims == ()
    assert multiply(unit, power(unit, -1)).factor == Fraction(1)


def seeds() -> Iterator[str]:
    yield from harness.strings("test_claim_units", "test_claim_quantity", "test_claim_headers")
