"""Where the data files of a model come from: the working tree, or a revision of it."""

from __future__ import annotations

from collections.abc import Callable

from claimlint.records import NamedTuple

Read = Callable[[str], bytes]
"""Reads a file by its path in the repository, with slashes; raises OSError."""


class Files(NamedTuple):
    """Data files: `folder` is that of the model in the repository, with slashes (empty at its root)."""

    folder: str
    read: Read
