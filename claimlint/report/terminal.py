"""What may reach a terminal: visible characters in known columns, and nothing that acts on it."""

from __future__ import annotations

from unicodedata import category, east_asian_width

TAB = 4
"""Columns that a tab takes in a source line."""

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    """The text with controls, escape codes, bidi marks, line ends and lone surrogates spelled out."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    """One character as it may be printed; no-break and thin spaces, and joiners, stay as they are."""
    if character.isprintable() or category(character) == "Zs" or character in _JOINERS:
        return character
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # A byte of a file name that is not UTF-8.
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def columns(text: str) -> int:
    """How many columns a terminal gives to text that is `visible` already."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def excerpt(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """A piece of a source line that holds [start, end), at most about `width` columns wide.

    Gives the piece ready to print and the columns at which the marked part starts and ends.
    Takes time in proportion to `width`, however long the line is.
    """
    end = min(max(end, start + 1), max(len(line), start + 1))
    first, last = 0, len(line)
    if last > width:
        room = max(width - (end - start), 0)
        first = max(min(start - room // 2, last - width), 0)
        last = min(first + width, last)
    shown: list[str] = []
    at = 0
    mark = mark_end = None
    if first:
        shown.append("…")
        at = 1
    for offset in range(first, last):
        if offset == start:
            mark = at
        if offset == end:
            mark_end = at
        character = line[offset]
        piece = " " * TAB if character == "\t" else _visible(character)
        shown.append(piece)
        at += columns(piece)
    mark = at if mark is None else mark
    mark_end = at if mark_end is None else mark_end
    if last < len(line):
        shown.append("…")
    return "".join(shown), mark, max(mark_end, mark + 1)
