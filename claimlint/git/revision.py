"""The files of a repository as a commit has them, by the paths that they have in the working tree."""

from __future__ import annotations

import errno
import os

from claimlint import files
from claimlint.git.objects import FOLDER, LINK, SUBMODULE, Entry, Objects
from claimlint.git.program import Git
from claimlint.tree import DISK, Tree

_MOST_LINKS = 40
Parts = tuple[bytes, ...]


class Revision(Tree):
    """Reads from a commit; what lies outside its repository is read as it is.

    `root` is the repository's absolute folder, `name` what people call the commit.  A symbolic link is
    followed as far as the commit goes.  Raises GitError when git does not have the content.
    """

    def __init__(self, git: Git, commit: str, name: str = "") -> None:
        self.git = git
        self.name = name or commit[:12]
        self.root = git.root
        self.commit = commit
        self._real = os.path.realpath(git.root)
        self._objects = Objects(git)
        self._folders: dict[str, dict[bytes, Entry]] = {}

    def exists(self, path: str) -> bool:
        """Whether the commit has something at an absolute path, a broken link included."""
        parts = self.parts(path)
        if parts is None:
            return DISK.exists(path)
        try:
            return self._find(parts, follow=False) is not None
        except OSError:
            return False

    def read(self, path: str, root: str) -> bytes | None:
        """As `Tree.read`."""
        parts = self.parts(path)
        if parts is None:
            return DISK.read(path, root)
        entry = self._find(parts)
        if entry is None:
            if self._find(parts, follow=False) is not None:
                raise files.LinkError("is a broken symbolic link")
            return None
        if entry.mode == FOLDER:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if entry.mode == SUBMODULE:
            raise OSError("it is a submodule")
        return self._objects.blob(entry.id)

    def plain(self, path: str) -> bytes | None:
        """As `Tree.plain`."""
        parts = self.parts(path)
        if parts is None:
            return DISK.plain(path)
        try:
            entry = self._find(parts, follow=False)
            if entry is None or entry.mode in (FOLDER, LINK, SUBMODULE):
                return None
            return self._objects.blob(entry.id)
        except OSError:
            return None

    def names(self, folder: str, root: str) -> list[str]:
        """As `Tree.names`."""
        parts = self.parts(folder)
        if parts is None:
            return DISK.names(folder, root)
        entry = self._find(parts)
        if entry is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
        if entry.mode != FOLDER:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
        return sorted(map(os.fsdecode, self._folder(entry.id)))

    def holds(self, path: str, data: bytes) -> bool:
        """Whether the file at an absolute path of the repository has that very content; it is not read."""
        parts = self.parts(path)
        try:
            entry = self._find(parts) if parts is not None else None
        except OSError:
            return False
        if entry is None:
            return False
        import hashlib

        algorithm = "sha1" if len(entry.id) == 40 else "sha256"
        digest = hashlib.new(algorithm, f"blob {len(data)}\0".encode("ascii"), usedforsecurity=False)
        digest.update(data)
        return digest.hexdigest() == entry.id

    def parts(self, path: str) -> Parts | None:
        """The names that lead from the root to an absolute path; None outside the repository."""
        path = os.path.normpath(path)
        for root in (self.root, self._real):
            if path == root:
                return ()
            if path.startswith(root.rstrip(os.sep) + os.sep):
                inner = path[len(root.rstrip(os.sep)) + 1 :]
                return tuple(os.fsencode(name) for name in inner.split(os.sep))
        return None

    def close(self) -> None:
        """Let git end."""
        self._objects.close()

    def _find(self, parts: Parts, follow: bool = True) -> Entry | None:
        """What stands at a path, None when nothing does; raises OSError for a link that leads out."""
        left = list(reversed(parts))
        here: list[tuple[bytes, Entry]] = []
        top = Entry(FOLDER, self.commit)
        links = 0
        while left:
            name = left.pop()
            if name in (b"", b"."):
                continue
            if name == b"..":
                if not here:
                    raise files.LinkError(files.OUTSIDE)
                here.pop()
                continue
            above = here[-1][1] if here else top
            entry = self._folder(above.id).get(name) if above.mode == FOLDER else None
            if entry is None:
                return None
            if entry.mode == LINK and (follow or left):
                links += 1
                target = self._objects.blob(entry.id)
                if links > _MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                if target.startswith(b"/") or os.path.isabs(os.fsdecode(target)):
                    raise files.LinkError(files.OUTSIDE)
                left += reversed(target.split(b"/"))
                continue
            here.append((name, entry))
        return here[-1][1] if here else top

    def _folder(self, id_: str) -> dict[bytes, Entry]:
        if id_ not in self._folders:
            self._folders[id_] = self._objects.folder(id_)
        return self._folders[id_]
