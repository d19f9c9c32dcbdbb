"""Loaded models, kept as files: one for each content of a canonical file."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from claimlint import __version__, cachefile
from claimlint.model import dump
from claimlint.model.model import Model

if TYPE_CHECKING:
    from claimlint.model.datafiles import Files, Read

_MOST_FILES = 32
_PREFIX = "model-"
_BROKEN = (OSError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


def load_cached(path: str, text: str, cache_dir: str | None, files: Files | None = None) -> Model:
    """The model of a canonical file, from the cache when it and its data files are as they were.

    The cache never decides whether a model loads: a file that is missing, broken or of another
    version is ignored, and one that cannot be written is not.  Symbolic links are not followed, and a
    file that was not written here (it came with the repository, say) is not believed.
    With `cache_dir` None nothing is read or written.  Raises ModelError.
    """
    if cache_dir is None:
        from claimlint.model.load import load

        return load(path, text, files)
    # The same text in another folder reads other data files.
    folder = None if files is None else files.folder
    name = _PREFIX + cachefile.digest(f"{__version__}\n{dump.FORMAT}\n{folder}\n{text}") + ".json"
    found = _read(cache_dir, name, path, text, files)
    if found is not None:
        return found
    from claimlint.model.load import load

    digests: dict[str, str] = {}
    model = load(path, text, None if files is None else files._replace(read=_noting(files.read, digests)))
    _write(cache_dir, name, model, digests)
    return model


def _noting(read: Read, digests: dict[str, str]) -> Read:
    """A reader that notes the digest of every file that it reads."""

    def noting(path: str) -> bytes:
        data = read(path)
        digests[path] = cachefile.digest(data)
        return data

    return noting


def _read(cache_dir: str, name: str, path: str, text: str, files: Files | None) -> Model | None:
    try:
        body = cachefile.read(cache_dir, name)
        if body is None:
            return None
        import json

        stored = json.loads(body)
        for source, known in stored["digests"].items():
            if files is None or cachefile.digest(files.read(source)) != known:
                return None
        return dump.from_dict(stored, path, text)
    except _BROKEN:
        return None


def _write(cache_dir: str, name: str, model: Model, digests: dict[str, str]) -> None:
    import json

    body = json.dumps({**dump.to_dict(model), "digests": digests}, ensure_ascii=True, separators=(",", ":"))
    if cachefile.write(cache_dir, name, body):
        with suppress(OSError):
            _prune(cache_dir)


def _prune(cache_dir: str) -> None:
    """Drop the models that were written longest ago."""
    files = [entry for entry in os.scandir(cache_dir) if entry.name.lstrip(".").startswith(_PREFIX)]
    if len(files) > _MOST_FILES:
        files.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime)
        for entry in files[: len(files) - _MOST_FILES // 2]:
            os.unlink(entry.path)
