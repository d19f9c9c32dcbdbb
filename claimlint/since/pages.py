"""The pages of a run, and what they were at a revision."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from claimlint import files
from claimlint.files import File
from claimlint.findings import Note
from claimlint.git.revision import Revision
from claimlint.records import NamedTuple

_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:[a-z0-9.-]+ .*\n)*?oid sha256:([0-9a-f]{64})\n"
)


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
        now = files.read(file)
    except OSError:
        now = None
    if old == path and now is not None and base.holds(path, now):
        return Was(file, file, True)
    try:
        data = base.read(old, base.root)
    except OSError:
        data = None
    if data is None:
        return Was(file, None, False)
    pointed = _POINTER.match(data)
    if pointed is not None:
        if now is None or not _is_pointed_to(now, pointed):
            return Was(file, None, False)
        data = now
    shown = file.path if old == path else os.path.relpath(old)
    return Was(file, File(shown, old, os.path.dirname(old), file.root, data), old == path and now == data)


def _is_pointed_to(data: bytes, pointed: re.Match[bytes]) -> bool:
    """Whether a pointer of Git LFS, which the commit has in place of the content, means this content."""
    from hashlib import sha256

    return sha256(data).hexdigest().encode("ascii") == pointed[1]
