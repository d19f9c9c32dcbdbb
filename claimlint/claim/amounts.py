"""What stands right of a numeral: a scale (`million`, `k`) and a unit."""

from __future__ import annotations

import re
from collections.abc import Mapping

from claimlint.claim.glued import CLOCK_UNITS, digits_before, in_duration, is_byte_size, is_plural_of_digits
from claimlint.claim.unit_atoms import LETTERS
from claimlint.claim.unit_reader import read_denominators, read_unit
from claimlint.claim.unit_table import SCALES, words
from claimlint.claim.units import NONE, Unit, is_counting
from claimlint.records import NamedTuple

_GAP = re.compile(r"[ \xa0\t]{0,2}\r?\n?[ \xa0\t]{0,8}")
SCALE_WORDS = words("hundred thousand million billion trillion")
_GLUED_SCALES = words("k K M B T bn mn")
_MONEY_LABELS = words("in out input output read write cached")
_MONEY_SCALES = {**SCALES, "m": 10**6, "b": 10**9}
_NOT_GLUED = words("m t g b x X")
_NOT_SPACED = words("d t b x X")
DESCRIBING = words(
    "query value attention transformer hidden input output prompt physical logical virtual compute "
    "storage network memory decoder encoder data model server worker cache expert prefill speculative"
)
"""Words that say which thing is counted: `64 query heads`."""
_ADJECTIVES = DESCRIBING | words("key total unique new more")
_ADJECTIVE_ENDS = ("ing", "ed", "al", "ive", "ous", "ent", "ant")
_NOT_ADJECTIVES = words(
    "during being including using need needed used had sent went spent meant went want bed feed "
    "speed taking running needing having depending according compared based reached called and"
)
_PAGE_NOUNS = frozenset(("page", "block"))
_NO_WORDS: Mapping[str, str] = {}


class Tail(NamedTuple):
    """Right of a numeral: its scale, its unit, and where the unit ends.

    `glued` says that nothing stands between number and unit, `suffix` that the scale is a letter.
    """

    scale: int
    unit: Unit
    end: int
    glued: bool
    suffix: bool = False


def skip_gap(text: str, at: int) -> int:
    """Past the white space between a number and its unit: a few spaces and at most one line end."""
    match = _GAP.match(text, at)
    return match.end() if match else at


def read_tail(text: str, end: int, declared: Mapping[str, str] = _NO_WORDS, one: bool = False) -> Tail | None:
    """The scale and unit right of the numeral that ends at `end`, or None.

    `one` says that the number is one, beside which a counting noun stands in the singular.
    Multiples (`3x`, `five times`) are not read here.
    """
    mark = text[end : end + 1]
    if not mark:
        return None
    if mark in " \xa0\t\n\r":
        at = skip_gap(text, end)
        return _read_spaced(text, at, declared, one) if at < len(text) else None
    if mark == "-":
        return _read_hyphened(text, end + 1, declared)
    if mark == "/":
        return _read_rate(text, end, 1)
    if mark in "%€£¥¢$°":
        reading = read_unit(text, end, declared)
        return Tail(1, reading.unit, reading.end, True) if reading and mark != "$" else None
    word = LETTERS.match(text, end)
    return _read_glued(text, word.group(), end, declared) if word else None


def _read_glued(text: str, word: str, at: int, declared: Mapping[str, str]) -> Tail | None:
    after = at + len(word)
    if word in _GLUED_SCALES:
        scaled = _read_scaled(text, word, after, declared, suffix=True)
        if scaled or word != "B":
            return scaled
        reading = read_unit(text, at, declared)
        if reading and (reading.end > after or is_byte_size(digits_before(text, at))):
            return Tail(1, reading.unit, reading.end, True)
        return None
    if word in _NOT_GLUED and not text.startswith(("/", "⁻"), after):
        return None
    if word in CLOCK_UNITS and (
        in_duration(text, at, after) or (word == "s" and is_plural_of_digits(text, at))
    ):
        return None
    reading = read_unit(text, at, declared)
    if reading is None or (is_pure_count(reading.unit) and len(word) < 3):
        return None
    if text.startswith(".", after) and text[after + 1 : after + 2].isalpha():
        return None
    return Tail(1, reading.unit, reading.end, True)


def _read_spaced(text: str, at: int, declared: Mapping[str, str], one: bool) -> Tail | None:
    word = LETTERS.match(text, at)
    if word is None:
        if text[at] in "%€£¥¢°":
            reading = read_unit(text, at, declared)
            return Tail(1, reading.unit, reading.end, False) if reading else None
        return None
    name, after = word.group(), word.end()
    low = name.lower()
    if low in SCALE_WORDS or (name in ("K", "M") and text[after : after + 1] in (" ", "\xa0")):
        return _read_scaled(text, low if low in SCALE_WORDS else name, after, declared, suffix=False)
    if name == "per" or low == "percent":
        reading = read_unit(text, at, declared)
        if reading:
            return Tail(1, reading.unit, reading.end, False)
        return _read_rate(text, at - 1, 1) if name == "per" else None
    if name in _NOT_SPACED and text[after : after + 1] not in ("/", "⁻"):
        return None
    if name == "second" and text.startswith("-", after):
        # "3 second-hand servers"
        return None
    reading = read_unit(text, at, declared)
    if reading is None:
        return _read_described(text, name, after, declared)
    if reading.bare_singular and not one:
        return _read_described(text, name, after, declared)
    return Tail(1, reading.unit, reading.end, False)


def _read_described(text: str, name: str, after: int, declared: Mapping[str, str]) -> Tail | None:
    """A counting noun in the plural behind one describing word: `8 KV heads`, `80 hidden layers`."""
    if text[after : after + 1] not in (" ", "\xa0") or not describes(name):
        return None
    reading = read_unit(text, after + 1, declared)
    if reading and is_pure_count(reading.unit) and not reading.bare_singular:
        return Tail(1, reading.unit, reading.end, False)
    return None


