"""Where a text names a canonical quantity or one of its cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from claimlint.model.model import Model
from claimlint.reason.words import Word, phrase, stem, words
from claimlint.records import NamedTuple

T = TypeVar("T")
_Index = dict[str, list[tuple[tuple[str, ...], T]]]


_GENERIC_WORDS = """
time size rate cost price number count total value power energy share ratio amount length speed of per in on
for to with by at from and or
"""
_GENERIC = frozenset(map(stem, _GENERIC_WORDS.split()))


class Mention(NamedTuple):
    """A name found in a text: the quantities it may name, its range, the index of its block (-1: none)."""

    quantities: tuple[str, ...]
    start: int
    end: int
    block: int


class CaseMention(NamedTuple):
    """The name of a case found in a text: the quantity it belongs to, the case, its range."""

    quantity: str
    case: str
    start: int
    end: int


class Lexicon:
    """The names of a model's quantities and cases, indexed by their first word."""

    __slots__ = ("_cases", "_names", "_own", "_vocabulary", "_words", "model")

    def __init__(self, model: Model) -> None:
        self.model = model
        names: dict[tuple[str, ...], list[str]] = {}
        for quantity in model.quantities:
            for name in model.names(quantity):
                key = phrase(name)
                if key and quantity not in names.setdefault(key, []):
                    names[key].append(quantity)
        self._names = _by_first({key: tuple(found) for key, found in names.items()})
        self._vocabulary: frozenset[str] | None = None
        self._own: dict[str, frozenset[str]] = {}
        self._words: dict[str, list[tuple[frozenset[str], str]]] = {}
        for key, found in names.items():
            telling = sorted(set(key) - _GENERIC)
            if len(telling) > 1:
                self._words.setdefault(telling[0], []).extend((frozenset(key), name) for name in found)
        cases: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for quantity, entry in model.quantities.items():
            for case in entry.cases:
                key = phrase(case)
                if key:
                    cases.setdefault(key, []).append((quantity, case))
        self._cases = _by_first({key: tuple(found) for key, found in cases.items()})

    def mentions(self, found: list[Word], block: int = -1) -> tuple[Mention, ...]:
        """The quantities named in the words of a block; where names overlap the longest one stands."""
        return tuple(Mention(names, start, end, block) for names, start, end in _find(self._names, found))

    def scattered(self, found: Sequence[Word], block: int = -1) -> list[Mention]:
        """The quantities with a name of several telling words that all stand in `found`, in any order."""
        place = {word.stem: word for word in found}
        mentions = []
        for first in place:
            for others, quantity in self._words.get(first, ()):
                if others <= place.keys():
                    start = min(place[stem].start for stem in others)
                    mentions.append(
                        Mention((quantity,), start, max(place[stem].end for stem in others), block)
                    )
        return mentions

    @property
    def vocabulary(self) -> frozenset[str]:
        """The folded words of the canonical file: what it speaks of, in prose, names and sources."""
        if self._vocabulary is None:
            self._vocabulary = frozenset(word.stem for word in words(self.model.text))
        return self._vocabulary

    def words_of(self, quantity: str) -> frozenset[str]:
        """The folded words of all names of a quantity."""
        if quantity not in self._own:
            own = (word for name in self.model.names(quantity) for word in phrase(name))
            self._own[quantity] = frozenset(own)
        return self._own[quantity]

    def cases(self, found: list[Word]) -> tuple[CaseMention, ...]:
        """The cases named in the words of a block, the longest where they overlap."""
        return tuple(
            CaseMention(quantity, case, start, end)
            for names, start, end in _find(self._cases, found)
            for quantity, case in names
        )


def _by_first(phrases: dict[tuple[str, ...], T]) -> _Index[T]:
    index: _Index[T] = {}
    for key, value in phrases.items():
        index.setdefault(key[0], []).append((key, value))
    return index


def _find(index: _Index[T], found: list[Word]) -> list[tuple[T, int, int]]:
    """The names that stand in the words, in order; of overlapping ones the longest, then the first."""
    hits: list[tuple[int, int, T]] = []
    for at, first in enumerate(found):
        if first.stem not in index:
            continue
        for key, value in index[first.stem]:
            run = found[at : at + len(key)]
            if len(run) == len(key) and all(
                word.stem == part and (word.glued or not place)
                for place, (word, part) in enumerate(zip(run, key, strict=True))
            ):
                hits.append((at, len(key), value))
    if not hits:
        return []
    taken: set[int] = set()
    kept = []
    for at, size, value in sorted(hits, key=lambda hit: -hit[1]):
        if taken.isdisjoint(range(at, at + size)):
            taken.update(range(at, at + size))
            kept.append((value, found[at].start, found[at + size - 1].end))
    return sorted(kept, key=lambda hit: hit[1])
