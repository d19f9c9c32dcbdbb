"""Regular expressions that most pages never need, compiled when first used: start-up time counts."""

from __future__ import annotations

import re
from collections.abc import Iterator


class Lazy:
    """A regular expression that compiles itself at its first use."""

    __slots__ = ("_compiled", "_pattern")

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._compiled: re.Pattern[str] | None = None

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        """The match that starts at `text[at]`, or None."""
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.match(text, at)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match of the whole of `text`, or None."""
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.fullmatch(text)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The first match in text[start:end], or None."""
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.search(text, start, len(text) if end is None else end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches in `text`, in order."""
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.finditer(text)

    def findall(self, text: str) -> list[str]:
        """What all matches in `text` hold."""
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.findall(text)
