"""Plain text: paragraphs between blank lines, and list items."""

from __future__ import annotations

import re

from claimlint.document.builder import Builder
from claimlint.document.structure import Document, line_starts
from claimlint.document.textmap import Text, whole

_BULLET = re.compile(r"[ \t]*(?P<mark>[-*+•‣]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S)")


def read(path: str, text: str) -> Document:
    """Reads plain text; a line that begins with a bullet begins a list item."""
    builder = Builder(path, text, "text")
    content = whole(text)
    starts = [*line_starts(text), len(text)]
    block = Text()
    in_item = False

    def flush() -> None:
        nonlocal block
        builder.add("item" if in_item else "paragraph", block)
        block = Text()

    for index in range(len(starts) - 1):
        start, stop = starts[index], starts[index + 1]
        end = stop
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        if not text[start:end].strip():
            flush()
            in_item = False
            builder.items.clear()
            continue
        bullet = _BULLET.match(text, start, end)
        if bullet and (bullet["number"] is None or in_item or not block.pieces):
            flush()
            in_item = True
            builder.item_count += 1
            builder.items[:] = [builder.item_count]
            start = bullet.end()
        block.copy(content, start, end)
        if stop > end:
            block.put("\n", content, end, stop)
    flush()
    return builder.document()
