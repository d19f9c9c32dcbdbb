"""Reading a unit where it stands in a text, as long as its words are in the table."""

from __future__ import annotations

from collections.abc import Mapping

from claimlint.claim.count_table import INVARIANT, MACHINES
from claimlint.claim.lazy import Lazy
from claimlint.claim.normalise import same_width
from claimlint.claim.unit_atoms import LETTERS, SPACES, read_atom
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import CURRENCY_SIGNS, SCALES, words
from claimlint.claim.units import (
    NONE,
    Unit,
    compose,
    count_unit,
    currency_unit,
    denominator_symbol,
    is_counting,
    singular,
    symbol_unit,
)
from claimlint.records import NamedTuple

_POWER = Lazy(r"(⁻|\^\{?-|-)([123¹²³])\}?(?!\d|[.,]\d)")
_SCALE = Lazy(
    r"(10{0,15}(?:[,\xa0]000){0,5})[ \xa0]?(k|K|M|B|bn|thousand|million|billion|trillion)?"
    r"(?![^\W\d_])[ \xa0]?"
)
_SCALE_WORDS = words("thousand million billion trillion hundred")
_NO_WORDS: Mapping[str, str] = {}
_SECOND_ONE = (("flop", 1), ("s", -2))


class Reading(NamedTuple):
    """A unit as read: where it ends, and whether it is a bare counting noun in the singular."""

    unit: Unit
    end: int
    bare_singular: bool


_composed: dict[tuple[tuple[Unit, int], ...], Unit] = {}


def read_unit(text: str, at: int, declared: Mapping[str, str] = _NO_WORDS) -> Reading | None:
    """The longest unit that starts exactly at `text[at]`, or None.

    `text` has gone through `same_width`.  A word outside the table ends the unit before it.
    """
    head = read_atom(text, at, declared)
    if head is None:
        return None
    unit, end = head
    if end < len(text) and text[end] in "/ -·⋅*\xa0\n\r⁻^":
        parts = [(unit, 1)]
        last = _read_rest(text, end, parts, declared)
        if last > end:
            whole = parts[0][0] if len(parts) == 1 else _compose(tuple(parts))
            return Reading(whole, last, False)
    bare = len(unit.dims) == 1 and unit.factor == 1 and is_counting(unit.dims[0][0])
    word = text[at:end]
    single = bare and word not in INVARIANT and singular(word) == word
    return Reading(unit, end, single)


def _compose(parts: tuple[tuple[Unit, int], ...]) -> Unit:
    try:
        return _composed[parts]
    except KeyError:
        unit = compose(parts)
        if unit.dims == _SECOND_ONE:
            # "FLOPS" is a rate already; "FLOPS per second" is the same rate.
            unit = compose(parts[:-1])
        _composed[parts] = unit
        return unit


def _read_rest(text: str, end: int, parts: list[tuple[Unit, int]], declared: Mapping[str, str]) -> int:
    """Append the powers, factors and denominators that follow; the end of the last one."""
    while end < len(text) and len(parts) < 8:
        mark = text[end]
        if mark in "⁻^":
            power = _POWER.match(text, end)
            if not power:
                return end
            parts[-1] = (parts[-1][0], _minus(power.group(2)))
            end = power.end()
            continue
        step = _read_denominator(text, end, parts, declared) or _read_factor(text, end, parts, declared)
        if step is None:
            return end
        end = step
    return end


def _minus(digit: str) -> int:
    return -("123".find(digit) + 1 or "¹²³".index(digit) + 1)


def _read_denominator(
    text: str, end: int, parts: list[tuple[Unit, int]], declared: Mapping[str, str]
) -> int | None:
    """`/s`, ` per second`, `/1M tokens`, ` per million tokens`, ` an hour`."""
    at = end
    while at < len(text) and at < end + 8 and text[at] in SPACES:
        at += 1
    slash = text[at : at + 1] == "/"
    if slash:
        at += 1
        if text[at : at + 1] == " ":
            at += 1
    elif (text[at : at + 3] == "per" and text[at + 3 : at + 4] in (" ", "\xa0", "\n", "-")) or (
        text[at : at + 5] == "-per-"
    ):
        at += 5 if text[at] == "-" else 4
        while at < len(text) and text[at] in SPACES:
            at += 1
    elif at > end:
        return _read_article(text, at, parts)
    else:
        return None
    scale, symbol = 1, ""
    if text[at : at + 1] == "1":
        match = _SCALE.match(text, at)
        if match is None:
            return None
        scale = int(match.group(1).replace(",", "").replace("\xa0", "")) * SCALES.get(match.group(2) or "", 1)
        at = match.end()
    else:
        word = LETTERS.match(text, at)
        if word and word.group() in _SCALE_WORDS and text[word.end() : word.end() + 1] in tuple(SPACES):
            scale, at = SCALES[word.group()], word.end() + 1
    found = read_atom(text, at, declared) if text[at : at + 1] not in CURRENCY_SIGNS else None
    if found is None or not found[0].dims:
        return None
    unit, stop = found
    if slash and scale > 1 and not is_counting(unit.dims[0][0]):
        return None
    if unit.dims[0] == ("oom", 1):
        return None
    if scale == 1 and is_counting(unit.dims[0][0]) and unit.factor > 1:
        scale, unit = int(unit.factor), count_unit(unit.dims[0][0])
    if scale > 1:
        symbol = _short(scale) + " " + unit.symbol
        unit = Unit(symbol, unit.dims, unit.factor * scale)
    parts.append((unit, -1))
    stop = _read_product(text, stop, parts, declared, -1)
    joined = " and "
    if text.startswith(joined, stop) and is_counting(unit.dims[0][0]) and not slash:
        other = read_atom(text, stop + len(joined), declared)
        if other and is_counting(other[0].dims[0][0] if other[0].dims else "s"):
            single = denominator_symbol(other[0]) == text[stop + len(joined) : other[1]]
            if single:
                parts.append((other[0], -1))
                return other[1]
    return stop


