"""The objects of a repository, one after the other, from one `git cat-file`."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from claimlint import files
from claimlint.git import GitError
from claimlint.git.program import Git
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from subprocess import Popen

FOLDER, LINK, SUBMODULE = "40000", "120000", "160000"
_HEADER = re.compile(rb"[0-9a-f]+ ([a-z]+) ([0-9]+)\n")
_PIECE = 1 << 20


class Entry(NamedTuple):
    """One name in a folder: what it is (a mode as git writes it), and the id of its content."""

    mode: str
    id: str


class Objects:
    """Reads objects by their ids; each process that uses it has a `git cat-file` of its own.

    Raises GitError for an object that is not there: what it would say must not be guessed.
    """

    def __init__(self, git: Git) -> None:
        self.git = git
        self._process: Popen[bytes] | None = None
        self._owner = 0

    def folder(self, id_: str) -> dict[bytes, Entry]:
        """The entries of a tree, or of a commit's tree."""
        data = self._read(f"{id_}^{{tree}}", "tree")
        size = len(id_) // 2
        found = {}
        at = 0
        while at < len(data):
            end = data.index(b"\0", at)
            mode, _, name = data[at:end].partition(b" ")
            at = end + 1 + size
            found[name] = Entry(mode.decode("ascii"), data[end + 1 : at].hex())
        return found

    def blob(self, id_: str) -> bytes:
        """The content of a file; raises OSError when it is larger than `files.MAX_SIZE`."""
        return self._read(id_, "blob")

    def close(self) -> None:
        """Let git end; a later read starts it again."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        process.wait()

    def _read(self, name: str, kind: str) -> bytes:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(name.encode("ascii") + b"\n")
            process.stdin.flush()
            header = process.stdout.readline()
        except OSError:
            header = b""
        match = _HEADER.fullmatch(header)
        if match is None:
            if not header:
                self.close()
            raise GitError(f"git does not have all of the revision: {name} is missing{self._partial()}")
        data = _exactly(process.stdout, int(match[2]))
        if match[1].decode("ascii") != kind:
            raise OSError(f"git has no {kind} there")
        if data is None:
            raise OSError(f"it is larger than {files.MAX_SIZE >> 20} MiB")
        return data

    def _partial(self) -> str:
        """What to do in a clone that leaves content for later; empty in any other."""
        if not (self.git.run("config", "--get-regexp", r"^remote\..*\.promisor$") or b"").strip():
            return ""
        return "; the clone is partial, and nothing is fetched here: clone it without --filter"

    def _running(self) -> Popen[bytes]:
        if self._process is None or self._owner != os.getpid():
            self._process = self.git.start("cat-file", "--batch", reads=True)
            self._owner = os.getpid()
        return self._process

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_process": None, "_owner": 0}

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()


def _exactly(stream: IO[bytes], size: int) -> bytes | None:
    """So many bytes and the line end after them; None when those are too many to keep."""
    if size <= files.MAX_SIZE:
        data = stream.read(size)
        left = 1
    else:
        data, left = None, size + 1
    while left:
        piece = stream.read(min(left, _PIECE))
        if not piece:
            raise GitError("git ended before its answer did")
        left -= len(piece)
    return data
