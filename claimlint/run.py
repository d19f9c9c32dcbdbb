"""A run over many files: each is read, linted on its own, and cannot hide what the others gave."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from claimlint import files, pipeline
from claimlint.document import DecodeError, decode
from claimlint.files import File
from claimlint.findings import Finding, PageResult, Problem, Report, report
from claimlint.models import MODEL_NAME
from claimlint.places import places
from claimlint.project import BrokenModel, BrokenSettings, Project, UnknownRule

if TYPE_CHECKING:
    from claimlint.rules import Rule

OnCrash = Callable[[str, Exception], None]
"""Called with a file's path and what claimlint itself failed with there."""


def check(
    found: Iterable[File],
    problems: Iterable[Problem],
    project: Project,
    crashed: OnCrash,
    explain: bool = False,
) -> Report:
    """Check the files that were found; `problems` are those of the search.

    Raises UnknownRule for a rule of the command line that no file has.
    """
    pages: list[PageResult] = []
    everything = list(problems)
    used: set[str] = set()
    without_model = 0
    found = list(found)
    compare = len(found) > 1
    comparing: dict[str, Rule] = {}
    if project.models.named is not None:
        with suppress(BrokenModel):  # It is reported at the end, with those that pages lead to.
            project.models.load(project.models.named)
    if project.select or project.ignore:
        for file in found[:1]:  # A name that no rule has is told even when no page has a claim.
            with suppress(BrokenSettings):
                project.rules(file)
    for file in found:
        try:
            text = decode(files.read(file))
        except (OSError, DecodeError) as error:
            everything.append(failure(file, error, crashed))
            continue
        try:
            project.settings(file)  # May say that nothing is linted here.
            if not pipeline.is_worth_reading(text) and os.path.basename(file.path) != MODEL_NAME:
                pages.append(PageResult())
                continue
            model = project.model(file)
            where = places(file.path, text, model)
            if where is not None and not any(where):
                pages.append(PageResult())
                continue
            rules = project.rules(file)
            result = pipeline.lint_text(file.path, text, model, rules, explain, compare, where)
        except (BrokenModel, BrokenSettings):
            continue  # Nothing is linted against a model or with settings that do not load.
        except UnknownRule:
            raise
        except Exception as error:
            everything.append(failure(file, error, crashed))
            continue
        pages.append(result)
        if compare:
            comparing.update((file.path, rule) for rule in rules if rule.name == "conflicting-claims")
        if model is not None:
            used.add(model.path)
        elif any(result.counts):
            without_model += 1
    everything.extend(project.broken())
    return report(
        pages,
        everything,
        files=len(pages),
        models=used,
        without_model=without_model,
        explain=explain,
        conflicts=_conflicts(pages, comparing),
    )


def _conflicts(pages: list[PageResult], rules: Mapping[str, Rule]) -> list[Finding]:
    """What pages say of each other's numbers; `rules` has the rule of each page where it runs."""
    told = [each for page in pages for each in page.told]
    if not told or not rules:
        return []
    from claimlint.conflicts import conflicts

    return list(conflicts(told, rules))


def extract(
    found: Iterable[File], problems: list[Problem], project: Project, crashed: OnCrash
) -> Iterator[dict[str, Any]]:
    """The claims of the files, as plain data; what could not be read is added to `problems`.

    A model only lends its counting units here, so one that does not load is passed over.
    """
    for file in found:
        try:
            text = decode(files.read(file))
            if not pipeline.may_hold_claims(text):
                continue
            try:
                model = project.model(file)
            except (BrokenModel, BrokenSettings):
                model = None
            from claimlint.listing import listed

            document, claims = pipeline.claims_of(file.path, text, model, places(file.path, text, model))
            problems.extend(pipeline.problems_of(document))
            yield from [listed(document, claim) for claim in claims]
        except Exception as error:
            problems.append(failure(file, error, crashed))


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
