"""Cuts the lines of a Markdown page into its sections before anything of it is parsed.

A cut is made only where a section surely begins: at a heading in column 0 that is in no fence, comment
or raw HTML.  A section that may hold headings of another form is doubtful, and always read; a page in
which code and text cannot be told apart for sure is not cut at all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

_SPECIAL = frozenset(" \t>-*+0123456789#`~<=[")
_UNDERLINES = frozenset("=- \t")
_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+[ \t>]*)*")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_RAW = re.compile(r"<(?:!--|\?|!\[|![A-Za-z]|(?i:script|pre|style|textarea)(?=[\s>]|$))")
_HTML_HEADING = re.compile(r"<[hH][1-6][\s>]")
_ENDS = {"<!--": r"-->", "<?": r"\?>", "<![": r"\]\]>"}
_LONGEST = 500  # lines, about
_LEAST = 3  # sections: a page of fewer is read as a whole, as its sections speak for each other


class Chunks:
    """The sections of a page as ranges of its lines, which are numbered from 0.

    `starts` are the lines at which they begin, `levels` those of their headings, `doubtful` the indexes
    of those that are always read, `code` the ranges of fenced code, in order.  `kept` are ranges that
    matter to the rest of the page even where their section is not read: headings of another form, and
    definitions of links.
    """

    __slots__ = ("code", "doubtful", "kept", "levels", "lines", "starts")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.starts = [0]
        self.levels = [0]
        self.doubtful: set[int] = set()
        self.code: list[tuple[int, int]] = []
        self.kept: list[tuple[int, int]] = []

    def unread(self, prose: Iterable[int], code: Iterable[int]) -> list[tuple[int, int]] | None:
        """The ranges of lines that nothing is read of; None when that is the whole page.

        `prose` are the lines that may hold a claim outside code, `code` those that may hold one in it.
        """
        fences = [start for start, _ in self.code]

        def in_code(line: int) -> bool:
            at = bisect_right(fences, line) - 1
            return at >= 0 and line < self.code[at][1]

        live = {bisect_right(self.starts, line) - 1 for line in prose if not in_code(line)}
        live.update(bisect_right(self.starts, line) - 1 for line in code)
        if not live:
            return None
        if len(self.starts) < _LEAST:
            return []
        live |= self.doubtful
        lines = [*self.kept, *((self.starts[index], self.starts[index] + 1) for index in self._above(live))]
        kept = iter([*sorted(lines), (len(self.lines), len(self.lines))])
        keep = next(kept)
        found: list[tuple[int, int]] = []
        for index, start in enumerate(self.starts):
            end = self.starts[index + 1] if index + 1 < len(self.starts) else len(self.lines)
            if index in live:
                continue
            while start < end:
                while keep[1] <= start and keep[0] < len(self.lines):
                    keep = next(kept)
                if keep[0] > start:
                    found.append((start, min(keep[0], end)))
                start = min(keep[1], end) if keep[0] < end else end
        return found

    def stretches(self, first: int, unread: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The ranges of lines from `first` on that are read: what is between those that are not.

        A long one is cut at the beginnings of sections, so that little need be in memory at once.
        """
        found: list[tuple[int, int]] = []
        start = first
        for low, high in [*unread, (len(self.lines), len(self.lines))]:
            if low > start:
                cuts = self.starts[bisect_right(self.starts, start) : bisect_right(self.starts, low - 1)]
                for at in cuts:
                    if at - start >= _LONGEST:
                        found.append((start, at))
                        start = at
                found.append((start, low))
            start = max(start, high)
        return found

    def _above(self, live: set[int]) -> set[int]:
        """The sections whose headings stand above those that are read, and the first ones of the page."""
        above = set(range(1, _LEAST))
        open_: list[int] = []
        for index, level in enumerate(self.levels):
            while open_ and self.levels[open_[-1]] >= level:
                open_.pop()
            if index in live:
                above.update(open_)
            open_.append(index)
        return above - {0}


def cut(lines: list[str], first: int) -> Chunks | None:
    """The sections of a page from line `first` on, or None where that leaves a doubt."""
    chunks = Chunks(lines)
    return chunks if _Cutter(chunks).cut(first) else None


