"""Numbers written in words: `forty-three`, `one and a half`, `a million`, `two point five`."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.lazy import Lazy
from claimlint.records import NamedTuple

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ONES = {word: value for value, word in enumerate(_ONES.split())}
TENS = {word: value * 10 for value, word in enumerate(_TENS.split(), 2)}
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "dozen": 12,
}
STARTS = frozenset((*ONES, *TENS, "a", "an", "half"))
"""Lower-case words at which a number in words can start."""

_WORD = Lazy(r"[A-Za-z]+")
_GAPS = " \xa0\n-"


class Spelled(NamedTuple):
    """A number in words: where it ends, its value, and the place value of what is not zero in it."""

    end: int
    value: Fraction
    place: Fraction


def read_words(text: str, at: int) -> Spelled | None:
    """The longest number in words that starts at `text[at]`, or None.

    `a` and `an` start one only before a scale word, `half` only before `a` or `an`.
    """
    words = _words(text, at)
    if not words:
        return None
    first = words[0][0]
    if first == "half":
        return _half_of(text, words)
    if first in ("a", "an"):
        if len(words) < 2 or words[1][0] not in SCALES:
            return None
        total, used = _scaled(words, 1, 1)
    else:
        total, used = _whole(words)
        if not used:
            return None
    value, place = Fraction(total), Fraction(1)
    rest = [word for word, _ in words[used : used + 3]]
    if rest[:3] == ["and", "a", "half"]:
        value, place, used = value + Fraction(1, 2), Fraction(1, 2), used + 3
        if used < len(words) and words[used][0] in SCALES:
            scale = SCALES[words[used][0]]
            value, place, used = value * scale, place * scale, used + 1
    elif rest[:1] == ["point"] and len(rest) > 1 and rest[1] in ONES and ONES[rest[1]] < 10:
        used += 1
        while used < len(words) and ONES.get(words[used][0], 10) < 10:
            place /= 10
            value += ONES[words[used][0]] * place
            used += 1
        if used < len(words) and words[used][0] in SCALES:
            scale = SCALES[words[used][0]]
            value, place, used = value * scale, place * scale, used + 1
    return Spelled(words[used - 1][1], value, place)


def _half_of(text: str, words: list[tuple[str, int]]) -> Spelled | None:
    """`half a second`, `half an hour`, `half a million requests`; the unit follows."""
    if len(words) < 2 or words[1][0] not in ("a", "an"):
        return None
    if len(words) > 2 and words[2][0] in SCALES:
        scale = SCALES[words[2][0]]
        return Spelled(words[2][1], Fraction(scale, 2), Fraction(scale, 10))
    return Spelled(words[1][1], Fraction(1, 2), Fraction(1, 10))


def _words(text: str, at: int) -> list[tuple[str, int]]:
    """The words from `at` on that can belong to one number, lower-case, each with its end."""
    found: list[tuple[str, int]] = []
    while len(found) < 24:
        match = _WORD.match(text, at)
        if match is None:
            break
        word = match.group().lower()
        if word not in STARTS and word not in SCALES and word not in ("and", "point"):
            break
        found.append((word, match.end()))
        at = match.end()
        if text[at : at + 1] not in tuple(_GAPS):
            break
        at += 1
    return found


def _whole(words: list[tuple[str, int]]) -> tuple[int, int]:
    """The integer at the start of `words`, and how many words it takes (0 for none)."""
    total = group = used = 0
    last = "start"
    for index, (word, _) in enumerate(words):
        if word in ONES and (last in ("start", "scale", "and") or (last == "tens" and 0 < ONES[word] < 10)):
            group, last = group + ONES[word], "ones"
        elif word in TENS and last in ("start", "scale", "and"):
            group, last = group + TENS[word], "tens"
        elif word in SCALES and last in ("ones", "tens", "scale") and (group or total):
            scale = SCALES[word]
            if scale in (12, 100):
                if not group:
                    break
                group *= scale
            else:
                total, group = (total + group) * scale if not total else total + group * scale, 0
            last = "scale"
        elif word == "and" and last == "scale":
            last = "and"
            continue
        else:
            break
        used = index + 1
    return total + group, used


def _scaled(words: list[tuple[str, int]], at: int, count: int) -> tuple[int, int]:
    """`a hundred`, `a hundred thousand`, `a dozen`: the value and the words used."""
    value = count
    while at < len(words) and words[at][0] in SCALES:
        value *= SCALES[words[at][0]]
        at += 1
    if words[at : at + 1] and words[at][0] == "and":
        more, used = _whole(words[at + 1 :])
        if used and more < value and words[at + 1][0] not in ("a", "an"):
            return value + more, at + 1 + used
    return value, at
