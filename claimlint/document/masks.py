"""Ranges of a text in which no claim is read whatever the markup: template tags, directives and addresses."""

from __future__ import annotations

import re

from claimlint.document.textmap import union

_TEMPLATE = r"\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{(?:[:#.][A-Za-z: ]|[\w-]+=)[^{}\n]*\}"
_DIRECTIVE = r"(?m)^[ \t]*:{3,}[^\n]*"
_ADDRESS_END = r"[\s<>\"`|]"
_SCHEME_LENGTH = 16


def masked(text: str, opaque: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """`opaque` with template tags (`{{ }}`, `{% %}`), attributes, `:::` lines and web addresses added."""
    ranges = list(opaque)
    if "{" in text:
        ranges += [match.span() for match in re.compile(_TEMPLATE).finditer(text)]
    if ":::" in text:
        ranges += [match.span() for match in re.compile(_DIRECTIVE).finditer(text)]
    at = text.find("://")
    while at >= 0:
        start = at
        while (
            start > 0
            and start > at - _SCHEME_LENGTH
            and (text[start - 1].isalnum() or text[start - 1] in "+.-")
        ):
            start -= 1
        stop = re.compile(_ADDRESS_END).search(text, at)
        end = stop.start() if stop else len(text)
        while end > at + 3 and text[end - 1] in ".,;:!?)":
            end -= 1
        if start < at:
            ranges.append((start, end))
        at = text.find("://", max(end, at + 3))
    return tuple(union(ranges))