def _short(scale: int) -> str:
    for symbol, size in (("T", 10**12), ("B", 10**9), ("M", 10**6), ("k", 10**3)):
        if scale % size == 0:
            return f"{scale // size}{symbol}"
    return str(scale)


def _read_article(text: str, at: int, parts: list[tuple[Unit, int]]) -> int | None:
    """`requests a second`, `$40 a month`: a time in the denominator, not under another time."""
    article = LETTERS.match(text, at)
    if article is None or article.group() not in ("a", "an", "each", "every"):
        return None
    if any(base == "s" for base, _ in parts[0][0].dims) or not parts[0][0].dims:
        return None
    word = LETTERS.match(text, article.end() + 1)
    if word is None or text[article.end()] not in SPACES or word.group().endswith("s"):
        return None
    unit = atom(word.group())
    if unit is None or unit.dims != (("s", 1),):
        return None
    parts.append((unit, -1))
    return word.end()


def _read_factor(
    text: str, end: int, parts: list[tuple[Unit, int]], declared: Mapping[str, str]
) -> int | None:
    """`GPU-hours`, `kilowatt hours`, `W·h`, and `GB s⁻¹` with its negative power."""
    stop = _read_product(text, end, parts, declared, 1)
    if stop > end:
        return stop
    if text[end] not in " \xa0·⋅*":
        return None
    word = LETTERS.match(text, end + 1)
    if word is None:
        return None
    power = _POWER.match(text, word.end())
    unit = atom(word.group(), declared) if power else None
    if power is None or unit is None or not unit.dims:
        return None
    parts.append((unit, _minus(power.group(2))))
    return power.end()


def _read_product(
    text: str, end: int, parts: list[tuple[Unit, int]], declared: Mapping[str, str], sign: int
) -> int:
    """A time that multiplies what stands before it: `kilowatt-hours`, `GPU hours`, `token-seconds`."""
    if end >= len(text) or text[end] not in " \xa0-·⋅":
        return end
    word = LETTERS.match(text, end + 1)
    if word is None or (len(word.group()) == 1 and text[end] not in "·⋅"):
        return end
    time = atom(word.group())
    if time is None or time.dims != (("s", 1),) or _POWER.match(text, word.end()):
        return end
    before = parts[-1][0]
    power = before.dims == (("J", 1), ("s", -1))
    held = text[end] == "-" and len(word.group()) > 2 and all(base != "s" for base, _ in before.dims)
    machine = len(before.dims) == 1 and before.dims[0][0] in MACHINES
    spelled = word.group().endswith("s") and len(word.group()) > 3
    if not (power or (machine and (spelled or text[end] != " ")) or held or text[end] in "·⋅"):
        return end
    if power and time.symbol == "h":
        whole = Unit(before.symbol + "h", (("J", 1),), before.factor * 3600)
    else:
        dims, factor = _compose(((before, 1), (time, 1))).dims, before.factor * time.factor
        symbol = f"{denominator_symbol(before)}·{denominator_symbol(time)}"
        whole = Unit(symbol, dims, factor)
    parts[-1] = (whole, sign)
    return word.end()


def read_whole_unit(text: str, declared: Mapping[str, str] = _NO_WORDS) -> Unit | None:
    """The unit that the whole of `text` names, or None."""
    text = same_width(text).strip()
    if not text:
        return None
    if text in ("x", "X", "times"):
        return symbol_unit("×")
    if text.lower() == "per cent":
        return symbol_unit("%")
    if text.startswith("1/"):
        text = text[1:]
    if text[0] == "/" or text.startswith("per "):
        parts = [(NONE, 1)]
        end = _read_rest(text, 0, parts, declared)
        return _compose(tuple(parts[1:])) if end == len(text) else None
    if "$" in text:
        sign = text[: text.index("$") + 1]
        if sign not in CURRENCY_SIGNS:
            return None
        unit, end = read_denominators(text, len(sign), currency_unit(CURRENCY_SIGNS[sign]), declared)
        return unit if end == len(text) else None
    reading = read_unit(text, 0, declared)
    return reading.unit if reading and reading.end == len(text) else None


def read_denominators(text: str, at: int, unit: Unit, declared: Mapping[str, str]) -> tuple[Unit, int]:
    """`unit` over the denominators that stand at `text[at]`, and where they end."""
    parts = [(unit, 1)]
    end = at
    while len(parts) < 8:
        step = _read_denominator(text, end, parts, declared) if end < len(text) else None
        if step is None:
            break
        end = step
    return (_compose(tuple(parts)) if len(parts) > 1 else unit), end


def unit_words(text: str, declared: Mapping[str, str] = _NO_WORDS) -> list[str]:
    """The words of a unit that are in no table, without the words that only join others."""
    found = LETTERS.findall(same_width(text))
    return [word for word in found if word not in _JOINING and atom(word, declared) is None]


_JOINING = _SCALE_WORDS | words("per a an each every and of cent k K M B bn point magnitude code minute")
