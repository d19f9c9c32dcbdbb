"""The canonical model of each page: the nearest CANONICAL-NUMBERS.md above it, or the one named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from claimlint import files
from claimlint.document import DecodeError, decode
from claimlint.findings import Problem

if TYPE_CHECKING:
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

    def __init__(self, named: str | None = None) -> None:
        self.named = named
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

    def load(self, path: str) -> Model:
        """The model in a file; raises BrokenModel."""
        if path in self.loaded:
            return self.loaded[path]
        if path in self.broken:
            raise self.broken[path]
        try:
            model = self.loaded[path] = _load(path)
        except BrokenModel as broken:
            self.broken[path] = broken
            raise
        return model

    def _nearest(self, folder: str, root: str) -> str | None:
        key = folder, root
        if key not in self._near:
            path = os.path.join(folder, MODEL_NAME)
            if os.path.lexists(path):
                self._near[key] = os.path.relpath(path)
            elif folder == root or os.path.dirname(folder) == folder:
                self._near[key] = None
            else:
                self._near[key] = self._nearest(os.path.dirname(folder), root)
        return self._near[key]


def _load(path: str) -> Model:
    file = files.named(path)
    if isinstance(file, Problem):
        raise BrokenModel(path, (file,))
    try:
        text = decode(files.read(file))
    except OSError as error:
        raise BrokenModel(path, (files.unreadable(file.path, error),)) from None
    except DecodeError as error:
        raise BrokenModel(path, (Problem(file.path, error.line, error.column, error.message),)) from None
    from claimlint.model.cache import load_cached
    from claimlint.model.mistakes import ModelError

    try:
        return load_cached(file.path, text, os.path.join(file.root, CACHE_FOLDER))
    except ModelError as error:
        problems = (Problem(file.path, *mistake) for mistake in error.mistakes)
        raise BrokenModel(path, tuple(problems)) from None
