"""The labels of a drawing: which pieces of text are one label, and which are separate."""

from __future__ import annotations

from claimlint.document.builder import Builder
from claimlint.document.geometry import Shape, end_of
from claimlint.document.markup import Event
from claimlint.document.textmap import Content, Text

_LONGEST_JOINED = 200


class Label:
    """A piece of text in a drawing while it is written; (x, y) is where it starts.

    `parent` identifies the element that the text stands in.
    """

    __slots__ = ("anchor", "group", "parent", "size", "text", "x", "y")

    def __init__(self, group: tuple[int, ...], parent: object, shape: Shape, x: float, y: float) -> None:
        self.text = Text()
        self.group = group
        self.parent = parent
        self.size = shape.size
        self.anchor = shape.anchor
        self.x = x
        self.y = y


class Move:
    """Where a tspan goes: absolute `x` and `y` if it states them, and the shift of its line."""

    __slots__ = ("dx", "dy", "x", "y")

    def __init__(self, x: float | None, y: float | None, dx: float, dy: float) -> None:
        self.x = x
        self.y = y
        self.dx = dx
        self.dy = dy


class Labels:
    """Writes labels into the builder; `count` is how many had text."""

    def __init__(self, builder: Builder, content: Content) -> None:
        self.builder = builder
        self.content = content
        self.current: Label | None = None
        self.pending: Label | None = None
        self.count = 0

    def open(self, label: Label) -> None:
        """Starts a label; the one that is open ends."""
        self.finish()
        self.current = label

    def move(self, event: Event, move: Move, shape: Shape, group: tuple[int, ...]) -> None:
        """Takes in the tspan of a tag: it goes on, opens the next line, or is a label of its own.

        A step up behind a letter or digit is an exponent, which must not be glued to its base.
        """
        label = self.current
        if label is None:
            return
        to_x, to_y = shape.place(move.x, move.y)
        if not label.text.tail(4).strip():
            label.x = to_x if move.x is not None else label.x
            label.y = to_y if move.y is not None else label.y
            return
        em = label.size
        is_moved = move.y is not None and abs(to_y - label.y) > 0.5 * em
        is_next_line = is_moved or move.dy >= (0.8 if move.x is None else 0.3) * em
        if move.x is None and not is_moved:
            rises = (move.dy < 0 and -move.dy < em) or shape.raised
            if rises and label.text.tail(1).isalnum():
                self._put("^", event)
            elif is_next_line:
                self._put("\n", event)
            elif move.dx > 0.15 * em:
                self._space(event)
        elif is_next_line and (move.x is None or abs(to_x - label.x) < 0.1):
            self._put("\n", event)
        elif is_moved or move.dy != 0 or not self._is_near(label, to_x, event):
            self.open(
                Label(group, label.parent, shape, to_x, to_y if move.y is not None else label.y + move.dy)
            )

    def _is_near(self, label: Label, x: float, event: Event) -> bool:
        """Whether `x` is where the label ends, about; a word space is put in between if there is one."""
        gap = x - end_of(label.text.finish()[0], label.x, label.size, "start")
        if not -1.5 * label.size < gap < 0.9 * label.size:
            return False
        if gap > 0.1 * label.size:
            self._space(event)
        return True

    def _put(self, string: str, event: Event) -> None:
        if self.current is not None:
            self.current.text.put(string, self.content, event.start, event.end)

    def _space(self, event: Event) -> None:
        if self.current is not None and not self.current.text.tail(1).isspace():
            self._put(" ", event)

    def line_break(self, event: Event) -> None:
        """A line ends within the label, if it has begun."""
        if self.current is not None and self.current.text.length:
            self._put("\n", event)

    def finish(self) -> None:
        """Ends the open label."""
        label, self.current = self.current, None
        if label is not None and label.text.finish()[0]:
            self.take(label)

    def take(self, label: Label) -> None:
        """Keeps a label back: the next one may go on in its line."""
        self.count += 1
        before = self.pending
        if before is not None and _goes_on(before, label):
            start = label.text.pieces[0][1]
            space = Text()
            space.pieces.append((" ", start, start))
            space.length = 1
            before.text.append(space)
            before.text.append(label.text)
            return
        self.flush()
        self.pending = label

    def flush(self) -> None:
        """Writes the label that was kept back."""
        label, self.pending = self.pending, None
        if label is not None:
            self.builder.add("label", label.text, group=label.group, x=label.x, y=label.y)


def _goes_on(before: Label, label: Label) -> bool:
    """Whether two texts are one phrase: one parent and line, one word space apart, one number."""
    if before.parent is not label.parent or before.y != label.y or label.x <= before.x:
        return False
    if before.parent is None or before.anchor != "start" or label.anchor != "start":
        return False
    first, second = before.text.finish()[0], label.text.finish()[0]
    numbers = any(map(str.isdigit, first)), any(map(str.isdigit, second))
    if all(numbers) or len(first) > _LONGEST_JOINED:
        return False
    gap = label.x - end_of(first, before.x, before.size, "start")
    return -0.1 * before.size < gap < 0.5 * before.size
