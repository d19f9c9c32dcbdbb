"""A what-if made true: the model and the pages that quote it rewritten together, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from claimlint import files, pipeline
from claimlint.document.structure import line_starts
from claimlint.files import File
from claimlint.findings import Edit, Finding
from claimlint.fixes import apply, fix_text
from claimlint.life.assign import WrongAssignment, changes
from claimlint.life.stale import RULE
from claimlint.life.whatif import Page, WhatIf
from claimlint.model.edit import edit
from claimlint.model.load import load
from claimlint.model.model import Model
from claimlint.models import data_files
from claimlint.project import Project
from claimlint.records import NamedTuple
from claimlint.rewrite import NotWritten, replace

_MARK = b"\xef\xbb\xbf"


class Rewritten(NamedTuple):
    """A file with its new content, and what is still wrong in it because no fix is sure to be right."""

    file: File
    old: bytes
    new: bytes
    edits: int
    left: tuple[Finding, ...]


class NothingWritten(Exception):  # noqa: N818
    """The files are as they were; the text says why."""


def rewrite(result: WhatIf, project: Project) -> list[Rewritten]:
    """The model and its pages as they would be; nothing is written yet.

    Raises WrongAssignment where the model itself cannot say it.
    """
    for each in result.assignments:
        if each.source is not None:
            raise WrongAssignment(
                f"`{each.label}` is read from {each.source}: run what writes that file again,"
                " or write the number into the model"
            )
    for miss in result.assigned.lost:
        line, column = miss.scalar.place()
        place = f"{result.model.path}:{line}:{column}"
        raise WrongAssignment(f"{place}: no `expect` holds for all cases of `{miss.name}`: change it first")
    model = result.model
    path = os.path.abspath(model.path)
    sources = data_files(path, files.repository(os.path.dirname(path)))
    edits = changes(result.assignments, result.assigned)

    def loaded(text: str) -> Model:
        return load(model.path, text, sources)

    done = [_rewrite(result.home, project, loaded, lambda text: edit(text, edits))]
    done += [
        _rewrite(page, project, lambda text: result.assigned.model, lambda text: text)
        for page in result.pages
        if page.source.file.real != result.home.source.file.real
    ]
    return [_counted(each, len(edits)) if at == 0 else each for at, each in enumerate(done)]


def _counted(rewritten: Rewritten, edits: int) -> Rewritten:
    return rewritten._replace(edits=rewritten.edits + edits)


def _rewrite(
    page: Page, project: Project, model: Callable[[str], Model], values: Callable[[str], str]
) -> Rewritten:
    """The page with its stale quotes put right, then what else the new values make wrong and has a fix.

    `values` puts the new values into the text of the model itself, and `model` is what holds then.
    """
    file, text = page.source.file, page.source.text
    rules, known = project.rules(file), project.own_names(file)
    already = {(finding.rule, finding.line) for finding in page.already}

    def lint(text: str) -> list[Finding]:
        """What is wrong by now; nothing is done about what was wrong before."""
        found = pipeline.lint_text(file.path, text, model(text), rules, known=known).findings
        return [each._replace(fix=None) if (each.rule, each.line) in already else each for each in found]

    chosen = _apart(page.stale)
    while True:
        edits = [edit for finding in chosen for edit in _edits(finding)]
        written = apply(text, edits)
        changed = values(written)
        good = _good(written, chosen, lint(changed))
        if len(good) == len(chosen):
            break
        chosen = good
    kept = {finding.line for finding in page.stale if finding not in chosen}

    def lint_rest(text: str) -> list[Finding]:
        """As `lint`, but that a number which the change makes stale gets its new value or stays."""
        return [
            each._replace(fix=None) if each.rule == RULE and each.line in kept else each
            for each in lint(text)
        ]

    fixed = fix_text(changed, lint_rest)
    left = [
        each for each in lint(fixed.text) if (each.rule, each.line) not in already and each.severity != "info"
    ]
    places = {each[1:3] for each in left}
    left += [each for each in page.stale if each not in chosen and each[1:3] not in places]
    left.sort(key=lambda finding: finding[:7])
    old = files.read(file)
    mark = _MARK if old.startswith(_MARK) else b""
    new = mark + fixed.text.encode("utf-8")
    return Rewritten(file, old, new, len(chosen) + len(fixed.kept), tuple(left))


def _apart(findings: Sequence[Finding]) -> list[Finding]:
    """The findings with a safe fix, of which none overlaps one before it."""
    chosen: list[Finding] = []
    end = -1
    able = [each for each in findings if each.fix is not None and each.fix.safe and each.fix.edits]
    for finding in sorted(able, key=_edits):
        if _edits(finding)[0].start >= end:
            chosen.append(finding)
            end = _edits(finding)[-1].end
    return chosen


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix is not None else ()


def _good(written: str, chosen: Sequence[Finding], after: Sequence[Finding]) -> list[Finding]:
    """The findings whose fixes, in the text `written`, have no finding of the same rule in their place."""
    starts = line_starts(written)
    wrong = [
        (starts[each.line - 1] + each.column - 1, starts[each.end_line - 1] + each.end_column - 1)
        for each in after
        if each.rule == RULE
    ]
    good = []
    shift = 0
    for finding in chosen:
        kept = True
        for each in _edits(finding):
            start, end = each.start + shift, each.start + shift + len(each.text)
            kept &= not any(start < last and first < end for first, last in wrong)
            shift += len(each.text) - (each.end - each.start)
        if kept:
            good.append(finding)
    return good


def write(rewritten: Sequence[Rewritten]) -> None:
    """Put the new files in the places of the old ones.  Raises NothingWritten."""
    written: list[Rewritten] = []
    try:
        for each in rewritten:
            if each.new != each.old:
                replace(each.file, each.old, each.new)
                written.append(each)
    except (NotWritten, OSError) as error:
        for before in reversed(written):
            replace(before.file, before.new, before.old)
        why = str(error) if isinstance(error, NotWritten) else error.strerror or str(error)
        raise NothingWritten(f"{each.file.path}: {why}; nothing was changed") from None
    except BaseException:
        for before in reversed(written):
            replace(before.file, before.new, before.old)
        raise
