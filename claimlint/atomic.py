"""Files that are written whole or not at all, and never through a symbolic link."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress


class CannotWriteError(OSError):
    """A file that is not written; the message says why."""


def write(path: str, data: bytes) -> None:
    """Put a new file with this content in the place of what is there, whose mode it keeps.

    Raises CannotWriteError when the file, or a folder that a relative path names, is a symbolic link, when
    something other than a file has that name, when it is read-only, and when the system refuses.  Whatever
    happens, the file holds its old content or all of the new one.
    """
    try:
        put(path, data, _mode(path))
    except CannotWriteError:
        raise
    except (OSError, ValueError) as error:
        raise CannotWriteError(getattr(error, "strerror", None) or str(error)) from None


def put(path: str, data: bytes, mode: int | None, ready: Callable[[], None] = lambda: None) -> None:
    """Write a new file of that mode (the usual one for None) beside a path, and put it in its place.

    `ready` is called right before that and may raise to leave all as it is.  Raises OSError.
    """
    folder, name = os.path.split(path)
    draft = os.path.join(folder, f".{name}.{os.urandom(6).hex()}.claimlint")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    # What replaces a private file is private from the start.
    descriptor = os.open(draft, flags, 0o666 if mode is None else 0o600)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            os.chmod(draft, mode)
        ready()
        os.replace(draft, path)
    except BaseException:  # An interrupt too leaves nothing behind.
        with suppress(OSError):
            os.unlink(draft)
        raise


def _mode(path: str) -> int | None:
    """The permissions of the file that is there; None when there is none."""
    for name in _named(path):
        if os.path.islink(name):
            shown = "it" if name == path else name
            raise CannotWriteError(f"{shown} is a symbolic link, which is not followed")
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise CannotWriteError("there is something of that name that is not a file")
    mode = stat.S_IMODE(status.st_mode)
    if not mode & 0o222:
        raise CannotWriteError("it is read-only")
    return mode


def _named(path: str) -> list[str]:
    """The path, and the folders that it names itself; of an absolute path the last name alone.

    What lies above the current folder is where the user works, whatever links lead there; what lies
    below may have come with a repository.
    """
    names = [path]
    while not os.path.isabs(path) and (path := os.path.dirname(path)):
        names.append(path)
    return names
