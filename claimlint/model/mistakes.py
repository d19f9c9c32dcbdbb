"""What is wrong with a canonical file: every mistake with its place, all of one run together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Mistake(NamedTuple):
    """Something wrong in the canonical file; line and column are 1-based, in code points."""

    line: int
    column: int
    message: str


class ModelError(Exception):
    """The model does not load; `mistakes` are all that were found, in the order of the file."""

    def __init__(self, path: str, mistakes: Iterable[Mistake]) -> None:
        self.path = path
        self.mistakes = sorted(set(mistakes))
        super().__init__("\n".join(f"{path}:{m.line}:{m.column}: {m.message}" for m in self.mistakes))


# Each suggestion costs a comparison with every name: a hostile file could ask for a million.
_MOST_NAMES = 2_000


def nearest(word: str, names: Iterable[str], say: str = "; did you mean `{}`?") -> str:
    """`say` filled with the name most like `word`, or the empty string when none is like it."""
    known = list(names)
    if len(known) > _MOST_NAMES or len(word) > 200:
        return ""
    folded = {name.casefold(): name for name in reversed(known)}
    if word.casefold() in folded:
        return say.format(folded[word.casefold()])
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return say.format(close[0]) if close else ""
