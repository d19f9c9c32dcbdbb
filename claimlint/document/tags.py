"""What inline HTML does to text: line breaks, exponents and footnote marks, code and struck text."""

from __future__ import annotations

import re

from claimlint.document.markup import Event, decoded
from claimlint.document.textmap import Content, Text

HIDING = frozenset(["del", "s", "strike", "code", "kbd", "samp", "tt", "pre", "var", "math"])
"""Elements whose text is kept but holds no claims."""

BREAKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "body",
        "center",
        "details",
        "dialog",
        "div",
        "fieldset",
        "footer",
        "form",
    }
    | {"header", "hr", "html", "legend", "main", "nav", "option", "p", "section", "summary"}
)
"""Elements that begin and end a paragraph and say no more about it."""

_POWER = re.compile(r"[+\-−–]\d{1,3}$")
_DIGITS = re.compile(r"\d{1,3}$|[a-z]$|[nN]/2$")
_ROUND_BASE = re.compile(r"(?:^|[^\d.,])(?:10|2)\s?$")
_LETTER_BASE = re.compile(r"(?:^|[^\w])(?:[A-Za-z]|[kcdmµμn]m)$|[)\]]$")
_ORDINAL = frozenset(["st", "nd", "rd", "th"])


def is_exponent(base: str, superscript: str) -> bool:
    """Whether a superscript after `base` is an exponent, and not the mark of a footnote.

    A signed number always is; another after 10, 2, a single letter or a length (`m`, `km`), where
    `1` would say nothing and is a mark.
    """
    if _POWER.match(superscript):
        return True
    if _DIGITS.match(superscript) is None:
        return False
    if _ROUND_BASE.search(base):
        return True
    return superscript != "1" and _LETTER_BASE.search(base) is not None


class InlineTags:
    """Follows the inline tags within one block of text."""

    __slots__ = ("content", "open")

    def __init__(self, content: Content) -> None:
        self.content = content
        self.open: list[tuple[str, Event, int, int]] = []

    def take(self, event: Event, text: Text) -> None:
        """Applies one start or end tag to the text written so far."""
        name = event.name
        if name == "br":
            text.put("\n", self.content, event.start, event.end)
        elif name != "sup" and name not in HIDING:
            return
        elif event.kind == "start":
            if event.closed or len(self.open) > 100:
                return
            self.open.append((name, event, text.length, len(text.pieces)))
            if name == "sup":
                text.put("^", self.content, event.start, event.end)
        else:
            for index in range(len(self.open) - 1, -1, -1):
                if self.open[index][0] == name:
                    self._end(index, event, text)
                    del self.open[index:]
                    return

    def _end(self, index: int, event: Event, text: Text) -> None:
        name, start, length, pieces = self.open[index]
        if name != "sup":
            text.hide(length)
            return
        inner = "".join([piece[0] for piece in text.pieces[pieces:]])[1:].strip()
        if is_exponent(text.tail(8, pieces), inner):
            return
        text.cut(pieces)
        if inner in _ORDINAL:
            for characters, at, end in decoded(self.content.text, start.end, event.start):
                if characters is None:
                    text.copy(self.content, at, end)
                else:
                    text.put(characters, self.content, at, end)


_WHITE = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")


def write(text: Text, content: Content, start: int, end: int, *, entities: bool = True) -> None:
    """Appends the character data content.text[start:end]: entities decoded, white space folded."""
    source = content.text
    pieces = decoded(source, start, end) if entities else iter([(None, start, end)])
    for characters, at, stop in pieces:
        if characters is not None:
            text.put(characters, content, at, stop)
            continue
        for white in _WHITE.finditer(source, at, stop):
            if white.start() > at:
                text.copy(content, at, white.start())
            fold = "\n" if "\n" in white.group() or "\r" in white.group() else " "
            text.put(fold, content, white.start(), white.end())
            at = white.end()
        if stop > at:
            text.copy(content, at, stop)


def attribute_text(content: Content, event: Event, name: str) -> Text | None:
    """The value of an attribute with its place; None when the tag does not have it."""
    place = event.attributes.get(name)
    if place is None:
        return None
    text = Text()
    write(text, content, *place)
    return text
