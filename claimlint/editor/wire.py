"""Standard input as the protocol has it, so that no message of a client ends the server."""

from __future__ import annotations

import re
from typing import BinaryIO

MOST_BYTES = 256 * 2**20
"""The longest message that is read; a longer one is passed over."""

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*0*(\d{1,15})[ \t]*", re.I)
_LONGEST_LINE = 8192
_CHUNK = 2**16


class Messages:
    """Gives the messages of a stream with one plain header each; what is no message is passed over.

    It has what is called of a binary stream: `readline` for the header, `read` for the body.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines: list[bytes] = []
        self._body = b""

    def readline(self) -> bytes:
        """The next line of a header; empty at the end of the stream."""
        if not self._lines:
            body = self._next()
            if body is None:
                return b""
            self._body = body
            self._lines = [b"\r\n", b"Content-Length: %d\r\n" % len(body)]
        return self._lines.pop()

    def read(self, size: int) -> bytes:
        """The body of the message whose header was read."""
        body, self._body = self._body[:size], self._body[size:]
        return body

    def _next(self) -> bytes | None:
        """The next body that is not empty; None when the stream ends before one is complete."""
        while True:
            length = self._header()
            if length is None:
                return None
            if length > MOST_BYTES:
                if not self._skip(length):
                    return None
            elif length:
                body = self._stream.read(length)
                return body if len(body) == length else None

    def _header(self) -> int | None:
        """The length that a header states; lines that say nothing of it are passed over."""
        length: int | None = None
        while True:
            line = self._stream.readline(_LONGEST_LINE)
            if not line:
                return None
            found = _LENGTH.fullmatch(line.rstrip(b"\r\n"))
            if found:
                length = int(found[1])
            elif not line.strip() and length is not None:
                return length

    def _skip(self, length: int) -> bool:
        while length > 0:
            piece = self._stream.read(min(length, _CHUNK))
            if not piece:
                return False
            length -= len(piece)
        return True
