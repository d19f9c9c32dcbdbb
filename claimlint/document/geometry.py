"""The little geometry that reading labels needs: places, font sizes, and how wide text is, about."""

from __future__ import annotations

import re

from claimlint.document.markup import Event

_NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:[eE][-+]?\d{1,3})?"
_LENGTH = re.compile(rf"\s*({_NUMBER})(?P<unit>em|%|pt)?")
_TRANSFORM = re.compile(
    rf"translate\(\s*({_NUMBER})(?:[\s,]+({_NUMBER}))?|matrix\(\s*(?:{_NUMBER}[\s,]+){{4}}({_NUMBER})[\s,]+({_NUMBER})"
)
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))")
_STYLE_SIZE = re.compile(rf"font(?:-size)?\s*:[^;]*?\b({_NUMBER})(px|pt|em|%)?")
_STYLE_ANCHOR = re.compile(r"text-anchor\s*:\s*(start|middle|end)")
_CHARACTER = 0.55
"""The width of an average character in em, over common sans-serif fonts (0.5 to 0.6)."""
_ATTRIBUTE_LIMIT = 600
_FURTHEST = 1e9
"""No drawing is larger, so no sum of places overflows."""


def length(written: str, em: float = 16.0) -> float | None:
    """A coordinate in user units; None for percentages and what is no number.  The first of a list."""
    match = _LENGTH.match(written)
    if match is None or match["unit"] == "%":
        return None
    number = float(match[1])
    return _bounded(number * em if match["unit"] == "em" else number)


def end_of(text: str, x: float, size: float, anchor: str) -> float:
    """Where text that is anchored at `x` ends, about."""
    width = len(text) * size * _CHARACTER
    return x + {"start": width, "middle": width / 2}.get(anchor, 0.0)


def translation(transform: str) -> tuple[float, float]:
    """The sum of the translations of a transform; scaling and rotation are left out."""
    x = y = 0.0
    for match in _TRANSFORM.finditer(transform):
        x += _bounded(float(match[1] or match[3] or 0))
        y += _bounded(float(match[2] or match[4] or 0))
    return x, y


def _bounded(number: float) -> float:
    return max(-_FURTHEST, min(_FURTHEST, number))


class Shape:
    """What elements inherit: the shift of the origin, font size, anchor, and whether they show."""

    __slots__ = ("anchor", "dx", "dy", "hidden", "raised", "size")

    def __init__(self) -> None:
        self.dx = 0.0
        self.dy = 0.0
        self.size = 16.0
        self.anchor = "start"
        self.hidden = False
        self.raised = False

    def place(self, x: float | None, y: float | None) -> tuple[float, float]:
        """A place in the drawing's own coordinates; an absent coordinate is the origin's."""
        return (x or 0.0) + self.dx, (y or 0.0) + self.dy

    def inside(self, source: str, event: Event) -> Shape:
        """The shape inside the element of a start tag."""
        attributes = event.attributes
        if not attributes:
            return self if not self.raised else self._copy()
        relevant = attributes.keys() & _RELEVANT
        if not relevant:
            return self if not self.raised else self._copy()
        shape = self._copy()
        get = {
            name: source[low : min(high, low + _ATTRIBUTE_LIMIT)]
            for name, (low, high) in attributes.items()
            if name in relevant
        }
        if "transform" in get:
            x, y = translation(get["transform"])
            shape.dx += x
            shape.dy += y
        style = get.get("style", "")
        if (
            _HIDDEN.search(style)
            or get.get("display") == "none"
            or get.get("visibility") in ("hidden", "collapse")
        ):
            shape.hidden = True
        size = _STYLE_SIZE.search(style) if "font" in style else None
        written = size[1] + (size[2] or "") if size else get.get("font-size")
        if written:
            shape.size = length(written, self.size) or self.size
        anchor = _STYLE_ANCHOR.search(style)
        shape.anchor = anchor[1] if anchor else get.get("text-anchor", self.anchor)
        shift = get.get("baseline-shift") or (
            "super" if "baseline-shift:super" in style.replace(" ", "") else ""
        )
        shape.raised = shift == "super" or (shift[:1].isdigit() and shift.strip("0.%") != "")
        return shape

    def _copy(self) -> Shape:
        shape = Shape()
        shape.dx, shape.dy, shape.size, shape.anchor = self.dx, self.dy, self.size, self.anchor
        shape.hidden = self.hidden
        return shape


_RELEVANT = frozenset(
    ["transform", "style", "display", "visibility", "font-size", "text-anchor", "baseline-shift"]
)
