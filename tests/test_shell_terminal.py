"""What reaches a terminal: nothing that acts on it, and a caret under the claim."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.report.terminal import columns, excerpt, visible


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("43 µs", "43 µs"),
        ("43\u202fµs, 5\u00a0ms", "43\u202fµs, 5\u00a0ms"),
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\u202e5 ms\u2066\u200f", r"\u202e5 ms\u2066\u200f"),
        ("a\u2028b\x85c\x9b31m", r"a\u2028b\x85c\x9b31m"),
        ("\udcff.md", r"\xff.md"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("家族👨\u200d👩", "家族👨\u200d👩"),
    ],
)
def test_visible(raw: str, shown: str) -> None:
    assert visible(raw) == shown


@given(st.text())
def test_nothing_that_acts_on_a_terminal_remains(text: str) -> None:
    for character in visible(text):
        assert (
            character.isprintable() or unicodedata.category(character) == "Zs" or character in "\u200c\u200d"
        )


def marked(line: str, start: int, end: int, width: int = 100) -> str:
    text, first, last = excerpt(line, start, end, width)
    return f"{text}|{first}|{last}"


@pytest.mark.parametrize(
    ("line", "start", "end", "expected"),
    [
        ("takes 43 µs", 6, 11, "takes 43 µs|6|11"),
        ("\t43 µs", 1, 6, "    43 µs|4|9"),
        ("表は 43 µs", 3, 8, "表は 43 µs|5|10"),
        ("e\u0301 43 µs", 3, 8, "e\u0301 43 µs|2|7"),
        ("\x1b 43 µs", 2, 7, r"\x1b 43 µs|5|10"),
        ("43 µs", 0, 5, "43 µs|0|5"),
        ("", 0, 0, "|0|1"),
        ("43", 2, 2, "43|2|3"),
    ],
)
def test_the_mark_stands_under_the_claim(line: str, start: int, end: int, expected: str) -> None:
    assert marked(line, start, end) == expected


def test_a_long_line_is_cut_around_the_claim() -> None:
    line = "x" * 1_000_000 + "43 µs" + "y" * 1_000_000
    text, first, last = excerpt(line, 1_000_000, 1_000_005, 40)
    assert text == "…" + "x" * 17 + "43 µs" + "y" * 18 + "…"
    assert text[first:last] == "43 µs"
    assert excerpt("43 µs" + "y" * 100, 0, 5, 20) == ("43 µs" + "y" * 15 + "…", 0, 5)
    assert excerpt("x" * 100 + "43 µs", 100, 105, 20) == ("…" + "x" * 15 + "43 µs", 16, 21)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(1, 20), st.integers(1, 40))
def test_the_excerpt_holds_the_claim(line: str, start: int, length: int, width: int) -> None:
    start = min(start, max(len(line) - 1, 0))
    end = min(start + length, len(line))
    text, first, last = excerpt(line, start, end, width)
    assert first < last
    assert last <= max(columns(text), first + 1)
