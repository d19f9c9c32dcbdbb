"""Sentences of a block's text."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

# A break is looked for at white space only, so that a long run of full stops is passed once.
_GAP = re.compile(r"(?<=[.!?\"'”’»)\]*_])\s+|(?<=[。！？])\s*|\n[ \t]*(?=\n|[-*+•‣·–][ \t]|\d{1,9}[.)][ \t])")
_CAMEL = re.compile(r"[a-z]{1,4}[A-Z]")  # `macOS` begins a sentence as well as any capital
_CLOSERS = "\"'”’»)]*_"
_CONTINUES = frozenset(",;:.!?)]}%/=+×÷·-–—…&|")
_ABBREVIATIONS = frozenset(
    {"e.g", "eg", "i.e", "ie", "vs", "v", "cf", "viz", "approx", "ca", "circa", "al"}
    | {"dr", "mr", "mrs", "prof", "a.k.a", "aka", "w.r.t", "incl", "excl", "resp", "n.b"}
)
_BEFORE_NUMBER = frozenset(
    {"fig", "figs", "sec", "secs", "sect", "eq", "eqs", "eqn", "tab", "tbl", "no", "nos"}
    | {"nr", "ch", "chap", "vol", "pp", "p", "pg", "ref", "refs", "app", "appx", "art"}
    | {"para", "min", "max", "avg", "est", "ver", "rev", "ed", "st"}
)


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of `text` as ranges [start, end) without the white space around them.

    A sentence ends at `.`, `?` or `!` before white space and what can begin another, at a blank
    line, and at a line that starts with a bullet; never at a semicolon, inside a number, or after
    an abbreviation or an initial.  Linear in the length of `text`.
    """
    ranges: list[tuple[int, int]] = []
    start = 0
    for gap in _GAP.finditer(text):
        if gap.start() < start:
            continue
        if _breaks(text, gap.start(), gap.end()):
            _append(ranges, text, start, gap.start())
            start = gap.end()
    _append(ranges, text, start, len(text))
    return ranges


@lru_cache(maxsize=4096)
def kept_sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The same, kept for the texts read last: several readers ask for the sentences of a block."""
    return tuple(sentences(text))


def sentences_before(text: str, start: int) -> list[tuple[int, int]]:
    """`sentences(text[:start])`, at once where a sentence of `text` starts there."""
    ranges = kept_sentences(text)
    at = bisect_left(ranges, (start, 0))
    if at < len(ranges) and ranges[at][0] == start:
        return list(ranges[:at])
    return sentences(text[:start])


def _append(ranges: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end = start + len(piece.strip())
    if end > start:
        ranges.append((start, end))


def _breaks(text: str, gap: int, after: int) -> bool:
    if after >= len(text) or gap == 0:
        return False
    white = text[gap:after]
    following = text[after]
    if "\n" in white and (following == "\n" or white.count("\n") > 1 or _is_bullet(text, after)):
        return True
    stop = gap - 1
    while stop > 0 and stop > gap - 6 and text[stop] in _CLOSERS:
        stop -= 1
    mark = text[stop]
    if mark in "。！？":
        return True
    if mark not in ".!?":
        return False
    if mark in "!?":
        return following not in _CONTINUES
    if following.islower() and not _CAMEL.match(text, after):
        return False
    if following in _CONTINUES or text[max(stop - 2, 0) : stop].endswith(".."):
        return False
    return not _abbreviates(text, stop, following)


def _is_bullet(text: str, at: int) -> bool:
    end = at
    while end < len(text) and end < at + 10 and text[end].isdigit():
        end += 1
    mark, space = text[end : end + 1], text[end + 1 : end + 2]
    return space in (" ", "\t") and (mark in (".", ")") if end > at else mark in tuple("-*+•‣·–"))


def _abbreviates(text: str, stop: int, following: str) -> bool:
    """Whether the full stop at `stop` belongs to the word before it."""
    begin = stop
    while begin > 0 and begin > stop - 12 and (text[begin - 1].isalpha() or text[begin - 1] == "."):
        begin -= 1
    word = text[begin:stop]
    if not word:
        return _is_bullet(text, _line_digits(text, stop))
    if begin > 0 and text[begin - 1].isdigit():
        return False
    lower = word.lower()
    if lower in _ABBREVIATIONS:
        return True
    if (len(word) == 1 or word[-2] == ".") and word[-1].isupper() and following.isalpha():
        # `J. Smith`, but not the unit of `5 W. Then`.
        return not text[max(begin - 3, 0) : begin].rstrip()[-1:].isdigit()
    return following.isdigit() and lower in _BEFORE_NUMBER


def _line_digits(text: str, stop: int) -> int:
    """Where the digits before `stop` begin, if a line begins with them; otherwise `stop`."""
    begin = stop
    while begin > 0 and begin > stop - 10 and text[begin - 1].isdigit():
        begin -= 1
    return begin if _starts_line(text, begin) else stop


def _starts_line(text: str, at: int) -> bool:
    indent = 0
    while at > 0 and text[at - 1] in " \t" and indent < 16:
        at -= 1
        indent += 1
    return at == 0 or text[at - 1] == "\n"
