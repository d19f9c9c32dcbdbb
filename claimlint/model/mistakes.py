"""What is wrong with a canonical file: every mistake with its place, all of one run together."""

from __future__ import annotations

from collections.abc import Iterable

from claimlint.records import NamedTuple


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


# A hostile file could hold a million mistakes, each of which is compared with every name.
_MOST = 1_000
_MOST_COMPARISONS = 50_000
_LONGEST = 600


class Mistakes:
    """Collects mistakes: the first thousand, and how many there are `beyond` them."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []
        self.beyond = 0
        self._comparisons = 0

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, place: tuple[int, int], message: str) -> None:
        """Add a mistake at a line and column."""
        if len(self.found) >= _MOST:
            self.beyond += 1
            return
        if len(message) > _LONGEST:
            message = message[:_LONGEST] + "…"
        self.found.append(Mistake(*place, message))

    def all(self) -> list[Mistake]:
        """The mistakes, the last of which may count those that are left out."""
        if not self.beyond:
            return self.found
        last = max(self.found)
        return [
            *self.found,
            Mistake(last.line, last.column, f"and {self.beyond:,} further mistakes in this file"),
        ]

    def hint(self, word: str, names: Iterable[str], say: str = "; did you mean `{}`?") -> str:
        """`say` filled with the name most like `word`, or the empty string when none is like it."""
        known = list(names)
        self._comparisons += len(known)
        if len(word) > 200 or self._comparisons > _MOST_COMPARISONS:
            return ""
        folded = {name.casefold(): name for name in reversed(known)}
        if word.casefold() in folded:
            return say.format(folded[word.casefold()])
        from difflib import get_close_matches

        close = get_close_matches(word, known, n=1, cutoff=0.6)
        return say.format(close[0]) if close else ""
