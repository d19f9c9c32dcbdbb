"""Words of a text with their place, folded so that one name is found in all its inflections."""

from __future__ import annotations

from functools import lru_cache

from claimlint.claim.lazy import Lazy
from claimlint.records import NamedTuple

# A number keeps its separators and a letter suffix (`1,000`, `4.5`, `120b`); `$` and `%` are words,
# since names such as `$ per token` are told apart by them.
WORD = Lazy(r"\d+(?:[.,]\d+)*[^\W\d_]*|[^\W_]+|[$€£%]")
# Between two words of one name: spaces, hyphens, slashes, quotes and emphasis, never punctuation.
_GAP = Lazy("\\.|[\\s\\-‐‑/_'’\"“”*`\u00ad\u2060\ufffc]{0,6}")
# Left out of names and texts alike: articles, and adverbs that slip in between the words of a name.
_SKIPPED_WORDS = "a an the therefore thus hence now only also just then still even typically usually"
_SKIPPED = frozenset(_SKIPPED_WORDS.split())
_VOWELS = frozenset("aeiouy")


class Word(NamedTuple):
    """A folded word and its range in the text; `glued` when only a space or hyphen stands before it."""

    stem: str
    start: int
    end: int
    glued: bool


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The word in lower case without its inflection: `moving`, `moved` and `movement` are `mov`.

    Deliberately light (a few English suffixes, no dictionary): both sides of a comparison are
    folded alike, so a stem need not be a word.
    """
    word = word.lower()
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ment") and len(word) > 6:
        word = word[:-4]
    elif word.endswith("ing") and len(word) > 5 and _VOWELS & set(word[:-3]):
        word = word[:-3]
    elif word.endswith("ed") and not word.endswith("eed") and len(word) > 4 and _VOWELS & set(word[:-2]):
        word = word[:-1]
    elif word.endswith("ion") and len(word) > 6:
        word = word[:-3]
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in _VOWELS:
        word = word[:-1]
    return word


def words(text: str) -> list[Word]:
    """The words of `text` in order, without those that no name is told apart by."""
    found: list[Word] = []
    make = tuple.__new__
    last = 0
    for match in WORD.finditer(text):
        token = match[0]
        start = match.start()
        end = start + len(token)
        glued = (start - last == 1 and text[last] == " ") or _joins(text, last, start)
        folded = _folded(token)
        if folded:
            found.append(make(Word, (folded, start, end, glued)))
            last = end
        elif glued:
            last = end
    return found


@lru_cache(maxsize=8192)
def _folded(token: str) -> str:
    """The stem of a word; empty for one that no name is told apart by."""
    return "" if token.lower() in _SKIPPED else stem(token)


def _joins(text: str, last: int, start: int) -> bool:
    """Whether what stands between two words may stand between the words of one name."""
    return start - last < 7 and _GAP.fullmatch(text, last, start) is not None


def phrase(text: str) -> tuple[str, ...]:
    """A name as the sequence of folded words that `words` would find for it."""
    return tuple(word.stem for word in words(text))
