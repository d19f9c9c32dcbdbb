"""Where the links of Markdown point: destinations, titles and labels."""

from __future__ import annotations

import re
from collections.abc import Set

# Patterns are compiled on their first use (`re` keeps them): many pages have no link at all.
LABEL = r"\[((?:[^\[\]\\]|\\.){0,999})\]"
"""A link label in its brackets; needs `re.DOTALL`."""

TITLE = r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))"
"""A link title in its quotes; needs `re.DOTALL`."""

_END = rf"(?:\s+{TITLE})?\s*\)"
_ANGLED = r"<(?:[^<>\n\\]|\\.)*>"
_PARENTHESES = 32

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""What a backslash escapes."""


def normalised(label: str) -> str:
    """A link label as CommonMark compares it."""
    return " ".join(label.split()).lower().upper()


def link_target(
    source: str, at: int, text: tuple[int, int], references: Set[str]
) -> tuple[int, tuple[int, int] | None] | None:
    """Where the link ends that has its text, in brackets, before `at`, and the range of its title.

    `text` is the range inside the brackets.  None when the brackets are no link.
    """
    if source.startswith("(", at):
        end = _destination(source, at + 1)
        rest = None if end is None else re.compile(_END, re.DOTALL).match(source, end)
        if end is not None and rest is not None:
            titled = source[end : rest.end() - 1].strip()
            if not titled:
                return rest.end(), None
            start = source.index(titled[0], end) + 1
            return rest.end(), (start, start + len(titled) - 2)
    pattern = re.compile(LABEL, re.DOTALL)
    label = pattern.match(source, at) if source.startswith("[", at) else None
    if label is not None and label[1].strip():
        return (label.end(), None) if normalised(label[1]) in references else None
    if not references or text[1] - text[0] > 999:
        return None
    shortcut = source[text[0] : text[1]]
    if "[" in shortcut and pattern.match(source, text[0] - 1) is None:
        return None
    if normalised(shortcut) in references:
        return (label.end() if label is not None else at), None
    return None


def _destination(source: str, at: int) -> int | None:
    while at < len(source) and source[at] in " \t\n":
        at += 1
    if source.startswith("<", at):
        angled = re.compile(_ANGLED).match(source, at)
        return angled.end() if angled else None
    depth = 0
    while at < len(source):
        mark = source[at]
        if mark == "\\" and source[at + 1 : at + 2] in PUNCTUATION:
            at += 2
            continue
        if mark <= " ":
            break
        if mark == "(":
            depth += 1
            if depth > _PARENTHESES:
                return None
        elif mark == ")":
            if depth == 0:
                break
            depth -= 1
        at += 1
    return at if depth == 0 else None
