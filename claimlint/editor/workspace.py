"""The folders of the editor: open documents are read as they are there, the rest from disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from claimlint import files
from claimlint.editor.buffers import Buffer
from claimlint.files import File
from claimlint.project import Project
from claimlint.tree import Tree

_NOWHERE = os.path.abspath(os.sep)


class Workspace:
    """The folders that are open and the documents in them; immutable, so that any thread may read it."""

    def __init__(self, folders: Iterable[str], buffers: Mapping[str, Buffer]) -> None:
        self.folders = tuple(dict.fromkeys(folders))
        self.buffers = dict(buffers)
        self.by_path: dict[str, Buffer] = {}
        for buffer in self.buffers.values():
            if buffer.path is not None:
                self.by_path.setdefault(os.path.realpath(buffer.path), buffer)
                self.by_path[buffer.path] = buffer

    def root(self, folder: str) -> str:
        """The folder above which nothing is read for what lies in an absolute folder.

        That is its repository, without one the folder that the editor has open, else the folder itself.
        """
        found = files.repository(folder)
        if os.path.exists(os.path.join(found, ".git")):
            return found
        return min((each for each in self.folders if files.inside(folder, each)), key=len, default=folder)

    def file(self, buffer: Buffer) -> File | None:
        """The document as a run takes it; None when it lies behind a link out of its repository."""
        name = buffer.name
        if buffer.path is None:
            folder = self.folders[0] if self.folders and buffer.is_new else _NOWHERE
            return File(name, os.path.join(folder, name), folder, self.root(folder), buffer.data)
        folder = os.path.dirname(name)
        root = self.root(folder)
        real = files.inside(name, root)
        return None if real is None else File(shown(name), real, folder, root, buffer.data)

    def project(self, buffer: Buffer) -> Project:
        """Settings, rules and models as the document sees them: none for one that lies nowhere.

        Nothing of them is kept on disk: every state of a file that is typed would be.
        """
        if buffer.path is None and not (self.folders and buffer.is_new):
            return Project(tree=Nothing(), isolated=True, cache=False)
        return Project(tree=Overlay(self), cache=False)


class Nothing(Tree):
    """No files at all."""

    def exists(self, path: str) -> bool:
        return False

    def read(self, path: str, root: str) -> bytes | None:
        return None

    def names(self, folder: str, root: str) -> list[str]:
        return []


class Overlay(Tree):
    """The files of a workspace, open documents in place of what is saved; `seen` is what was asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.seen: dict[str, object] = {}

    def exists(self, path: str) -> bool:
        self._see(path)
        return path in self.workspace.by_path or super().exists(path)

    def read(self, path: str, root: str) -> bytes | None:
        self._see(path)
        own = self.workspace.root(os.path.dirname(path))
        if files.inside(path, own) is None:
            raise files.LinkError(files.OUTSIDE)
        real = os.path.realpath(path)
        buffer = self.workspace.by_path.get(path) or self.workspace.by_path.get(real)
        if buffer is not None:
            return buffer.data
        if ".git" in os.path.relpath(real, os.path.realpath(own)).casefold().split(os.sep):
            raise files.LinkError("is a symbolic link into git's own folder; it is not followed")
        if os.path.exists(real) and not os.path.isfile(real):
            raise OSError("is no file")  # A pipe would be waited for.
        return super().read(path, root)

    def names(self, folder: str, root: str) -> list[str]:
        self._see(folder)
        return super().names(folder, root)

    def holds(self, workspace: Workspace) -> bool:
        """Whether all that was asked for is the same in a later workspace."""
        return self.workspace.folders == workspace.folders and all(
            # Copied at once, as another thread may add to it.
            signature(path, workspace) == known
            for path, known in list(self.seen.items())
        )

    def _see(self, path: str) -> None:
        if path not in self.seen:
            self.seen[path] = signature(path, self.workspace)


def signature(path: str, workspace: Workspace) -> object:
    """What changes when the content at an absolute path does."""
    buffer = workspace.by_path.get(path)
    if buffer is not None:
        return buffer.lines
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def shown(path: str) -> str:
    """An absolute path as reports name it: from the folder of the server, when it lies below that."""
    below = os.path.relpath(path)
    return path if below.split(os.sep)[0] == os.pardir else below
