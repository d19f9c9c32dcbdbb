"""What may reach a terminal or a runner's log: visible characters, and nothing that acts on either.

Runners take commands from the output of a job: a line that begins with `::` (after white space), and
`##[…]` or `##vso[…]` anywhere in it.  One character of each is spelled out.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

_AHEAD = 40
"""How far behind the end of an excerpt the bracket of a runner's command is looked for."""
TAB = 4
"""Columns that a tab takes in a source line."""

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"
_COMMAND = re.compile(r"^(\s*):(?=:)|##(?=\w*\[)")


def visible(text: str) -> str:
    """The text with controls, escape codes, bidi marks, line ends and lone surrogates spelled out.

    A line may begin with it: what a runner would take for a command is spelled out too.
    """
    shown = text if text.isprintable() else "".join(map(_visible, text))
    return inert(shown)


def inert(text: str) -> str:
    """A line that is visible already, as no runner takes it for a command."""
    if "::" not in text and "##" not in text:
        return text
    return _COMMAND.sub(_spelled, text)


def _spelled(match: re.Match[str]) -> str:
    return "#\\x23" if match[1] is None else match[1] + "\\x3a"


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


def _commands(piece: str, first: int) -> set[int]:
    """Where in a line, of which the piece starts at `first`, a character is to be spelled out."""
    return {first + match.end() - 1 for match in _COMMAND.finditer(piece)}


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
    spelled = _commands(line[first : last + _AHEAD], first) if ":" in line or "#" in line else ()
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
        if offset in spelled:
            piece = f"\\x{ord(character):02x}"
        shown.append(piece)
        at += columns(piece)
    mark = at if mark is None else mark
    mark_end = at if mark_end is None else mark_end
    if last < len(line):
        shown.append("…")
    return "".join(shown), mark, max(mark_end, mark + 1)
