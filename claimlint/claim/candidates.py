"""Where in the raw text of a page a claim may stand.

The scan knows no markup and judges little.  It passes over whatever may stand between a number and
its unit (emphasis, tags, the targets of links, line ends), and takes too much rather than too little:
where it finds nothing there is no claim, and only what it finds something in is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from claimlint.claim.amounts import describes, read_scale, read_tail
from claimlint.claim.lazy import Lazy
from claimlint.claim.multiples import FOLDS, RAISED_BY, WHOLES, compares
from claimlint.claim.normalise import same_width
from claimlint.claim.number_words import ONES, SCALES, TENS
from claimlint.claim.raw import NO_EMPHASIS, in_code, in_markup, plain
from claimlint.claim.spelled import read_spelled
from claimlint.claim.unit_atoms import LETTERS, may_begin
from claimlint.claim.unit_table import CURRENCIES, words
from claimlint.claim.unit_table import SCALES as UNIT_SCALES

_NO_WORDS: Mapping[str, str] = {}

_TAG = r"<[A-Za-z/][^<>]{0,400}>|<!--(?:(?!-->)[\s\S]){0,400}-->"
_TARGET = r"\]\((?:[^()\n]|\([^()\n]{0,80}\)){0,400}\)|\]\[[^\[\]\n]{0,80}\]|\[\^[^\[\]\n]{1,80}\]"
_LINE_END = r"\r?\n[ \t>]*(?![-*+][ \t]|#|[\r\n])"
_SPACE = r"[^\S\n\r]|\\(?![A-Za-z])|[*_~`\[\])}{$>/+\-–\u2010\u2011\u2212\ufe63\uff0d]"
_GAP = rf"(?:{_TAG}|{_TARGET}|{_SPACE}|{_LINE_END}|\\[,;:! ]){{0,16}}"
_WORDS = r"([^\W\d_]+)(?:[\s*_`\[\]]{1,6}([^\W\d_]+))?"
_LEAD = rf"(?:{_TAG}|[*_`~\\\[{{]){{0,5}}"
_AMOUNT = rf"{_LEAD}[-+\u2212]?\.?[0-9]"
_SIGNS = r"$€£¥₹₩₪₿\uff04×⨯✕✖"
_UNIT = rf"{_WORDS}|[€£¥¢°⨯✕✖\uff05]|(?:%|×)(?![0-9])|\\[A-Za-z]|<[A-Za-z/!][^<>]{{400}}|(&#?\w{{1,12}};)"
_AFTER_DIGIT = rf"{_GAP}(?:{_UNIT})"
# One character class in front, for which the engine looks four times as fast as for alternatives.
_HINT = Lazy(
    rf"[0-9xX{_SIGNS}](?:(?<=[0-9])(?={_AFTER_DIGIT})|(?<=[{_SIGNS}])(?={_AMOUNT})|(?<=[xX])(?={_LEAD}\.?[0-9]))"
)
_CODE = Lazy(rf"(?:{'|'.join(sorted(CURRENCIES))})(?=\s{{0,2}}{_AMOUNT})")
_MULTIPLE = Lazy(rf"[xX]{_LEAD}(?:\.[0-9]|[0-9][0-9.,]*)")
_TEX = Lazy(rf"\\[A-Za-z]{{2,20}}[ {{$]{{0,3}}{_AMOUNT}")
_ENTITY = Lazy(rf"(&#?\w{{1,12}};){_AMOUNT}")
_PLAIN = Lazy(r"[ \xa0\t\r\n/+\-*_`]*[^\W\d_]*")
_MARKED = Lazy(r"[<\[&\\$~{]")
_APART = frozenset(" \n\t(")
_TIMES = words("x X times")
_BLANK = (" ", "\xa0")
_COMPARED = Lazy(r"[ \xa0\n]{1,3}[^\W\d]")
_GAP_SIGNS = frozenset("%€£¥¢°×÷$-–/)+~^.=")
_OTHERS = words("times fold nines x X")
_GARBLED = words("BG BM BK BT bG bM MG GM TG GT TM MT KM MK zH kM kG Mk")
_ARTICLES = words("a an")
_OF_MEASURES = words("as the its their that our")
_NUMBER_WORDS = frozenset((*ONES, *TENS, *SCALES))
_LONGEST = 80


@cache
def _spelled() -> re.Pattern[str]:
    """The words for numbers, grouped by their first letter: most other words fail at once."""
    rests: dict[str, list[str]] = {}
    for word in (*ONES, *TENS, *SCALES, *WHOLES, "half", "order"):
        rests.setdefault(word[0], []).append(word[1:])
    groups = (
        f"[{first}{first.upper()}](?:{'|'.join((*rest, *map(str.upper, rest)))})"
        for first, rest in rests.items()
    )
    first = "".join(rests)
    second = "".join(sorted({rest[0] for each in rests.values() for rest in each}))
    return re.compile(
        rf"[^A-Za-z](?=[{first}{first.upper()}][{second}{second.upper()}])((?:{'|'.join(groups)})(?![A-Za-z]))"
    )


_AFTER = Lazy(rf"{_GAP}{_WORDS}")
_BEFORE = Lazy(r"([A-Za-z]+)[^A-Za-z0-9.,;:!?]{1,12}$")


class _Words(dict[str, bool]):
    """Whether a unit can begin with a word, remembered word by word."""

    def __init__(self, declared: Mapping[str, str]) -> None:
        self.declared = declared

    def __missing__(self, word: str) -> bool:
        shown = same_width(word)
        letters = LETTERS.match(shown)
        answer = (
            shown in UNIT_SCALES
            or shown in _OTHERS
            or shown.lower() in _NUMBER_WORDS
            or any(mark in shown for mark in _GARBLED)
            or (letters is not None and may_begin(letters.group(), self.declared))
        )
        if len(self) > 60_000:
            self.clear()
        self[word] = answer
        return answer


_known = _Words(_NO_WORDS)


def claims_at(text: str, declared: Mapping[str, str] = _NO_WORDS) -> Iterator[int]:
    """The offsets near which a claim may stand: a number with a unit, an amount, a multiple."""
    known = _Words(declared) if declared else _known
    for match in _HINT.finditer(text):
        word = match[1]
        start = match.start()
        if word is not None:
            if (known[word] or (match[2] is not None and known[match[2]] and describes(word))) and _is_read(
                text, match, known
            ):
                yield start
        elif text[start] in "xX":
            if not text[start - 1 : start].isalnum() and _is_multiple(text, start):
                yield start
        elif (match[3] is None or _is_gap(match[3])) and (
            not text[start].isdigit() or not (in_markup(text, start) or in_code(text, start))
        ):
            yield start
    if "\\" in text:
        yield from (match.start() for match in _TEX.finditer(text))
    if "&" in text:
        yield from (match.start() for match in _ENTITY.finditer(text) if _is_gap(match[1]))
    yield from (match.start() for match in _CODE.finditer(text))
    for word in ("factor", "Factor", "FACTOR"):
        at = text.find(word)
        while at >= 0:
            if text[at + 6 : at + 16].lower().lstrip(" \n\xa0*_>").startswith("of"):
                yield at
            at = text.find(word, at + 6)
    yield from _in_words("\n" + text, known)


def _is_gap(entity: str) -> bool:
    """Whether an entity may stand in a number, beside it, or begin its unit."""
    from html import unescape

    character = unescape(entity)
    return character.isspace() or character.isalnum() or character in _GAP_SIGNS


def _is_read(text: str, match: re.Match[str], known: _Words) -> bool:
    """Whether the unit is read where a number and it stand in the raw text as they do on the page."""
    end, at, stop = match.start() + 1, match.start(1), match.end(1)
    gap, word, follows = text[end:at], match[1], text[stop : stop + 1]
    first = end
    while first and text[first - 1] in "0123456789.,'":
        first -= 1
    before = text[first - 1 : first]
    if (before == "#" and word not in _TIMES) or (before.isalpha() and not _is_glued(text, first, known)):
        return False
    if not gap:
        if len(word) == 1 and (follows.isdigit() or (word in "xX" and follows.isalpha())):
            return False
    elif gap == "_" or (word in ("x", "X") and gap.strip(" *_`") in ("/", "-")):
        return False
    if in_markup(text, first) or in_code(text, first):
        return False
    if _PLAIN.fullmatch(text, end, stop) is None or any(mark in word for mark in _GARBLED):
        return True
    one = text[first:end] == "1"
    least = (match.end(2) if match[2] is not None else stop) + 1
    tails = [_tail(*place, known.declared, one) for place in plain(text, end, least)]
    if tails and not any(tails):
        return False
    return before in _APART or not before or not _is_name(text, first, end, known)


def _is_name(text: str, first: int, end: int, known: _Words) -> bool:
    """Whether a number is part of the name that stands with it, without a space: `Llama-3.1-8B`."""
    start = max(text.rfind(mark, 0, first) for mark in (" ", "\n", "[", "(", "`", ">", "|", "*")) + 1
    window = text[start : end + _LONGEST]
    if first - start > _LONGEST or _MARKED.search(window, 0, end - start + 24) is not None:
        return False
    from claimlint.claim.scan import scan

    at = end - start
    shown = {
        (window, at),
        (
            window[:at].translate(NO_EMPHASIS) + window[at:].translate(NO_EMPHASIS),
            len(window[:at].translate(NO_EMPHASIS)),
        ),
    }
    return not any(
        item.unit is not None and not item.barrier and item.start < place <= item.end
        for each, place in shown
        for item in scan(same_width(each), known.declared)
    )


def _tail(text: str, end: int, declared: Mapping[str, str], one: bool) -> bool:
    """Whether a unit, a scale or the sign of a multiple is read behind a numeral."""
    end += text.startswith("+", end)
    if read_tail(text, end, declared, one) is not None or read_scale(text, end)[0] != 1:
        return True
    at = end + (text[end : end + 1] in _BLANK)
    sign = text[at : at + 1]
    if sign in ("x", "X", "×"):
        return at == end or _COMPARED.match(text, at + 1) is not None
    return text.startswith(("times", "orders"), at)


def _is_glued(text: str, first: int, known: _Words) -> bool:
    """Whether a number may stand right behind a letter: a multiple's sign, a unit, an `e`, a long label."""
    if text[first - 1] in "xX×":
        return True
    start = first
    while start and first - start < 24 and text[start - 1].isalpha():
        start -= 1
    letters = text[start:first]
    if text[start - 1 : start].isdigit():
        return known[letters] if len(letters) > 1 else letters in "dhsBJWeE"
    return len(letters) > 5 or letters[-3:] in CURRENCIES


