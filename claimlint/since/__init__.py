"""What has changed since a revision: lines, findings, values of the model, and what is silenced."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from claimlint.git import GitError
from claimlint.git.program import Git
from claimlint.git.revision import Revision

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Problem, Report
    from claimlint.project import Project
    from claimlint.run import OnCrash


def check(
    found: Iterable[File],
    problems: Iterable[Problem],
    project: Project,
    crashed: OnCrash,
    explain: bool,
    base: str,
) -> Report:
    """Check the files that were found, and report what changed since a revision; raises GitError."""
    from claimlint.since import diff

    found = list(found)
    git = Git(repository(found))
    revision = Revision(git, git.base(base))
    try:
        return diff.check(found, problems, project, crashed, explain, revision, base)
    finally:
        revision.close()


def repository(found: Iterable[File]) -> str:
    """The repository of the current folder, or else the one that all files are of; raises GitError."""
    from claimlint.files import repository as root_of

    roots = {file.root for file in found}
    here = root_of(os.getcwd())
    if here in roots or not roots:
        return here
    if len(roots) > 1:
        raise GitError("the files are of several repositories, and none of them is that of this folder")
    return roots.pop()
