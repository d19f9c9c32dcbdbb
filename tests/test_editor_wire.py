"""Messages out of a stream: those that are right arrive whatever stands between them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.editor import wire
from claimlint.editor.wire import Messages


def message(body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    return header % len(body) + body


def bodies(data: bytes) -> list[bytes]:
    messages = Messages(io.BytesIO(data))
    found = []
    while line := messages.readline():
        assert line == b"Content-Length: %d\r\n" % int(line.split(b":")[1])
        assert messages.readline() == b"\r\n"
        found.append(messages.read(int(line.split(b":")[1])))
    return found


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: %d\r\n\r\n",
        b"content-length:%d\n\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 00%d \r\n\r\n",
        b"Content-Length: 7x\r\nnonsense\r\n\r\n\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: 0\r\n\r\nContent-Length: %d\r\n\r\n",
        b"x" * 20_000 + b"\r\n\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_headers(header: bytes) -> None:
    assert bodies(message(b"{}", header) + message(b"[]")) == [b"{}", b"[]"]


def test_a_message_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MOST_BYTES", 100)
    assert bodies(message(b"x" * 100_000) + message(b"y" * 100)) == [b"y" * 100]


def test_a_length_beyond_all_memory_ends_with_the_stream() -> None:
    assert bodies(b"Content-Length: 999999999999999\r\n\r\n{}") == []
    assert bodies(b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n" + message(b"{}")) == [b"{}"]


def test_a_body_that_is_cut_off_is_none() -> None:
    assert bodies(message(b"{}") + b"Content-Length: 10\r\n\r\n{}") == [b"{}"]


@given(st.binary(max_size=200), st.lists(st.binary(min_size=1, max_size=30), max_size=4))
def test_any_bytes_come_to_an_end(noise: bytes, sent: list[bytes]) -> None:
    assert bodies(b"".join(map(message, sent))) == sent
    bodies(noise + b"".join(map(message, sent)))