def describes(name: str) -> bool:
    """Whether a word can stand between a number and the noun that it counts."""
    return (
        name in _ADJECTIVES
        or (2 <= len(name) <= 6 and sum(map(str.isupper, name)) > 1)
        or (
            name.islower()
            and name.endswith(_ADJECTIVE_ENDS)
            and name not in _NOT_ADJECTIVES
            and len(name) > 4
        )
        or (name in ("CPU", "GPU"))
    )


def _read_hyphened(text: str, at: int, declared: Mapping[str, str]) -> Tail | None:
    """`5-minute`, `100-ms`, `8-GPU`, `70-billion-parameter`; a count stands in the singular."""
    word = LETTERS.match(text, at)
    if word is None:
        return None
    if word.group() in SCALE_WORDS and text[word.end() : word.end() + 1] in ("-", " "):
        return _read_scaled(text, word.group(), word.end(), declared, suffix=False)
    reading = read_unit(text, at, declared)
    if reading is None or reading.unit.symbol == "bit" or len(word.group()) == 1:
        return None
    if text.startswith("-old", reading.end):
        return None
    if reading.unit.symbol == "×":
        # "5-fold cross-validation" repeats, it does not multiply.
        return (
            None
            if text[reading.end + 1 : reading.end + 6] == "cross"
            else Tail(1, reading.unit, reading.end, False)
        )
    if is_pure_count(reading.unit) and not reading.bare_singular:
        return None
    return Tail(1, reading.unit, reading.end, False)


def _read_scaled(text: str, scale: str, after: int, declared: Mapping[str, str], suffix: bool) -> Tail | None:
    """The unit behind a scale: `2.4 million requests per second`, `32k tokens`, `142K/s`, `7B parameters`."""
    size = SCALES[scale]
    mark = text[after : after + 1]
    if mark == "/":
        return _read_rate(text, after, size, suffix)
    if mark == "%" or mark not in " \xa0\n\r-" or not mark:
        return None
    at = skip_gap(text, after) if mark != "-" else after + 1
    word = LETTERS.match(text, at)
    if word is None:
        return None
    if word.group() == "per":
        return _read_rate(text, at - 1, size, suffix)
    if scale in ("k", "K", "M") and text[after - 1 : after] == scale and word.group() in ("x", "b"):
        return None
    reading = read_unit(text, at, declared)
    found: Tail | None
    if reading is None or (reading.bare_singular and mark != "-"):
        found = _read_described(text, word.group(), word.end(), declared)
        if found is None:
            return None
        found = found._replace(scale=size, suffix=suffix)
    else:
        found = Tail(size, reading.unit, reading.end, False, suffix)
    base = found.unit.dims[0][0] if found.unit.dims else ""
    if suffix and scale in ("k", "K") and base in _PAGE_NOUNS and is_pure_count(found.unit):
        # "4K pages" are pages of four kibibytes.
        return None
    if (
        suffix
        and not any(is_counting(name) for name, _ in found.unit.dims)
        and found.unit.symbol not in _SCALED
    ):
        return None
    return found


_SCALED = frozenset(("rpm", "IOPS", "OPS", "FLOP", "FLOP/s", "B/s", "bit/s", "$", "€", "£", "USD", "EUR"))
"""Units without a counting base that are written behind a scale letter (`15K rpm`)."""


def _read_rate(text: str, at: int, scale: int, suffix: bool = False) -> Tail | None:
    """A bare number over a time: `142K/s`, `500 per second`."""
    unit, end = read_denominators(text, at, NONE, _NO_WORDS)
    if end == at or unit.dims != (("s", -1),):
        return None
    return Tail(scale, unit, end, text[at] == "/", suffix)


def is_pure_count(unit: Unit) -> bool:
    """Whether a unit is one counting noun and nothing else."""
    return len(unit.dims) == 1 and unit.dims[0][1] == 1 and is_counting(unit.dims[0][0])


def read_scale(text: str, end: int) -> tuple[int, int]:
    """The scale right of a numeral without a unit, and its end: `7B` of `7B and 13B parameters`."""
    mark = text[end : end + 1]
    if mark in _GLUED_SCALES and not text[end + 1 : end + 2].isalnum():
        return SCALES[mark], end + 1
    if mark == " ":
        word = LETTERS.match(text, end + 1)
        if word and word.group() in SCALE_WORDS:
            return SCALES[word.group()], word.end()
    return 1, end


def read_money_tail(text: str, end: int, currency: Unit, declared: Mapping[str, str] = _NO_WORDS) -> Tail:
    """The scale and denominators right of an amount whose currency stands before it (`$1.2M/year`)."""
    scale, at, suffix = 1, end, False
    word = LETTERS.match(text, end)
    if word:
        if word.group() not in _MONEY_SCALES:
            return Tail(1, currency, end, True)
        scale, at, suffix = _MONEY_SCALES[word.group()], word.end(), True
    elif text[end : end + 1] in (" ", "\xa0", "-"):
        word = LETTERS.match(text, end + 1)
        if word and word.group().lower() in SCALE_WORDS:
            scale, at = SCALES[word.group().lower()], word.end()
    unit, stop = read_denominators(text, at, currency, declared)
    if stop == at and text[at : at + 1] == " ":
        # "$2.2 out per 1M tokens"
        word = LETTERS.match(text, at + 1)
        if word and word.group() in _MONEY_LABELS:
            unit, further = read_denominators(text, word.end(), currency, declared)
            stop = further if further > word.end() else stop
    return Tail(scale, unit, stop, True, suffix)
