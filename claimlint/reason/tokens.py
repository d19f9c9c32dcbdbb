"""The numbers, operators and words of a text in order, for reading an expression out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.amounts import read_money_tail, read_tail
from claimlint.claim.lazy import Lazy
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.claim.unit_table import CURRENCY_SIGNS
from claimlint.claim.units import NONE, Unit, currency_unit, symbol_unit
from claimlint.records import NamedTuple

_TOKEN = Lazy(r"[0-9]+|[^\W\d_]+(?:['-][^\W\d_]+)*|\*\*|->|=>|==|[^\s\w]|_")
_OPERATORS = {
    "+": "+",
    "-": "-",
    "–": "-",
    "*": "×",
    "×": "×",
    "x": "×",
    "X": "×",
    "·": "×",
    "⋅": "×",
    "/": "÷",
    "÷": "÷",
    "^": "^",
    "**": "^",
    "plus": "+",
    "minus": "-",
    "times": "×",
}
_SIGNS = {"=": "=", "≈": "≈", "→": "→", "->": "→", "=>": "→"}
_STOPS = frozenset(',;:|…“”"•!?')
_SCALES = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "B": 10**9, "T": 10**12}
_SCALE_WORDS = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = Lazy(r"[^\W\d_]+")


class Token(NamedTuple):
    """A token: `kind` is number, word, stop, other, sign, (, ), `,`, or the operator itself.

    `text` is the token, for a sign its meaning.  A number has its value, the place value of its last
    digit, its unit, and whether it is written with decimals; `spaced` says that white space stands on
    both sides of an operator.
    """

    kind: str
    text: str
    start: int
    end: int
    value: Fraction = Fraction(0)
    place: Fraction = Fraction(1)
    unit: Unit = NONE
    scaled: bool = False
    spaced: bool = False
    open: bool = False


def tokens(text: str, start: int, end: int) -> Iterator[Token]:
    """The tokens of text[start:end]; `text` has gone through `same_width`."""
    at = start
    while at < end:
        match = _TOKEN.search(text, at, end)
        if match is None:
            return
        token = _token(text, match)
        at = max(token.end, match.end())
        yield token


def _token(text: str, match: re.Match[str]) -> Token:
    word, start, end = match.group(), match.start(), match.end()
    if word[0] in "0123456789" or (word == "." and text[end : end + 1] in tuple("0123456789")):
        return _number(text, start)
    if word in CURRENCY_SIGNS and text[end : end + 1] in tuple("0123456789"):
        return _number(text, end, start)
    operator = _OPERATORS.get(word)
    if operator is not None:
        if word in ("x", "X") and not _between_numbers(text, start, end):
            return Token("other" if text[start - 1 : start].isdigit() else "word", word, start, end)
        before, after = text[start - 1 : start], text[end : end + 1]
        spaced = (not start or before.isspace()) and (not after or after.isspace())
        if operator == "×" and text[end : end + 1].isdigit() and word in ("x", "X"):
            spaced = True
        return Token(operator, word, start, end, spaced=spaced)
    if word in _SIGNS:
        near = text[start - 1 : start] + text[end : end + 1]
        kind = "other" if word == "=" and any(mark in "<>!:=+-*/%&|^~" for mark in near) else "sign"
        return Token(kind, _SIGNS[word], start, end)
    if word in "()":
        return Token(word, word, start, end)
    if word in _STOPS:
        return Token("," if word == "," else "stop", word, start, end)
    if word == "." and not text[end : end + 1].strip():
        return Token("stop", word, start, end)
    if word[0].isalpha():
        glued = text[end : end + 1]
        kind = "other" if glued.isdigit() or glued == "_" or text[start - 1 : start] == "_" else "word"
        return Token(kind, word, start, end)
    return Token("other", word, start, end)


def _between_numbers(text: str, start: int, end: int) -> bool:
    """Whether the letter x at text[start:end] multiplies: a number follows, and it is no part of a word."""
    after = text[end : end + 2].lstrip(" \xa0")[:1]
    before = text[start - 1 : start]
    return (after.isdigit() or after in ("$", "€", "£", "(")) and bool(after) and not before.isalpha()


def _number(text: str, start: int, first: int | None = None) -> Token:
    """The number whose digits start at `start`; `first` is where a currency sign before it stands."""
    begin = start if first is None else first
    dot = text[start] == "."
    match = DIGITS.match(text, start + dot)
    assert match is not None
    end = numeral_end(text, match.start(), match.end())
    number = read_digits(text[match.start() : end])
    if number is not None and dot:
        digits = match.end() - match.start()
        number = None if end > match.end() or "." in match.group() else number
        if number is not None:
            place = Fraction(1, 10**digits)
            number = number._replace(value=number.value * place, place=place)
    before = text[begin - 1 : begin]
    if before == "/" and text[end : end + 1] in _SCALES and not text[end + 1 : end + 2].isalnum():
        # "$3/1M" is a price per million.
        return Token("other", text[begin:end], begin, end + 1)
    if number is None or (before and (before.isalnum() or before in "_.:#@\\")):
        return Token("other", text[begin:end], begin, _word_end(text, end))
    if text[end : end + 1] == ":" and text[end + 1 : end + 2].isdigit():
        return Token("other", text[begin:end], begin, end)
    return _with_unit(text, begin, end, number.value, number.place, first is not None)


def _word_end(text: str, at: int) -> int:
    while at < len(text) and (text[at].isalnum() or text[at] in "._"):
        at += 1
    return at


def _with_unit(text: str, begin: int, end: int, value: Fraction, place: Fraction, money: bool) -> Token:
    number = text[begin:end]
    unit, stop, scale = NONE, end, 1
    if money:
        sign = next(s for s in (text[begin : begin + 2], text[begin]) if s in CURRENCY_SIGNS)
        tail = read_money_tail(text, end, currency_unit(CURRENCY_SIGNS[sign]))
        unit, stop, scale = tail.unit, tail.end, tail.scale
    else:
        multiple = _multiple_end(text, end)
        found = None if multiple else read_tail(text, end, one=value == 1)
        if multiple:
            unit, stop = symbol_unit("×"), multiple
        elif found is not None:
            unit, stop, scale = found.unit, found.end, found.scale
        else:
            scale, stop = scale_after(text, end)
    if stop == end and end < len(text) and (text[end].isalpha() or text[end] in "_°²³"):
        return Token("other", number, begin, _word_end(text, end))
    opened = text.startswith(("...", "…"), stop)
    return Token(
        "number",
        text[begin:stop],
        begin,
        stop + (3 if opened and text[stop] == "." else opened),
        value * scale,
        place * scale,
        unit,
        scaled=scale > 1 or place < 1,
        open=opened,
    )


def _multiple_end(text: str, end: int) -> int:
    """The end of the sign of a multiple glued to a number (`8x`, `8×`), 0 without one."""
    if text[end : end + 1] not in ("x", "X", "×") or end >= len(text):
        return 0
    after = text[end + 1 : end + 3].lstrip(" \xa0")[:1]
    follows = text[end + 1 : end + 2]
    return 0 if follows.isalnum() or after.isdigit() or (after in ("(", "$", "€", "£") and after) else end + 1


def scale_after(text: str, end: int) -> tuple[int, int]:
    """The scale letter or word right of a number without a unit, and where it ends."""
    mark = text[end : end + 1]
    if mark in _SCALES and mark and not text[end + 1 : end + 2].isalnum():
        return _SCALES[mark], end + 1
    if mark in (" ", "\xa0") and mark:
        word = _WORD.match(text, end + 1)
        if word and word.group() in _SCALE_WORDS:
            return _SCALE_WORDS[word.group()], word.end()
    return 1, end
