"""Other values put into the text of a canonical file, each in its exact place, and nothing else changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from claimlint.model.entries import Draft
from claimlint.model.load import draft
from claimlint.model.nodes import Scalar
from claimlint.records import NamedTuple

_LINE = re.compile(r"\r\n|\r|\n")


class Change(NamedTuple):
    """The scalar of a draft becomes `text`; it is that of `case`, or the one without (None).

    `key` is `value` (or `cases`) or `expect`.
    """

    name: str
    key: str
    case: str | None
    text: str


class NotEditable(ValueError):  # noqa: N818
    """A value that cannot be replaced where it stands; the text says which."""


Texts = dict[tuple[str, str, str | None], str]


def scalar(drafts: dict[str, Draft], name: str, key: str, case: str | None) -> Scalar:
    """The scalar that a change replaces.  Raises KeyError where there is none."""
    found = drafts[name]
    if key == "expect":
        if isinstance(found.expect, Scalar) and case is None:
            return found.expect
        if isinstance(found.expect, dict) and case is not None:
            return found.expect[case][1]
        raise KeyError(name)
    if case in found.origins:
        raise KeyError(name)
    if case is None:
        if found.value is None:
            raise KeyError(name)
        return found.value
    return found.cases[case][1]


def edit(text: str, changes: Iterable[Change]) -> str:
    """The text of a canonical file with the changes in it.

    What was quoted stays quoted, comments stay, and the file is read again: it then says what was
    asked for, and everything else as before.  Raises NotEditable.
    """
    for change in changes:
        text = _edit(text, change)
    return text


def _edit(text: str, change: Change) -> str:
    drafts = draft(text).reader.drafts
    old = scalar(drafts, change.name, change.key, change.case)
    wanted = _texts(drafts)
    wanted[change.name, change.key, change.case] = change.text
    start, end = _range(text, old)
    for write in _styles(old):
        changed = text[:start] + write(change.text) + text[end:]
        read = draft(changed)
        if not read.reader.mistakes.found and _texts(read.reader.drafts) == wanted:
            return changed
    line, column = old.place()
    raise NotEditable(f"line {line}, column {column}: `{change.text}` cannot be written in this place")


def _range(text: str, old: Scalar) -> tuple[int, int]:
    """The offsets of a scalar in the file."""
    starts = [0, *(match.end() for match in _LINE.finditer(text))]
    offsets = []
    for at in (old.start, old.end):
        line, column = old.fence.place(at)
        offsets.append(starts[line - 1] + column - 1 if line <= len(starts) else len(text))
    return offsets[0], offsets[1]


def _styles(old: Scalar) -> list[Callable[[str], str]]:
    """How the new text may be written: as the old one is, then otherwise."""

    def plain(new: str) -> str:
        return new

    def single(new: str) -> str:
        return "'" + new.replace("'", "''") + "'"

    def double(new: str) -> str:
        escaped = new.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'

    def line(new: str) -> str:
        return new + "\n"

    first = old.fence.text[old.start : old.start + 1]
    if old.plain:
        return [plain, single]
    if first in ("'", '"'):
        return [single, double] if first == "'" else [double, single]
    return [line]


def _texts(drafts: dict[str, Draft]) -> Texts:
    """Every text of every quantity that a change could touch."""
    found: Texts = {}
    for name, each in drafts.items():
        for key in ("value", "unit", "tolerance"):
            one = getattr(each, key)
            if one is not None:
                found[name, key, None] = one.text
        for case, (_, text) in each.cases.items():
            found[name, "value", case] = text.text if case not in each.origins else str(each.origins[case])
        if None in each.origins:
            found[name, "from", None] = str(each.origins[None])
        if isinstance(each.expect, dict):
            for case, (_, text) in each.expect.items():
                found[name, "expect", case] = text.text
        elif each.expect is not None:
            found[name, "expect", None] = each.expect.text
        for key, several in (("aka", each.aka), ("caveat", each.caveat)):
            for index, one in enumerate(several):
                found[name, key, str(index)] = one.text
        for key in ("status", "bound", "source", "quote"):
            found[name, key, None] = str(getattr(each, key))
    return found
