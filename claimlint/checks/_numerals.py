"""Where the numerals of a claim stand in the source, and how another number is written in their place."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import exponential, format_number, numeral, rounded, significant
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import DIGITS, numeral_end, read_digits
from claimlint.records import NamedTuple

_FARTHEST = 3
"""Places by which a point slips."""
_SHORT = 3
_ROUNDEST = 12
"""Trailing zeros that may be rounding."""


class Numeral(NamedTuple):
    """A numeral in digits: its text, and the source [start, end) that it stands for, markup and all.

    `first`, `last` are its offsets in the plain text of its claim.  `place` is the place value of its
    last digit and `scale` what a word or letter behind it multiplies it by.  `group` is the character
    between its thousands, and `separator` how the source writes that (`{,}`, `&#8239;`).
    """

    text: str
    start: int
    end: int
    first: int
    last: int
    place: Fraction
    scale: int
    group: str
    separator: str

    @property
    def value(self) -> Fraction:
        """The number, without its scale."""
        number = read_digits(self.text)
        assert number is not None
        return number.value


def plain(claim: Claim) -> tuple[str, list[int], list[int]]:
    """The text of a claim with its TeX made plain; where in its block each character starts and ends."""
    text = claim.text
    if "\\" in text or "{,}" in text:
        from claimlint.claim.tex import expand

        text, offsets = expand(text)
        if offsets is not None:
            starts, ends = ([claim.start + at for at in part] for part in offsets)
            return same_width(text), starts, ends
    size = range(claim.start, claim.start + len(text))
    return same_width(text), list(size), [at + 1 for at in size]


def numerals(source: str, claim: Claim) -> list[Numeral]:
    """The numeral of a claim, or the ends of a range, low one first; empty where one cannot be replaced."""
    text, starts, ends = plain(claim)
    found = numeral(text)
    if found is None or not text[found[0]].isdigit():
        return []
    spans = [(found[0], found[1])]
    if claim.low is not None:
        after = DIGITS.search(text, found[1])
        if after is None:
            return []
        spans.append((after.start(), numeral_end(text, *after.span())))
    result = []
    for first, last in spans:
        number = read_digits(text[first:last])
        written = _written(source, claim, text[first:last], starts[first:last], ends[first:last])
        if number is None or written is None:
            return []
        start, end, separator = written
        whole = text[first:last].partition(".")[0]
        group = next((mark for mark in whole if mark in ",'_\xa0"), "")
        place = found[2] if first == found[0] else number.place
        result.append(
            Numeral(text[first:last], start, end, first, last, place, found[4], group, separator or ",")
        )
    result.sort(key=lambda each: each.value)
    stated = [claim.low, claim.high] if len(result) == 2 else [claim.value]
    values = [each.value * each.scale for each in result]
    return result if values == [value and abs(value) for value in stated] else []


def _written(
    source: str, claim: Claim, text: str, starts: list[int], ends: list[int]
) -> tuple[int, int, str] | None:
    """The source range of a numeral and its separator there; None where markup stands inside it."""
    begin = at = -1
    separator = ""
    for index, character in enumerate(text):
        start, end = claim.block.source(starts[index], ends[index])
        piece = same_width(source[start:end])
        # The first and the last stand for a command around them too: `\\SI{43}{…}`.
        if index == 0 and piece.endswith(character):
            begin = at = start = end - 1
        if index == len(text) - 1 and piece.startswith(character):
            end = start + 1
        if character in ",'_\xa0":
            if source[at:start] not in ("", "{"):
                return None
            separator = separator or source[at:end]
        elif start != at or same_width(source[start:end]) != character:
            return None
        at = end
    return begin, at, separator


def rewritten(old: Numeral, value: Fraction, exact: bool) -> str | None:
    """`value` (in the unit as written) as the source would write it, None where several ways are right.

    Trailing zeros of the old number may be rounding: every rounding that they allow must write the
    same, unless one has the old number's very digits.  `exact` says that they are no rounding.
    """
    value /= old.scale
    if value < 0:
        return None
    texts = list(dict.fromkeys(_rounded(old, value, place) for place in _places(old, exact)))
    if len(texts) > 1 and value % old.place == 0:
        # 192 is 192: few would round what has three digits.
        texts = texts[:1] if len(_digits(texts[0])) <= _SHORT else texts
    if len(texts) > 1:
        digits = _digits(old.text)
        texts = [text for text in texts if _digits(text) == digits]
    if len(texts) != 1:
        return None
    text = _no_longer(texts[0], old.text)
    number = read_digits(text)
    if number is None or number.place < old.place:
        return None  # It takes more decimals than the writer gave it.
    grouped = "," if old.group == "\xa0" else old.group
    return text.replace(grouped, old.separator) if grouped else text


def moved(old: Numeral, factor: Fraction, wanted: Interval) -> str | None:
    """The old number with its point moved so that it lies in an interval of base units."""
    if wanted.low is None or wanted.high is None or not old.value:
        return None
    right = [
        value
        for power in range(-_FARTHEST, _FARTHEST + 1)
        if power
        and wanted.low <= (value := old.value * Fraction(10) ** power) * old.scale * factor <= wanted.high
    ]
    return rewritten(old, right[0] * old.scale, True) if len(right) == 1 else None


def _no_longer(text: str, old: str) -> str:
    """A number that has the digits of the old one, without zeros that make it longer: 121 for 12.1."""
    whole, _, decimals = text.partition(".")
    if decimals and _digits(text) == _digits(old):
        many = sum(map(str.isdigit, text)) - sum(map(str.isdigit, old.lstrip("0.")))
        if many > 0 and not decimals[-many:].strip("0"):
            decimals = decimals[: max(len(decimals) - many, 0)]
            return f"{whole}.{decimals}" if decimals else whole
    return text


def _places(old: Numeral, exact: bool) -> list[Fraction]:
    """The place values that the last meant digit may have."""
    places = [old.place]
    value = old.value
    while not exact and old.place >= 1 and len(places) < _ROUNDEST and value >= 100 and not value % 10:
        places.append(places[-1] * 10)
        value /= 10
    return places


def _rounded(old: Numeral, value: Fraction, place: Fraction) -> str:
    group = "," if old.group == "\xa0" else old.group
    if any(mark in old.text for mark in "^eE×⁰¹²³⁴⁵⁶⁷⁸⁹"):
        return exponential(value, old.text) or old.text
    if place <= 1:
        return rounded(value, place, group)
    decimals = 1 - len(str(place.numerator))
    if value and abs(Fraction(format_number(value, decimals)) - value) * 20 > abs(value):
        decimals = min(max(decimals, significant(value, 2)), 0)
    return format_number(value, decimals, group)


def _digits(text: str) -> str:
    """The significant digits of a numeral."""
    return "".join(filter(str.isdigit, text)).strip("0")
