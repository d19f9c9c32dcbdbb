"""VALUEs: a number with an optional unit, in the grammar of claims, or a unit alone.

A unit word outside the unit table declares a counting unit, unless it looks like a slip for a known
one.
"""

from __future__ import annotations

import re

from claimlint.claim.quantity import ParsedQuantity, QuantityError, parse_quantity
from claimlint.claim.unit_table import SCALES
from claimlint.claim.units import Unit, fold, near_miss, parse_unit, singular

_WORD = re.compile(r"[^\W\d_]+")
_LINKS = frozenset(("per", "a", "an", "each", "every", "and", "of", "e", "E", "x", "X"))
_PARTS = frozenset(
    (
        "per",
        "cent",
        "orders",
        "order",
        "of",
        "magnitude",
        "percentage",
        "points",
        "point",
        "floating",
        "basis",
    )
)
_HUGE = re.compile(r"[eE^]\{?[+\-−]?\d{4}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{4}|\d{401}")
_MOST_CHARACTERS = 1_000
_MOST_EXPONENT = 400


class ValueMistake(Exception):  # noqa: N818
    """A VALUE or unit that cannot be read; `offset` is in its text."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class Units:
    """Reads values and units; `declared` grows by the counting units that they declare."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def quantity(self, text: str) -> ParsedQuantity:
        """The number and unit of a VALUE.  Raises ValueMistake."""
        self._bound(text)
        if text.lstrip()[:1] == "0":
            # `010` is ten, as written; claims do not read it, because in prose it is a code.
            text = re.sub(r"^(\s*)(0+)(?=\d)", lambda zeros: " " * len(zeros[0]), text)
        try:
            return parse_quantity(text, self.declared)
        except QuantityError as error:
            counted = self._counted(text, error)
            if counted is not None:
                return counted
            new = self._unknown(text, error.offset) if error.unit_text else {}
            if not new:
                raise ValueMistake(error.offset, error.message) from None
        try:
            parsed = parse_quantity(text, {**self.declared, **new})
        except QuantityError as error:
            raise ValueMistake(error.offset, error.message) from None
        self.declared.update(new)
        return parsed

    def unit(self, text: str) -> Unit:
        """The unit that a text names.  Raises ValueMistake."""
        self._bound(text)
        unit = parse_unit(text, self.declared)
        if unit is None:
            new = self._unknown(text)
            unit = parse_unit(text, {**self.declared, **new})
            if unit is None:
                raise ValueMistake(0, f"`{text}` is not a unit")
            self.declared.update(new)
        return unit

    def _bound(self, text: str) -> None:
        if len(text) > _MOST_CHARACTERS:
            raise ValueMistake(0, f"a value has at most {_MOST_CHARACTERS:,} characters")
        huge = _HUGE.search(text)
        exponent = re.search(r"[eE^]\{?[+\-−]?(\d{3})", text)
        if huge or (exponent and int(exponent[1]) > _MOST_EXPONENT):
            at = huge or exponent
            assert at is not None
            raise ValueMistake(at.start(), f"too large: an exponent is at most {_MOST_EXPONENT}")

    def _counted(self, text: str, error: QuantityError) -> ParsedQuantity | None:
        """A count of things that words describe (`500 concurrent viewers`): the last word is the unit."""
        words = (error.unit_text or "").split()
        described = words[:-1]
        if not 1 <= len(described) <= 3 or not words[-1].isalpha() or singular(words[-1]) == words[-1]:
            return None
        if not all(word.replace("-", "").isalpha() and not self._linked(word) for word in described):
            return None
        if any(parse_unit(word, self.declared) is not None for word in described):
            return None
        return self.quantity(f"{text[: error.offset]}{' ' * len(' '.join(described))} {words[-1]}")

    def _linked(self, word: str) -> bool:
        return word in _LINKS or word in SCALES or word.lower() in SCALES or word.lower() in _PARTS

    def _unknown(self, text: str, start: int = 0) -> dict[str, str]:
        """The words of text[start:] that declare counting units.  Raises ValueMistake for a slip."""
        found: dict[str, str] = {}
        before = ""
        for match in _WORD.finditer(text, start):
            word = match[0]
            link = self._linked(word)
            if not link and parse_unit(word, self.declared) is None:
                known = near_miss(word)
                if known is not None and slip(word, known):
                    near = len(word) > 1 or word.lower() == known.lower()
                    hint = f"; did you mean `{known}`?" if near else ""
                    raise ValueMistake(match.start(), f"`{word}` is not a unit{hint}")
                gap = text[: match.start()].rstrip()
                if before and gap.endswith(before):
                    whole = f"{before} {word}"
                    message = f"`{whole}` is not a unit: a counting unit is one word"
                    raise ValueMistake(gap.rindex(before), message)
                found[fold(word)] = fold(word)
            # A word that stands directly before another belongs to no unit with it.
            before = "" if link else word
        return found


def slip(word: str, known: str) -> bool:
    """Whether an unknown word that is one letter or a change of case from a known unit is a slip for it.

    Short words of a language are often one letter from another (`tile` and `file`, `lock` and
    `block`).  So where an ordinary word differs by a letter it is a slip when it keeps the first
    letter and a letter was lost, doubled or swapped, or when it is long.
    """
    if word.lower() == known.lower():
        return True
    ordinary = len(word) > 2 and word[1:].islower() and not set("aeiouy").isdisjoint(word.lower())
    if not ordinary or not word.isascii():
        return True
    if word[0].lower() != known[0].lower() or len(known) < 4:
        return False
    return len(word) >= 6 or len(word) != len(known) or sorted(word) == sorted(known)
