"""Which files are read: the paths of the command line, folders walked, links kept inside.

Nothing outside a file's repository is opened through a symbolic link.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING

from claimlint.document import FORMATS
from claimlint.findings import Problem
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.tree import Tree

MAX_SIZE = 64 * 2**20
"""The largest file that is read, in bytes."""

VENDORED = frozenset(
    (
        "bower_components",
        "dist",
        "dist-packages",
        "node_modules",
        "site-packages",
        "target",
        "third-party",
        "third_party",
        "vendor",
    )
)
MARKERS = frozenset(("pyvenv.cfg", "CACHEDIR.TAG"))
"""Files that mark their folder as a virtual environment or a cache, whatever its name."""

OUTSIDE = "is a symbolic link that leads outside the repository; it is not followed"


class LinkError(OSError):
    """A symbolic link that is not followed; the text says why, after the path."""


class File(NamedTuple):
    """A file to read.

    `path` is its name in reports, `real` the resolved path that is opened, `folder` the absolute
    folder that it was found in and `root` its repository, above which no model is looked for.
    `data` is the content where that did not come from the file system.
    """

    path: str
    real: str
    folder: str
    root: str
    data: bytes | None = None


def read(file: File) -> bytes:
    """The content; OSError when it cannot be read or is larger than MAX_SIZE."""
    return read_path(file.real) if file.data is None else _capped(file.data)


def read_path(path: str) -> bytes:
    """The content of the file at a path; OSError when it cannot be read or is larger than MAX_SIZE."""
    with open(path, "rb", opener=_plain) as stream:
        return _capped(stream.read(MAX_SIZE + 1))


def _plain(path: str, flags: int) -> int:
    """Opens no pipe and no device: who reads one may wait for ever."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        os.close(descriptor)
        raise OSError("it is a pipe or a device")
    return descriptor


def _capped(data: bytes) -> bytes:
    if len(data) > MAX_SIZE:
        raise OSError(f"it is larger than {MAX_SIZE >> 20} MiB")
    return data


def unreadable(path: str, error: OSError) -> Problem:
    """The problem of a file that cannot be read."""
    told = str(error) if isinstance(error, LinkError) else f"cannot be read: {error.strerror or error}"
    return Problem(path, None, None, told)


def standard_input(data: bytes, name: str) -> File:
    """Standard input under a file's name, which need not exist."""
    folder = os.path.dirname(os.path.abspath(name))
    return File(name, name, folder, repository(folder), data)


def repository(folder: str) -> str:
    """The root of what lies in an absolute folder: the nearest folder above that has a `.git`.

    Outside a repository it is the current folder, and for what is not below that, the folder
    itself.  A repository that is only reached through a symbolic link out of another is not one.
    """
    here = os.getcwd()
    candidates = []
    place = folder
    while True:
        if place == here or os.path.exists(os.path.join(place, ".git")):
            candidates.append(place)
        above = os.path.dirname(place)
        if above == place:
            break
        place = above
    root = candidates.pop() if candidates else folder
    while candidates:
        inner = candidates.pop()
        if not lies_in(os.path.realpath(inner), os.path.realpath(root)):
            break
        if os.path.exists(os.path.join(inner, ".git")) or not os.path.exists(os.path.join(root, ".git")):
            root = inner
    return root


def named(path: str) -> File | Problem:
    """The file or folder of that name, or why it cannot be read."""
    name = shown(path)
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        what = "is a broken symbolic link" if os.path.islink(path) else "does not exist"
        return Problem(name, None, None, what)
    except OSError as error:
        return unreadable(name, error)
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        return Problem(name, None, None, "is neither a file nor a folder")
    absolute = os.path.abspath(path)
    folder = absolute
    if stat.S_ISREG(mode) or os.path.islink(absolute):
        folder = os.path.dirname(absolute)
    return _within(path, folder, repository(folder))


def find(
    paths: Iterable[str],
    excludes: Callable[[str, str, str, bool], bool] | None = None,
    tree: Tree | None = None,
) -> tuple[list[File], list[Problem]]:
    """The files that the paths name, each once, in the order of their names; and what is unreadable.

    `excludes` is given a folder, its root, the path of what lies in it (all absolute) and whether that is a
    folder, and says whether it is left out, even when it is named.

    A file that is named is read whatever its extension.  A folder is walked for the extensions of
    `document.FORMATS`, without what `.gitignore` ignores and without hidden and vendored folders.  With a
    `tree`, its `.gitignore` files and MARKERS hold, and not those that are there.
    """
    walk = _Walk(excludes, tree)
    for path in paths:
        found = named(path)
        if isinstance(found, Problem) or not is_excluded(os.path.abspath(path), found, excludes):
            walk.add(found)
    walk.follow_links()
    return sorted(walk.files.values(), key=lambda file: file.path), walk.problems


