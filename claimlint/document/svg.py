"""SVG: the labels of a drawing with their places, and its title, description and aria labels."""

from __future__ import annotations

import re

from claimlint.document.builder import Builder
from claimlint.document.geometry import Shape, end_of, length
from claimlint.document.markup import Event, scan, value
from claimlint.document.structure import Document
from claimlint.document.tags import BREAKS, HIDING, InlineTags, attribute_text, write
from claimlint.document.textmap import Content, Text, whole

_IGNORED = frozenset(
    {"style", "script", "defs", "symbol", "metadata", "clipPath", "mask", "marker", "pattern", "filter"}
)
_SIDE = {"title": "title", "desc": "desc"}
_BREAKS = BREAKS | {
    "dd",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "ol",
    "table",
    "td",
    "th",
    "tr",
    "ul",
}
_REGION = re.compile(r"<(?P<end>/?)svg(?=[\s/>])[^<>]*>", re.IGNORECASE)
_NESTED = 16
_MATPLOTLIB_TEXT = re.compile(r"text_?\d*$")
_SIZE = 32_000_000
_DEPTH = 10_000
_GROUPS = 64


def read(path: str, text: str) -> Document:
    """Reads an SVG file; what is not well formed is a problem, and the rest is read all the same."""
    builder = Builder(path, text, "svg")
    if len(text) > _SIZE:
        builder.open_figure()
        builder.unreadable.add(0)
        builder.problem(0, f"the drawing is larger than {_SIZE:,} characters: it is not read")
    else:
        read_region(builder, whole(text), 0, len(text), xml=True)
    return builder.document()


def region_end(source: str, start: int, stop: int) -> int:
    """Where the `<svg>` at `start` ends, drawings nested in it included; -1 when it does not."""
    depth = 0
    first = -1
    for tag in _REGION.finditer(source, start, stop):
        if tag["end"]:
            depth -= 1
            first = tag.end() if first < 0 else first
        elif not tag.group().endswith("/>"):
            depth += 1
        if depth <= 0:
            return tag.end()
        if depth > _NESTED:
            break
    return first


def read_region(builder: Builder, content: Content, start: int, end: int, *, xml: bool = False) -> None:
    """Reads the drawing at content.text[start:end] as the open figure, or as one of its own."""
    outer = builder.figure
    if outer is None:
        builder.figure = builder.open_figure()
    figure = builder.figure
    assert figure is not None
    readable = _Drawing(builder, content, xml).read(start, end)
    if not readable:
        builder.unreadable.add(figure)
    builder.neighbour = figure
    builder.figure = outer


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


class _Label:
    """A piece of text in a drawing while it is written; `pen` is where it ends, about."""

    __slots__ = ("anchor", "group", "parent", "size", "text", "x", "y")

    def __init__(self, frame: _Frame, parent: _Frame | None, x: float, y: float) -> None:
        self.text = Text()
        self.group = frame.group
        self.parent = parent
        self.size = frame.shape.size
        self.anchor = frame.shape.anchor
        self.x = x
        self.y = y


