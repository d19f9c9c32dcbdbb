"""Inline Markdown: emphasis, code, links, images, escapes, entities, raw HTML and footnote marks.

markdown-it's inline tokens carry no columns, so inline markup is read here, by CommonMark's rules
and in one pass, and every character keeps its place.  It departs from CommonMark where that would
change a number: `5*3*2` is no emphasis, and nothing is read inside `$…$`.
"""

from __future__ import annotations

import re
from html import unescape

from claimlint.document.builder import Builder
from claimlint.document.emphasis import Delimiter, pair, scan_run
from claimlint.document.markup import scan
from claimlint.document.tags import InlineTags
from claimlint.document.textmap import Content, Text

_SPECIAL = re.compile(r"[\\`*_~\[\]!<&$\n]|\{/\*")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_ENTITY = re.compile(r"&(?:#[xX][0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?"
    r"|/[A-Za-z][A-Za-z0-9-]*\s*)>"
)
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>")
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,200}\]")
_TITLE = r"(?:\s+(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?"
_LINK_END = re.compile(_TITLE + r"\s*\)", re.DOTALL)
_ANGLED = re.compile(r"<(?:[^<>\n\\]|\\.)*>")
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]", re.DOTALL)
_SPACE = re.compile(r"\s+")
_TAG_LIMIT = 20_000


