"""Writes the text of inline Markdown from what `Inline` found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimlint.document.emphasis import Delimiter
from claimlint.document.textmap import Content, Text
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.document.tags import InlineTags


class Node(NamedTuple):
    """A stretch of inline Markdown at [start, end) of its content.

    `kind` is `text` (kept as it stands), `put` (`value` stands for it), `code` or `opaque` (kept,
    no claims), `delimiter` (`value` is it), `tag`, `image` (its alt text follows, to `end`;
    `value` is the range of its title), `end`, `comment` (`value` is its inner range) or `svg`.
    """

    kind: str
    start: int
    end: int
    value: object = None


class Extra(NamedTuple):
    """What stands in a text and is no part of it: `image`, `img`, `comment` or `svg`.

    `value` is the alt text and title of an image, the event of an `<img>`, the inner range of a
    comment; `end` is -1 for a drawing that has no end in the content.
    """

    kind: str
    start: int
    end: int
    value: object


def write_nodes(content: Content, nodes: list[Node]) -> tuple[Text, list[Extra]]:
    """The text of the nodes, and what else stands in it, in order."""
    text = Text()
    extras: list[Extra] = []
    outer: list[tuple[Text, object, InlineTags | None]] = []
    struck: list[int] = []
    tags: InlineTags | None = None
    for kind, start, end, value in nodes:
        if kind == "text":
            if end > start:
                text.copy(content, start, end)
        elif kind == "delimiter":
            assert isinstance(value, Delimiter)
            if value.strikes < 0 and struck:
                text.hide(struck.pop())
            if value.end > value.start:
                text.copy(content, value.start, value.end)
            if value.strikes > 0:
                struck.append(text.length)
        elif kind == "put":
            text.put(str(value), content, start, end)
        elif kind in ("code", "opaque"):
            begin = text.length
            text.copy(content, start, end)
            text.hide(begin)
        elif kind == "tag":
            from claimlint.document.markup import scan
            from claimlint.document.tags import InlineTags

            tags = tags or InlineTags(content)
            event = next(scan(content.text, start, end, xml=False))
            if event.name == "img":
                extras.append(Extra("img", start, end, event))
            else:
                tags.take(event, text)
        elif kind == "image":
            # Tags of the text around a picture neither end in its alt text nor begin there.
            outer.append((text, value, tags))
            text, tags = Text(), None
        elif kind == "end":
            alt = text
            text, title, tags = outer.pop()
            if outer:
                text.append(alt)
            else:
                extras.append(Extra("image", start, end, (alt, title)))
        else:
            extras.append(Extra(kind, start, end, value))
    return text, extras
