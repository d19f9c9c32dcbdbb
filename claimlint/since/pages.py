"""The pages of a run, and what they were at a revision."""

from __future__ import annotations

import os
from collections.abc import Iterable

from claimlint import files
from claimlint.files import File
from claimlint.findings import Note
from claimlint.git.revision import Revision
from claimlint.records import NamedTuple


class Was(NamedTuple):
    """A page, and the file that it was at the base (None when there was none)."""

    file: File
    before: File | None
    same: bool


def split(found: Iterable[File], base: Revision) -> tuple[list[File], list[Note]]:
    """The files of the base's repository, and a note on the others: the base does not have them."""
    own: list[File] = []
    others: dict[str, int] = {}
    for file in found:
        if file.root == base.root:
            own.append(file)
        else:
            others[file.root] = others.get(file.root, 0) + 1
    notes = []
    for root, count in others.items():
        what = f"{count} file{'s' if count != 1 else ''} of another repository left out"
        notes.append(Note(os.path.relpath(root), None, None, f"{what}: {base.name} is not of it"))
    return own, notes


def renamed(base: Revision) -> dict[str, str]:
    """The paths of renamed files, from the root, to what they were at the base; raises GitError."""
    return {os.fsdecode(new): os.fsdecode(old) for new, old in base.git.renames(base.commit).items()}


def was(file: File, base: Revision, renames: dict[str, str]) -> Was:
    """The page as it was; what cannot be read there counts as not there."""
    path = os.path.join(file.folder, os.path.basename(file.path))
    inner = os.path.relpath(path, base.root)
    old = os.path.join(base.root, renames.get(inner, inner))
    try:
        data = base.read(old, base.root)
    except OSError:
        data = None
    if data is None:
        return Was(file, None, False)
    shown = file.path if old == path else os.path.relpath(old)
    try:
        same = old == path and files.read(file) == data
    except OSError:
        same = False
    return Was(file, File(shown, old, os.path.dirname(old), file.root, data), same)
