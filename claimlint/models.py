"""The canonical model of each page: the nearest CANONICAL-NUMBERS.md above it, or the one named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from claimlint import files
from claimlint.document import DecodeError, decode
from claimlint.findings import Problem
from claimlint.tree import DISK, Tree

if TYPE_CHECKING:
    from claimlint.model.datafiles import Files
    from claimlint.model.model import Model

MODEL_NAME = "CANONICAL-NUMBERS.md"
CACHE_FOLDER = ".claimlint_cache"


class BrokenModel(Exception):  # noqa: N818
    """The page's model does not load; `problems` say why."""

    def __init__(self, path: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(path)
        self.path = path
        self.problems = problems


class Models:
    """Finds and loads models, each once.

    `loaded` and `broken` are what was met so far, by the path as reports name it.
    """

    def __init__(self, named: str | None = None, tree: Tree = DISK, cache: bool = True) -> None:
        self.cache = cache
        self.named = named
        self.tree = tree
        self.loaded: dict[str, Model] = {}
        self.broken: dict[str, BrokenModel] = {}
        self._near: dict[tuple[str, str], str | None] = {}

    def of(self, file: files.File) -> Model | None:
        """The file's model, None when it has none; raises BrokenModel."""
        return self.of_folder(file.folder, file.root)

    def of_folder(self, folder: str, root: str) -> Model | None:
        """The model of an absolute folder, None when it has none up to the root; raises BrokenModel."""
        path = self.named or self._nearest(folder, root)
        return self.load(path) if path is not None else None

    def forget(self, real: str) -> None:
        """Read a model anew when it is next asked for, as its file has been replaced."""
        for path in [path for path in self.loaded if os.path.realpath(path) == real]:
            del self.loaded[path]

    def as_if(self, path: str, text: str) -> Model:
        """The model that a file would be with another text; raises ModelError."""
        from claimlint.model.load import load

        absolute = os.path.abspath(path)
        root = files.repository(os.path.dirname(absolute))
        return load(files.shown(path), text, data_files(absolute, root, self.tree))

    def load(self, path: str) -> Model:
        """The model in a file; raises BrokenModel."""
        if path in self.loaded:
            return self.loaded[path]
        if path in self.broken:
            raise self.broken[path]
        try:
            model = self.loaded[path] = self._read(path)
        except BrokenModel as broken:
            self.broken[path] = broken
            raise
        return model

    def _nearest(self, folder: str, root: str) -> str | None:
        key = folder, root
        if key not in self._near:
            path = os.path.join(folder, MODEL_NAME)
            if self.tree.exists(path):
                self._near[key] = os.path.relpath(path)
            elif folder == root or os.path.dirname(folder) == folder:
                self._near[key] = None
            else:
                self._near[key] = self._nearest(os.path.dirname(folder), root)
        return self._near[key]

    def _read(self, path: str) -> Model:
        absolute = os.path.abspath(path)
        root = files.repository(os.path.dirname(absolute))
        shown = files.shown(path)
        try:
            data = self.tree.read(absolute, root)
            if data is None:
                raise BrokenModel(path, (Problem(shown, None, None, "does not exist"),))
            text = decode(data)
        except OSError as error:
            raise BrokenModel(path, (files.unreadable(shown, error),)) from None
        except DecodeError as error:
            raise BrokenModel(path, (Problem(shown, error.line, error.column, error.message),)) from None
        from claimlint.model.cache import load_cached
        from claimlint.model.mistakes import ModelError

        try:
            return load_cached(
                shown,
                text,
                os.path.join(root, CACHE_FOLDER) if self.cache else None,
                data_files(absolute, root, self.tree),
            )
        except ModelError as error:
            problems = (Problem(shown, *mistake) for mistake in error.mistakes)
            raise BrokenModel(path, tuple(problems)) from None


def data_files(model: str, root: str, tree: Tree = DISK) -> Files:
    """The data files that the model at an absolute path may read: those of its repository."""
    from claimlint.model.datafiles import Files

    top = os.path.realpath(root)

    def read(path: str) -> bytes:
        target = os.path.join(top, path)
        if tree is DISK:
            real = os.path.realpath(target)
            if ".git" in os.path.relpath(real, top).casefold().split(os.sep):
                raise files.LinkError("is a symbolic link into git's own folder; it is not followed")
            if os.path.exists(real) and not os.path.isfile(real):
                raise OSError("is no file")
        data = tree.read(target, top)
        if data is None:
            raise FileNotFoundError(path)
        return data

    folder = os.path.relpath(os.path.dirname(os.path.realpath(model)), top)
    return Files("" if folder == os.curdir else folder.replace(os.sep, "/"), read)
