"""`check --trust BASE`: settings, models, rules and baselines are those of a revision.

What a change makes of them is told to whoever reviews it, and what it silences in its pages as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from claimlint import files, pipeline
from claimlint.document import DecodeError, decode
from claimlint.examine import OnCrash, failure
from claimlint.files import File
from claimlint.findings import Finding, Note, Report, narrowed
from claimlint.fingerprint import key
from claimlint.git.revision import Revision
from claimlint.project import BrokenModel, BrokenSettings, Project, UnknownRule
from claimlint.since.pages import Was, renamed, split, was
from claimlint.since.values import changes, pairs
from claimlint.tree import DISK

_LONGEST = 200
"""Code points of a directive that a note shows."""

Checked = Callable[[list[File], bool], tuple[Report, tuple[Finding, ...]]]
"""Checks files, and tells of each claim when that is asked for; as `claimlint.since.check`."""


def check(
    found: Iterable[File], project: Project, explain: bool, checked: Checked, crashed: OnCrash
) -> tuple[Report, tuple[Finding, ...]]:
    """Check files with a project that is read from a revision, and tell what the change makes of it.

    Settings and models of the working tree that do not load are problems, although they do not hold.
    """
    base = project.tree
    assert isinstance(base, Revision)
    own, notes = split(found, base)
    here = project.at(DISK)
    moved = [pair for pair in pairs([(file, file) for file in own], here, project) if pair.differs]
    report, findings = checked(own, explain or bool(moved))
    notes += _settings(own, project, here, base.name)
    told = changes(moved, own, here, (report,), base.name)
    if told.notes:
        models = dict.fromkeys(pair.now.path for pair in moved if pair.now is not None)
        about = f"differs from what it is at {base.name}, which holds here (--trust)"
        notes += [Note(path, None, None, about) for path in models]
    renames = renamed(base)
    problems = here.broken()
    for file in own:
        try:
            notes += _silenced(was(file, base, renames), project, base.name)
        except (BrokenSettings, BrokenModel, UnknownRule, OSError, DecodeError):
            continue
        except Exception as error:
            problems.append(failure(file, error, crashed))
    there = set(project.broken())
    told_apart = tuple(
        each._replace(message=f"at {base.name}: {each.message}") if each in there else each
        for each in report.problems
    )
    known = set(told_apart)
    whole = narrowed(
        report._replace(problems=told_apart),
        report.findings,
        problems=[each for each in problems if each not in known],
        notes=(*notes, *told.notes),
    )
    return whole._replace(
        changes=told.changes, explanations=report.explanations if explain else None
    ), findings


def _settings(pages: Iterable[File], project: Project, here: Project, name: str) -> Iterator[Note]:
    """A note for each settings file that the change adds, edits or removes."""
    said: set[str] = set()
    for folder, root in dict.fromkeys((file.folder, file.root) for file in pages):
        file = File("", "", folder, root)
        try:
            new, old = here.settings(file), project.settings(file)
            differ = new != old or here.rules(file) != project.rules(file)
        except (BrokenSettings, UnknownRule):
            continue
        path = new.path or old.path
        if differ and path is not None and path not in said:
            said.add(path)
            about = f"the settings here differ from those of {name}, which hold (--trust)"
            yield Note(path, None, None, about)


def _silenced(page: Was, project: Project, name: str) -> Iterator[Note]:
    """What directives of a page silence, and did not at the base."""
    if page.same:
        return
    data = files.read(page.file)
    if b"claimlint" not in data:
        return
    before: Counter[object] = Counter()
    marks: Counter[str] = Counter()
    if page.before is not None:
        with suppress(DecodeError):
            found = _directed(page.before, decode(page.before.data or b""), project)
            before.update((*key(each.finding)[2:], each.finding.rule) for each in found[0])
            marks.update(text for *_, text in found[1])
    silenced, unseen = _directed(page.file, decode(data), project)
    for each in silenced:
        finding = each.finding
        known = (*key(finding)[2:], finding.rule)
        if before[known]:
            before[known] -= 1
            continue
        what = f"{finding.claim}: {finding.rule}" if finding.claim else finding.rule
        said = f"{what} is silenced by the directive of line {each.line}, and was not at {name}"
        yield Note(finding.path, finding.line, finding.column, f"{said}: {_short(each.text)}")
    for line, column, what, text in unseen:
        if marks[text]:
            marks[text] -= 1
        else:
            yield Note(page.file.path, line, column, f"{_short(what)} is not there at {name}")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _directed(
    file: File, text: str, project: Project
) -> tuple[list[pipeline.Silenced], list[tuple[int, int, str, str]]]:
    """What the directives of a page silence, and those of which that cannot be told, with their places."""
    if "claimlint" not in text:
        return [], []
    rules, known = project.rules(file), project.own_names(file)
    return pipeline.silenced(file.path, text, project.model(file), rules, known)
