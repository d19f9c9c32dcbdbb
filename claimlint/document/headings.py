"""The numbers of headings and the captions of tables and figures."""

from __future__ import annotations

import re

# Compiled on first use (`re` keeps them).
_NUMBERED = (
    r"(?P<mark>(?:§|[Ss]ection|[Cc]hapter|[Pp]art|[Aa]ppendix)\s*)?(?P<number>(?:\d+|[A-Z])(?:\.\d+)*)"
    r"(?P<stop>[.):]?)(?=\s|$)"
)
_CAPTION = (
    r"(?:(?P<figure>Figure|Fig\.?)|Table|Tab\.)(?:\s+[A-Z]?[-.\d]{0,20}\d[a-z]?|\s+[IVXLC]+)?\s*(?:[.:·—–|)-]|$|\n)"
    r"|:\s+(?=\S)"
)


def section_number(title: str) -> str | None:
    """The number that a heading begins with: `4` of `4. Title` and `§4 Title`, `4.1` of `4.1 Title`.

    A number that a small letter follows counts something: `43 µs is enough` has none.
    """
    match = re.compile(_NUMBERED).match(title)
    if match is None or (match["number"].isalpha() and not match["mark"]):
        return None
    following = title[match.end() :].lstrip()[:1]
    bare = not match["mark"] and not match["stop"] and "." not in match["number"]
    return None if bare and following and not following.isupper() else match["number"]


def caption_kind(text: str) -> str | None:
    """`figure` or `table` when `text` begins as a caption does, `pandoc` for `: text`, or None.

    `Table 3:`, `Figure 5.1 ·` and `Table:` begin captions; `Figure 3 shows …` is prose.
    """
    if text[:1] not in ("F", "f", "T", "t", ":"):
        return None
    match = re.compile(_CAPTION, re.IGNORECASE).match(text)
    if match is None:
        return None
    return "pandoc" if text[0] == ":" else "figure" if match["figure"] else "table"
