"""Positions of the protocol and offsets of claimlint, in every encoding that clients may choose.

A position is a 0-based line and a count of code units in that line; an offset counts code points in the
whole text.  Lines end at LF, CR LF or a lone CR for both.
"""

from __future__ import annotations

from bisect import bisect_right

from claimlint.document.structure import line_starts

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
_CODECS = {UTF8: ("utf-8", 1), UTF16: ("utf-16-le", 2)}


class Lines:
    """A text and where its lines start, in code units of `encoding` (utf-8, utf-16 or utf-32)."""

    __slots__ = ("_counted", "_starts", "encoding", "text")

    def __init__(self, text: str, encoding: str = UTF16) -> None:
        self.text = text
        self.encoding = encoding
        self._starts: list[int] | None = None
        # Where counting stopped last: a long line is not counted over and over.
        self._counted = 0, 0, 0

    @property
    def starts(self) -> list[int]:
        """The offset at which each line starts."""
        if self._starts is None:
            self._starts = line_starts(self.text)
        return self._starts

    def end(self, line: int) -> int:
        """The offset at which a line ends, before its line end."""
        starts, text = self.starts, self.text
        if line + 1 >= len(starts):
            return len(text)
        end = starts[line + 1] - 1
        return end - 1 if text[end] == "\n" and end > starts[line] and text[end - 1] == "\r" else end

    def offset(self, line: int, character: int) -> int:
        """The offset of a position; past the end of a line it is that end, within a character its start."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.end(line)
        if character <= 0:
            return start
        piece = self.text[start : min(end, start + character)]
        return start + (len(piece) if piece.isascii() else self._points(piece, character))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and character of an offset; between the CR and the LF of a line end it is before both."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        offset = min(offset, self.end(line))
        known_start, known_offset, units = self._counted
        if known_start != start or known_offset > offset or known_offset < start:
            known_offset, units = start, 0
        units += self._units(self.text[known_offset:offset])
        self._counted = start, offset, units
        return line, units

    def place(self, line: int, column: int) -> int:
        """The offset of a 1-based line and code-point column, as findings have them; kept within the text."""
        if line > len(self.starts):
            return len(self.text)
        start = self.starts[max(line, 1) - 1]
        return min(start + max(column, 1) - 1, self.end(max(line, 1) - 1))

    def _units(self, piece: str) -> int:
        if piece.isascii() or self.encoding == UTF32:
            return len(piece)
        codec, size = _CODECS[self.encoding]
        return len(piece.encode(codec, "surrogatepass")) // size

    def _points(self, piece: str, units: int) -> int:
        """How many whole characters of a piece the first code units of it make."""
        if self.encoding == UTF32:
            return min(units, len(piece))
        codec, size = _CODECS[self.encoding]
        data = piece.encode(codec, "surrogatepass")
        end = min(units * size, len(data))
        if self.encoding == UTF8:
            while 0 < end < len(data) and data[end] & 0xC0 == 0x80:
                end -= 1
        elif 0 < end < len(data) and data[end - 1] & 0xFC == 0xD8 and data[end + 1] & 0xFC == 0xDC:
            end -= 2
        return len(data[:end].decode(codec, "surrogatepass"))
