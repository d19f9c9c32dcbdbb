"""The unit that a table's column header names: `Time (ms)`, `Latency, µs`, `$/MTok in`, `% of 157`."""

from __future__ import annotations

from claimlint.claim.normalise import same_width
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import words
from claimlint.claim.units import Unit, is_counting, parse_unit, symbol_unit

_RATIOS = words("speedup speed-up relative ratio slowdown factor")
_SHARES = words("share percentage percent proportion")
_TRAILING = words("in out input output read write total each")
_OPEN = {"(": ")", "[": "]"}


def header_unit(text: str) -> Unit | None:
    """The unit of the bare numbers below a header, or None where the header does not plainly say."""
    text = " ".join(same_width(text).split()).strip(" *_:")
    if not text or len(text) > 80:
        return None
    for opening, closing in _OPEN.items():
        if text.endswith(closing) and opening in text:
            inner = text[text.rindex(opening) + 1 : -1].strip()
            return _named(inner.removeprefix("in ").strip()) or _phrase(text[: text.rindex(opening)].strip())
    return _phrase(text)


def _named(text: str) -> Unit | None:
    unit = parse_unit(text) if text else None
    return unit if unit is not None and text not in ("x", "X") else (symbol_unit("×") if unit else None)


def _phrase(text: str) -> Unit | None:
    low = text.lower()
    if low in _RATIOS:
        return symbol_unit("×")
    if low in _SHARES or low.startswith("% ") or low.endswith(" %"):
        return symbol_unit("%")
    if text and (whole := _named(text)) is not None:
        return whole
    parts = text.split(" ")
    if len(parts) > 1 and parts[-1].lower() in _TRAILING:
        unit = _named(" ".join(parts[:-1]))
        if unit is not None and not _is_time_word(parts[:-1]):
            return unit
    for separator in (", ", " / ", " in "):
        left, found, right = text.rpartition(separator)
        if found and left:
            unit = _named(right)
            if unit is not None and (separator != " in " or not _spelled_count(unit)):
                return unit
    return _last_word(parts)


def _is_time_word(parts: list[str]) -> bool:
    return len(parts) == 1 and parts[0].isalpha() and len(parts[0]) > 3


def _spelled_count(unit: Unit) -> bool:
    return len(unit.dims) == 1 and is_counting(unit.dims[0][0])


def _last_word(parts: list[str]) -> Unit | None:
    """`Read IOPS`, `Bandwidth GB/s`: a symbol at the end that is no ordinary word."""
    if len(parts) < 2:
        return None
    last = parts[-1]
    if len(last) < 2 or (last.islower() and "/" not in last) or last.istitle():
        return None
    unit = parse_unit(last)
    if (
        unit is None
        or _spelled_count(unit)
        or (atom(last.lower()) is not None and last.isalpha() and last.islower())
    ):
        return None
    return unit
