"""Bounds and approximations beside a number: `at least`, `≥`, `about`, `or less`, `18,000+`."""

from __future__ import annotations

from claimlint.claim.lazy import Lazy
from claimlint.claim.unit_table import words

_SYMBOLS = {"~": "~", "≈": "~", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "≲": "<=", "≳": ">="}
_PHRASES = {
    "about": "~",
    "around": "~",
    "roughly": "~",
    "approximately": "~",
    "approx": "~",
    "circa": "~",
    "ca": "~",
    "nearly": "~",
    "almost": "~",
    "some": "~",
    "close to": "~",
    "near": "~",
    "on the order of": "~",
    "in the order of": "~",
    "of the order of": "~",
    "in the region of": "~",
    "at least": ">=",
    "no less than": ">=",
    "not less than": ">=",
    "no fewer than": ">=",
    "upwards of": ">=",
    "a minimum of": ">=",
    "minimum of": ">=",
    "at most": "<=",
    "up to": "<=",
    "no more than": "<=",
    "not more than": "<=",
    "no greater than": "<=",
    "as much as": "<=",
    "as many as": "<=",
    "a maximum of": "<=",
    "maximum of": "<=",
    "at the most": "<=",
    "within": "<=",
    "more than": ">",
    "greater than": ">",
    "in excess of": ">",
    "over": ">",
    "above": ">",
    "exceeding": ">",
    "exceeds": ">",
    "exceed": ">",
    "less than": "<",
    "fewer than": "<",
    "smaller than": "<",
    "under": "<",
    "below": "<",
}
_LAST_WORDS = frozenset(phrase.rsplit(" ", 1)[-1] for phrase in _PHRASES)
_AFTER = Lazy(r" or (less|fewer|lower|under|below|more|greater|higher|better|above|so)\b")
_AFTER_OPS = {"so": "~", **dict.fromkeys(words("less fewer lower under below"), "<=")}
_COMPARED = words("times percent cent fold magnitude points")
_WINDOW = 32


def op_before(text: str, start: int) -> str | None:
    """The relation that stands right before `start`: one of `~ < <= > >=`, or None.

    `10 % more than 5 ms` compares with 5 ms and does not bound it.
    """
    at = start
    while at and start - at < 3 and text[at - 1] in " \xa0\n":
        at -= 1
    if not at:
        return None
    mark = text[at - 1]
    if mark in _SYMBOLS:
        before = text[at - 2 : at - 1]
        if mark == ">" and before in ("-", "=", "–", "<", ">"):
            return None
        return None if mark == "<" and before in ("<", "-") else _SYMBOLS[mark]
    if mark == "=" and text[at - 2 : at - 1] in ("<", ">"):
        return text[at - 2] + "="
    if not (mark.isalpha() or mark == "."):
        return None
    window = text[max(0, at - _WINDOW) : at].lower().rstrip(".").replace("\n", " ").replace("\xa0", " ")
    last = window[window.rfind(" ") + 1 :].lstrip("([\"'")
    if last not in _LAST_WORDS:
        return None
    parts = window.split(" ")
    for size in (4, 3, 2, 1):
        phrase = " ".join([*parts[-size:-1], last])
        op = _PHRASES.get(phrase) if len(parts) >= size else None
        if op is None and size > 1 and len(parts) >= size:
            first = parts[-size].lstrip("([\"'")
            op = _PHRASES.get(" ".join([first, *parts[1 - size : -1], last]))
        if op:
            if mark == "." and op != "~":
                return None
            if op in ("<", ">") and len(parts) > size and _compared(parts[-size - 1]):
                return None
            return op
    return None


def _compared(word: str) -> bool:
    """Whether a word ends a multiple or percentage: `10x more than`, `5 % under`."""
    return word in _COMPARED or word.endswith(("%", "×")) or (word[:1].isdigit() and word.endswith("x"))


def op_after(text: str, end: int) -> str | None:
    """The relation that stands right after a claim: `or less`, `or more`, `or so`, `+`."""
    mark = text[end : end + 1]
    if mark == "+":
        after = text[end + 1 : end + 2]
        return None if after.isalnum() or (after in ("/", "-", "+") and after) else ">="
    if mark != " " or not text.startswith(" or ", end):
        return None
    match = _AFTER.match(text, end)
    return _AFTER_OPS.get(match.group(1), ">=") if match else None
