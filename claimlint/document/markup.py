"""One linear scanner for markup: SVG, HTML, and the raw HTML inside Markdown.

It makes one pass, never recurses, never reads a file, and expands no entity but the predefined
ones, so that neither depth nor a DTD can hurt it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from claimlint.records import NamedTuple

_NAME = re.compile(r"[A-Za-z_:][^\s/<>=\"']*")
_ATTRIBUTE = re.compile(
    r"[\s/]*(?:(?P<name>[^\s=<>\"'/]+)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|(?P<bare>[^\s<>\"'`]+)))?)?"
)
_ENTITY = re.compile(r"&(?:#[xX][0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_RAW = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("style", "script")}


class Event(NamedTuple):
    """A piece of markup at source[start:end].

    `kind` is start, end, text, comment, cdata, pi or problem.  `name` is the tag's name, or what
    is wrong.  `attributes` maps a name to the range of its raw value.  `closed` marks `<tag/>`.
    `inner` is the range inside the marks of a comment or a CDATA section.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: dict[str, tuple[int, int]] = {}  # noqa: RUF012
    closed: bool = False
    inner: tuple[int, int] = (0, 0)


def scan(source: str, start: int = 0, end: int | None = None, *, xml: bool) -> Iterator[Event]:
    """The events of source[start:end].

    Names keep their case in XML and are lower case in HTML.  A DTD with an internal subset is
    refused: a problem is the last event then.
    """
    stop = len(source) if end is None else end
    at = start
    while at < stop:
        less = source.find("<", at, stop)
        if less < 0:
            yield Event("text", at, stop)
            return
        following = source[less + 1 : less + 2] if less + 1 < stop else ""
        if not (following.isalpha() or following in ("/", "!", "?", "_")) or following == "":
            event = None
        elif following == "!":
            event = _declaration(source, less, stop)
        elif following == "?":
            close = source.find("?>" if xml else ">", less, stop)
            event = Event("pi", less, close + (2 if xml else 1)) if close >= 0 else _unclosed(less, stop)
        else:
            event = _tag(source, less, stop, xml)
        if event is None:
            again = source.find("<", less + 1, stop)
            again = stop if again < 0 else again
            yield Event("text", at, again)
            at = again
            continue
        if less > at:
            yield Event("text", at, less)
        yield event
        if event.kind == "problem" and event.end >= stop:
            return
        at = event.end
        if not xml and event.kind == "start" and event.name in _RAW:
            close_tag = _RAW[event.name].search(source, at, stop)
            at = close_tag.start() if close_tag else stop


def _unclosed(start: int, end: int, what: str = "markup") -> Event:
    return Event("problem", start, end, f"{what} that is not closed")


def _declaration(source: str, at: int, stop: int) -> Event:
    if source.startswith("<!--", at):
        if source.startswith(("<!-->", "<!--->"), at):
            after = source.index(">", at) + 1
            return Event("comment", at, after, inner=(after, after))
        close = source.find("-->", at + 4, stop)
        if close < 0:
            return _unclosed(at, stop, "a comment")
        return Event("comment", at, close + 3, inner=(at + 4, close))
    if source.startswith("<![CDATA[", at):
        close = source.find("]]>", at, stop)
        if close < 0:
            return _unclosed(at, stop, "a CDATA section")
        return Event("cdata", at, close + 3, inner=(at + 9, close))
    close = source.find(">", at, stop)
    if close < 0:
        return _unclosed(at, stop, "a declaration")
    if source.find("[", at, close) >= 0 and source[at : at + 9].upper() == "<!DOCTYPE":
        return Event("problem", at, stop, "refused: a document type with declarations of its own (entities)")
    return Event("pi", at, close + 1)


def _tag(source: str, at: int, stop: int, xml: bool) -> Event | None:
    """The tag at `at`; None when it is no tag but a mere `<`."""
    is_end = source.startswith("/", at + 1)
    match = _NAME.match(source, at + 1 + is_end, stop)
    if match is None:
        return None
    name = match.group() if xml else match.group().lower()
    attributes: dict[str, tuple[int, int]] = {}
    position = match.end()
    while True:
        match = _ATTRIBUTE.match(source, position, stop)
        assert match is not None
        attribute = match["name"]
        if attribute is None:
            position = match.end()
            break
        group = match.lastgroup or "name"
        value = match.span(group) if group != "name" else (match.end(), match.end())
        attributes.setdefault(attribute if xml else attribute.lower(), value)
        position = match.end()
    if position >= stop:
        return _unclosed(at, stop, f"the tag <{'/' * is_end}{name}>")
    mark = source[position]
    if mark != ">":
        # A quote or `=` out of place, or the next tag: go on behind it, or the tag is read again.
        position = position if mark == "<" else position + 1
        return Event("problem", at, position, f"the tag <{'/' * is_end}{name}> is not well formed")
    closed = source[position - 1] == "/" and not is_end
    return Event("end" if is_end else "start", at, position + 1, name, attributes, closed)


def value(source: str, event: Event, name: str) -> str | None:
    """The decoded value of an attribute; None when the tag does not have it."""
    place = event.attributes.get(name)
    return None if place is None else unescape(source[place[0] : place[1]])


def decoded(source: str, start: int, end: int) -> Iterator[tuple[str | None, int, int]]:
    """The pieces of source[start:end]: (None, start, end) as it stands, (characters, start, end) decoded."""
    at = start
    if source.find("&", start, end) >= 0:
        for match in _ENTITY.finditer(source, start, end):
            characters = unescape(match.group())
            if characters == match.group():
                continue
            if match.start() > at:
                yield None, at, match.start()
            yield characters, match.start(), match.end()
            at = match.end()
    if at < end:
        yield None, at, end
