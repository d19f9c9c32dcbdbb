"""A number in a JSON file, by a JSON Pointer (RFC 6901); its digits stay as they are written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from claimlint.model.mistakes import Mistakes

_DEEPEST = 100
_SHOWN = 8
_MOST_EXPONENT = 400
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?")
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.S)


class DataError(Exception):
    """A data file that does not give the value; `at` is the offset in the text that asked for it."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class Number(str):
    """A number of a JSON file as it is written, `NaN` and `Infinity` included."""

    __slots__ = ()


class _Object(dict[str, Any]):
    """An object some of whose keys stand twice."""

    twice: frozenset[str] = frozenset()


def parse(text: str) -> Any:
    """The content of a JSON file, its numbers as `Number`.  Raises DataError."""
    import json

    depth = 0
    for mark in _STRUCTURE.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        if depth > _DEEPEST:
            raise DataError(f"nested more than {_DEEPEST} deep")
    try:
        return json.loads(
            text, parse_float=Number, parse_int=Number, parse_constant=Number, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        from claimlint.document.structure import line_starts

        starts = line_starts(text[: error.pos])
        place = f"line {len(starts)}, column {error.pos - starts[-1] + 1}"
        raise DataError(f"not JSON at {place}: {error.msg}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = _Object(found)
    seen: set[str] = set()
    marked.twice = frozenset(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return marked


def steps(pointer: str) -> list[tuple[str, int]]:
    """The reference tokens of a pointer, unescaped, each with its offset.  Raises DataError."""
    if pointer and not pointer.startswith("/"):
        hint = pointer[1:] if pointer.startswith("#/") else "/" + pointer
        raise DataError(f"a pointer starts with `/`: write `{hint}`")
    found = []
    at = 1
    for token in pointer.split("/")[1:]:
        wrong = re.search(r"~(?![01])", token)
        if wrong is not None:
            raise DataError("`~` is written `~0` in a pointer, and `/` in a key `~1`", at + wrong.start())
        found.append((token.replace("~1", "/").replace("~0", "~"), at))
        at += len(token) + 1
    return found


def resolve(data: Any, pointer: str, mistakes: Mistakes) -> str:
    """The text of the number (or the text) that a pointer leads to.  Raises DataError.

    `mistakes` finds the nearest name, and bounds what that costs.
    """
    here = data
    at = 0
    for token, at in steps(pointer):
        above = pointer[: at - 1]
        where = f"`{above}`" if above else "the file"
        if isinstance(here, dict):
            if token in getattr(here, "twice", ()):
                raise DataError(f"the key `{token}` stands twice in {where}", at)
            if token not in here:
                raise DataError(f"{where} has no key `{token}`{_near(token, here, mistakes)}", at)
            here = here[token]
        elif isinstance(here, list):
            here = here[_index(token, here, where, at)]
        else:
            raise DataError(f"{where} is {_kind(here)}: nothing stands below it", at)
    what = f"`{pointer}`" if pointer else "the whole file"
    if isinstance(here, dict | list):
        raise DataError(f"{what} is {_kind(here)}, not a number{_inside(here, pointer)}", at)
    if not isinstance(here, str):
        raise DataError(f"{what} is {_kind(here)}, not a number", at)
    if isinstance(here, Number) and not here.strip("-")[:1].isdigit():
        raise DataError(f"{what} is {here}, which is not a number", at)
    if isinstance(here, Number) and exact(here) is None:
        raise DataError(f"{what} is too large: a number has at most 1,000 digits, and an exponent 400", at)
    return here


def exact(text: str) -> Fraction | None:
    """The number that a text is, exactly; None when it is none, or too large to be written out."""
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > 1_000 or len(match[1] or "") > 5:
        return None
    if abs(int(match[1] or 0)) > _MOST_EXPONENT:
        return None
    return Fraction(text)


def _index(token: str, items: list[Any], where: str, at: int) -> int:
    known = f"its items are 0 to {len(items) - 1}" if items else "it is empty"
    if re.fullmatch(r"0|[1-9][0-9]{0,9}", token) is None:
        named = next(
            (place for place, item in enumerate(items) if isinstance(item, dict) and token in item.values()),
            None,
        )
        hint = f"; `{token}` stands in item {named}" if named is not None else f": {known}"
        raise DataError(f"{where} is a list, and `{token}` is no place in it{hint}", at)
    if int(token) >= len(items):
        raise DataError(f"{where} has no item {token}: {known}", at)
    return int(token)


def _near(token: str, here: dict[str, Any], mistakes: Mistakes) -> str:
    return mistakes.hint(token, here) or f" ({listed(here)})"


def listed(names: Any) -> str:
    """The first of some names, for a message."""
    some = [f"`{name[:60]}`" for name in list(names)[: _SHOWN + 1]]
    if not some:
        return "there is none"
    more = ", …" if len(some) > _SHOWN else ""
    return ("there is " if len(some) == 1 else "there are ") + ", ".join(some[:_SHOWN]) + more


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Number):
        return "a number"
    return "a text" if isinstance(value, str) else {True: "true", False: "false"}.get(value, "null")


def _inside(here: Any, pointer: str) -> str:
    """Where in an object or list a number stands."""
    pairs = here.items() if isinstance(here, dict) else enumerate(here)
    numbers = [str(key) for key, value in list(pairs)[:200] if isinstance(value, Number)]
    if not numbers:
        return ""
    escaped = [name.replace("~", "~0").replace("/", "~1") for name in numbers]
    first = next((name for name in escaped if name in ("mean", "median", "value")), escaped[0])
    return f"; write `{pointer}/{first}` for one"
