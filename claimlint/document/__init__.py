"""Reads files into `Document`: Markdown, SVG and plain text."""

from __future__ import annotations

import gc
from importlib import import_module

from claimlint.document.structure import Document, Places, line_starts

FORMATS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".mkd": "markdown",
    ".svg": "svg",
    ".txt": "plain",
}
"""File extension (lower case) to the module of this package that reads it; any other is `plain`."""


class DecodeError(ValueError):
    """Bytes that are not text in UTF-8.

    `offset` counts bytes from the start of the file, a byte order mark included; `line` and
    `column` are 1-based, in code points, and count from after the mark.
    """

    def __init__(self, offset: int, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, its newlines kept and a byte order mark dropped.

    Raises `DecodeError` for other encodings, and for a NUL, which no text holds.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        name = "UTF-32" if data[:4] in (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff") else "UTF-16"
        raise DecodeError(0, 1, 1, f"the file is encoded in {name}: save it as UTF-8")
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    try:
        text = data[mark:].decode("utf-8")
    except UnicodeDecodeError as error:
        start = mark + error.start
        line, column = _end_position(data[mark:start].decode("utf-8"))
        message = f"not UTF-8: byte 0x{data[start]:02X} at line {line}, column {column}"
        raise DecodeError(start, line, column, message) from None
    if "\x00" in text:
        before = text[: text.index("\x00")]
        line, column = _end_position(before)
        offset = mark + len(before.encode())
        message = f"a NUL byte at line {line}, column {column}: this looks like a binary file"
        raise DecodeError(offset, line, column, message)
    return text


def _end_position(text: str) -> tuple[int, int]:
    starts = line_starts(text)
    return len(starts), len(text) - starts[-1] + 1


def format_of(path: str) -> str:
    """The module that reads a file of that name."""
    name = path.replace("\\", "/").rpartition("/")[2]
    dot = name.rfind(".")
    return FORMATS.get(name[dot:].lower(), "plain") if dot >= 0 else "plain"


def read(path: str, text: str, places: Places | None = None) -> Document:
    """Reads `text`, the decoded content of the file at `path`, in the format its extension names.

    With `places`, what stands in sections of Markdown that hold none of them may be left out; their
    headings are there, and a page that holds none at all is empty.  Never raises for what the text
    holds: what cannot be read is in `Document.problems`.
    """
    module = format_of(path)
    reader = import_module(f"claimlint.document.{module}")
    # The collector visits the growing lists again and again: large pages would be superlinear.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        document: Document = (
            reader.read(path, text, places) if module == "markdown" else reader.read(path, text)
        )
    finally:
        if was_enabled:
            gc.enable()
    return document
