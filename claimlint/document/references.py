"""Link reference definitions and footnotes at the start of a paragraph."""

from __future__ import annotations

import re

from claimlint.document.inline import normalised

_BEGIN = (
    r" {0,3}\[(?!\^)(?P<label>(?:[^\[\]\\]|\\.){1,999})\]:[ \t]*\n?[ \t]*(?:<(?:[^<>\n\\]|\\.)*>|[^\s<]\S*)"
)
_TITLE = r"(?:[ \t]+|[ \t]*\n[ \t]*)(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))"
_END = r"[ \t]*(?:\n|$)"
_TITLED = re.compile(_BEGIN + _TITLE + _END, re.DOTALL)
_UNTITLED = re.compile(_BEGIN + _END, re.DOTALL)
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,200}\]:[ \t]*")
_FOOTNOTE_LINE = re.compile(r"\n[ \t]{0,3}(?=\[\^[^\s\[\]]{1,200}\]:)")


def definitions(text: str) -> tuple[int, list[str]]:
    """Where the definitions at the start of a paragraph end, and the labels they define."""
    labels: list[str] = []
    at = 0
    while text.startswith(("[", " "), at):
        match = _TITLED.match(text, at) or _UNTITLED.match(text, at)
        if match is None or not match["label"].strip():
            break
        labels.append(normalised(match["label"]))
        at = match.end()
    return at, labels


def footnotes(text: str, start: int) -> list[tuple[int, int, bool]]:
    """The parts of a paragraph: each footnote is one, without its mark (start, end, is a footnote)."""
    if "[^" not in text:
        return [(start, len(text), False)]
    parts = []
    cuts = [start, *[match.end() for match in _FOOTNOTE_LINE.finditer(text, start)], len(text)]
    for index in range(len(cuts) - 1):
        begin, end = cuts[index], cuts[index + 1]
        mark = _FOOTNOTE.match(text, begin)
        if end > begin:
            parts.append((mark.end() if mark else begin, end, mark is not None))
    return parts
