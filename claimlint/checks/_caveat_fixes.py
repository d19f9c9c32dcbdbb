"""Where a caveat that is owed may be written.

Safe is a place that the page itself shows: behind `<!-- claimlint: caveats -->`, beside another caveat of
the model, in a section of notes or caveats.  Unsafe is the paragraph of the claim, or behind its table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.document.structure import Block
from claimlint.findings import Edit, Fix
from claimlint.model.caveats import stands
from claimlint.model.quantity import Caveat
from claimlint.reason.page import Page

_WORD = r"(?:caveats?|notes?|limitations?|assumptions?|disclaimers?|footnotes?|fine print)"
_TITLE = Lazy(rf"(?:[\d.§]+\s+)?(?:known\s+)?{_WORD}(?:,?\s+(?:and|&)\s+{_WORD})?\W*", re.I)
_MARKER = ["claimlint:", "caveats"]
_BULLET = Lazy(r"[ \t]*[-*+][ \t]+(?=\S)")
_LEFT = " \t*_~)\"'”’"
"""What may stand between the end of a block's text and the end of its line."""
_ACTIVE = frozenset("\\`*_{}[]<>#|~$&\n\r")
_PROSE = ("paragraph", "item", "caption")


def caveat_fix(page: Page, claim: Claim, caveat: Caveat, scope: Sequence[Block]) -> Fix | None:
    """The caveat's text written where it belongs; `scope` are the blocks among which it must stand."""
    edits = _safe(page, caveat, scope)
    edit = next(edits, None)
    safe = edit is not None
    if edit is None:
        edit = _beside(page, claim, caveat, scope)
    return Fix((edit,), safe, f"add “{caveat.text}”") if edit is not None else None


def _safe(page: Page, caveat: Caveat, scope: Sequence[Block]) -> Iterator[Edit]:
    if page.document.format == "markdown" and _is_plain(caveat.text):
        yield from _marked(page, caveat, scope)
    assert page.model is not None
    others = [other for other in page.model.caveats.values() if other is not caveat]
    for block in reversed(scope):
        if others and not block.quoted and any(stands(other, block.text) for other in others):
            yield from _after(page, block, caveat)
    for block in reversed(scope):
        if _TITLE.fullmatch(page.document.sections[block.section].title):
            yield from _after(page, block, caveat)


def _marked(page: Page, caveat: Caveat, scope: Sequence[Block]) -> Iterator[Edit]:
    """Behind the marker: a new item of the list that follows it, or a paragraph."""
    text = page.document.text
    places = [block.source(0, len(block.text)) for block in scope if block.text]
    if not places:
        return
    low, high = min(start for start, _ in places), max(end for _, end in places)
    whole = len(scope) >= sum(block.kind != "code" for block in page.document.blocks)
    for comment in page.document.comments:
        if comment.text.split() != _MARKER or not (whole or low <= comment.start <= high):
            continue
        newline = _newline(text, comment.end)
        start = max(text.rfind("\n", 0, comment.start), text.rfind("\r", 0, comment.start)) + 1
        stop = _line_end(text, comment.end)
        if text[start : comment.start].strip() or text[comment.end : stop].strip():
            yield Edit(comment.end, comment.end, f" {caveat.text}")
            continue
        after = stop
        while after < len(text) and text[after] in "\r\n":
            after += 1
        bullet = _BULLET.match(text, after)
        if bullet is not None:
            yield Edit(after, after, f"{bullet.group()}{caveat.text}{newline}")
        else:
            yield Edit(stop, stop, f"{newline}{newline}{caveat.text}{newline if after == stop else ''}")


def _after(page: Page, block: Block, caveat: Caveat) -> Iterator[Edit]:
    """At the end of a block; in a list as an item of its own."""
    text = page.document.text
    if block.kind == "desc" and page.document.format == "svg":
        end = block.source(0, len(block.text))[1]
        yield Edit(end, end, _joint(block) + _escaped(caveat.text))
        return
    if block.kind not in _PROSE or block.cell is not None or page.document.format == "svg":
        return
    if not _is_plain(caveat.text):
        return
    start, end = block.source(0, len(block.text))
    stop = _line_end(text, end)
    if text[end:stop].strip(_LEFT):
        return
    stop = end + len(text[end:stop].rstrip())
    if block.kind == "item":
        first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        bullet = _BULLET.match(text, first)
        if bullet is not None and not text[bullet.end() : start].strip("*_~`["):
            yield Edit(stop, stop, f"{_newline(text, stop)}{bullet.group()}{caveat.text}")
            return
    yield Edit(stop, stop, _joint(block) + caveat.text)


def _beside(page: Page, claim: Claim, caveat: Caveat, scope: Sequence[Block]) -> Edit | None:
    """At the end of the claim's own paragraph or item, or behind its table; in a drawing its description."""
    block, text = claim.block, page.document.text
    if page.document.format == "svg":
        described = [each for each in scope if each.kind == "desc" and each.text]
        return next((edit for each in described for edit in _after(page, each, caveat)), None)
    if not _is_plain(caveat.text):
        return None
    if block.cell is not None:
        rows = page.document.tables[block.cell.table].rows
        last = max(index for row in rows for index in row if index is not None)
        cell = page.document.blocks[last]
        if not cell.text:
            return None
        stop = _line_end(text, cell.source(0, len(cell.text))[1])
        newline = _newline(text, stop)
        is_html = not text[:stop].rstrip().endswith("|") and "|" not in text[_line_start(text, stop) : stop]
        if is_html or block.item is not None or block.quoted:
            return None
        return Edit(stop, stop, f"{newline}{newline}{caveat.text}")
    end = block.source(0, len(block.text))[1]
    stop = _line_end(text, end)
    if block.kind not in _PROSE or text[end:stop].strip(_LEFT):
        return None
    stop = end + len(text[end:stop].rstrip())
    return Edit(stop, stop, _joint(block) + caveat.text)


def _joint(block: Block) -> str:
    return " " if block.text.rstrip(")\"'”’")[-1:] in (".", "!", "?", "…") else ". "


def _is_plain(text: str) -> bool:
    """Whether a text means itself in Markdown."""
    return _ACTIVE.isdisjoint(text) and re.match(r"\s|[-+=:>]|\d+[.)]", text) is None


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    """The end of the line that holds a place, before its line end."""
    ends = [end for mark in "\r\n" if (end := text.find(mark, at)) >= 0]
    return min(ends, default=len(text))


def _newline(text: str, at: int) -> str:
    """The line end in use at a place: that of its line, or of the one before."""
    end = _line_end(text, at)
    if end == len(text):
        end = max(text.rfind("\n"), text.rfind("\r"))
        if end < 0:
            return "\n"
        end -= text[end - 1 : end + 1] == "\r\n"
    return "\r\n" if text.startswith("\r\n", end) else text[end]
