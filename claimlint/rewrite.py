"""Files with their fixes in: what is written, how, and what is left alone and why."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimlint import atomic, files, pipeline
from claimlint.document import DecodeError, decode
from claimlint.fixes import Lint, fix_text
from claimlint.project import BrokenModel, BrokenSettings
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Finding, Report
    from claimlint.project import Project
    from claimlint.run import OnCrash

_MARK = b"\xef\xbb\xbf"


class Change(NamedTuple):
    """A file whose text changes, by how many fixes; `data` is its new content."""

    path: str
    before: str
    after: str
    fixes: int
    data: bytes


class Fixing(NamedTuple):
    """How files are fixed: with `unsafe` fixes too, or in a `dry_run` that changes nothing."""

    unsafe: bool = False
    dry_run: bool = False


class Outcome(NamedTuple):
    """What fixing came to: the files with their new content, what changed, and why something did not.

    `on_input` says that the one file is standard input.
    """

    fixing: Fixing
    on_input: bool
    found: list[File]
    changes: list[Change]
    notes: list[str]

    @property
    def fixes(self) -> int:
        """How many fixes were put in."""
        return sum(change.fixes for change in self.changes)


class NotWritten(Exception):  # noqa: N818
    """A file that is not replaced; the text says why."""


def lint(
    paths: Iterable[str] | File, project: Project, crashed: OnCrash, explain: bool, fixing: Fixing
) -> tuple[Outcome, Report]:
    """Fix the files that the paths name, or one file, and lint them as they then are."""
    from claimlint import run

    found, problems = ([paths], []) if isinstance(paths, files.File) else files.find(paths, project.excludes)
    outcome = fix(found, project, crashed, fixing)
    result = run.check(outcome.found, problems, project, crashed, explain)
    return outcome, result._replace(fixed=outcome.fixes)


def fix(found: Iterable[File], project: Project, crashed: OnCrash, fixing: Fixing) -> Outcome:
    """Fix the files.

    What does not come from the file system (standard input) is never written.  A file that cannot be
    read or linted is passed over: the check that follows reports it.
    """
    found = list(found)
    outcome = Outcome(fixing, any(file.data is not None for file in found), [], [], [])
    write = not fixing.dry_run
    for file in found:
        change, note = _fix(file, project, crashed, fixing.unsafe, write)
        if note is not None:
            outcome.notes.append(f"{file.path}: {note}")
        if change is not None:
            outcome.changes.append(change)
            if file.data is not None or not write:
                for name in _models(file, project):
                    project.models.loaded[name] = project.models.as_if(name, change.after)
                file = file._replace(data=change.data)
        outcome.found.append(file)
    return outcome


def _fix(
    file: File, project: Project, crashed: OnCrash, unsafe: bool, write: bool
) -> tuple[Change | None, str | None]:
    try:
        data = files.read(file)
        text = decode(data)
        if not pipeline.is_worth_reading(text):
            return None, None
        done = fix_text(text, linter(file, project), unsafe)
    except (OSError, DecodeError, BrokenModel, BrokenSettings):
        return None, None
    except Exception as error:
        crashed(file.path, error)
        return None, None
    refused = len(done.refused)
    note = f"{refused} offered and not kept: the page would not be right with it" if refused else None
    if done.text == text:
        return None, note
    mark = _MARK if data.startswith(_MARK) else b""
    change = Change(file.path, text, done.text, len(done.kept), mark + done.text.encode("utf-8"))
    if write and file.data is None:
        try:
            replace(file, data, change.data)
        except NotWritten as why:
            return None, f"not fixed: {why}"
        except OSError as error:
            return None, f"not fixed: {error.strerror or error}"
        project.models.forget(file.real)
    return change, note


def _models(file: File, project: Project) -> list[str]:
    """The names under which the file is known as a canonical file."""
    project.model(file)
    return [path for path in project.models.loaded if os.path.realpath(path) == file.real]


def linter(file: File, project: Project) -> Lint:
    """The findings of the file for any text of it; a canonical file is its own model for each text."""
    rules = project.rules(file)
    known = project.own_names(file)
    model = project.model(file)
    names = _models(file, project)
    if model is not None and any(model is project.models.loaded[name] for name in names):
        kept = model

        def lint_model(text: str) -> Sequence[Finding]:
            own = kept if text == kept.text else project.models.as_if(names[0], text)
            return pipeline.lint_text(file.path, text, own, rules, known=known).findings

        return lint_model
    return lambda text: pipeline.lint_text(file.path, text, model, rules, known=known).findings


def replace(file: File, old: bytes, new: bytes) -> None:
    """Put a new file of the same mode in the place of one that still has the content `old`.

    Nobody ever sees half of it.  Raises NotWritten for a file that is or lies behind a symbolic link,
    that may not be written, or that has changed; and OSError.
    """
    real_root = os.path.realpath(file.root)
    absolute = os.path.abspath(file.path)
    if os.path.join(real_root, os.path.relpath(absolute, file.root)) != file.real:
        raise NotWritten("it is a symbolic link, or lies behind one")
    status = os.lstat(file.real)
    if not stat.S_ISREG(status.st_mode):
        raise NotWritten("it is no regular file any more")
    if not status.st_mode & 0o222:
        raise NotWritten("it is read-only")

    def unchanged() -> None:
        now = os.lstat(file.real)
        if (now.st_dev, now.st_ino) != (status.st_dev, status.st_ino) or _content(file.real) != old:
            raise NotWritten("it has changed since it was read")

    atomic.put(file.real, new, stat.S_IMODE(status.st_mode), unchanged)


def _content(path: str) -> bytes:
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as stream:
        return stream.read()
