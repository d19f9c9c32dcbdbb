"""One file of a run: read, looked up in the cache, linted."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from claimlint import files, pipeline
from claimlint.document import DecodeError, decode
from claimlint.files import File
from claimlint.findings import PageResult, Problem
from claimlint.models import CACHE_FOLDER, MODEL_NAME
from claimlint.places import SMALL, places
from claimlint.project import BrokenModel, BrokenSettings, Project, UnknownRule
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.model.model import Model
    from claimlint.plain import Plain
    from claimlint.results import Keys, Results
    from claimlint.rules import Rule

OnCrash = Callable[[str, Exception], None]
"""Called with a file's path and what claimlint itself failed with there."""


class Outcome(NamedTuple):
    """What became of one file: a result, or a problem, or neither where settings or a model do not load.

    `model` is the path of the canonical model that the page was linted against.  `key` is that of the
    result in the cache, where there is one, and `new` the result in the cache's form when it is not there.
    """

    result: PageResult | None
    problem: Problem | None = None
    model: str | None = None
    key: str | None = None
    new: Plain | None = None


class Examiner:
    """Examines the files of a run.

    With `compare` what pages say is kept, for others to be held against it; with `cached` results are
    looked up and kept.  A `brief` run has little to read.
    """

    def __init__(
        self, project: Project, crashed: OnCrash, *, explain: bool, compare: bool, cached: bool, brief: bool
    ) -> None:
        self.project = project
        self.crashed = crashed
        self.explain = explain
        self.compare = compare
        self.brief = brief
        self.keys: Keys | None = None
        self.results: dict[str, Results] = {}
        if cached:
            from claimlint.results import Keys

            self.keys = Keys((explain, compare))

    def examine(self, file: File) -> Outcome:
        """What becomes of a file.  Raises UnknownRule for a rule of the command line that there is not."""
        try:
            data = files.read(file)
            text = decode(data)
        except (OSError, DecodeError) as error:
            return Outcome(None, failure(file, error, self.crashed))
        project = self.project
        try:
            project.settings(file)  # May say that nothing is linted here.
            if not pipeline.is_worth_reading(text) and os.path.basename(file.path) != MODEL_NAME:
                return Outcome(PageResult())
            model = project.model(file)
            rules = project.rules(file)
            path = model.path if model is not None else None
            if self.keys is None:
                return Outcome(self._lint(file, text, model, rules), model=path)
            key = self.keys.key(file.path, data, model, rules, project.own_names(file))
            kept = self.results_of(file).get(key)
            if kept is not None:
                from claimlint.plain import from_plain

                return Outcome(from_plain(kept, file.path), None, path, key)
            from claimlint.plain import to_plain

            result = self._lint(file, text, model, rules)
            return Outcome(result, None, path, key, to_plain(result, file.path))
        except (BrokenModel, BrokenSettings):
            return Outcome(None)  # Nothing is linted against a model or with settings that do not load.
        except UnknownRule:
            raise
        except Exception as error:
            return Outcome(None, failure(file, error, self.crashed))

    def _lint(self, file: File, text: str, model: Model | None, rules: tuple[Rule, ...]) -> PageResult:
        where = places(file.path, text, model, SMALL if self.brief else 0)
        if where is not None and not any(where):
            return PageResult()
        known = self.project.own_names(file)
        return pipeline.lint_text(file.path, text, model, rules, self.explain, self.compare, where, known)

    def results_of(self, file: File) -> Results:
        """The results that are kept in the file's repository."""
        found = self.results.get(file.root)
        if found is None:
            from claimlint.results import Results

            found = self.results[file.root] = Results(os.path.join(file.root, CACHE_FOLDER))
        return found


def failure(file: File, error: Exception, crashed: OnCrash) -> Problem:
    """The problem of a file that could not be read, or on which claimlint itself fails."""
    if isinstance(error, DecodeError):
        return Problem(file.path, error.line, error.column, error.message)
    if isinstance(error, OSError):
        return files.unreadable(file.path, error)
    from claimlint.model.caveats import CaveatTimeout

    if isinstance(error, CaveatTimeout):
        return Problem(file.path, None, None, f"{error}; nothing was checked here")
    crashed(file.path, error)
    message = f"internal error: {type(error).__name__}: {error}; nothing was checked here; please report it"
    return Problem(file.path, None, None, message)
