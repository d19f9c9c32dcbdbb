"""Bytes to text, and paths to formats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.document import DecodeError, decode, read
from claimlint.document.scan import may_hold_claims


def test_a_byte_order_mark_is_dropped_and_column_1_is_what_follows():
    text = decode(b"\xef\xbb\xbf43 ms")
    assert text == "43 ms"
    document = read("a.txt", text)
    assert document.position(document.blocks[0].source(0, 2)[0]) == (1, 1)


def test_newlines_are_kept():
    assert decode(b"a\r\nb\rc\n") == "a\r\nb\rc\n"


@pytest.mark.parametrize(
    ("data", "offset", "place"),
    [
        (b"ab\xffc", 2, (1, 3)),
        ("é\nµ".encode() + b"\xe2\x82", 5, (2, 2)),
        (b"a\r\n\xc3(", 3, (2, 1)),
        (b"a\rb\x80", 3, (2, 2)),
        (b"\xef\xbb\xbf\xff", 3, (1, 1)),
    ],
)
def test_what_is_not_utf_8_is_named_with_its_place(data, offset, place):
    with pytest.raises(DecodeError) as error:
        decode(data)
    assert error.value.offset == offset
    assert (error.value.line, error.value.column) == place
    assert "not UTF-8" in error.value.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_says_what_to_do(encoding):
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    with pytest.raises(DecodeError, match="save it as UTF-8") as error:
        decode(marks.get(encoding, b"") + "43 ms".encode(encoding))
    assert ("UTF-32" if encoding == "utf-32" else "UTF-16") in error.value.message


def test_a_nul_byte_is_an_error():
    with pytest.raises(DecodeError, match="NUL byte at line 2, column 3") as error:
        decode("é\nab\x00c".encode())
    assert error.value.offset == 5


@given(st.binary(max_size=60))
def test_decode_raises_nothing_else(data):
    error = None
    try:
        text = decode(data)
    except DecodeError as raised:
        error = raised
    if error is None:
        assert text.encode() in (data, data[3:])
    else:
        assert 0 <= error.offset <= len(data)
        assert min(error.line, error.column) >= 1


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("a.md", "markdown"),
        ("A.MD", "markdown"),
        ("x.y/a.markdown", "markdown"),
        ("a.mdx", "markdown"),
        ("a.qmd", "markdown"),
        ("a.mkd", "markdown"),
        ("a.svg", "svg"),
        ("a.txt", "text"),
        ("a.rst", "text"),
        ("x.md/a", "text"),
        ("README", "text"),
        ("", "text"),
    ],
)
def test_the_extension_picks_the_format(path, format):
    assert read(path, "").format == format


@pytest.mark.parametrize(
    "text",
    [
        "43",
        "Twice as fast",
        "_two_ orders",
        "**half** the time",
        "threefold",
        "doubled",
        "an order of magnitude",
        "orders\nof magnitude",
        "*order* of **magnitude**",
        "½ hour",
        "⁶",
        "thirty milliseconds",
        "a dozen tokens",
        "&frac12; hour",
        "a thousandth",
        "quarter",
        "٤٣ ms",
        "TENFOLD",
        "single-digit\xa0ten",
    ],
)
def test_what_may_be_a_claim_is_read(text):
    assert may_hold_claims(text)


@pytest.mark.parametrize(
    "text", ["", "No numbers here.", "The bone is done; often, alone.", "# Title\n\n- item"]
)
def test_what_can_be_no_claim_is_not_read(text):
    assert not may_hold_claims(text)
