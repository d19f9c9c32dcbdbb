"""Positions in every encoding, against a slow count; URIs; incremental changes."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("lsprotocol", reason="the extra `lsp` is not installed")

from lsprotocol import types

from claimlint.editor.buffers import Buffer, opened
from claimlint.editor.positions import UTF8, UTF16, UTF32, Lines
from claimlint.editor.uris import name_of, path_of, uri_of

ENCODINGS = (UTF8, UTF16, UTF32)
TEXT = st.text(
    st.sampled_from("a µ…€\n\r\t|")
    | st.sampled_from("😀𝟙\u2028\x0c\x85\ufeff")
    | st.characters(codec="utf-8"),
    max_size=60,
)


def units(character: str, encoding: str) -> int:
    code = ord(character)
    if encoding == UTF32:
        return 1
    if encoding == UTF16:
        return 2 if code > 0xFFFF else 1
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


def split(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


@given(TEXT, st.sampled_from(ENCODINGS), st.data())
def test_a_position_counts_the_units_of_its_line(text: str, encoding: str, data: st.DataObject) -> None:
    lines = Lines(text, encoding)
    at = data.draw(st.integers(0, len(text)))
    before = split(text[:at])
    if text[at - 1 : at + 1] == "\r\n":
        before = split(text[: at - 1])  # Between the two there is no position.
    line, character = lines.position(at)
    assert line == len(before) - 1
    assert character == sum(units(each, encoding) for each in before[-1])
    assert lines.offset(line, character) == (at - 1 if text[at - 1 : at + 1] == "\r\n" else at)


@given(TEXT, st.sampled_from(ENCODINGS), st.lists(st.integers(0, 70), min_size=1, max_size=8))
def test_positions_asked_for_in_any_order_are_the_same(text: str, encoding: str, asked: list[int]) -> None:
    lines = Lines(text, encoding)
    assert [lines.position(at) for at in asked] == [Lines(text, encoding).position(at) for at in asked]


@given(TEXT, st.sampled_from(ENCODINGS), st.integers(0, 12), st.integers(0, 40))
def test_a_position_beyond_its_line_is_the_end_and_one_within_a_character_its_start(
    text: str, encoding: str, line: int, character: int
) -> None:
    at = Lines(text, encoding).offset(line, character)
    parts = split(text)
    if line >= len(parts):
        assert at == len(text)
        return
    counted, taken = 0, 0
    for each in parts[line]:
        counted += units(each, encoding)
        if counted > character:
            break
        taken += 1
    start = Lines(text, encoding).starts[line]
    assert at == start + taken
    assert text[start:at] == parts[line][:taken]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_separators_that_end_no_line(encoding: str) -> None:
    text = "a\u2028b\x0cc\x85d\x0be\r\nf\rg\nh"
    assert Lines(text, encoding).starts == [0, text.index("f"), text.index("g"), text.index("h")]


def test_a_long_line_is_counted_once() -> None:
    text = "é" * 200_000
    lines = Lines(text, UTF8)
    assert [lines.position(at)[1] for at in range(0, 200_000, 20)] == [at * 2 for at in range(0, 200_000, 20)]


def buffer(text: str, encoding: str = UTF16) -> Buffer:
    return opened(types.TextDocumentItem("file:///w/page.md", "markdown", 1, text), encoding)


@given(
    TEXT,
    st.sampled_from(ENCODINGS),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), TEXT), max_size=5),
)
def test_changes_arrive_as_they_were_made(
    text: str, encoding: str, edits: list[tuple[int, int, str]]
) -> None:
    open_ = buffer(text, encoding)
    changes: list[types.TextDocumentContentChangePartial] = []
    for one, other, new in edits:
        lines = Lines(text, encoding)
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        first, last = (types.Position(*lines.position(at)) for at in (start, end))
        start, end = (lines.offset(at.line, at.character) for at in (first, last))
        changes.append(types.TextDocumentContentChangePartial(types.Range(first, last), new))
        text = text[:start] + new + text[end:]
    assert open_.changed(2, changes).text == text


def test_a_range_that_is_turned_round_or_out_of_reach_harms_nothing() -> None:
    turned = types.Range(types.Position(0, 3), types.Position(0, 1))
    beyond = types.Range(types.Position(90, 0), types.Position(2**31 - 1, 2**31 - 1))
    change = types.TextDocumentContentChangePartial
    assert buffer("abcde").changed(2, [change(turned, "X"), change(beyond, "Y")]).text == "aXdeY"


def test_the_halves_of_a_character_that_come_apart_are_put_together() -> None:
    change = types.TextDocumentContentChangePartial
    end = types.Range(types.Position(0, 1), types.Position(0, 1))
    later = types.Range(types.Position(0, 2), types.Position(0, 2))
    assert buffer("a").changed(2, [change(end, "\ud83d"), change(later, "\ude00")]).text == "a😀"
    assert buffer("a\ud83d").data == b"a\xed\xa0\xbd"


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.md", "/a/b.md"),
        ("file://localhost/a/b.md", "/a/b.md"),
        ("FILE:///a/b.md", "/a/b.md"),
        ("file:///a/%C3%A9%20%23%3F.md", "/a/é #?.md"),
        ("file:///a/b.md?x#y", "/a/b.md"),
        ("file:///a/../b/./c.md", "/b/c.md"),
        ("file:////a//b.md", "/a/b.md"),
        ("file:///a/%FF.md", "/a/\udcff.md"),
        ("file:///a/%00.md", None),
        ("file:///c%3A/Users/x/page.md", None),
        ("file:///C:/Users/x/page.md", None),
        ("file://server/share/page.md", None),
        ("file:relative.md", None),
        ("untitled:Untitled-1", None),
        ("git:/a/b.md?%7B%7D", None),
        ("http://[::1", None),
        ("", None),
        ("file", None),
    ],
)
def test_uris_of_this_system(uri: str, path: str | None) -> None:
    assert path_of(uri, windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Users/x/a%20b.md", "C:\\Users\\x\\a b.md"),
        ("file:///C:/Users/x.md", "C:\\Users\\x.md"),
        ("file:///C|/x.md", "C:\\x.md"),
        ("file://server/share/x.md", "\\\\server\\share\\x.md"),
        ("file:///usr/x.md", None),
    ],
)
def test_uris_of_windows(uri: str, path: str | None) -> None:
    assert path_of(uri, windows=True) == path
    if path is not None:
        assert path_of(uri_of(path, windows=True), windows=True) == path


@given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_a_path_becomes_a_uri_and_a_path_again(name: str) -> None:
    path = os.path.normpath("/folder/" + name.replace("/", "_") + "x")
    assert path_of(uri_of(path, windows=False), windows=False) == path


@given(st.text(max_size=40))
def test_no_uri_is_too_strange(uri: str) -> None:
    for each in (uri, "file:" + uri, "file://" + uri, "file:///" + uri):
        for windows in (False, True):
            path = path_of(each, windows)
            assert path is None or "\x00" not in path
        assert name_of(each).isprintable()
        item = types.TextDocumentItem(each, "markdown", 1, "1 s")
        assert opened(item).is_document in (True, False)
        assert opened(item).name