class _Cutter:
    """Goes over the lines; `group` is the first line of the run of lines that is not blank."""

    def __init__(self, chunks: Chunks) -> None:
        self.chunks = chunks
        self.lines = chunks.lines
        self.group = 0
        self.is_html = False
        self.is_listed = False
        self.at = 0

    def cut(self, first: int) -> bool:
        lines, special = self.lines, _SPECIAL
        self.at = self.group = first
        while self.at < len(lines):
            line = lines[self.at]
            if not line or line.isspace():
                if not line.strip(" \t"):
                    self._end_group(self.at + 1)
            elif (line[0] in special and not self._take(line)) or (
                self.is_html and _HTML_HEADING.search(line) is not None and not self._doubt()
            ):
                return False
            self.at += 1
        return True

    def _end_group(self, following: int) -> None:
        self.group, self.is_html = following, False

    def _doubt(self) -> bool:
        self.chunks.doubtful.add(len(self.chunks.starts) - 1)
        return True

    def _take(self, line: str) -> bool:
        """Reads a line that may begin something; whether what it is, is sure."""
        match = _PREFIX.match(line)
        assert match is not None
        inner = match.end()
        mark = line[inner : inner + 1]
        self.is_listed = self.is_listed or line[:inner].strip(" \t>") != ""
        if line[-1] in _UNDERLINES and (plain := line.strip(" \t>")) and plain.strip(plain[0]) == "":
            return plain[0] not in "=-" or self._underline(line)
        if mark == "#" and _HEADING.match(line, inner):
            if inner or self.is_html:
                # Far from the margin, and in no list, it is a comment in indented code.
                is_code = not self.is_listed and line[:inner].isspace() and line.startswith(("    ", "\t"))
                return is_code or self._doubt()
            self.chunks.starts.append(self.at)
            self.chunks.levels.append(len(line) - len(line.lstrip("#")))
            self.is_listed = False
            self._end_group(self.at + 1)
        elif mark in ("`", "~") and (fence := _FENCE.match(line, inner)) is not None:
            return not self.is_html and self._fence(line[:inner], fence.group())
        elif mark == "<":
            return self._html(line, inner)
        elif mark == "[":
            return self._definition(line, inner)
        return True

    def _underline(self, line: str) -> bool:
        """The underline of a heading; a rule or the mark of an item where nothing stands above it."""
        if self.at == self.group:
            return True
        indent = len(line) - len(line.lstrip(" "))
        if indent > 3 or line[indent] not in "=-" or self._is_deep():
            return self._doubt()
        self.chunks.kept.append((self.group, self.at + 1))
        if not self.is_html:
            self._end_group(self.at + 1)
        return True

    def _is_deep(self) -> bool:
        """Whether the run of lines is indented so far that, alone, it would be code."""
        above = self.lines[self.group]
        return above.startswith(("    ", "\t")) or "\t" in above[:4]

    def _fence(self, prefix: str, mark: str) -> bool:
        """Passes over fenced code."""
        lines = self.lines
        closes = re.compile(rf"([ >\t]*){re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        for end in range(self.at + 1, len(lines)):
            line = lines[end]
            match = closes.match(line)
            if match is not None and (prefix or (len(match[1]) < 4 and not match[1].strip(" "))):
                if prefix and abs(len(match[1]) - len(prefix)) > 3:
                    return False
                break
            if prefix and self._leaves(line, prefix):
                return False
        else:
            end = len(lines) - 1
        self.chunks.code.append((self.at, end + 1))
        self.at = end
        self._end_group(end + 1)
        return True

    def _leaves(self, line: str, prefix: str) -> bool:
        """Whether a line may end the list or quote in which something with that prefix began."""
        return bool(line) and line[0] not in " \t" and not (line[0] == ">" and ">" in prefix)

    def _html(self, line: str, inner: int) -> bool:
        raw = _RAW.match(line, inner)
        within, self.is_html = self.is_html, True
        if _HTML_HEADING.search(line) is not None:
            self._doubt()
        if raw is None:
            return True
        mark = raw.group()
        end = _ENDS.get(mark) or (">" if mark.startswith("<!") else r"(?i:</(?:script|pre|style|textarea)>)")
        closes = re.compile(end)
        if closes.search(line, inner) is not None:
            if not within:
                self._end_group(self.at + 1)
            return True
        if within:
            return False
        for stop in range(self.at + 1, len(self.lines)):
            if inner and self._leaves(self.lines[stop], line[:inner]):
                return False
            if closes.search(self.lines[stop]) is not None:
                break
        else:
            stop = len(self.lines) - 1
        self.at = stop
        self._end_group(stop + 1)
        return True

    def _definition(self, line: str, inner: int) -> bool:
        """The definition of a link: it is kept with the paragraph that it may begin or stand in."""
        kept = self.chunks.kept
        if kept and kept[-1][0] <= self.at < kept[-1][1]:
            return True
        following = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        if "]:" not in line and ("]" in line[inner + 1 :] or "]:" not in following):
            return True
        if line.startswith("[^", inner):
            return True
        if inner > 3 or line[:inner].strip(" ") or self._is_deep():
            return self._doubt()
        end = self.at + 1
        while end < len(self.lines) and self.lines[end].strip(" \t"):
            end += 1
        kept.append((self.group, end))
        return True
