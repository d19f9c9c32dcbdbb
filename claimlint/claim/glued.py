"""Letters glued to digits that are no unit: decades, parts of a duration, billions."""

from __future__ import annotations

from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_table import words

CLOCK_UNITS = words("d h min s")
_DURATION = Lazy(r" ?[0-9]{1,2}(?:h|m|min|s)(?![^\W_])")
_SINCE = ("in the ", "since the ", "during the ", "of the ", "the early ", "the late ", "the mid-")
_LONGEST = 8


def digits_before(text: str, at: int) -> str:
    """The digits right before `text[at]`, a few at most."""
    first = at
    while first and "0" <= text[first - 1] <= "9" and at - first < _LONGEST:
        first -= 1
    return text[first:at]


def is_byte_size(digits: str) -> bool:
    """Whether `B` behind the digits can hardly mean billions: a power of two from 128 on."""
    size = int(digits) if digits else 0
    return size >= 128 and size & (size - 1) == 0


def in_duration(text: str, at: int, end: int) -> bool:
    """Whether the time unit text[at:end] is one part of a time like `9h 15m 15s`."""
    if _DURATION.match(text, end):
        return True
    first = at - len(digits_before(text, at))
    before = text[max(0, first - 3) : first].rstrip(" ")
    return len(before) > 1 and before[-1] in "dhm" and before[-2].isdigit()


def is_plural_of_digits(text: str, at: int) -> bool:
    """Whether the `s` at `text[at]` makes a plural of digits (`1990s`, `0s and 1s`, `100s of`)."""
    digits = digits_before(text, at)
    first = at - len(digits)
    if digits in ("0", "00", "000") or text[first - 1 : first] == "'":
        return True
    if len(digits) == 4 and digits[:2] in ("17", "18", "19", "20") and digits[3] == "0":
        return True
    if digits == "1":
        return "0s" in text[max(0, first - 12) : first] or "0s" in text[at : at + 12]
    if text.startswith(" of ", at + 1):
        return digits in ("10", "100", "1000")
    if len(digits) != 2 or digits[1] != "0":
        return False
    before = text[max(0, first - 11) : first].lower()
    return before.endswith(_SINCE) or (before.endswith("the ") and not text.startswith(" ", at + 1))
