"""Loaded models, kept as files: one for each content of a canonical file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from claimlint import __version__
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
    name = _PREFIX + _digest(f"{__version__}\n{dump.FORMAT}\n{folder}\n{text}") + ".json"
    found = _read(os.path.join(cache_dir, name), path, text, files)
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
        digests[path] = _digest(data)
        return data

    return noting


def _digest(content: str | bytes) -> str:
    """The SHA-256 of a text or of bytes."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    # CPython's own module (3.11, then 3.12 and later): hashlib loads OpenSSL, which costs 2 ms.
    for name in ("_sha256", "_sha2"):
        try:
            digest: str = __import__(name).sha256(data).hexdigest()
        except (ImportError, AttributeError):
            continue
        return digest
    from hashlib import sha256

    return sha256(data).hexdigest()


def _read(file: str, path: str, text: str, files: Files | None) -> Model | None:
    try:
        with open(os.open(file, os.O_RDONLY | _no_follow()), encoding="utf-8") as stream:
            mark, _, body = stream.read().partition("\n")
            if mark != _mark(stream.fileno(), body):
                return None
        import json

        stored = json.loads(body)
        for source, digest in stored["digests"].items():
            if files is None or _digest(files.read(source)) != digest:
                return None
        return dump.from_dict(stored, path, text)
    except _BROKEN:
        return None


def _write(cache_dir: str, name: str, model: Model, digests: dict[str, str]) -> None:
    """Write a new file beside the old one and put it in its place, so that no reader sees half of it."""
    import json

    body = json.dumps({**dump.to_dict(model), "digests": digests}, ensure_ascii=True, separators=(",", ":"))
    try:
        if os.path.islink(cache_dir):
            return
        os.makedirs(cache_dir, exist_ok=True)
        _create(os.path.join(cache_dir, ".gitignore"), "*\n")
        draft = os.path.join(cache_dir, f".{name}.{os.getpid()}")
        if _create(draft, body, marked=True):
            os.replace(draft, os.path.join(cache_dir, name))
            _prune(cache_dir)
    except OSError:
        return


def _mark(descriptor: int, body: str) -> str:
    """The first line of a cache file: it names the file's own inode, which no copy of it has."""
    status = os.fstat(descriptor)
    return f"{status.st_dev}:{status.st_ino} {_digest(body)}"


def _create(file: str, content: str, marked: bool = False) -> bool:
    """Write a file that is not there yet; False when it is."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _no_follow(), 0o644)
    except FileExistsError:
        return False
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(f"{_mark(descriptor, content)}\n{content}" if marked else content)
    return True


def _no_follow() -> int:
    return getattr(os, "O_NOFOLLOW", 0)


def _prune(cache_dir: str) -> None:
    """Drop the models that were written longest ago."""
    files = [entry for entry in os.scandir(cache_dir) if entry.name.lstrip(".").startswith(_PREFIX)]
    if len(files) > _MOST_FILES:
        files.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime)
        for entry in files[: len(files) - _MOST_FILES // 2]:
            os.unlink(entry.path)
