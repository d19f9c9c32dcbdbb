"""Multiples: `218×`, `10x faster`, `×3.5`, `five times faster`, `twice`, `half the latency`."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.item import Item
from claimlint.claim.lazy import Lazy
from claimlint.claim.number_words import ONES, SCALES, TENS
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import words
from claimlint.claim.units import is_counting, symbol_unit

TIMES = symbol_unit("×")

_WORD = Lazy(r"[^\W_]+(?:-[^\W_]+)?")
_FROM = Lazy(r"[,:;]? ?\(?(?:from|i\.e\.|=|as) ?\(?[0-9$€£]|[,:;]? \([0-9]")
_WIDTHS = (1, 2, 4, 8, 16, 32)
_WIDTH_NOUNS = words(
    "link links slot slots lane lanes port ports connector edge card cards riser device devices on"
)
_GAINS = words(
    "speedup speedups speed-up speed-ups gain gains improvement improvements increase increases "
    "reduction reductions saving savings slowdown slowdowns boost boosts advantage advantages drop "
    "jump growth difference faster overhead"
)
_NO_PLURALS = words(
    "as its is was has this thus less across versus plus perhaps always does us besides towards vs "
    "vis ours times others yes overall various whereas unless returns loss access"
)
_NOT_COMPARED = words(
    "after under over per later ever never either whether however other another rather further "
    "order server worker layer user number buffer together number"
)
_MEASURES = words(
    "latency latencies time cost costs price bandwidth memory size power energy throughput speed "
    "rate footprint bill budget load traffic capacity area storage volume runtime duration overhead "
    "bytes width height length weight work compute performance usage consumption utilisation "
    "utilization frequency clock cache space money delay distance computation emissions ram cpu"
)
RAISED_BY = words("rose grew up increased improved by of factor jumped scaled gained speedup")

FOLDS = {f"{word}fold": value for word, value in (*ONES.items(), *TENS.items(), *SCALES.items()) if value > 1}
"""`threefold`, `tenfold`, `hundredfold`: the multiple."""

_REPEATS = words("a an per each every daily weekly monthly")
_VERBS = words("to will can could would should must may might we they you i and or then not don't please")
_CUTS = words(
    "cut cuts cutting reduce reduces reduced reducing slash slashed slashes slashing drop drops "
    "dropped dropping fell fall falls falling shrink shrinks shrank shrunk lower lowers lowered "
    "decrease decreases decreased decreasing down slice sliced shorten shortens shortened trim "
    "trimmed trims"
)
_DOUBLES = {"double": Fraction(2), "triple": Fraction(3), "quadruple": Fraction(4)}
WHOLES = {
    **_DOUBLES,
    "twice": Fraction(2),
    "thrice": Fraction(3),
    **{word: Fraction(value) for word, value in FOLDS.items()},
}


def read_multiple(text: str, item: Item) -> bool | None:
    """Whether the mark right of the numeral makes it a multiple; then the item takes the unit ×.

    None where there is no such mark; False where the mark is there and states none: a product, a
    size (`1920×1080`), a number of things (`2x sockets`).
    """
    at = item.number_end
    mark = text[at : at + 1]
    spaced = mark in (" ", "\xa0")
    if spaced:
        at += 1
        mark = text[at : at + 1]
    if mark in ("×", "x", "X") and mark:
        return _read_mark(text, item, at, spaced)
    if spaced and text.startswith("times", at):
        return _read_times(text, item, at)
    return None


def _read_mark(text: str, item: Item, at: int, spaced: bool) -> bool | None:
    if text[at] == "X" and not spaced and item.value >= 1000:
        return False  # `7950X` is a model, `10X` a multiple.
    after = at + 1
    follows = text[after : after + 1]
    if follows.isalnum() or follows == "_":
        return None if spaced and mark_is_letter(text[at]) and follows.isalpha() else False
    gap = after
    while gap < len(text) and gap - after < 3 and text[gap] in " \xa0\n":
        gap += 1
    if gap > after or spaced:
        first = text[gap : gap + 1]
        if first.isdigit() or (first in ("$", "€", "£") and first):
            return False
    word = _WORD.match(text, gap) if gap > after else None
    if spaced and not (word and compares(word.group())):
        return False
    if word is not None and word.group() in _REPEATS:
        return False
    if word is not None and item.value.denominator == 1 and not _after_multiple(word.group()):
        return False
    item.give(TIMES, after)
    return True


def mark_is_letter(mark: str) -> bool:
    """Whether the sign is the letter x."""
    return mark in "xX"


def compares(word: str) -> bool:
    """Whether a word compares or names a gain (`faster`, `more`, `speedup`)."""
    if word in _GAINS or word in ("more", "less", "fewer", "worse", "as"):
        return True
    return word.endswith("er") and len(word) > 4 and word.islower() and word not in _NOT_COMPARED


def _after_multiple(word: str) -> bool:
    """Whether a word can follow a whole multiple (`3x the cost`), not a number of things (`2x sockets`)."""
    if not word.islower():
        return False
    if compares(word) or word in _NO_PLURALS:
        return True
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "ous")):
        return False
    unit = atom(word)
    return unit is None or not unit.dims or not is_counting(unit.dims[0][0])


def _read_times(text: str, item: Item, at: int) -> bool:
    """`five times faster`, `3 times the bandwidth`; not `three times a day`."""
    end = at + 5
    if text[end : end + 1].isalnum():
        return False
    if _FROM.match(text, end):
        item.give(TIMES, end)
        return True
    gap = end + (text[end : end + 1] in (" ", "\xa0", "\n") and end < len(text))
    word = _WORD.match(text, gap) if gap > end else None
    if word is None:
        return False
    name = word.group()
    if name == "as":
        more = _WORD.match(text, word.end() + 1)
        good = more is not None and more.group() not in (
            "the",
            "a",
            "an",
            "it",
            "we",
            "they",
            "you",
            "before",
        )
    else:
        good = compares(name) or name in ("the", "its", "that", "their", "our", "what", "greater")
    if good:
        item.give(TIMES, end)
    return good


def read_prefixed(text: str, item: Item) -> bool | None:
    """A sign before the numeral: `×3.5`; None without one, False where it is a link width or a product."""
    at = item.number_start - 1
    if at < 0 or text[at] not in "×xX":
        return None
    before = text[at - 1 : at]
    if before.isalnum() or (before in (")", "_") and before):
        return False
    back = at
    while back and at - back < 3 and text[back - 1] in " \xa0":
        back -= 1
    last = text[back - 1 : back]
    if back < at and (last.isdigit() or last == ")"):
        return False
    end = item.number_end
    word = _WORD.match(text, end + 1) if text[end : end + 1] in (" ", "\xa0") else None
    if text[end : end + 1].isalpha():
        return False
    gain = word is not None and compares(word.group())
    width = item.value in _WIDTHS and item.place == 1
    first = back
    while first and back - first < 16 and text[first - 1].isalpha():
        first -= 1
    raised = text[first:back].lower() in RAISED_BY
    if (mark_is_letter(text[at]) or width) and not (gain or raised):
        return False
    if word is not None and word.group() in _WIDTH_NOUNS:
        return False
    item.start = at
    item.give(TIMES, end)
    return True


def factor_of(text: str, item: Item) -> bool:
    """`a factor of 12`, `by a factor of about three`: then the item takes the unit ×."""
    window = text[max(0, item.start - 28) : item.start].lower().replace("\n", " ")
    for vague in ("about ", "around ", "roughly ", "nearly ", "almost ", "over ", "up to ", "~", "≈"):
        if window.endswith(vague):
            window = window[: -len(vague)]
            break
    if not window.endswith(" a factor of ") or text[item.number_end : item.number_end + 1] == "/":
        return False
    item.give(TIMES, item.number_end)
    item.prefix = True
    return True


def read_whole_word(text: str, start: int, end: int) -> Item | None:
    """`twice`, `threefold`, `half the latency`, `in half`: one word that is a multiple, or None."""
    word = text[start:end].lower()
    gap = end + 1
    follow = _WORD.match(text, gap) if text[end : end + 1] in (" ", "\n", "\xa0") else None
    name = follow.group().lower() if follow else ""
    if word == "half":
        lead = text[max(0, start - 3) : start].lower()
        if lead in ("in ", "by "):
            # "cut the bill in half", not "stored in half precision".
            clause = text[max(0, start - 80) : start].lower().replace(",", " ").split()
            cut = not _CUTS.isdisjoint(clause) and text[end : end + 1] != "-" and name != "precision"
            return _whole(start - 3, end, Fraction(1, 2), Fraction(1, 5)) if cut else None
        if name == "as":
            return _whole(start, end, Fraction(1, 2), Fraction(1, 5))
        if name in ("the", "its", "their", "that", "our") and follow:
            return (
                _whole(start, end, Fraction(1, 2), Fraction(1, 5)) if _measure(text, follow.end()) else None
            )
        return None
    if word in FOLDS:
        return None if name.startswith("cross") else _whole(start, end, WHOLES[word], _coarse(WHOLES[word]))
    if word in _DOUBLES:
        # "needs double the memory" compares; "double the batch size" asks for it.
        before = text[max(0, start - 20) : start].lower().split()
        asks = not before or before[-1] in _VERBS or not before[-1].isalpha()
        if (
            asks
            or name not in ("the", "its", "their", "that")
            or follow is None
            or not _measure(text, follow.end())
        ):
            return None
        return _whole(start, end, WHOLES[word], Fraction(1))
    if name == "as" and follow:
        after = _WORD.match(text, follow.end() + 1)
        if after is None or after.group().lower() in ("a", "an", "it", "we", "they"):
            return None
    elif name not in ("the", "its", "their", "that", "our") and not compares(name):
        return None
    return _whole(start, end, WHOLES[word], Fraction(1))


def _measure(text: str, at: int) -> bool:
    """Whether one of the next three words names something measured, before the clause ends."""
    for _ in range(3):
        word = _WORD.match(text, at + 1) if text[at : at + 1] in (" ", "\n", "\xa0") else None
        if word is None:
            return False
        if word.group().lower() in _MEASURES:
            return True
        at = word.end()
    return False


def _coarse(value: Fraction) -> Fraction:
    return Fraction(10) if value >= 100 else Fraction(1)


def _whole(start: int, end: int, value: Fraction, place: Fraction) -> Item:
    item = Item(start, end, value, place, spelled=True)
    item.give(TIMES, end)
    item.prefix = True
    return item