class _Drawing:
    def __init__(self, builder: Builder, content: Content, xml: bool) -> None:
        self.builder = builder
        self.content = content
        self.source = content.text
        self.xml = xml
        self.stack: list[_Frame] = []
        self.counts: dict[str, int] = {}
        self.groups = 0
        self.labels = 0
        self.label: _Label | None = None
        self.pending: _Label | None = None
        self.side: tuple[str, Text] | None = None
        self.comment: Event | None = None
        self.html = 0
        self.tags = InlineTags(content)
        self.is_broken = False

    def read(self, start: int, end: int) -> bool:
        """Whether any label was read."""
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
        self._finish_label()
        self._emit_pending()
        return self.labels > 0

    def _broken(self, at: int, message: str) -> None:
        """Reports the first fault only: the others mostly follow from it."""
        if not self.is_broken and (self.xml or message.startswith("refused")):
            self.is_broken = True
            self.builder.problem(self.content.source(at, at)[0], f"not well-formed: {message}")

    def _text(self, start: int, end: int, entities: bool) -> None:
        if self.side is not None:
            write(self.side[1], self.content, start, end, entities=entities)
        elif self.label is not None and not self.stack[-1].hidden:
            write(self.label.text, self.content, start, end, entities=entities)

    def _comment(self, event: Event) -> None:
        if self.builder.format == "markdown" or "claimlint:" in self.source[event.start : event.end]:
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
            self.builder.problem(at, "elements are nested too deep")
        is_fallback = parent is not None and parent.name == "switch" and parent.taken
        if name in _IGNORED or frame.shape.hidden or is_fallback:
            frame.hidden = True
        if name == "g" and len(frame.group) < _GROUPS:
            self.groups += 1
            frame.group = (*frame.group, self.groups)
            frame.is_text_group = _MATPLOTLIB_TEXT.match(value(self.source, event, "id") or "") is not None
        frame.labels = self.labels
        self._glyphs(event, frame)
        if not frame.hidden:
            self._begin(name, event, frame, parent)
        if not event.closed:
            self.stack.append(frame)
            self.counts[name] = self.counts.get(name, 0) + 1
            if name == "foreignObject":
                self.html += 1
        elif name == "text":
            self._finish_label()

    def _glyphs(self, event: Event, frame: _Frame) -> None:
        """matplotlib draws glyphs and leaves the text in the comment before them."""
        comment, self.comment = self.comment, None
        if comment is None or event.name.rpartition(":")[2] not in ("g", "path", "use"):
            return
        self._finish_label()
        label = _Label(frame, None, *frame.shape.place(None, None))
        label.group = self.stack[-1].group
        label.text.copy(self.content, *comment.inner)
        self._emit(label)

    def _begin(self, name: str, event: Event, frame: _Frame, parent: _Frame | None) -> None:
        if "aria-label" in event.attributes:
            alt = attribute_text(self.content, event, "aria-label")
            if alt is not None:
                self._emit_pending()
                self.builder.add("alt", alt, group=frame.group)
        if name in _SIDE:
            self.side = (_SIDE[name], Text())
        elif self.html:
            self._begin_html(name, event)
        elif name in ("text", "foreignObject"):
            self._finish_label()
            x, y = self._number(event, "x"), self._number(event, "y")
            self.label = _Label(frame, parent, *frame.shape.place(x, y))
            self.tags = InlineTags(self.content)
        elif name == "tspan" and self.label is not None:
            self._span(event, frame, parent)

    def _number(self, event: Event, name: str) -> float | None:
        place = event.attributes.get(name)
        return None if place is None else length(self.source[place[0] : min(place[1], place[0] + 40)])

    def _begin_html(self, name: str, event: Event) -> None:
        name = name.lower()
        if self.label is None:
            return
        if name in _BREAKS:
            self._break_html(event)
        elif name in HIDING or name in ("sup", "br"):
            self.tags.take(event._replace(name=name), self.label.text)

    def _break_html(self, event: Event) -> None:
        assert self.label is not None
        if self.label.text.length:
            self.label.text.put("\n", self.content, event.start, event.end)

    def _span(self, event: Event, frame: _Frame, parent: _Frame | None) -> None:
        """A tspan goes on in its line, opens the next line, or is a label of its own."""
        label = self.label
        assert label is not None
        x, y = self._number(event, "x"), self._number(event, "y")
        dx, dy = self._number(event, "dx") or 0.0, self._number(event, "dy") or 0.0
        raised = frame.shape.raised
        if not label.text.tail(4).strip():
            if not label.text.length or x is not None or y is not None:
                to_x, to_y = frame.shape.place(x, y)
                label.x = to_x if x is not None else label.x
                label.y = to_y if y is not None else label.y
            return
        em = label.size
        to_x, to_y = frame.shape.place(x, y)
        moved = y is not None and abs(to_y - label.y) > 0.5 * em
        if x is None and not moved:
            if (dy < 0 or raised) and label.text.tail(1).isalnum() and abs(dy) < em:
                label.text.put("^", self.content, event.start, event.end)
            elif dy >= 0.9 * em:
                label.text.put("\n", self.content, event.start, event.end)
            elif dx > 0.15 * em and not label.text.tail(1).isspace():
                label.text.put(" ", self.content, event.start, event.end)
            return
        if (moved or dy >= 0.9 * em) and (x is None or abs(to_x - label.x) < 0.1):
            label.text.put("\n", self.content, event.start, event.end)
            return
        if not moved and dy == 0:
            gap = to_x - end_of(label.text.finish()[0], label.x, label.size, "start")
            if -1.5 * em < gap < 0.9 * em:
                if gap > 0.1 * em and not label.text.tail(1).isspace():
                    label.text.put(" ", self.content, event.start, event.end)
                return
        line = _Label(frame, label.parent, to_x, to_y if y is not None else label.y + dy)
        self._finish_label()
        self.label = line

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
        if name in _SIDE and self.side is not None:
            kind, text = self.side
            self.side = None
            self._emit_pending()
            self.builder.add(kind, text, group=frame.group)
        elif name == "foreignObject":
            self.html -= 1
            self._finish_label()
        elif self.html and self.label is not None:
            lower = name.lower()
            if lower in _BREAKS:
                self._break_html(event)
            elif lower in HIDING or lower == "sup":
                self.tags.take(event._replace(name=lower), self.label.text)
        elif name == "text":
            self._finish_label()
        if self.stack and self.stack[-1].name == "switch" and self.labels > frame.labels:
            self.stack[-1].taken = True

    def _finish_label(self) -> None:
        label, self.label = self.label, None
        if label is not None and label.text.finish()[0]:
            self._emit(label)

    def _emit(self, label: _Label) -> None:
        """Keeps a label back: the next one may go on in its line."""
        self.labels += 1
        before = self.pending
        if before is not None and _goes_on(before, label):
            start = label.text.pieces[0][1]
            before.text.pieces.append((" ", start, start))
            before.text.length += 1
            shift = before.text.length
            before.text.pieces += label.text.pieces
            before.text.opaque += [(low + shift, high + shift) for low, high in label.text.opaque]
            before.text.length += label.text.length
            return
        self._emit_pending()
        self.pending = label

    def _emit_pending(self) -> None:
        label, self.pending = self.pending, None
        if label is not None:
            self.builder.add("label", label.text, group=label.group, x=label.x, y=label.y)


def _goes_on(before: _Label, label: _Label) -> bool:
    """Whether two texts are one phrase: one parent and line, one word space apart, one number."""
    if before.parent is not label.parent or before.parent is None or before.anchor != label.anchor:
        return False
    if before.y != label.y or before.anchor != "start":
        return False
    first, second = before.text.finish()[0], label.text.finish()[0]
    numbers = any(map(str.isdigit, first)), any(map(str.isdigit, second))
    if all(numbers) or len(first) > 200:
        return False
    gap = label.x - end_of(first, before.x, before.size, "start")
    return -0.1 * before.size < gap < 0.5 * before.size
