"""Inline Markdown: emphasis, code, links, images, escapes, entities, raw HTML and footnote marks.

markdown-it's inline tokens carry no columns, so inline markup is read here, by CommonMark's rules
and in one pass, and every character keeps its place.  It departs from CommonMark where that would
change a number: `5*3*2` is no emphasis, and nothing is read inside `$…$`.
"""

from __future__ import annotations

import re
from collections.abc import Set

from claimlint.document.emphasis import Delimiter, pair, scan_run
from claimlint.document.inline_text import Extra, Node, write_nodes
from claimlint.document.links import PUNCTUATION, link_target
from claimlint.document.tex import brackets_end, dollars_end
from claimlint.document.textmap import Content, Text

_SPECIAL = re.compile(r"[\\`*_~\[\]!<&$\n]|\{/\*")
# The others are compiled on their first use (`re` keeps them): many pages have none of these.
_ENTITY = r"&(?:#[xX][0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});"
_TAG = (
    r"<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?"
    r"|/[A-Za-z][A-Za-z0-9-]*\s*)>"
)
_AUTOLINK = r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>"
_FOOTNOTE = r"\[\^[^\s\[\]]{1,200}\]"
_TAG_LIMIT = 20_000


class _Bracket:
    """A `[` or `![` that may open a link: the index of its node, and of the delimiters after it."""

    __slots__ = ("delimiters", "image", "node", "text_start")

    def __init__(self, node: int, image: bool, delimiters: int, text_start: int) -> None:
        self.node = node
        self.image = image
        self.delimiters = delimiters
        self.text_start = text_start


