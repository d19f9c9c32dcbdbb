"""The file in which a repository keeps the findings that it has accepted: one entry on a line, in order.

Entries are known by rule, path, claim and the text around it, and have no line numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from claimlint.findings import Problem
from claimlint.fingerprint import Key

NAME = ".claimlint-baseline.json"
VERSION = 1
"""The version of the file's shape."""

_ABOUT = "Findings that are known and not reported; `claimlint baseline` writes this file."
_KEYS = ("path", "rule", "claim", "context", "count")
_WHITE = re.compile(r"[ \t\r\n]*")
_MOST = 10**9


class BrokenBaseline(Exception):  # noqa: N818
    """A baseline that cannot be read; `problem` says where and why.  It holds nothing."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def render(counts: Mapping[Key, int]) -> str:
    """The text of the file that holds each finding so many times."""
    entries = []
    for (rule, path, claim, context), count in counts.items():
        entry: dict[str, Any] = {"path": path, "rule": rule, "claim": claim, "context": context}
        if count > 1:
            entry["count"] = count
        entries.append(((path, rule, context, claim), _one_line(entry)))
    lines = ",\n".join("    " + line for _, line in sorted(entries))
    body = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "version": {VERSION},\n  "about": {json.dumps(_ABOUT)},\n  "findings": {body}\n}}\n'


def parse(text: str, path: str) -> dict[Key, int]:
    """How often the file holds each finding; `path` is how messages name it.  Raises BrokenBaseline."""
    try:
        return _Parser(text).counts()
    except _Mistake as mistake:
        from claimlint.document.structure import line_starts

        starts = line_starts(text[: mistake.at])
        line, column = len(starts), mistake.at - starts[-1] + 1
        raise BrokenBaseline(Problem(path, line, column, f"{mistake}; no finding is held back")) from None


def _one_line(entry: Mapping[str, Any]) -> str:
    """JSON that people can read, with all that acts on a terminal escaped."""
    text = json.dumps(entry, ensure_ascii=False)
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]


class _Mistake(Exception):  # noqa: N818
    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


class _Pairs(list[tuple[str, Any]]):
    """An object, its keys in order and as often as they stand."""


class _Parser:
    """Reads the outer object and its list itself, so that each entry has its place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.decoder = json.JSONDecoder(object_pairs_hook=_Pairs)

    def counts(self) -> dict[Key, int]:
        found: dict[Key, int] = {}
        seen: set[str] = set()
        for place, name in self.members():
            if name in seen:
                raise _Mistake(place, f"the key {name!r} stands twice")
            seen.add(name)
            if name == "findings":
                for start, entry in self.items():
                    key, count = _entry(start, entry)
                    if key in found:
                        raise _Mistake(
                            start, "this entry stands twice; `count` says how often a finding occurs"
                        )
                    found[key] = count
                continue
            start = self.skip()
            value = self.value()
            if name == "version":
                if type(value) is not int or value != VERSION:
                    raise _Mistake(
                        start, f"version {VERSION} is expected here, the one that this claimlint reads"
                    )
            elif name != "about":
                raise _Mistake(place, f"unknown key {name!r}; the keys are version, about, findings")
        if self.skip() < len(self.text):
            raise _Mistake(self.at, "the file goes on after its end")
        for name in ("version", "findings"):
            if name not in seen:
                raise _Mistake(0, f"the key {name!r} is missing")
        return found

    def members(self) -> Iterator[tuple[int, str]]:
        """Each key of the outer object with its offset; the reader then reads its value."""
        self.expect("{", "a baseline is an object: {")
        first = True
        while self.skip() >= len(self.text) or self.text[self.at] != "}":
            if not first:
                self.expect(",", "a comma, or the end of the object")
                self.skip()
            first = False
            place = self.at
            name = self.value()
            if not isinstance(name, str):
                raise _Mistake(place, "a key is expected here")
            self.expect(":", "a colon")
            yield place, name
        self.at += 1

    def items(self) -> Iterator[tuple[int, Any]]:
        """Each item of a list with its offset."""
        self.expect("[", "a list of findings")
        first = True
        while self.skip() >= len(self.text) or self.text[self.at] != "]":
            if not first:
                self.expect(",", "a comma, or the end of the list")
                self.skip()
            first = False
            place = self.at
            yield place, self.value()
        self.at += 1

    def skip(self) -> int:
        """Passes white space; the offset of what follows."""
        white = _WHITE.match(self.text, self.at)
        assert white is not None
        self.at = white.end()
        return self.at

    def expect(self, mark: str, what: str) -> None:
        if self.skip() >= len(self.text) or self.text[self.at] != mark:
            raise _Mistake(self.at, f"{what} is expected here{self.conflict()}")
        self.at += 1

    def value(self) -> Any:
        try:
            value, self.at = self.decoder.raw_decode(self.text, self.skip())
        except json.JSONDecodeError as error:
            raise _Mistake(error.pos, f"not JSON: {error.msg}{self.conflict()}") from None
        except (RecursionError, ValueError) as error:  # Nested too deep, or a number of many digits.
            raise _Mistake(self.at, f"not a baseline: {error}") from None
        return value

    def conflict(self) -> str:
        """A hint where a merge left its marks."""
        line = self.text[self.text.rfind("\n", 0, self.at) + 1 :]
        marks = ("<" * 7, "=" * 7, ">" * 7)
        return (
            " (a merge conflict? `claimlint baseline` writes the file anew)" if line.startswith(marks) else ""
        )


def _entry(at: int, value: Any) -> tuple[Key, int]:
    if not isinstance(value, _Pairs):
        raise _Mistake(at, 'an entry is expected here: {"path": …, "rule": …, "claim": …, "context": …}')
    fields = dict(value)
    if len(fields) < len(value):
        raise _Mistake(at, "a key of this entry stands twice")
    for name in fields:
        if name not in _KEYS:
            raise _Mistake(at, f"this entry has an unknown key {name!r}; the keys are {', '.join(_KEYS)}")
    for name in _KEYS[:4]:
        if not isinstance(fields.get(name), str):
            raise _Mistake(at, f"this entry needs a text for {name!r}")
    count = fields.get("count", 1)
    if type(count) is not int or not 1 <= count <= _MOST:
        raise _Mistake(at, "the count of this entry must be a whole number from 1 on")
    return (fields["rule"], fields["path"], fields["claim"], fields["context"]), count
