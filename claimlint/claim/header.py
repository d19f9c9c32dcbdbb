"""The unit that a table's column header names: `Time (ms)`, `Latency, µs`, `$/MTok in`, `% of 157`."""

from __future__ import annotations

from collections.abc import Mapping

from claimlint.claim.normalise import same_width
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import CURRENCIES, CURRENCY_SIGNS, SCALES, words
from claimlint.claim.units import Unit, is_counting, parse_unit, singular, symbol_unit

_RATIOS = words("speedup speed-up relative ratio slowdown factor")
_SHARES = words("share percentage percent proportion")
_TRAILING = words("in out input output read write total each")
_SMALL_TIMES = words("ms µs ns")
_LONGEST = 80
_NO_WORDS: Mapping[str, str] = {}
_OPEN = {"(": ")", "[": "]"}


def header_unit(text: str, declared: Mapping[str, str] = _NO_WORDS) -> Unit | None:
    """The unit of the bare numbers below a header, or None where the header does not plainly say.

    `declared` are the counting words of a model (folded singular) with their base.
    """
    text = " ".join(same_width(text).split()).strip(" *_:")
    if not text or len(text) > _LONGEST:
        return None
    for opening, closing in _OPEN.items():
        if text.endswith(closing) and opening in text:
            left, _, inner = text[:-1].rpartition(opening)
            left, inner = left.strip(), inner.strip()
            if inner in SCALES and not (inner == "B" and _holds_data(left)):
                # "Params (B)" counts in billions.
                return None
            return _bracketed(left, inner, declared) or _phrase(left, declared)
    return _phrase(text, declared)


def _bracketed(left: str, inner: str, declared: Mapping[str, str]) -> Unit | None:
    """The unit in the brackets at the end: `Time (ms)`, `Cost per hour ($)`, `Latency (ms, p99)`."""
    unit = _named(inner.removeprefix("in ").split(", ")[0], declared)
    if unit is not None and (inner in CURRENCY_SIGNS or inner in CURRENCIES):
        _, per, below = left.partition(" per ")
        return (_named(f"{inner} per {below}", declared) if per else None) or unit
    return unit


def _holds_data(left: str) -> bool:
    """Whether the last word before `(B)` is no counting noun, so that B can be bytes."""
    unit = atom(left.split(" ")[-1].lower())
    return unit is None or not unit.dims or not is_counting(unit.dims[0][0])


def _named(text: str, declared: Mapping[str, str] = _NO_WORDS) -> Unit | None:
    unit = parse_unit(text, declared) if text else None
    return unit if unit is not None and text not in ("x", "X") else (symbol_unit("×") if unit else None)


def _phrase(text: str, declared: Mapping[str, str]) -> Unit | None:
    low = text.lower()
    if low in _RATIOS:
        return symbol_unit("×")
    if low in _SHARES or low.startswith("% ") or low.endswith(" %"):
        return symbol_unit("%")
    whole = _named(text, declared)
    if whole is not None:
        # "File", "Page" and "Day" head a column of names, "Files" and "Days" one of numbers.
        name = (
            len(text) > 2 and text.isalpha() and (text.islower() or text.istitle()) and singular(text) == text
        )
        return None if name else whole
    parts = text.split(" ")
    if len(parts) > 1 and parts[-1].lower() in _TRAILING:
        unit = _named(" ".join(parts[:-1]))
        if unit is not None and not _is_time_word(parts[:-1]):
            return unit
    for separator in (", ", " / ", " in "):
        left, found, right = text.rpartition(separator)
        if found and left:
            unit = _named(right)
            if unit is not None and (separator != " in " or _in_unit(left, right, unit)):
                return unit
    return _last_word(parts)


def _is_time_word(parts: list[str]) -> bool:
    return len(parts) == 1 and parts[0].isalpha() and len(parts[0]) > 3


def _spelled_count(unit: Unit) -> bool:
    return len(unit.dims) == 1 and is_counting(unit.dims[0][0])


def _in_unit(left: str, right: str, unit: Unit) -> bool:
    """Whether `left in right` names a unit (`Time in ms`), not a part (`Hours in month`)."""
    plural = len(right) < 4 or not right.islower() or singular(right) != right
    return plural and _named(left) is None and not _spelled_count(unit)


def _last_word(parts: list[str]) -> Unit | None:
    """`Read IOPS`, `Bandwidth GB/s`: a symbol at the end that is no ordinary word."""
    if len(parts) < 2:
        return None
    last = parts[-1]
    if last not in _SMALL_TIMES and (len(last) < 2 or last.istitle() or (last.islower() and "/" not in last)):
        return None
    unit = parse_unit(last)
    return None if unit is None or _spelled_count(unit) else unit
