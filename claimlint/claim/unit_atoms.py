"""Reading one unit without its denominators: a symbol, a word, or a phrase of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping

from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import CURRENCY_SIGNS
from claimlint.claim.unit_words import PHRASES
from claimlint.claim.units import Unit, count_unit, currency_unit, is_counting, symbol_unit

LETTERS = re.compile(r"[^\W\d_]+")
SPACES = " \xa0\n\t\r"
_CAMEL = Lazy(r"[a-zµ]+|[A-Z]?[A-Z]B|[A-Z]?iB")
_CO2 = Lazy(r"[ \xa0](?:of )?CO2(?:-?eq?)?\b")


def read_atom(text: str, at: int, declared: Mapping[str, str]) -> tuple[Unit, int] | None:
    """One unit without its denominators: a symbol, a word, or a phrase of the table."""
    match = LETTERS.match(text, at)
    if match is None:
        return _read_sign(text, at)
    word, end = match.group(), match.end()
    if text.startswith("2", end) and word.endswith("CO"):
        tail = LETTERS.match(text, end + 1)
        if text.startswith("-e", end + 1):
            tail = LETTERS.match(text, end + 2)
        end = tail.end() if tail else end + 1
        word = text[at:end].replace("-", "")
    if text.startswith("_", end):
        return None
    low = word.lower()
    if low in PHRASES:
        phrase = _read_phrase(text, low, end)
        if phrase:
            return phrase
    elif low == "i" and text[end : end + 3].lower() == "/o ":
        return _read_phrase(text, "i/o", end + 2)
    elif low.startswith("floating") and text.startswith("-point", end):
        return _read_phrase(text, "floating", end)
    elif low == "orders" or low == "order":
        return None
    unit = atom(word, declared)
    if unit is None:
        camel = _CAMEL.match(word)
        if camel and len(word) - camel.end() > 2 and word[camel.end()].isupper():
            unit, end = atom(camel.group()), at + camel.end()
        if unit is None or (unit.dims and is_counting(unit.dims[0][0])):
            return None
    if unit.symbol == "×" and low != "fold":
        return None
    if unit.dims == (("g", 1),):
        gas = _CO2.match(text, end)
        if gas:
            suffix = "CO2eq" if gas.group().endswith(("e", "q")) else "CO2"
            return Unit(unit.symbol + suffix, unit.dims, unit.factor), gas.end()
    return unit, end


def may_begin(word: str, declared: Mapping[str, str]) -> bool:
    """Whether a unit can begin with a word (`read_atom` finds none at any other)."""
    low = word.lower()
    if low in PHRASES or low in ("i", "order", "orders") or low.startswith("floating") or word.endswith("CO"):
        return True
    if atom(word, declared) is not None:
        return True
    camel = _CAMEL.match(word)
    return camel is not None and camel.end() < len(word) and atom(camel.group()) is not None


def _read_sign(text: str, at: int) -> tuple[Unit, int] | None:
    sign = text[at : at + 1]
    if sign == "%":
        spaced = at + 1 + (text[at + 1 : at + 2] in tuple(SPACES))
        word = LETTERS.match(text, spaced)
        if word and spaced > at + 1 and word.group() in ("points", "point"):
            return symbol_unit("percentage points"), word.end()
        return symbol_unit("%"), at + 1
    if sign == "°" and text[at + 1 : at + 2] in ("C", "F") and not text[at + 2 : at + 3].isalnum():
        return symbol_unit(text[at : at + 2]), at + 2
    if sign == "×":
        return symbol_unit("×"), at + 1
    if sign in CURRENCY_SIGNS:
        return currency_unit(CURRENCY_SIGNS[sign]), at + 1
    if sign == "¢":
        return atom("cents"), at + 1  # type: ignore[return-value]
    return None


def _read_phrase(text: str, first: str, end: int) -> tuple[Unit, int] | None:
    for rest, name in PHRASES[first]:
        at = end
        for word in rest:
            if at >= len(text) or text[at] not in " \xa0\n\t-":
                break
            at += 1
            while at < len(text) and at < end + 60 and text[at] in SPACES:
                at += 1
            match = LETTERS.match(text, at)
            if match is None or match.group().lower() != word:
                break
            at = match.end()
        else:
            if name == "USD":
                return currency_unit(name), at
            unit = count_unit(name) if name in ("op", "cycle", "line") else symbol_unit(name)
            return unit, at
    return None
