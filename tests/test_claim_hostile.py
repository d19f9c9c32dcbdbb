"""Input made to hurt: it ends, and says nothing that is not there."""

from __future__ import annotations

import pytest

from claimlint.claim.extract import claims
from claimlint.claim.header import header_unit
from claimlint.claim.quantity import QuantityError, parse_quantity
from claimlint.claim.tex import expand
from claimlint.claim.units import parse_unit
from claimlint.document.structure import Block

SIZE = 60_000

REPEATED = [
    "1", "1 ", "12 ", "1,", "1.", "1-", "1/", "1:", "1x", "1 \u00d7 ",
    "1\u00b1", "1\u2013", "1e5", "10^", "1\n", "000 ", "9'", "$", "$1", "$a ",
    "\\", "\\a", "{", "\\{}", "\\SI{1}{", "(", "[1", "[", "\"", "<",
    ">", "~", "=1s", "/1ms", "%", "5% ", "one ", "a hundred ", "two and ", "half ",
    "5 ms ", "5 ms, ", "5, ", "5 and ", "a", "1a", "1s0s ", "5 GB per ", "/s", "10 lines of ",
    "at least 5 ms ", "from 5 s to 6 s ", "of magnitude ", "\u00b2 ", "\u207b\u00b9", "\u00a0",
]  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_a_long_repetition_is_read_in_one_pass(piece: str) -> None:
    text = piece * (SIZE // len(piece))
    last = 0
    for claim in claims(Block(0, "paragraph", text, ())):
        assert last <= claim.start < claim.end <= len(text)
        last = claim.end


@pytest.mark.parametrize("piece", ["1", "9,999", "/s", "(", "per ", "% ", "a"])
def test_long_values_units_and_headers_end(piece: str) -> None:
    text = piece * (SIZE // len(piece))
    assert parse_unit(text) is None
    assert header_unit(text) is None
    with pytest.raises(QuantityError):
        parse_quantity(text + " ms")


def test_numbers_too_long_to_mean_anything_are_left_alone() -> None:
    assert claims(Block(0, "paragraph", "1" * 5000 + " ms", ())) == []
    assert claims(Block(0, "paragraph", "1e999 ms and 10^9999 ms and 2^5000 B", ())) == []
    assert claims(Block(0, "paragraph", "5 GB per 1" + "0" * 5000 + " tokens", ()))[0].text == "5 GB"


def test_the_offsets_of_tex_lead_back_into_the_source() -> None:
    source = (
        r"so $43\,\mu\mathrm{s}$ and \SI{1{,}000}{\giga\byte\per\second} $x^{2}$ \frac{a}{b} \unknown{5 ms}"
    )
    plain, offsets = expand(source)
    assert offsets is not None
    starts, ends = offsets
    assert len(starts) == len(ends) == len(plain)
    assert starts == sorted(starts)
    assert all(0 <= start < end <= len(source) for start, end in zip(starts, ends, strict=True))


def test_text_without_tex_is_not_moved() -> None:
    assert expand("$43$ µs for $5 to $10") == (" 43  µs for $5 to $10", None)
