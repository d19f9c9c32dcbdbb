"""What of the raw text around a number can be told without reading its markup.

Each function is sure of what it denies: where markup may change the text, it denies nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.lazy import Lazy
from claimlint.claim.normalise import same_width

_AHEAD, _BACK, _FAR, _BLOB = 80, 24, 400, 100
_ENCODED = Lazy(r"[A-Za-z0-9+/]*")
_CLOSING = frozenset(")>]|\"'`")
_MARKUP = Lazy(r"[<\[&\\$~{]")
NO_EMPHASIS = dict.fromkeys(map(ord, "*_`"))
_ATTRIBUTE = Lazy(r"\s([A-Za-z:][\w:.-]*)\s*=\s*[\"']?[^\"'<>]*$")
_WHOLE_TAG = Lazy(r"<[A-Za-z][\w-]*(?:\s+[\w:.@-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>")
_BACKTICKS = Lazy("`+")


def in_markup(text: str, at: int) -> bool:
    """Whether `at` stands where no text is: in encoded data, an address, an attribute that nobody reads."""
    if at > _BLOB and text[at - 1].isalnum() and _ENCODED.fullmatch(text, at - _BLOB, at) is not None:
        return True
    low = max(0, at - _FAR)
    if at and not text[at - 1].isspace():
        chunk = text[low:at].split()[-1]
        if "://" in chunk and _CLOSING.isdisjoint(chunk.rpartition("://")[2]):
            return True
    tag = text.rfind("<", low, at)
    if tag < 0 or text.find(">", tag, at) >= 0:
        return False
    attribute = _ATTRIBUTE.search(text, tag, at)
    if attribute is None or attribute[1].lower() in ("alt", "title"):
        return False
    return _WHOLE_TAG.match(text, tag) is not None


def in_code(text: str, at: int) -> bool:
    """Whether `at` stands in inline code, in a paragraph whose lines each close the code they open."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    if text.find("`", start, at) < 0 or text.find("`", at, end if end >= 0 else len(text)) < 0:
        return False
    top = max(text.rfind("\n\n", 0, at), text.rfind("\n\r\n", 0, at)) + 1
    paragraph = text[top : end if end >= 0 else len(text)]
    if "<" in paragraph or "|" in paragraph or "\\`" in paragraph:
        return False
    found = False
    place = top
    for line in paragraph.split("\n"):
        opened = None
        for run in _BACKTICKS.finditer(line):
            if opened is None:
                opened = run
            elif len(opened.group()) == len(run.group()):
                found = found or place + opened.end() <= at < place + run.start()
                opened = None
        if opened is not None:
            return False
        place += len(line) + 1
    return found


def plain(text: str, at: int, least: int) -> Iterator[tuple[str, int]]:
    """The text around `at` as a page may show it, up to the next markup, and where in it `at` is.

    Nothing where markup stands before `least`: then nobody knows.
    """
    stop = _MARKUP.search(text, at, at + _AHEAD)
    end = stop.start() if stop is not None else min(at + _AHEAD, len(text))
    if end >= least:
        low = max(0, at - _BACK)
        before = same_width(text[low:at])
        after = text[at:end]
        for each in {after, after.translate(NO_EMPHASIS)}:
            yield before + same_width(each), len(before)
