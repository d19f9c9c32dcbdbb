"""SVG: whole files, and drawings that stand in other markup."""

from __future__ import annotations

import re

from claimlint.document.builder import Builder
from claimlint.document.drawing import Drawing
from claimlint.document.structure import Document
from claimlint.document.textmap import Content, whole

_REGION = r"<(?P<end>/?)svg(?=[\s/>])[^<>]*>"
_NESTED = 16
_SIZE = 32_000_000


def read(path: str, text: str) -> Document:
    """Reads an SVG file; what is not well-formed is a problem, and the rest is read all the same.

    A document type with declarations of its own is refused: nothing after it is read.
    """
    builder = Builder(path, text, "svg")
    if len(text) > _SIZE:
        builder.unreadable.add(builder.open_figure())
        builder.problem(0, f"the drawing is larger than {_SIZE:,} characters: it is not read")
    else:
        read_region(builder, whole(text), 0, len(text), xml=True)
    return builder.document()


def region_end(source: str, start: int, stop: int) -> int:
    """Where the `<svg>` at `start` ends, drawings nested in it included; -1 when it does not."""
    depth = 0
    first = -1
    for tag in re.compile(_REGION, re.IGNORECASE).finditer(source, start, stop):
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
    """Reads the drawing at content.text[start:end] as the open figure, or as one of its own.

    `xml` says that it must be well-formed XML, as a file of its own must.
    """
    outer = builder.figure
    figure = builder.open_figure() if outer is None else outer
    builder.figure = figure
    if not Drawing(builder, content, xml=xml).read(start, end):
        builder.unreadable.add(figure)
    builder.neighbour = figure
    builder.figure = outer