def _is_multiple(text: str, start: int) -> bool:
    """Whether `x3` can be a multiple: beside a word that compares, or behind one of growth."""
    match = _MULTIPLE.match(text, start)
    if match is None:
        return False
    after = _AFTER.match(text, match.end())
    if after is not None and compares(after[1]):
        return True
    before = _BEFORE.search(text, max(0, match.start() - 40), match.start())
    return before is not None and before[1].lower() in RAISED_BY


def _in_words(text: str, known: _Words) -> Iterator[int]:
    """Numbers in words, and words that are multiples; `text` has one more character before it."""
    for match in _spelled().finditer(text):
        trigger = match[1].lower()
        after = _AFTER.match(text, match.end())
        start = match.start()
        one, other = (after[1].lower(), (after[2] or "").lower()) if after else ("", "")
        if trigger in WHOLES:
            likely = trigger in FOLDS or one in _OF_MEASURES or compares(one)
        elif trigger == "half":
            behind = text[max(0, start - 8) : start + 1].lower()
            likely = one in _OF_MEASURES or one in _ARTICLES or "in" in behind or "by" in behind
        elif trigger == "order":
            likely = one == "of" and other == "magnitude"
        elif after is None or (text[start] == "-" and text[start - 1 : start].isalnum()):
            likely = False
        elif one == "and" and other in _ARTICLES:
            likely = True  # `one and a half seconds`
        else:
            likely = known[after[1]] or (bool(after[2]) and known[after[2]] and describes(after[1]))
            if likely and trigger not in SCALES:
                least = after.end(2) if after[2] is not None else after.end(1)
                read = [
                    read_spelled(shown[at:], 0, trigger, known.declared)
                    for shown, at in plain(text, start + 1, least)
                ]
                likely = not read or any(item is not None and item.unit is not None for item in read)
        if likely:
            yield start
