"""What a page says of the past: changelogs, sections headed by a version or a date, marked regions."""

from __future__ import annotations

import re

from claimlint.claim.lazy import Lazy
from claimlint.document.structure import Block, Document

_HEADING = Lazy(
    r"^\W*(?:(?:version|release|v)\s?\.?)?\d+\.\d+(?:\.\d+)*(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d*)?\W*(?:$|\(|[-–—:]|\d{4})"
    r"|^\W*(?:19|20)\d\d[-/.](?:0?\d|1[0-2])(?:[-/.]\d{1,2})?\b"
    r"|^\W*(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2},?\s+)?(?:19|20)\d\d\W*$"
    r"|\b(?:what[’']s new|changes?|changelog|upgrading|migrat\w+|released?)\b.*\bv?\d+\.\d+"
    r"|^\W*(?:changelog|change ?log|changes|release notes|release history|history|version history|news)\W*$",
    re.I,
)
_WORDS = ("change", "release", "history", "news")
_FILE = Lazy(r"(?:^|/)(?:changelog|changes|history|news|releases?|release[-_ ]?notes)[^/]*$", re.I)


def past_sections(document: Document) -> frozenset[int]:
    """The indexes of the sections that tell history, with all that stand below them."""
    if _FILE.search(document.path):
        return frozenset(section.index for section in document.sections)
    past: set[int] = set()
    for section in document.sections:
        if section.parent in past or (section.title and _tells_history(_heading(document, section.index))):
            past.add(section.index)
    return frozenset(past)


def _tells_history(heading: str) -> bool:
    # Most headings have neither a number nor such a word, and spare the pattern.
    likely = any(map(str.isdigit, heading)) or any(word in heading.lower() for word in _WORDS)
    return likely and _HEADING.search(heading) is not None


def _heading(document: Document, section: int) -> str:
    entry = document.sections[section]
    return (
        f"{entry.number} {entry.title}"
        if entry.number and not entry.title.strip(" -–—()[]:")
        else entry.title
    )


def in_history(document: Document, block: Block) -> bool:
    """Whether the block stands between history marks."""
    if not document.history or not block.runs:
        return False
    start = block.runs[0].source_start
    return any(low <= start < high for low, high in document.history)
