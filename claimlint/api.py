"""The interface for programs, which the commands use too.

import claimlint

report = claimlint.lint(["docs", "README.md"])
for finding in report.findings:
    print(finding.path, finding.line, finding.message)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from claimlint import files
from claimlint.files import File
from claimlint.findings import Finding, Problem, Report
from claimlint.models import BrokenModel, Models
from claimlint.project import Project
from claimlint.records import NamedTuple

__all__ = ["BrokenModel", "Extraction", "Path", "Project", "extract", "lint", "load_model"]

Path = str | os.PathLike[str]
OnCrash = Callable[[str, Exception], None]


class Extraction(NamedTuple):
    """The claims of some files, as `claimlint extract` lists them, and what was unreadable."""

    claims: tuple[dict[str, Any], ...]
    problems: tuple[Problem, ...]


def lint(
    paths: Path | File | Iterable[Path],
    *,
    text: str | None = None,
    project: Project | None = None,
    explain: bool = False,
    on_crash: OnCrash | None = None,
    baseline: Path | bool | None = None,
    diff: str | None = None,
) -> Report:
    """Lint files and folders, as `claimlint check` does.

    With `text`, `paths` is the one name under which that text is linted; it need not exist.  `project` says
    which settings, rules and models hold (those that are found, by default).  With `explain` the report tells
    of each claim what it was tied to.  `on_crash` is called with the path and the exception when claimlint
    itself fails on a file, which is a problem of the report in any case.  `baseline` is a file of findings
    that are not reported, in place of that of the settings; True is the one at the repository's root where
    the settings name none, and False is none at all.  With `diff`, a revision of git, only what changed since
    then is reported.  A project with a `claimlint.git.revision.Revision` as its tree is trusted: what the
    files as they are would make of it is told in `Report.notes`.

    Never raises for what the files hold: what could not be checked is in `Report.problems`.  Raises
    `claimlint.project.UnknownRule` when the project selects a rule that there is not, and
    `claimlint.git.GitError` when git cannot say what changed.
    """
    from claimlint import run

    project = project or Project()
    if not isinstance(paths, str | os.PathLike | File):
        paths = list(paths)
    found, problems = _found(paths, text, project)
    crashed = on_crash or _pass
    if diff is not None or project.elsewhere is not None:
        from claimlint import since

        report, whole = since.check(found, problems, project, crashed, explain, diff)
    else:
        report = run.check(found, problems, project, crashed, explain)
        whole = report.findings
    return without_known(report, paths, found, project, baseline, whole)


def without_known(
    report: Report,
    paths: Path | File | Iterable[Path],
    found: Iterable[File],
    project: Project,
    baseline: Path | bool | None,
    whole: Sequence[Finding] | None = None,
) -> Report:
    """The report on what the paths led to without what a baseline holds; `baseline` as for `lint`.

    `whole` are all findings, where the report has only some.
    """
    found = list(found)
    if baseline is False or (baseline is None and not any(map(project.has_baseline, found))):
        return report
    from claimlint.baseline import narrow

    named = None if baseline is None else "" if baseline is True else os.fspath(baseline)
    return narrow(report, _names(paths), found, project, named, whole)


def extract(
    paths: Path | File | Iterable[Path],
    *,
    text: str | None = None,
    project: Project | None = None,
    on_crash: OnCrash | None = None,
) -> Extraction:
    """The claims of files and folders, as `claimlint extract` lists them; `text` as for `lint`."""
    from claimlint import run

    project = project or Project()
    found, problems = _found(paths, text, project)
    claims = tuple(run.extract(found, problems, project, on_crash or _pass))
    return Extraction(claims, tuple(problems))


def load_model(path: Path) -> Any:
    """The canonical model in a file, as a `claimlint.model.model.Model`.

    Raises BrokenModel, whose `problems` tell every mistake with its place.
    """
    return Models().load(os.fspath(path))


def _found(
    paths: Path | File | Iterable[Path], text: str | None, project: Project
) -> tuple[list[File], list[Problem]]:
    if isinstance(paths, File):
        return [paths], []
    names = _names(paths)
    if text is None:
        return files.find(names, project.excludes, project.elsewhere)
    if len(names) != 1:
        raise ValueError("a text has one name")
    return [files.standard_input(text.encode("utf-8", "surrogatepass"), names[0])], []


def _names(paths: Path | File | Iterable[Path]) -> list[str]:
    if isinstance(paths, File):
        return []
    return [os.fspath(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]


def _pass(path: str, error: Exception) -> None:
    """Nothing is done when claimlint fails on a file: the report has it as a problem."""
