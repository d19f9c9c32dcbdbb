"""YAML as text: mappings, lists and scalars with their places, and nothing resolved.

Every scalar keeps its characters (`5.00`, `1:30`, `no`, `010`).  Tags, anchors, aliases, merges
and duplicate keys are mistakes, so nothing is constructed and nothing can expand.
"""

from __future__ import annotations

import re
from typing import Any

from claimlint.model.fences import Fence
from claimlint.model.mistakes import Mistakes
from claimlint.records import NamedTuple

_DEPTH = 8
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class Scalar(NamedTuple):
    """A scalar; `start` is its offset in the fence's text, quotes included.

    `bad` stands for one that was reported as a mistake already.
    """

    text: str
    fence: Fence
    start: int
    end: int
    plain: bool
    bad: bool = False

    def place(self, at: int = 0) -> tuple[int, int]:
        """The line and column in the file of the character `at` of the text."""
        source = self.fence.text
        start = self.start
        if at <= 0:
            return self.fence.place(start)
        if not self.plain and source[start : start + 1] in ("'", '"'):
            start += 1
        # Where folding, escapes or a block scalar changed the text, follow it while it agrees.
        here = start
        for char in self.text[:at]:
            if char == " ":
                if source[here : here + 1] not in (" ", "\n"):
                    return self.fence.place(self.start)
                end = here + 1
                while self.plain and end < self.end and source[end] in " \n":
                    end += 1
                here = end if "\n" in source[here:end] else here + 1
            elif source[here : here + 1] == char:
                here += 1
            else:
                return self.fence.place(self.start)
        return self.fence.place(min(here, self.end))


class Sequence(NamedTuple):
    """A list."""

    items: list[Node]
    fence: Fence
    start: int

    def place(self, at: int = 0) -> tuple[int, int]:
        """The line and column of its start."""
        return self.fence.place(self.start)


class Mapping(NamedTuple):
    """A mapping: its entries in the order written, every key once."""

    entries: dict[str, tuple[Scalar, Node]]
    fence: Fence
    start: int

    def place(self, at: int = 0) -> tuple[int, int]:
        """The line and column of its start."""
        return self.fence.place(self.start)


Node = Scalar | Sequence | Mapping


class _Frame:
    """A collection that is being read."""

    __slots__ = ("before", "entries", "flow", "items", "key", "mapping", "start")

    def __init__(self, mapping: bool, flow: bool, start: int) -> None:
        self.mapping = mapping
        self.flow = flow
        self.start = start
        self.items: list[Node] = []
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        self.key: Scalar | None = None
        self.before: Scalar | None = None


def read(fence: Fence, mistakes: Mistakes) -> Mapping | None:
    """The mapping that a fence holds, None when it is empty or broken; mistakes are added."""
    import yaml

    text = fence.text
    for found in _FORBIDDEN.finditer(text):
        mistakes.add(fence.place(found.start()), f"U+{ord(found[0]):04X} may not stand in YAML")
    if _FORBIDDEN.search(text):
        text = _FORBIDDEN.sub("?", text)
    reader = _Reader(fence, mistakes)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if not reader.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = fence.place(min(mark.index, len(text)) if mark is not None else 0)
        what = " ".join(filter(None, (error.context, error.problem)))
        mistakes.add(place, f"not YAML: {what}{_quoting(what)}")
        return None
    except (yaml.YAMLError, ValueError) as error:
        mistakes.add((fence.line, 1), f"not YAML: {error}")
        return None
    root = reader.root
    if root is None or (isinstance(root, Scalar) and not root.text):
        return None
    if not isinstance(root, Mapping):
        mistakes.add(root.place(), "a mapping of names is expected here (`name: value`)")
        return None
    return root


def _quoting(problem: str) -> str:
    if "flow" in problem or "mapping values are not allowed" in problem or "start any token" in problem:
        return "; a value that holds `: `, `, `, brackets or a leading `%`, `@`, `*` or `&` must be quoted"
    return ""


class _Reader:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, fence: Fence, mistakes: Mistakes) -> None:
        self.fence = fence
        self.mistakes = mistakes
        self.frames: list[_Frame] = []
        self.root: Node | None = None
        self.documents = 0

    def say(self, index: int, message: str) -> None:
        self.mistakes.add(self.fence.place(index), message)

    def take(self, event: Any) -> bool:
        """Take one event; False stops the reading."""
        kind = type(event).__name__
        index = event.start_mark.index
        if kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                self.say(index, "one block holds one YAML document: `---` may not start another")
                return False
        elif kind == "AliasEvent":
            self.say(index, f"an alias (`*{event.anchor}`) is not allowed: write the value out")
            self._put(Scalar("?", self.fence, index, event.end_mark.index, True, True))
        elif kind == "ScalarEvent":
            at = self._start(event, index)
            self._put(Scalar(event.value, self.fence, at, event.end_mark.index, not event.style))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            at = self._start(event, index)
            if len(self.frames) >= _DEPTH:
                self.say(index, f"nested more than {_DEPTH} deep")
                return False
            self.frames.append(_Frame(kind == "MappingStartEvent", bool(event.flow_style), at))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            frame = self.frames.pop()
            node: Node
            if frame.mapping:
                node = Mapping(frame.entries, self.fence, frame.start)
            else:
                node = Sequence(frame.items, self.fence, frame.start)
            self._put(node)
        return True

    def _start(self, event: Any, index: int) -> int:
        """The offset of a node without its anchor and tag, which are mistakes."""
        if event.anchor is not None:
            self.say(index, f"an anchor (`&{event.anchor}`) is not allowed: write the value out")
        if event.tag is not None:
            self.say(index, f"a tag (`{event.tag}`) is not allowed: every value is text as written")
        return int(index)

    def _put(self, node: Node) -> None:
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        if not frame.mapping:
            frame.items.append(node)
        elif frame.key is None:
            self._key(frame, node)
        else:
            key, frame.key = frame.key, None
            if isinstance(node, Scalar) and node.plain and not node.text:
                if self._split_off(frame, key):
                    return
                self.say(key.start, f"`{key.text}` has no value")
                node = Scalar("?", self.fence, key.start, key.end, True, True)
            frame.before = key
            if key.text in frame.entries:
                line = frame.entries[key.text][0].place()[0]
                self.say(key.start, f"`{key.text}` stands twice: first on line {line}")
            elif key.plain and key.text == "<<":
                self.say(key.start, "a merge (`<<`) is not allowed: write the keys out")
            else:
                frame.entries[key.text] = (key, node)

    def _key(self, frame: _Frame, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.say(node.start, "a key must be plain text")
            node = Scalar("?", self.fence, node.start, node.start, True, True)
        frame.key = node

    def _split_off(self, frame: _Frame, key: Scalar) -> bool:
        """Whether a key without a value is what a comma in a flow mapping split off the value before."""
        before = frame.entries.get(frame.before.text) if frame.flow and frame.before is not None else None
        if before is None or not isinstance(before[1], Scalar):
            return False
        value = before[1]
        whole = f"{value.text}{self.fence.text[value.end : key.start]}{key.text}"
        frame.entries[before[0].text] = before[0], value._replace(bad=True)
        hint = f'quote the value that holds it (`"{whole}"`)'
        self.say(key.start, f"`{key.text}` has no value: YAML splits at the comma; {hint}")
        return True
