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
    from claimlint.findings import Finding, Problem, Report
    from claimlint.project import Project
    from claimlint.run import OnCrash


def trusted(project: Project, paths: Iterable[str], base: str) -> Project:
    """The project with settings, rules, models and baselines as a revision has them; raises GitError.

    `paths` are those of the run, which say what repository is meant where the current folder is in none.
    """
    from claimlint import files

    named = [found for path in paths if isinstance(found := files.named(path), files.File)]
    git = Git(_repository(file.root for file in named))
    return project.at(Revision(git, git.commit(base), base))


def check(
    found: Iterable[File],
    problems: Iterable[Problem],
    project: Project,
    crashed: OnCrash,
    explain: bool,
    base: str | None,
) -> tuple[Report, tuple[Finding, ...]]:
    """Check the files that were found against a revision; the report, and all findings that there are.

    With `base` the report has what changed since that revision.  A project that is read from a revision
    is trusted: what the files as they are would have made of it is told.  Raises GitError.
    """
    from claimlint import run

    found = list(found)

    def checked(own: list[File], explain: bool) -> tuple[Report, tuple[Finding, ...]]:
        if base is None:
            report = run.check(own, problems, project, crashed, explain)
            return report, report.findings
        from claimlint.since import diff

        git = Git(_repository(file.root for file in own))
        revision = Revision(git, git.base(base), base)
        try:
            return diff.check(own, problems, project, crashed, explain, revision)
        finally:
            revision.close()

    if not isinstance(project.tree, Revision):
        return checked(found, explain)
    from claimlint.since import trust

    return trust.check(found, project, explain, checked, crashed)


def _repository(roots: Iterable[str]) -> str:
    """The repository of the current folder, or else the one that all files are of; raises GitError."""
    from claimlint.files import repository

    known = set(roots)
    here = repository(os.getcwd())
    if here in known or not known:
        return here
    if len(known) > 1:
        raise GitError("the files are of several repositories, and none of them is that of this folder")
    return known.pop()
