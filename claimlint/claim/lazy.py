"""Regular expressions that most pages never need, compiled when first used: start-up time counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any


class Lazy:
    """A regular expression that compiles itself at its first use; its methods are those of `re.Pattern`."""

    __slots__ = ("_flags", "_pattern", "findall", "finditer", "fullmatch", "match", "search")

    findall: Callable[..., list[Any]]
    finditer: Callable[..., Iterator[re.Match[str]]]
    fullmatch: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Called for a method that is not there yet: from then on all are the compiled pattern's own."""
        if name not in Lazy.__slots__:
            raise AttributeError(name)
        compiled = re.compile(self._pattern, self._flags)
        self.findall, self.finditer = compiled.findall, compiled.finditer
        self.fullmatch, self.match, self.search = compiled.fullmatch, compiled.match, compiled.search
        return getattr(compiled, name)
