"""A client of `claimlint lsp`: the real process, and messages as the protocol has them."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

Json = dict[str, Any]
WAIT = 60.0
"""Seconds after which the server is taken to have forgotten us."""

CAPABILITIES: Json = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {
        "workspaceEdit": {"documentChanges": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
}


class Client:
    """Speaks with one server; every message of the server is kept until it is asked for."""

    def __init__(self, folder: Path, *, python: str = sys.executable, **environment: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [python, "-m", "claimlint", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **environment},
        )
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.log: list[str] = []
        self.diagnostics: dict[str, Json] = {}
        self.registered: list[Json] = []
        self._next = 0
        self._inbox: queue.Queue[Json | None] = queue.Queue()
        self._answers: dict[int, Json] = {}
        self._errors: list[bytes] = []
        for target in (self._read, self._read_errors):
            threading.Thread(target=target, daemon=True).start()

    # --- the wire

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        body = json.dumps(message).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        self._next += 1
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    def request(self, method: str, params: Any) -> Any:
        answer = self.answer(self.ask(method, params))
        assert "error" not in answer, answer
        return answer.get("result")

    def answer(self, number: int) -> Json:
        self.until(lambda: number in self._answers)
        return self._answers.pop(number)

    def until(self, holds: Callable[[], bool]) -> None:
        """Take messages until something holds."""
        while not holds():
            message = self._inbox.get(timeout=WAIT)
            assert message is not None, f"the server ended: {b''.join(self._errors).decode()}"
            self._take(message)

    def _take(self, message: Json) -> None:
        method = message.get("method")
        if method is None:
            self._answers[message["id"]] = message
        elif method == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        elif method == "window/logMessage":
            self.log.append(message["params"]["message"])
        elif method == "client/registerCapability":
            self.registered += message["params"]["registrations"]
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self._inbox.put(json.loads(stream.read(length)))
        self._inbox.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self._errors.extend(self.process.stderr)

    # --- what an editor does

    def start(self, **capabilities: Any) -> Json:
        uri = self.folder.as_uri()
        result: Json = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": uri,
                "workspaceFolders": [{"uri": uri, "name": "work"}],
                "capabilities": {**CAPABILITIES, **capabilities},
            },
        )
        self.notify("initialized", {})
        return result

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None, language: str = "markdown") -> str:
        uri = self.uri(name)
        if text is None:
            text = (self.folder / name).read_bytes().decode()
        self.texts[uri], self.versions[uri] = text, 1
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def replace(self, uri: str, old: str, new: str) -> None:
        """An incremental change of the one place where `old` stands."""
        text = self.texts[uri]
        assert text.count(old) == 1
        at = text.index(old)
        where = {"start": position(text, at), "end": position(text, at + len(old))}
        self.change(uri, [{"range": where, "text": new}], text.replace(old, new))

    def change(self, uri: str, changes: list[Json], after: str) -> None:
        self.versions[uri] += 1
        self.texts[uri] = after
        identifier = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def told(self, uri: str, version: int | None = None) -> list[Json]:
        """The diagnostics of this version of a document (the latest by default), once they are there."""
        wanted = self.versions.get(uri) if version is None else version
        self.until(lambda: uri in self.diagnostics and self.diagnostics[uri].get("version") == wanted)
        found: list[Json] = self.diagnostics[uri]["diagnostics"]
        return found

    def at(self, method: str, uri: str, needle: str, more: Json | None = None, inside: int = 1) -> Any:
        """Ask about the first place where `needle` stands."""
        where = position(self.texts[uri], self.texts[uri].index(needle) + inside)
        return self.request(
            f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": where, **(more or {})}
        )

    def actions(self, uri: str, diagnostic: Json, only: list[str] | None = None) -> list[Json]:
        context = {"diagnostics": [diagnostic], **({"only": only} if only else {})}
        found: list[Json] | None = self.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": context},
        )
        return found or []

    def apply(self, action: Json) -> None:
        """Make the edits of an action, as an editor does: none when it is of another version."""
        for each in action["edit"]["documentChanges"]:
            uri = each["textDocument"]["uri"]
            assert each["textDocument"]["version"] == self.versions[uri]
            text = self.texts[uri]
            edits = [
                (offset(text, edit["range"]["start"]), offset(text, edit["range"]["end"]), edit["newText"])
                for edit in each["edits"]
            ]
            for start, end, new in sorted(edits, reverse=True):
                text = text[:start] + new + text[end:]
            self.change(uri, [{"text": text}], text)

    def stop(self) -> int:
        """Shut down as the protocol wants it; the exit status."""
        self.request("shutdown", None)
        self.send({"jsonrpc": "2.0", "method": "exit"})
        return self.process.wait(timeout=WAIT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with suppress(OSError):  # For what was not sent yet.
                stream.close()


def position(text: str, at: int) -> Json:
    """The position in UTF-16 of an offset, by another way than the server's."""
    before = text[:at].replace("\r\n", "\n").replace("\r", "\n")
    line, last = before.count("\n"), before.rpartition("\n")[2]
    return {"line": line, "character": len(last.encode("utf-16-le")) // 2}


def offset(text: str, where: Json) -> int:
    """The offset of a position in UTF-16."""
    places = (at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n")
    return next(at for at in places if position(text, at) == where)
