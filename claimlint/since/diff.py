"""`check --diff BASE`: what a change brings, wherever it shows.

The pages are linted as they are, and those that can have changed also as they were at the base, with the
settings, rules and models of that time.  Reported is what stands on a line that differs, and what the base
did not have.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from claimlint import files, run
from claimlint.document import DecodeError, decode
from claimlint.files import File
from claimlint.findings import Finding, Note, Problem, Report, narrowed
from claimlint.fingerprint import Key, key
from claimlint.git.revision import Revision
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.since.lines import differing
from claimlint.since.pages import Was, renamed, split, was
from claimlint.since.values import Pair, changes, pairs

if TYPE_CHECKING:
    from claimlint.run import OnCrash

_BETWEEN_PAGES = "conflicting-claims"


def check(
    found: Iterable[File],
    problems: Iterable[Problem],
    project: Project,
    crashed: OnCrash,
    explain: bool,
    base: Revision,
) -> tuple[Report, tuple[Finding, ...]]:
    """Check the files that were found, as `run.check`; what changed since `base`, and all findings.

    Files of other repositories than that of `base` are left out.
    """
    name = base.name
    own, notes = split(found, base)
    renames = renamed(base)
    # A project that is trusted is so of both sides: only the pages differ.
    before = project if isinstance(project.tree, Revision) else project.at(base)
    pages = [was(file, base, renames) for file in own]
    met = pairs([(page.file, page.before or page.file) for page in pages], project, before)
    moved = [pair for pair in met if pair.differs]
    whole = run.check(own, problems, project, crashed, explain or bool(moved))
    old = _old_findings(whole, pages, project, before, bool(moved))
    left = [*_new(whole.findings, pages, old.findings)]
    told = changes(moved, [page.file for page in pages], project, (whole, old), name)
    broken = [
        Note(each.path, each.line, each.column, f"at {name}: {each.message}; what it holds for counts as new")
        for each in before.broken()
        if before is not project
    ]
    report = narrowed(whole, left, notes=(*notes, *broken, *told.notes))
    report = report._replace(
        summary=report.summary._replace(since=name),
        changes=told.changes,
        explanations=whole.explanations if explain else None,
    )
    return report, whole.findings


def _old_findings(whole: Report, pages: list[Was], project: Project, before: Project, told: bool) -> Report:
    """What the base had on the pages; those that give the same now and then are not read again."""
    changed = {page.file.path for page in pages if not (page.same and _same_terms(page, project, before))}
    if any(each.rule == _BETWEEN_PAGES for each in whole.findings):
        changed.update(page.file.path for page in pages)
    names: dict[str, str] = {}
    old: list[File] = []
    for page in pages:
        if page.before is None or page.file.path not in changed:
            continue
        if files.is_excluded(os.path.abspath(page.before.path), page.before, before.excludes):
            continue
        names[page.before.path] = page.file.path
        old.append(page.before)
    report = run.check(old, (), before, lambda path, error: None, told)
    kept = {page.file.path for page in pages} - changed
    return report._replace(
        findings=(
            *(each for each in whole.findings if each.path in kept),
            *(each._replace(path=names.get(each.path, each.path)) for each in report.findings),
        )
    )


def _same_terms(page: Was, project: Project, before: Project) -> bool:
    """Whether a page that has not changed is linted as it was."""
    if project is before:
        return True
    assert page.before is not None
    try:
        if project.settings(page.file) != before.settings(page.before):
            return False
        if project.rules(page.file) != before.rules(page.before):
            return False
        return not Pair.of(page.file, page.before, project, before).differs
    except (BrokenModel, BrokenSettings):
        return False


def _new(found: Iterable[Finding], pages: list[Was], old: Iterable[Finding]) -> Iterable[Finding]:
    known: dict[Key, int] = {}
    for each in old:
        known[key(each)] = known.get(key(each), 0) + 1
    by_path = {page.file.path: page for page in pages}
    lines: dict[str, frozenset[int] | None] = {}
    for finding in found:
        if finding.path not in lines:
            lines[finding.path] = _lines(by_path[finding.path])
        changed = lines[finding.path]
        if changed is None or any(n in changed for n in range(finding.line, finding.end_line + 1)):
            yield finding
        elif known.get(key(finding)):
            known[key(finding)] -= 1
        else:
            yield finding


def _lines(page: Was) -> frozenset[int] | None:
    """The lines that differ; None for all of them."""
    if page.same:
        return frozenset()
    if page.before is None:
        return None
    with suppress(OSError, DecodeError):
        return differing(decode(page.before.data or b""), decode(files.read(page.file)))
    return None