def normalised(label: str) -> str:
    """A link label as CommonMark compares it."""
    return _SPACE.sub(" ", label.strip()).lower().upper()


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

    def __init__(self, content: Content, references: frozenset[str] | set[str], builder: Builder) -> None:
        self.content = content
        self.source = content.text
        self.references = references
        self.builder = builder
        self.nodes: list[tuple[str, int, int, object]] = []
        self.delimiters: list[Delimiter] = []
        self.brackets: list[_Bracket] = []
        self.no_link_below = 0
        self.backticks: dict[int, list[int]] | None = None
        self.unclosed: set[str] = set()
        self.extras: list[tuple[str, int, int, object]] = []

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
                nodes.append(("text", at, length, None))
                break
            stop = match.start()
            if stop > at:
                nodes.append(("text", at, stop, None))
            at = self._special(source[stop], stop)
        pair(self.delimiters, 0)
        return self._write()

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
                self.nodes.append(("delimiter", at, end, delimiter))
                self.delimiters.append(delimiter)
                return end
            self.nodes.append(("text", at, end, None))
            return end
        if mark == "[":
            note = _FOOTNOTE.match(source, at)
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
            entity = _ENTITY.match(source, at)
            if entity is not None and (characters := unescape(entity.group())) != entity.group():
                self.nodes.append(("put", at, entity.end(), characters))
                return entity.end()
        elif mark == "$":
            return self._math(at)
        elif mark == "{":
            close = self._find("*/}", at)
            if close >= 0:
                if self.builder.path.lower().endswith(".mdx"):
                    self.nodes.append(("comment", at, close + 3, (at + 3, close)))
                else:
                    self.nodes.append(("text", at, close + 3, None))
                return close + 3
        self.nodes.append(("text", at, at + 1, None))
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
                nodes[-1] = ("text", start, kept, None)
        nodes.append(("text", at, at + 1, None))
        end = at + 1
        while end < len(source) and source[end] in " \t":
            end += 1
        return end

    def _escape(self, at: int) -> int:
        source = self.source
        following = source[at + 1 : at + 2]
        if following == "\n":
            self.nodes.append(("put", at, at + 2, "\n"))
            end = at + 2
            while end < len(source) and source[end] in " \t":
                end += 1
            return end
        if following in ("(", "["):
            closer = "\\)" if following == "(" else "\\]"
            close = self._find(closer, at + 2)
            if close >= 0 and source.find("\\" + following, at + 2, close) < 0:
                self.nodes.append(("text", at, close + 2, None))
                return close + 2
        if following and following in _PUNCTUATION:
            self.nodes.append(("put", at, at + 2, following))
            return at + 2
        self.nodes.append(("text", at, at + 1, None))
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
            self.nodes.append(("text", at, end, None))
            return end
        close = starts.pop()
        inner_start, inner_end = end, close
        inner = source[end:close]
        if inner[:1] in (" ", "\n") and inner[-1:] in (" ", "\n") and inner.strip(" \n"):
            inner_start, inner_end = end + 1, close - 1
        self.nodes.append(("code", inner_start, inner_end, None))
        return close + end - at

    def _math(self, at: int) -> int:
        """TeX by pandoc's rule: no space inside the dollars, no digit after the last."""
        source = self.source
        mark = "$$" if source.startswith("$$", at) else "$"
        start = at + len(mark)
        close = self._find(mark, start)
        while close > 0 and source[close - 1] == "\\" and source[close - 2 : close] != "\\\\":
            close = self._find(mark, close + 1)
        if close > start:
            inside = source[start], source[close - 1]
            following = source[close + len(mark) : close + len(mark) + 1]
            if mark == "$$" or not (inside[0].isspace() or inside[1].isspace() or following.isdigit()):
                self.nodes.append(("text", at, close + len(mark), None))
                return close + len(mark)
        self.nodes.append(("text", at, start, None))
        return start

    def _angle(self, at: int) -> int:
        source = self.source
        if source.startswith("<!--", at):
            if source.startswith(("<!-->", "<!--->"), at):
                return source.index(">", at) + 1
            close = self._find("-->", at + 4)
            if close >= 0:
                self.nodes.append(("comment", at, close + 3, (at + 4, close)))
                return close + 3
        following = source[at + 1 : at + 2]
        if following in ("?", "!"):
            closer = "?>" if following == "?" else "]]>" if source.startswith("<![CDATA[", at) else ">"
            close = self._find(closer, at)
            if close >= 0 and (following == "?" or source[at + 2 : at + 3].isalpha() or closer == "]]>"):
                return close + len(closer)
        link = _AUTOLINK.match(source, at, at + _TAG_LIMIT)
        if link is not None:
            self.nodes.append(("opaque", at + 1, link.end() - 1, None))
            return link.end()
        tag = _TAG.match(source, at, at + _TAG_LIMIT)
        if tag is None:
            self.nodes.append(("text", at, at + 1, None))
            return at + 1
        if tag.group()[1:4].lower() == "svg" and tag.group()[4:5] in (" ", ">", "\n", "\t"):
            from claimlint.document.svg import region_end

            end = -1 if "svg" in self.unclosed else region_end(source, at, len(source))
            if end < 0:
                self.unclosed.add("svg")
            self.nodes.append(("svg", at, end, None))
            return end if end >= 0 else len(source)
        self.nodes.append(("tag", at, tag.end(), None))
        return tag.end()

    def _open(self, at: int, end: int, image: bool) -> int:
        self.brackets.append(_Bracket(len(self.nodes), image, len(self.delimiters), end))
        self.nodes.append(("text", at, end, None))
        return end

    def _close(self, at: int) -> int:
        if not self.brackets:
            self.nodes.append(("text", at, at + 1, None))
            return at + 1
        bracket = self.brackets.pop()
        active = bracket.image or len(self.brackets) >= self.no_link_below
        self.no_link_below = min(self.no_link_below, len(self.brackets))
        target = self._target(at + 1, bracket.text_start, at) if active else None
        if target is None:
            self.nodes.append(("text", at, at + 1, None))
            return at + 1
        end, title = target
        pair(self.delimiters, bracket.delimiters)
        del self.delimiters[bracket.delimiters :]
        node = self.nodes[bracket.node]
        if bracket.image:
            self.nodes[bracket.node] = ("image", node[1], end, title)
            self.nodes.append(("end", at, end, None))
        else:
            self.nodes[bracket.node] = ("text", node[1], node[1], None)
            self.no_link_below = len(self.brackets)
        return end

    def _target(self, at: int, text_start: int, text_end: int) -> tuple[int, tuple[int, int] | None] | None:
        """Where the link that has its text before `at` ends, and the range of its title."""
        source = self.source
        if source.startswith("(", at):
            end = self._destination(at + 1)
            if end is not None:
                rest = _LINK_END.match(source, end)
                if rest is not None:
                    titled = source[end : rest.end() - 1].strip()
                    if not titled:
                        return rest.end(), None
                    start = source.index(titled[0], end) + 1
                    return rest.end(), (start, start + len(titled) - 2)
        label = _LABEL.match(source, at) if source.startswith("[", at) else None
        if label is not None and label[1].strip():
            return (label.end(), None) if normalised(label[1]) in self.references else None
        if not self.references or text_end - text_start > 999:
            return None
        text = source[text_start:text_end]
        if "[" in text and _LABEL.match(source, text_start - 1) is None:
            return None
        if normalised(text) in self.references:
            return (label.end() if label is not None else at), None
        return None

    def _destination(self, at: int) -> int | None:
        source = self.source
        while at < len(source) and source[at] in " \t\n":
            at += 1
        if source.startswith("<", at):
            angled = _ANGLED.match(source, at)
            return angled.end() if angled else None
        depth = 0
        while at < len(source):
            mark = source[at]
            if mark == "\\" and source[at + 1 : at + 2] in _PUNCTUATION:
                at += 2
                continue
            if mark <= " ":
                break
            if mark == "(":
                depth += 1
                if depth > 32:
                    return None
            elif mark == ")":
                if depth == 0:
                    break
                depth -= 1
            at += 1
        return at if depth == 0 else None

    def _write(self) -> Text:
        """Writes the nodes; the text of an image goes to its alt text."""
        content = self.content
        text = Text()
        outer: list[tuple[Text, object]] = []
        struck: list[int] = []
        tags = InlineTags(content)
        for kind, start, end, extra in self.nodes:
            if kind == "text":
                if end > start:
                    text.copy(content, start, end)
            elif kind == "delimiter":
                assert isinstance(extra, Delimiter)
                if extra.strikes < 0 and struck:
                    text.hide(struck.pop())
                if extra.end > extra.start:
                    text.copy(content, extra.start, extra.end)
                if extra.strikes > 0:
                    struck.append(text.length)
            elif kind == "put":
                text.put(str(extra), content, start, end)
            elif kind in ("code", "opaque"):
                begin = text.length
                text.copy(content, start, end)
                text.hide(begin)
            elif kind == "tag":
                event = next(scan(content.text, start, end, xml=False))
                if event.name == "img":
                    self.extras.append(("img", start, end, event))
                else:
                    tags.take(event, text)
            elif kind == "image":
                outer.append((text, extra))
                text = Text()
            elif kind == "end":
                alt = text
                text, title = outer.pop()
                if outer:
                    text.pieces += alt.pieces
                    text.length += alt.length
                else:
                    self.extras.append(("image", start, end, (alt, title)))
            else:
                self.extras.append((kind, start, end, extra))
        return text
