"""Text for the editor's pop-ups: Markdown in which nothing that came from a document is markup."""

from __future__ import annotations

import re

from claimlint.report.terminal import visible

_MARKS = re.compile(r"[\\`*_\[\]<>&|~]|(?<=:)/(?=/)|(?<=www)\.|(?<=\w)@")
"""What can begin markup within a line, the links that some readers make of bare addresses included."""
_LONGEST = 600


def escaped(text: str) -> str:
    """Text as Markdown shows it letter by letter, on one line."""
    return _MARKS.sub(r"\\\g<0>", shortened(text))


def code(text: str) -> str:
    """Text in a code span, on one line."""
    text = shortened(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def shortened(text: str) -> str:
    """Text on one line, with what cannot be seen spelled out, cut where it is very long."""
    text = visible(" ".join(text.split()))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
