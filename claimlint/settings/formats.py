"""The two notations of a settings file, read to the same tree of text with places."""

from __future__ import annotations

import re
from typing import Any

from claimlint.document.structure import line_starts
from claimlint.model.fences import Fence
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping, Node, Scalar, Sequence
from claimlint.model.nodes import read as read_nodes

TABLE = "tool.claimlint"


def from_yaml(text: str, mistakes: Mistakes) -> Mapping | None:
    """The mapping of a YAML file, None when it is empty or broken."""
    return read_nodes(_whole(re.sub(r"\r\n?", "\n", text)), mistakes)


def from_toml(text: str, mistakes: Mistakes) -> Mapping | None:
    """The mapping of `[tool.claimlint]`, None when the file has none or is broken."""
    import tomllib

    # Places are looked up in the text as TOML reads it.
    text = text.replace("\r\n", "\n")
    try:
        data = tomllib.loads(text).get("tool", {})
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        place = (int(found[1]), int(found[2])) if found else (max(1, text.count("\n")), 1)
        mistakes.add(place, f"not TOML: {str(error).partition(' (at ')[0]}")
        return None
    except RecursionError:
        mistakes.add((1, 1), "not TOML: nested too deep")
        return None
    table = data.get("claimlint") if isinstance(data, dict) else None
    if table is None:
        return None
    found_node = _Toml(text).node(table, _header(text, TABLE), TABLE)
    if not isinstance(found_node, Mapping):
        mistakes.add(found_node.place(), f"[{TABLE}] must be a table")
        return None
    return found_node


def _whole(text: str) -> Fence:
    """A file as if it were one fenced block that begins above its first line."""
    starts = tuple(line_starts(text))
    return Fence("", text, 0, starts, (0,) * len(starts), None)


def _header(text: str, table: str) -> int:
    """The offset of a table's header, or of the first that begins with its name; else 0."""
    names = r"\s*\.\s*".join(map(re.escape, table.split(".")))
    found = re.search(rf"^[ \t]*\[\s*{names}\s*[\].]", text, re.M)
    return found.start() if found else 0


class _Toml:
    """Gives parsed values the places at which they are written: tomllib tells none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fence = _whole(text)

    def node(self, value: Any, at: int, table: str) -> Node:
        if isinstance(value, dict):
            entries: dict[str, tuple[Scalar, Node]] = {}
            for name, inner in value.items():
                start = self._key(name, at, table)
                key = Scalar(name, self.fence, start, start + len(name), True)
                entries[name] = key, self.node(inner, start, f"{table}.{name}")
            return Mapping(entries, self.fence, at)
        if isinstance(value, list):
            items: list[Node] = []
            after = at
            for inner in value:
                item = self.node(inner, after, table)
                items.append(item)
                after = max(after, item.end if isinstance(item, Scalar) else after)
            return Sequence(items, self.fence, at)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        start = self.text.find(text, at) if text else at
        start = at if start < 0 else start
        return Scalar(text, self.fence, start, start + len(text), False)

    def _key(self, name: str, at: int, table: str) -> int:
        """Where a key of a table is written: under its header, after `at`, or as a header of its own."""
        header = _header(self.text, f"{table}.{name}")
        quoted = rf"(?:\"{re.escape(name)}\"|'{re.escape(name)}'|(?<![\w-]){re.escape(name)}(?![\w-]))"
        found = re.compile(rf"{quoted}(?=\s*[=.])").search(self.text, max(at, 0))
        return found.start() if found else header or at
