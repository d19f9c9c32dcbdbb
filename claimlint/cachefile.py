"""Files of the cache folder: written whole or not at all, and believed only where they were written.

A file that came with the repository, a copy, and what a symbolic link leads to are not believed: the
first line of a file names its own inode and the digest of the rest.
"""

from __future__ import annotations

import os

IGNORED = (OSError, ValueError)
"""What reading a cache file may raise: then it counts as missing."""


def digest(content: str | bytes) -> str:
    """The SHA-256 of a text or of bytes."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    # CPython's own module (3.11, then 3.12 and later): hashlib loads OpenSSL, which costs 2 ms.
    for name in ("_sha256", "_sha2"):
        try:
            found: str = __import__(name).sha256(data).hexdigest()
        except (ImportError, AttributeError):
            continue
        return found
    from hashlib import sha256

    return sha256(data).hexdigest()


def read(folder: str, name: str) -> str | None:
    """What was written here under that name, None for anything else.  Raises one of IGNORED."""
    if os.path.islink(folder):
        return None
    # Without waiting, should it be a pipe.
    flags = os.O_RDONLY | _no_follow() | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(os.path.join(folder, name), flags), encoding="utf-8") as stream:
        mark, _, body = stream.read().partition("\n")
        return body if mark == _mark(stream.fileno(), body) else None


def write(folder: str, name: str, body: str) -> bool:
    """Write a new file beside the old one and put it in its place, so that no reader sees half of it.

    False when it could not be written, which nobody need know.
    """
    try:
        if os.path.islink(folder):
            return False
        os.makedirs(folder, exist_ok=True)
        _create(os.path.join(folder, ".gitignore"), "*\n")
        draft = os.path.join(folder, f".{name}.{os.getpid()}")
        if not _create(draft, body, marked=True):
            return False
        os.replace(draft, os.path.join(folder, name))
    except OSError:
        return False
    return True


def _mark(descriptor: int, body: str) -> str:
    """The first line of a cache file: it names the file's own inode, which no copy of it has."""
    status = os.fstat(descriptor)
    return f"{status.st_dev}:{status.st_ino} {digest(body)}"


def _create(file: str, content: str, marked: bool = False) -> bool:
    """Write a file that is not there yet; False when it is."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _no_follow(), 0o644)
    except FileExistsError:
        return False
    with open(descriptor, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(f"{_mark(descriptor, content)}\n{content}" if marked else content)
    return True


def _no_follow() -> int:
    return getattr(os, "O_NOFOLLOW", 0)
