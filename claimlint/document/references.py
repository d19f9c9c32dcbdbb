"""Link reference definitions and footnotes at the start of a paragraph."""

from __future__ import annotations

import re

from claimlint.document.links import TITLE, normalised

_BEGIN = (
    r" {0,3}\[(?!\^)(?P<label>(?:[^\[\]\\]|\\.){1,999})\]:[ \t]*\n?[ \t]*(?:<(?:[^<>\n\\]|\\.)*>|[^\s<]\S*)"
)
_END = r"[ \t]*(?:\n|$)"
_TITLED = rf"{_BEGIN}(?:[ \t]+|[ \t]*\n[ \t]*){TITLE}{_END}"
_FOOTNOTE = r"\[\^[^\s\[\]]{1,200}\]:"


def _match(pattern: str, text: str, at: int) -> re.Match[str] | None:
    return re.compile(pattern, re.DOTALL).match(text, at)


def definitions(text: str) -> tuple[int, list[str]]:
    """Where the definitions at the start of a paragraph end, and the labels they define."""
    labels: list[str] = []
    at = 0
    while text.startswith(("[", " "), at):
        match = _match(_TITLED, text, at) or _match(_BEGIN + _END, text, at)
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
    cuts = [
        start,
        *[match.end() for match in re.compile(rf"\n[ \t]{{0,3}}(?={_FOOTNOTE})").finditer(text, start)],
        len(text),
    ]
    for index in range(len(cuts) - 1):
        begin, end = cuts[index], cuts[index + 1]
        mark = re.compile(_FOOTNOTE + r"[ \t]*").match(text, begin)
        if end > begin:
            parts.append((mark.end() if mark else begin, end, mark is not None))
    return parts
