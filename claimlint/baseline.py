"""Findings that a repository has accepted: they are kept in a file, and only new ones are reported."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimlint import files
from claimlint.baselinefile import NAME, BrokenBaseline, parse, render
from claimlint.document import DecodeError, decode
from claimlint.findings import Finding, Note, Problem, Report, narrowed
from claimlint.fingerprint import Key, key
from claimlint.project import BrokenSettings, Project, UnknownRule
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.files import File

__all__ = ["NAME", "BrokenBaseline", "Written", "narrow", "prune", "write"]

_BETWEEN_PAGES = "conflicting-claims"


class Written(NamedTuple):
    """What was written into a baseline: how many findings it holds now, and what came and went."""

    path: str
    findings: int
    added: int
    removed: int


def narrow(
    report: Report,
    paths: Iterable[str],
    found: Iterable[File],
    project: Project,
    named: str | None = None,
    whole: Sequence[Finding] | None = None,
) -> Report:
    """The report without the findings that a baseline holds; `paths` are those that the run was asked for.

    `whole` are all findings, where the report has only some: those that it does not have are the first
    that an entry stands for.

    `named` is a baseline for all files in place of that of their settings; empty, it is that of the
    settings or the one at the repository's root.  A baseline that cannot be read is a problem of the
    report, and holds nothing.
    """
    run = _Run(report, paths, found, project)
    reported = set(map(id, report.findings))
    kept = [*(each for each in whole or () if id(each) not in reported), *report.findings]
    problems: list[Problem] = []
    notes: list[Note] = []
    known: int | None = None
    for (path, root), members in run.baselines(named).items():
        try:
            counts = _load(path, root, project)
        except BrokenBaseline as broken:
            problems.append(broken.problem)
            continue
        left = dict(counts)
        names = {file.path for file in members}
        folder = os.path.dirname(path)
        new = [finding for finding in kept if finding.path not in names or not _take(left, finding, folder)]
        known = (known or 0) + len(kept) - len(new)
        kept = new
        gone = sum(left[each] for each in left if left[each] and run.covers(each, path, members))
        if gone:
            what = (
                "1 finding in it no longer occurs" if gone == 1 else f"{gone} findings in it no longer occur"
            )
            message = f"{what}; `claimlint baseline --prune` removes what is gone"
            notes.append(Note(_shown(path), None, None, message))
    left_over = [finding for finding in kept if id(finding) in reported]
    return narrowed(report, left_over, problems=problems, notes=notes, known=known)


def write(
    report: Report, paths: Iterable[str], found: Iterable[File], project: Project, named: str | None
) -> list[Written]:
    """Write the findings of a report into the baselines of their files, and say what changed.

    Entries of what the run did not look at stay.  Raises BrokenBaseline for a file that is there and
    cannot be read, and OSError when one cannot be written.
    """
    return _rewrite(report, paths, found, project, named, only_less=False)


def prune(
    report: Report, paths: Iterable[str], found: Iterable[File], project: Project, named: str | None
) -> list[Written]:
    """Remove from the baselines what the run looked at and did not find; raises as `write` does."""
    return _rewrite(report, paths, found, project, named, only_less=True)


def _rewrite(
    report: Report,
    paths: Iterable[str],
    found: Iterable[File],
    project: Project,
    named: str | None,
    only_less: bool,
) -> list[Written]:
    from claimlint import atomic

    run = _Run(report, paths, found, project)
    planned: list[tuple[str, dict[Key, int], dict[Key, int]]] = []
    for (path, root), members in run.baselines(named or "").items():
        if files.inside(path, root) is None:
            raise BrokenBaseline(Problem(_shown(path), None, None, files.OUTSIDE))
        old = _load(path, root, project) if only_less or os.path.lexists(path) else {}
        now: dict[Key, int] = {}
        names = {file.path for file in members}
        folder = os.path.dirname(path)
        for finding in report.findings:
            if finding.path in names:
                each = _below(finding, folder)
                now[each] = now.get(each, 0) + 1
        new = {each: count for each, count in old.items() if not run.covers(each, path, members)}
        for each, count in now.items():
            most = min(count, old.get(each, 0)) if only_less else count
            if most:
                new[each] = most
        planned.append((path, old, new))
    written = []
    for path, old, new in planned:
        text = render(new)
        if old != new or not os.path.lexists(path):
            # Of a path that settings give, every folder is looked at.
            atomic.write(named or os.path.relpath(path), text.encode("utf-8"))
        added = sum(max(0, count - old.get(each, 0)) for each, count in new.items())
        removed = sum(max(0, count - new.get(each, 0)) for each, count in old.items())
        written.append(Written(_shown(path), sum(new.values()), added, removed))
    return written


class _Run:
    """What a run looked at: an entry of anything else says nothing of what has gone."""

    def __init__(self, report: Report, paths: Iterable[str], found: Iterable[File], project: Project) -> None:
        self.project = project
        self.found = list(found)
        self.sure = not project.broken()
        failed = {problem.path for problem in report.problems}
        self.linted = {} if not self.sure else {f.path: f for f in self.found if f.path not in failed}
        self.folders = [os.path.abspath(path) for path in paths if os.path.isdir(path)]
        self._places = {os.path.abspath(name): file for name, file in self.linted.items()}
        self._rules: dict[str, frozenset[str]] = {}

    def baselines(self, named: str | None) -> dict[tuple[str, str], list[File]]:
        """The absolute path of each baseline and the folder that it must lie in, with its files."""
        result: dict[tuple[str, str], list[File]] = {}
        if named:
            path = os.path.abspath(named)
            return {(path, os.path.dirname(path)): self.found}
        for file in self.found:
            own = _own(file, self.project)
            if own is None and named is not None:
                own = os.path.join(file.root, NAME)
            if own is not None:
                result.setdefault((own, file.root), []).append(file)
        return result

    def covers(self, entry: Key, baseline: str, members: Iterable[File]) -> bool:
        """Whether the run would have found what an entry stands for."""
        rule, path, _, _ = entry
        place = os.path.normpath(os.path.join(os.path.dirname(baseline), path))
        whole = any(_is_below(os.path.dirname(baseline), folder) for folder in self.folders)
        if rule == _BETWEEN_PAGES and not whole:
            return False
        file = self._places.get(place)
        if file is not None:
            return rule in self._names(file)
        below = any(_is_below(place, folder) for folder in self.folders)
        return below and self.sure and not os.path.lexists(place)

    def _names(self, file: File) -> frozenset[str]:
        """The rules that ran on a file."""
        if file.path not in self._rules:
            try:
                names = frozenset(rule.name for rule in self.project.rules(file))
            except (BrokenSettings, UnknownRule):
                names = frozenset()
            self._rules[file.path] = names
        return self._rules[file.path]


def _own(file: File, project: Project) -> str | None:
    """The baseline that a file's settings name, as an absolute path; None when they name none."""
    try:
        return project.settings(file).baseline
    except BrokenSettings:
        return None


def _load(path: str, root: str, project: Project) -> dict[Key, int]:
    shown = _shown(path)
    try:
        data = project.tree.read(path, root)
        if data is None:
            where = f" at {project.tree.name}" if project.tree.name else ""
            message = f"does not exist{where}; `claimlint baseline` writes it"
            raise BrokenBaseline(Problem(shown, None, None, message))
        text = decode(data)
    except OSError as error:
        raise BrokenBaseline(files.unreadable(shown, error)) from None
    except DecodeError as error:
        raise BrokenBaseline(Problem(shown, error.line, error.column, error.message)) from None
    return parse(text.removeprefix("\ufeff"), shown)


def _take(left: dict[Key, int], finding: Finding, folder: str) -> bool:
    """Whether the baseline still holds the finding, once for each time that it is in there."""
    each = _below(finding, folder)
    if not left.get(each):
        return False
    left[each] -= 1
    return True


def _below(finding: Finding, folder: str) -> Key:
    """The key of a finding, its path as the baseline in that folder writes it."""
    rule, _, claim, context = key(finding)
    path = os.path.relpath(os.path.abspath(finding.path), folder).replace(os.sep, "/")
    return rule, path, claim, context


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _shown(path: str) -> str:
    return os.path.relpath(path)
