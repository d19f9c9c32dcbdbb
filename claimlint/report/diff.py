"""Changes as a unified diff for people: nothing of a file reaches the terminal as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.report.terminal import visible

_LINE_END = re.compile(r"\r\n?|\n")
COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}
RESET = "\x1b[0m"


def unified(path: str, before: str, after: str, *, colour: bool = False) -> Iterator[str]:
    """The lines of the diff, each with its line end; lines end at LF, CR LF or a lone CR."""
    from difflib import unified_diff

    name = visible(path)
    old, new = (_LINE_END.split(text) for text in (before, after))
    for line in unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm=""):
        shown = visible(line)
        paint = COLOURS.get(line[:1]) if colour and not line.startswith(("---", "+++")) else None
        yield f"{paint}{shown}{RESET}\n" if paint else f"{shown}\n"
