"""What a page gave, as lists and texts: to be sent from one process to another, and to be kept.

A record is a list that begins with its class's name, a tuple, a set and a fraction begin with a sign.
The path of the page is left out, since pages of the same name and content give the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from claimlint import findings
from claimlint.findings import PageResult

Plain = list[Any]

_TUPLE, _SET, _FRACTION = "()", "{}", "/"


def to_plain(result: PageResult, path: str) -> Plain:
    """The result of the page at a path as plain data; an empty list when it says nothing at all."""
    return [] if result == PageResult() else _encoded(result, path)


def from_plain(plain: Plain, path: str) -> PageResult:
    """The result of the page at a path."""
    if not plain:
        return PageResult()
    result: PageResult = _decoded(plain, path)
    return result


def _encoded(value: Any, path: str) -> Any:
    if isinstance(value, tuple):
        name = type(value).__name__
        if type(value) is tuple:
            return [_TUPLE, *(_encoded(each, path) for each in value)]
        parts = [name, *(_encoded(each, path) for each in value)]
        if type(value)._fields[:1] == ("path",) and value[0] == path:  # type: ignore[attr-defined]
            parts[1] = None
        return parts
    if isinstance(value, frozenset):
        return [_SET, *sorted(value)]
    return [_FRACTION, str(value)] if isinstance(value, Fraction) else value


def _decoded(plain: Any, path: str) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *rest = plain
    if kind == _FRACTION:
        return Fraction(rest[0])
    values = [_decoded(each, path) for each in rest]
    if kind == _TUPLE:
        return tuple(values)
    if kind == _SET:
        return frozenset(values)
    record = getattr(findings, kind)
    if record._fields[0] == "path" and values[0] is None:
        values[0] = path
    return record(*values)
