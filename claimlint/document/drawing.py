"""Reads the markup of one drawing: labels, title, description and aria labels."""

from __future__ import annotations

import re

from claimlint.document.builder import Builder
from claimlint.document.geometry import Shape, length
from claimlint.document.labels import Label, Labels, Move
from claimlint.document.markup import Event, scan, value
from claimlint.document.tags import BREAKS, HIDING, InlineTags, attribute_text, write
from claimlint.document.textmap import Content, Text

_IGNORED = frozenset(
    {"style", "script", "defs", "symbol", "metadata", "clipPath", "mask", "marker", "pattern", "filter"}
)
_SIDE = frozenset({"title", "desc"})
_HTML_BREAKS = BREAKS | {
    *("dd", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ol", "table", "td", "th", "tr", "ul")
}
_GLYPHS = frozenset({"g", "path", "use"})
_MATPLOTLIB_TEXT = r"text_?\d*$"
_DEPTH = 10_000
_GROUPS = 64


class _Frame:
    """An open element and what its children inherit."""

    __slots__ = ("group", "hidden", "is_text_group", "labels", "name", "shape", "start", "taken")

    def __init__(self, name: str, start: int, parent: _Frame | None) -> None:
        self.name = name
        self.start = start
        self.group: tuple[int, ...] = parent.group if parent else ()
        self.hidden: bool = parent.hidden if parent else False
        self.shape: Shape = parent.shape if parent else Shape()
        self.is_text_group = False
        self.labels = 0
        self.taken = False


class Drawing:
    """Reads one drawing into the open figure of `builder`.

    `xml` says that the source must be well-formed XML; the first fault is a problem then.
    """

    def __init__(self, builder: Builder, content: Content, *, xml: bool) -> None:
        self.builder = builder
        self.content = content
        self.source = content.text
        self.xml = xml
        self.stack: list[_Frame] = []
        self.counts: dict[str, int] = {}
        self.groups = 0
        self.labels = Labels(builder, content)
        self.side: Text | None = None
        self.comment: Event | None = None
        self.tags = InlineTags(content)
        self.is_broken = False

    def read(self, start: int, end: int) -> bool:
        """Reads source[start:end]; whether any label was found."""
        for event in scan(self.source, start, end, xml=True):
            kind = event.kind
            if kind == "text":
                self._text(event.start, event.end, True)
            elif kind == "start":
                self._start(event)
            elif kind == "end":
                self._end(event)
            elif kind == "cdata":
                self._text(*event.inner, False)
            elif kind == "comment":
                self._comment(event)
            elif kind == "problem":
                self._broken(event.start, event.name)
        if self.stack:
            self._broken(self.stack[-1].start, f"the tag <{self.stack[-1].name}> is not closed")
        self.labels.finish()
        self.labels.flush()
        return self.labels.count > 0

    def _broken(self, at: int, message: str) -> None:
        """Reports the first fault only: the others mostly follow from it."""
        if not self.is_broken and (self.xml or message.startswith("refused")):
            self.is_broken = True
            self.builder.problem(self.content.source(at, at)[0], f"not well-formed: {message}")

    def _text(self, start: int, end: int, entities: bool) -> None:
        if self.side is not None:
            write(self.side, self.content, start, end, entities=entities)
        elif self.labels.current is not None and not self.stack[-1].hidden:
            write(self.labels.current.text, self.content, start, end, entities=entities)

    def _comment(self, event: Event) -> None:
        self.builder.add_comment(self.content, event.start, event.end, *event.inner)
        if self.stack and self.stack[-1].is_text_group and not self.stack[-1].hidden:
            self.comment = event

    def _start(self, event: Event) -> None:
        name = event.name.rpartition(":")[2]
        parent = self.stack[-1] if self.stack else None
        frame = _Frame(name, event.start, parent)
        if len(self.stack) < _DEPTH:
            frame.shape = frame.shape.inside(self.source, event)
        elif len(self.stack) == _DEPTH:
            at = self.content.source(event.start, event.start)[0]
            self.builder.problem(at, "elements are nested too deep: their places are not known")
        is_fallback = parent is not None and parent.name == "switch" and parent.taken
        if name in _IGNORED or frame.shape.hidden or is_fallback:
            frame.hidden = True
        if name == "g" and len(frame.group) < _GROUPS:
            self.groups += 1
            frame.group = (*frame.group, self.groups)
            identity = value(self.source, event, "id") or ""
            frame.is_text_group = re.compile(_MATPLOTLIB_TEXT).match(identity) is not None
        frame.labels = self.labels.count
        self._glyphs(name, frame)
        if not frame.hidden:
            self._begin(name, event, frame, parent)
        if not event.closed:
            self.stack.append(frame)
            self.counts[name] = self.counts.get(name, 0) + 1
        elif name in _SIDE:
            self.side = None
        elif name in ("text", "foreignObject"):
            self.labels.finish()

    def _glyphs(self, name: str, frame: _Frame) -> None:
        """matplotlib draws glyphs and leaves the text in the comment before them."""
        comment, self.comment = self.comment, None
        if comment is None or name not in _GLYPHS:
            return
        label = Label(self.stack[-1].group, None, frame.shape, *frame.shape.place(None, None))
        label.text.copy(self.content, *comment.inner)
        self.labels.open(label)
        self.labels.finish()

    def _begin(self, name: str, event: Event, frame: _Frame, parent: _Frame | None) -> None:
        if "aria-label" in event.attributes:
            alt = attribute_text(self.content, event, "aria-label")
            if alt is not None:
                self.labels.flush()
                self.builder.add("alt", alt, group=frame.group)
        if name in _SIDE:
            self.side = Text()
        elif self.counts.get("foreignObject"):
            self._html_tag(name, event)
        elif name in ("text", "foreignObject"):
            x, y = self._number(event, "x"), self._number(event, "y")
            self.labels.open(Label(frame.group, parent, frame.shape, *frame.shape.place(x, y)))
            self.tags = InlineTags(self.content)
        elif name == "tspan":
            dx, dy = self._number(event, "dx") or 0.0, self._number(event, "dy") or 0.0
            move = Move(self._number(event, "x"), self._number(event, "y"), dx, dy)
            self.labels.move(event, move, frame.shape, frame.group)

    def _number(self, event: Event, name: str) -> float | None:
        place = event.attributes.get(name)
        return None if place is None else length(self.source[place[0] : min(place[1], place[0] + 40)])

    def _html_tag(self, name: str, event: Event) -> None:
        """A tag inside a foreignObject."""
        label = self.labels.current
        name = name.lower()
        if label is None:
            return
        if name in _HTML_BREAKS:
            self.labels.line_break(event)
        elif name in HIDING or name in ("sup", "br"):
            self.tags.take(event._replace(name=name), label.text)

    def _end(self, event: Event) -> None:
        name = event.name.rpartition(":")[2]
        if not self.counts.get(name):
            self._broken(event.start, f"</{event.name}> closes nothing")
            return
        while self.stack:
            frame = self.stack.pop()
            self.counts[frame.name] -= 1
            self._leave(frame, event)
            if frame.name == name:
                return
            self._broken(frame.start, f"the tag <{frame.name}> is not closed")

    def _leave(self, frame: _Frame, event: Event) -> None:
        name = frame.name
        if name in _SIDE:
            text, self.side = self.side, None
            if text is not None:
                self.labels.flush()
                self.builder.add(name, text, group=frame.group)
        elif name == "text" or (name == "foreignObject" and not self.counts["foreignObject"]):
            self.labels.finish()
        elif self.counts.get("foreignObject"):
            self._html_tag(name, event)
        if self.stack and self.stack[-1].name == "switch" and self.labels.count > frame.labels:
            self.stack[-1].taken = True
