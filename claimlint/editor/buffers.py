"""The documents that are open in the editor, as the last message about each left them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TypeAlias

from lsprotocol import types

from claimlint.document import FORMATS
from claimlint.editor.positions import UTF16, Lines
from claimlint.editor.uris import name_of, path_of
from claimlint.records import NamedTuple

_EXTENSIONS = {
    "markdown": ".md",
    "mdx": ".mdx",
    "quarto": ".qmd",
    "svg": ".svg",
    "plaintext": ".txt",
    "text": ".txt",
}
"""The extension of a document that is not saved yet, by what the editor says of its language."""

_SURROGATE = re.compile("[\ud800-\udfff]")

Change: TypeAlias = types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument


class Buffer(NamedTuple):
    """One version of an open document.

    `path` is that of its file, None when it has none here.  `shift` is 1 when the text starts with a byte
    order mark, which claimlint leaves out of its offsets, else 0.
    """

    uri: str
    path: str | None
    language: str
    version: int | None
    lines: Lines

    @property
    def text(self) -> str:
        return self.lines.text

    @property
    def shift(self) -> int:
        return int(self.text.startswith("\ufeff"))

    @property
    def data(self) -> bytes:
        """The content of its file, if it were saved; what UTF-8 cannot hold is told when it is decoded."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def name(self) -> str:
        """Its path; where it is no file a name with the extension of its language."""
        if self.path is not None:
            return self.path
        name = name_of(self.uri)
        extension = _EXTENSIONS.get(self.language, "")
        return name if name.lower().endswith(extension) else name + extension

    @property
    def is_new(self) -> bool:
        """Whether it was never saved; it is taken to belong to the folder that is open."""
        return self.uri.partition(":")[0].lower() == "untitled"

    @property
    def is_document(self) -> bool:
        """Whether it is one of those that claimlint checks."""
        if self.path is not None:
            known = os.path.splitext(self.path)[1].lower() in FORMATS
            return known or self.language in _EXTENSIONS
        if not self.is_new and self.uri.partition(":")[0].lower() != "file":
            return False  # The other side of a comparison, the output of a program.
        return self.language in _EXTENSIONS or os.path.splitext(name_of(self.uri))[1].lower() in FORMATS

    def changed(self, version: int | None, changes: Iterable[Change]) -> Buffer:
        """The next version: changes in their order, each in positions of what the one before left."""
        lines = self.lines
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = sorted(
                    lines.offset(at.line, at.character) for at in (change.range.start, change.range.end)
                )
                text = lines.text[:start] + _whole(change.text) + lines.text[end:]
                if _SURROGATE.search(text, max(start - 1, 0), start + len(change.text) + 1):
                    text = _whole(text)
            else:
                text = _whole(change.text)
            lines = Lines(text, lines.encoding)
        return self._replace(version=version, lines=lines)


def opened(item: types.TextDocumentItem, encoding: str = UTF16) -> Buffer:
    """The first version of a document."""
    lines = Lines(_whole(item.text), encoding)
    return Buffer(item.uri, path_of(item.uri), item.language_id, item.version, lines)


def _whole(text: str) -> str:
    """The text with the two halves of a character, sent apart, put together."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
