"""The lines of a source, and where the contents that markdown-it cuts out of them came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from claimlint.document.structure import Run, line_starts
from claimlint.document.textmap import Content

_STRIPPED = 8
_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """Lines end at LF, CR LF and a lone CR; numbers are 0-based."""

    __slots__ = ("lines", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        plain = "\r" not in text
        self.lines = text.split("\n") if plain else _LINE_END.split(text)
        self.starts = line_starts(text)

    def source(self, first: int, end: int, blank: Sequence[tuple[int, int]] = ()) -> str:
        """The lines from `first` to `end`, with the ranges of lines made empty, and line ends as LF."""
        lines = self.lines[first:end]
        if first == 0:
            lines[0] = lines[0].lstrip("\ufeff")
        for start, stop in blank:
            lines[max(start - first, 0) : max(stop - first, 0)] = [""] * (
                max(stop, first) - max(start, first)
            )
        return "\n".join(lines)

    def line(self, offset: int) -> int:
        """The line on which an offset stands."""
        return bisect_right(self.starts, offset) - 1

    def end(self, line: int) -> int:
        """The offset at which the line ends, before its line end."""
        return self.starts[line] + len(self.lines[line])

    def place(self, text: str, first: int, after: str = "") -> Content:
        """`text`, which stands on the lines from `first` on, with line prefixes taken off.

        `after` is the mark of a heading, behind which the text stands.  A line of `text` that is
        not found on its line of the source stands for all of it.
        """
        if not text:
            return Content(text, (Run(0, 0, self.starts[first], self.starts[first]),))
        pieces = text.split("\n")
        start = self._column(pieces[0], first, after)
        if start is None:
            # Lines of Unicode white space alone are stripped off the top of a paragraph.
            for line in range(first + 1, min(first + _STRIPPED, len(self.lines))):
                start = self._column(pieces[0], line, after)
                if start is not None:
                    first = line
                    break
        if start is not None:
            offset = self.starts[first] + start
            if len(pieces) == 1 or self.text.startswith(text, offset):
                return Content(text, (Run(0, len(text), offset, offset + len(text)),))
        runs: list[Run] = []
        at = 0
        for index, piece in enumerate(pieces):
            line = min(first + index, len(self.lines) - 1)
            runs += self._line_runs(piece, line, at, after if index == 0 else "")
            at += len(piece)
            if index + 1 < len(pieces):
                next_start = self.starts[line + 1] if line + 1 < len(self.starts) else self.end(line)
                runs.append(Run(at, at + 1, self.end(line), max(next_start, self.end(line))))
                at += 1
        return Content(text, tuple(runs))

    def _column(self, piece: str, line: int, after: str) -> int | None:
        source = self.lines[line].replace("\x00", "\ufffd")
        if after:
            mark = source.find(after)
            found = source.find(piece, mark + len(after)) if mark >= 0 else -1
        elif source.endswith(piece):
            return len(source) - len(piece)
        else:
            found = source.rfind(piece)
        return found if found >= 0 else None

    def _line_runs(self, piece: str, line: int, at: int, after: str) -> list[Run]:
        offset, end = self.starts[line], self.end(line)
        start = self._column(piece, line, after)
        if start is not None:
            return [Run(at, at + len(piece), offset + start, offset + start + len(piece))] if piece else []
        # A tab that is partly a line's indentation becomes spaces.
        stripped = piece.lstrip(" ")
        start = self._column(stripped, line, after)
        if start is not None and stripped:
            lead = len(piece) - len(stripped)
            before = max(offset + start - 1, offset)
            return [
                Run(at, at + lead, before, offset + start),
                Run(at + lead, at + len(piece), offset + start, offset + start + len(stripped)),
            ]
        return [Run(at, at + len(piece), offset, end)]

    def cells(self, line: int, contents: list[str]) -> list[Content]:
        """The contents of a table row's cells on their line."""
        source = self.lines[line].replace("\x00", "\ufffd")
        pieces = _split(source)
        first = _decode(source, *pieces[0])[0]
        if not contents[0] or not first.rstrip().endswith(contents[0]) or not first.strip():
            pieces = pieces[1:]
        cells = []
        for index, content in enumerate(contents):
            if index >= len(pieces):
                cells.append(Content(content, (Run(0, len(content), self.end(line), self.end(line)),)))
                continue
            cells.append(self._cell(line, source, pieces[index], content))
        return cells

    def _cell(self, line: int, source: str, piece: tuple[int, int], content: str) -> Content:
        offset = self.starts[line]
        start = source.rfind(content, *piece) if content and source.find("\\|", *piece) < 0 else -1
        if start >= 0:
            return Content(content, (Run(0, len(content), offset + start, offset + start + len(content)),))
        text, places = _decode(source, *piece)
        at = text.rfind(content)
        if at < 0:
            return Content(content, (Run(0, len(content), offset, offset + len(source)),))
        if not content:
            return Content("", (Run(0, 0, offset + piece[0], offset + piece[0]),))
        runs = [
            Run(
                max(start - at, 0),
                min(end - at, len(content)),
                *_inside(low, high, start, end, at, len(content)),
            )
            for start, end, low, high in places
            if end > at and start < at + len(content)
        ]
        return Content(
            content,
            tuple(
                run._replace(source_start=run.source_start + offset, source_end=run.source_end + offset)
                for run in runs
            ),
        )


def _inside(low: int, high: int, start: int, end: int, at: int, size: int) -> tuple[int, int]:
    """The part of the source range [low, high) of a piece [start, end) that [at, at + size) covers."""
    if high - low != end - start:
        return low, high
    return low + max(at - start, 0), high - max(end - at - size, 0)


def _split(source: str) -> list[tuple[int, int]]:
    """The ranges between the pipes of a table row that are not escaped."""
    pieces = []
    start = 0
    at = source.find("|")
    while at >= 0:
        if at == 0 or source[at - 1] != "\\":
            pieces.append((start, at))
            start = at + 1
        at = source.find("|", at + 1)
    pieces.append((start, len(source)))
    return pieces


def _decode(source: str, start: int, end: int) -> tuple[str, list[tuple[int, int, int, int]]]:
    """A cell's text with `\\|` as `|`, and its pieces (text start, text end, source start, source end)."""
    parts: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    length = 0
    at = start
    while at < end:
        pipe = source.find("\\|", at, end)
        stop = end if pipe < 0 else pipe
        if stop > at:
            parts.append(source[at:stop])
            places.append((length, length + stop - at, at, stop))
            length += stop - at
        if pipe >= 0:
            parts.append("|")
            places.append((length, length + 1, pipe, pipe + 2))
            length += 1
            stop = pipe + 2
        at = stop
    return "".join(parts), places