class Inline:
    """Reads the inline Markdown of one content; `references` are the labels that are defined."""

    def __init__(self, content: Content, references: Set[str], is_mdx: bool = False) -> None:
        self.content = content
        self.source = content.text
        self.references = references
        self.is_mdx = is_mdx
        self.nodes: list[Node] = []
        self.delimiters: list[Delimiter] = []
        self.brackets: list[_Bracket] = []
        self.no_link_below = 0
        self.backticks: dict[int, list[int]] | None = None
        self.unclosed: set[str] = set()
        self.extras: list[Extra] = []

    def read(self, start: int = 0) -> Text:
        """The text from `start` on.

        What else stands in it (images, comments, drawings) is then in `extras`, for `Builder`s to
        take after the text's own block.
        """
        source, length = self.source, len(self.source)
        at = start
        search = _SPECIAL.search
        nodes = self.nodes
        while at < length:
            match = search(source, at)
            if match is None:
                nodes.append(Node("text", at, length))
                break
            stop = match.start()
            if stop > at:
                nodes.append(Node("text", at, stop))
            at = self._special(source[stop], stop)
        pair(self.delimiters, 0)
        text, self.extras = write_nodes(self.content, self.nodes)
        return text

    def _special(self, mark: str, at: int) -> int:
        """Reads what begins at `at` and returns where it ends."""
        source = self.source
        if mark == "\n":
            return self._newline(at)
        if mark == "\\":
            return self._escape(at)
        if mark == "`":
            return self._code(at)
        if mark in "*_~":
            end, delimiter = scan_run(source, at)
            if delimiter is not None:
                self.nodes.append(Node("delimiter", at, end, delimiter))
                self.delimiters.append(delimiter)
                return end
            self.nodes.append(Node("text", at, end))
            return end
        if mark == "[":
            note = re.compile(_FOOTNOTE).match(source, at)
            if note is not None:
                return note.end()
            return self._open(at, at + 1, False)
        if mark == "!":
            if source.startswith("![", at) and not source.startswith("![^", at):
                return self._open(at, at + 2, True)
        elif mark == "]":
            return self._close(at)
        elif mark == "<":
            return self._angle(at)
        elif mark == "&":
            from html import unescape

            entity = re.compile(_ENTITY).match(source, at)
            if entity is not None and (characters := unescape(entity.group())) != entity.group():
                self.nodes.append(Node("put", at, entity.end(), characters))
                return entity.end()
        elif mark == "$":
            end = dollars_end(source, at, self._find) or at + 1 + source.startswith("$$", at)
            self.nodes.append(Node("text", at, end))
            return end
        elif mark == "{":
            close = self._find("*/}", at)
            if close >= 0:
                if self.is_mdx:
                    self.nodes.append(Node("comment", at, close + 3, (at + 3, close)))
                else:
                    self.nodes.append(Node("text", at, close + 3))
                return close + 3
        self.nodes.append(Node("text", at, at + 1))
        return at + 1

    def _find(self, closer: str, at: int) -> int:
        """`str.find`, but a closer that once was not found is not looked for again."""
        if closer in self.unclosed:
            return -1
        found = self.source.find(closer, at)
        if found < 0:
            self.unclosed.add(closer)
        return found

    def _newline(self, at: int) -> int:
        source, nodes = self.source, self.nodes
        if nodes and nodes[-1][0] == "text":
            _, start, end, _ = nodes[-1]
            kept = end
            while kept > start and source[kept - 1] == " ":
                kept -= 1
            if kept < end:
                nodes[-1] = Node("text", start, kept)
        nodes.append(Node("text", at, at + 1))
        end = at + 1
        while end < len(source) and source[end] in " \t":
            end += 1
        return end

    def _escape(self, at: int) -> int:
        source = self.source
        following = source[at + 1 : at + 2]
        if following == "\n":
            self.nodes.append(Node("put", at, at + 2, "\n"))
            end = at + 2
            while end < len(source) and source[end] in " \t":
                end += 1
            return end
        if following in ("(", "["):
            tex = brackets_end(source, at, self._find)
            if tex is not None:
                self.nodes.append(Node("text", at, tex))
                return tex
        if following and following in PUNCTUATION:
            self.nodes.append(Node("put", at, at + 2, following))
            return at + 2
        self.nodes.append(Node("text", at, at + 1))
        return at + 1

    def _code(self, at: int) -> int:
        source = self.source
        if self.backticks is None:
            self.backticks = {}
            for run in re.finditer("`+", source):
                self.backticks.setdefault(run.end() - run.start(), []).append(run.start())
            for starts in self.backticks.values():
                starts.reverse()
        end = at + 1
        while end < len(source) and source[end] == "`":
            end += 1
        starts = self.backticks.get(end - at, [])
        while starts and starts[-1] <= at:
            starts.pop()
        if not starts:
            self.nodes.append(Node("text", at, end))
            return end
        close = starts.pop()
        inner_start, inner_end = end, close
        inner = source[end:close]
        if inner[:1] in (" ", "\n") and inner[-1:] in (" ", "\n") and inner.strip(" \n"):
            inner_start, inner_end = end + 1, close - 1
        self.nodes.append(Node("code", inner_start, inner_end))
        return close + end - at

    def _angle(self, at: int) -> int:
        source = self.source
        if source.startswith("<!--", at):
            if source.startswith(("<!-->", "<!--->"), at):
                return source.index(">", at) + 1
            close = self._find("-->", at + 4)
            if close >= 0:
                self.nodes.append(Node("comment", at, close + 3, (at + 4, close)))
                return close + 3
        following = source[at + 1 : at + 2]
        if following in ("?", "!"):
            closer = "?>" if following == "?" else "]]>" if source.startswith("<![CDATA[", at) else ">"
            close = self._find(closer, at)
            if close >= 0 and (following == "?" or source[at + 2 : at + 3].isalpha() or closer == "]]>"):
                return close + len(closer)
        link = re.compile(_AUTOLINK).match(source, at, at + _TAG_LIMIT)
        if link is not None:
            self.nodes.append(Node("opaque", at + 1, link.end() - 1))
            return link.end()
        tag = re.compile(_TAG).match(source, at, at + _TAG_LIMIT)
        if tag is None:
            self.nodes.append(Node("text", at, at + 1))
            return at + 1
        if tag.group()[1:4].lower() == "svg" and tag.group()[4:5] in (" ", ">", "\n", "\t"):
            from claimlint.document.svg import region_end

            end = -1 if "svg" in self.unclosed else region_end(source, at, len(source))
            if end < 0:
                self.unclosed.add("svg")
            self.nodes.append(Node("svg", at, end))
            return end if end >= 0 else len(source)
        self.nodes.append(Node("tag", at, tag.end()))
        return tag.end()

    def _open(self, at: int, end: int, image: bool) -> int:
        self.brackets.append(_Bracket(len(self.nodes), image, len(self.delimiters), end))
        self.nodes.append(Node("text", at, end))
        return end

    def _close(self, at: int) -> int:
        if not self.brackets:
            self.nodes.append(Node("text", at, at + 1))
            return at + 1
        bracket = self.brackets.pop()
        active = bracket.image or len(self.brackets) >= self.no_link_below
        self.no_link_below = min(self.no_link_below, len(self.brackets))
        target = (
            link_target(self.source, at + 1, (bracket.text_start, at), self.references) if active else None
        )
        if target is None:
            self.nodes.append(Node("text", at, at + 1))
            return at + 1
        end, title = target
        pair(self.delimiters, bracket.delimiters)
        del self.delimiters[bracket.delimiters :]
        node = self.nodes[bracket.node]
        if bracket.image:
            self.nodes[bracket.node] = Node("image", node[1], end, title)
            self.nodes.append(Node("end", at, end))
        else:
            self.nodes[bracket.node] = Node("text", node[1], node[1])
            self.no_link_below = len(self.brackets)
        return end
