"""What a commit makes wrong: the documents that it changes, and all that rest on something it changes.

A hook is handed the names of files that a commit changes, some of them perhaps in another process.  Where one
is a canonical model, settings, a rule file or a data file of a model, documents that the commit leaves alone
may no longer be right.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from claimlint import files
from claimlint.document import FORMATS
from claimlint.git import GitError
from claimlint.git.program import Git
from claimlint.models import MODEL_NAME, BrokenModel, Models
from claimlint.project import BrokenSettings, Project
from claimlint.settings import find
from claimlint.settings.record import Settings

DATA = (".json", ".csv", ".tsv")
"""Files that a model may read values from."""
RULES = (".yaml", ".yml")
_PYPROJECT = find.NAMES[-1]


def paths(named: Sequence[str], project: Project) -> list[str]:
    """The documents to lint when a commit changes the files of those names; raises GitError.

    A document below something that has changed is linted when git knows it: what is not added to the
    repository is no part of a commit.
    """
    # Git names another index where only some of what has changed is committed.
    git = Git(files.repository(os.getcwd()), os.environ.get("GIT_INDEX_FILE"))
    deleted = _deleted(git)
    changed = {*map(os.path.abspath, named), *deleted}
    found = [name for name in named if _extension(name) in FORMATS]
    folders = _affected(changed, deleted, project, git)
    if folders:
        known = set(_names(git, "ls-files", "-z", "--", *_literal(folders, git.root)))
        below, _ = files.find(map(os.path.relpath, sorted(folders)), project.excludes)
        found += [file.path for file in below if os.path.abspath(file.path) in known]
    for folder in folders:
        with suppress(BrokenSettings):  # The report has it, even where no document is.
            project.finder.of(folder, files.repository(folder))
    return list(dict.fromkeys(map(files.shown, found)))


def _affected(changed: set[str], deleted: set[str], project: Project, git: Git) -> set[str]:
    """The absolute folders in which every document may be affected."""
    folders = {os.path.dirname(path) for path in changed if _holds_below(path, path in deleted)}
    for named in (project.finder.named, project.models.named):
        if named is not None and os.path.abspath(named) in changed:
            folders.add(os.getcwd())
    rest = {path for path in changed if os.path.basename(path) not in (MODEL_NAME, *find.NAMES)}
    others = {path for path in rest if _extension(path) in (*DATA, *RULES)}
    if rest:
        held = _Held(rest, others, project)
        names = (f":(top,glob)**/{name}" for name in (MODEL_NAME, *find.NAMES))
        for path in _names(git, "ls-files", "-z", "--", *names):
            folders.update(held.below(path))
    return {folder for folder in folders if os.path.isdir(folder)}


def _holds_below(path: str, is_deleted: bool) -> bool:
    """Whether a file holds for the documents below its folder by its name."""
    name = os.path.basename(path)
    if name != _PYPROJECT or is_deleted:
        return name in (MODEL_NAME, *find.NAMES)
    try:
        return b"claimlint" in files.read_path(path)
    except OSError:
        return False


class _Held:
    """Finds what rests on files that are not known by their names: data, rules, a model of another name.

    It has its own finder and models, so that what is broken elsewhere is not a problem of this commit.
    """

    def __init__(self, changed: set[str], others: set[str], project: Project) -> None:
        self.changed = changed
        self.others = others
        self.finder = find.Finder(project.tree, project.finder.named, project.finder.isolated)
        self.models = Models(None, project.tree)

    def below(self, path: str) -> Iterator[str]:
        """The folder of a model or of settings, if they rest on a file that has changed."""
        folder = os.path.dirname(path)
        root = files.repository(folder)
        if os.path.basename(path) == MODEL_NAME:
            if self._model_changed(path, root):
                yield folder
            return
        try:
            settings = self.finder.of(folder, root)
        except BrokenSettings:
            if self.others:
                yield folder
            return
        if settings.path is not None and self._settings_changed(settings, root):
            yield settings.folder

    def _settings_changed(self, settings: Settings, root: str) -> bool:
        used = {os.path.abspath(path) for path in settings.extended}
        used.update(path for path in (settings.model, settings.baseline) if path is not None)
        if not used.isdisjoint(self.changed):
            return True
        if any(os.path.dirname(path) in settings.rules for path in self.others):
            return True
        return settings.model is not None and self._model_changed(settings.model, root)

    def _model_changed(self, path: str, root: str) -> bool:
        """Whether a data file of a model has changed, or may have."""
        if not any(_extension(other) in DATA for other in self.others):
            return False
        try:
            model = self.models.load(os.path.relpath(path))
        except BrokenModel:
            return True
        top = os.path.realpath(root)
        used = {os.path.join(top, *source.split("/")) for source in model.sources}
        return any(os.path.realpath(other) in used for other in self.others)


def _deleted(git: Git) -> set[str]:
    """What the commit deletes, which no hook is told: what is staged, or lies between two revisions."""
    old, new = os.environ.get("PRE_COMMIT_FROM_REF"), os.environ.get("PRE_COMMIT_TO_REF")
    options = ("--name-only", "--no-renames", "--no-ext-diff", "--diff-filter=D", "-z")
    if not old or not new:
        return set(_names(git, "diff", *options, "--cached", "--"))
    between = git.commit(old), git.commit(new)
    try:
        return set(_names(git, "diff", *options, "...".join(between), "--"))
    except GitError:  # Two histories without a common commit.
        return set(_names(git, "diff", *options, "..".join(between), "--"))


def _names(git: Git, *command: str) -> list[str]:
    """The absolute paths of the files that a git command names, each with NUL after it."""
    out = git.run(*command)
    if out is None:
        raise GitError(f"git {command[0]}{git.failure}")
    return [os.path.join(git.root, os.fsdecode(name)) for name in out.split(b"\0") if name]


def _literal(folders: Iterable[str], root: str) -> list[str]:
    """Folders as git takes them, whatever characters they hold."""
    return [f":(literal){os.path.relpath(folder, root)}" for folder in sorted(folders)]


def _extension(path: str) -> str:
    return os.path.splitext(path)[1].lower()