def chosen(
    what: Iterable[str] | File,
    excludes: Callable[[str, str, str, bool], bool] | None = None,
    tree: Tree | None = None,
) -> tuple[list[File], list[Problem]]:
    """What `find` gives for paths; a file that is given as it is stands for itself."""
    return ([what], []) if isinstance(what, File) else find(what, excludes, tree)


def is_excluded(path: str, file: File, excludes: Callable[[str, str, str, bool], bool] | None) -> bool:
    """Whether a path that was named, or a folder above it, is left out."""
    if excludes is None:
        return False
    is_folder = os.path.isdir(path)
    while path != file.root and os.path.dirname(path) != path:
        above = os.path.dirname(path)
        if excludes(above, file.root, path, is_folder):
            return True
        path, is_folder = above, True
    return False


class _Walk:
    """Collects files by their resolved path; symbolic links wait until all else is known.

    So a file that is met under its own name too is reported under that one, and a loop of links
    meets a folder that is known already.
    """

    def __init__(
        self, excludes: Callable[[str, str, str, bool], bool] | None, tree: Tree | None = None
    ) -> None:
        self.excludes = excludes
        self.tree = tree
        self.files: dict[str, File] = {}
        self.problems: list[Problem] = []
        self.folders: set[str] = set()
        self.links: list[tuple[str, str, str]] = []

    def add(self, item: File | Problem) -> None:
        if isinstance(item, Problem):
            self.problems.append(item)
        elif os.path.isdir(item.real):
            self.walk(item)
        else:
            self.files.setdefault(item.real, item)

    def follow_links(self) -> None:
        while self.links:
            path, folder, root = self.links.pop()
            item = named(path)
            self.add(item if isinstance(item, Problem) else _within(path, folder, root))

    def walk(self, top: File) -> None:
        from claimlint import ignore

        absolute = os.path.abspath(top.path)
        plain = self.tree.plain if self.tree is not None else None
        stack = [(top.path, absolute, top.real, top.root, ignore.above(absolute, top.root, plain))]
        while stack:
            path, folder, real, root, ignored = stack.pop()
            if real in self.folders:
                continue
            self.folders.add(real)
            try:
                with os.scandir(path) as scan:
                    entries = {entry.name: entry for entry in scan}
            except OSError as error:
                self.problems.append(unreadable(shown(path), error))
                continue
            there: Container[str] = entries if self.tree is None else self._there(folder, entries)
            if folder != absolute and any(name in there for name in MARKERS):
                continue
            if folder != absolute and ".git" in entries:
                root, ignored = folder, ()
            ignored = ignore.extend(ignored, folder, there, plain)
            for name, entry in entries.items():
                is_folder = _is_folder(entry)
                if is_folder and (name.startswith(".") or name in VENDORED):
                    continue
                if not is_folder and os.path.splitext(name)[1].lower() not in FORMATS:
                    continue
                inner = os.path.join(folder, name)
                if ignored and ignore.matches(ignored, inner, is_folder and not entry.is_symlink()):
                    continue
                if self.excludes is not None and self.excludes(folder, root, inner, is_folder):
                    continue
                if entry.is_symlink():
                    self.links.append((entry.path, folder, root))
                elif is_folder:
                    stack.append((entry.path, inner, os.path.join(real, name), root, ignored))
                elif entry.is_file():
                    file = File(shown(entry.path), os.path.join(real, name), folder, root)
                    self.files.setdefault(file.real, file)

    def _there(self, folder: str, entries: Container[str]) -> frozenset[str]:
        """Which of the names that decide about a folder the tree has in it."""
        assert self.tree is not None
        names = (".gitignore", *MARKERS)
        found = {name for name in names if self.tree.exists(os.path.join(folder, name))}
        return frozenset((*found, ".git") if ".git" in entries else found)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder; a link that leads in a circle or where nobody may look is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _within(path: str, folder: str, root: str) -> File | Problem:
    """The file or folder, found in `folder`, unless it really lies outside the root."""
    real = inside(path, root)
    if real is None:
        return Problem(shown(path), None, None, OUTSIDE)
    return File(shown(path), real, folder, root)


def inside(path: str, root: str) -> str | None:
    """The resolved path, None when that does not lie in the root."""
    real = os.path.realpath(path)
    return real if lies_in(real, os.path.realpath(root)) else None


def lies_in(path: str, folder: str) -> bool:
    """Whether a path is the folder or below it; both absolute and in the same form."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def shown(path: str) -> str:
    """The path as reports name it: without a leading `./`."""
    while path.startswith("./") and path.strip("./"):
        path = path[2:].lstrip("/")
    return path
