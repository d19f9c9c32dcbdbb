"""Front matter: the YAML between two lines of dashes at the top of a Markdown file.

It is read line by line for simple scalars only, never as YAML.
"""

from __future__ import annotations

import re

_KEY = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(?P<value>[^\s].*?))?[ \t]*$")
_NOT_SIMPLE = frozenset("[{&*!|>%@`#,?")


class Field:
    """A simple scalar: its text and its place, as a 0-based line and the columns [start, end)."""

    __slots__ = ("end", "line", "start", "value")

    def __init__(self, value: str, line: int, start: int, end: int) -> None:
        self.value = value
        self.line = line
        self.start = start
        self.end = end


class FrontMatter:
    """`lines` is how many lines it takes, with its rules; `fields` are its top-level keys.

    A key whose value is not a simple scalar has the empty value.
    """

    __slots__ = ("fields", "first", "lines")

    def __init__(self, first: int, lines: int, fields: dict[str, Field]) -> None:
        self.first = first
        self.lines = lines
        self.fields = fields

    def value(self, key: str) -> str:
        field = self.fields.get(key)
        return field.value if field is not None else ""


def front_matter(lines: list[str], first: int = 0) -> FrontMatter | None:
    """The front matter that starts with the rule at line `first`; None when there is none."""
    if first >= len(lines):
        return None
    rule = lines[first].lstrip("\ufeff").rstrip()
    if rule not in ("---", "+++") or first + 1 >= len(lines):
        return None
    following = lines[first + 1].strip()
    if rule == "---" and not (
        following in ("---", "...") or following.startswith("#") or _KEY.match(lines[first + 1])
    ):
        return None
    for index in range(first + 1, len(lines)):
        line = lines[index].rstrip()
        if line == rule or (line == "..." and rule == "---"):
            fields = _fields(lines, first + 1, index) if rule == "---" else {}
            return FrontMatter(first, index + 1 - first, fields)
    return None


def _fields(lines: list[str], start: int, end: int) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for index in range(start, end):
        match = _KEY.match(lines[index])
        if match is None or match["key"] in fields:
            continue
        continued = index + 1 < end and lines[index + 1][:1] in (" ", "\t") and lines[index + 1].strip()
        scalar = None if continued or match["value"] is None else _scalar(match["value"])
        if scalar is None:
            fields[match["key"]] = Field("", index, 0, 0)
        else:
            column = match.start("value") + scalar[0]
            fields[match["key"]] = Field(
                lines[index][column : column + scalar[1]], index, column, column + scalar[1]
            )
    return fields


def _scalar(value: str) -> tuple[int, int] | None:
    """Where the text of a simple scalar begins in `value`, and its length."""
    quote = value[0]
    if quote in "\"'":
        close = value.find(quote, 1)
        rest = value[close + 1 :].strip()
        if close < 0 or "\\" in value[1:close] or (rest and not rest.startswith("#")):
            return None
        return 1, close - 1
    if quote in _NOT_SIMPLE or value.startswith(("- ", "? ")):
        return None
    comment = value.find(" #")
    return 0, len(value[:comment].rstrip()) if comment >= 0 else len(value)
