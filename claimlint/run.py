"""A run over many files: each is examined on its own, and cannot hide what the others gave."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from claimlint import files, pipeline
from claimlint.document import decode
from claimlint.examine import Examiner, OnCrash, Outcome, failure
from claimlint.files import File
from claimlint.findings import Finding, PageResult, Problem, Report, report
from claimlint.models import MODEL_NAME
from claimlint.places import places
from claimlint.project import BrokenModel, BrokenSettings, Project

if TYPE_CHECKING:
    from claimlint.rules import Rule

__all__ = ["OnCrash", "check", "extract", "failure"]

WORTH_A_CACHE = 1 << 18
"""Bytes of input below which looking into the cache takes longer than it saves."""


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
    found = list(found)
    everything = list(problems)
    if project.models.named is not None:
        with suppress(BrokenModel):  # It is reported at the end, with those that pages lead to.
            project.models.load(project.models.named)
    if project.select or project.ignore:
        for file in found[:1]:  # A name that no rule has is told even when no page has a claim.
            with suppress(BrokenSettings):
                project.rules(file)
    outcomes = _examined(found, project, crashed, explain)
    pages: list[tuple[File, PageResult]] = []
    used: set[str] = set()
    without_model = 0
    for file, outcome in zip(found, outcomes, strict=True):
        if outcome.problem is not None:
            everything.append(outcome.problem)
        if outcome.result is None:
            continue
        pages.append((file, outcome.result))
        if outcome.model is not None:
            used.add(outcome.model)
        elif any(outcome.result.counts):
            without_model += 1
    everything.extend(project.broken())
    return report(
        [result for _, result in pages],
        everything,
        files=len(pages),
        models=used,
        without_model=without_model,
        explain=explain,
        conflicts=_conflicts(pages, project),
    )


def _examined(found: Sequence[File], project: Project, crashed: OnCrash, explain: bool) -> Sequence[Outcome]:
    """What became of each file: on several processes, and with the cache, where that pays."""
    sizes = [_size(file) for file in found]
    total = sum(sizes)
    brief = total < WORTH_A_CACHE
    cached = project.cache and not brief
    compare = len(found) > 1
    examiner = Examiner(project, crashed, explain=explain, compare=compare, cached=cached, brief=brief)
    outcomes: list[Outcome | None] = [None] * len(found)
    done = 0

    def put(place: int, outcome: Outcome) -> None:
        nonlocal done
        outcomes[place] = outcome
        done += 1
        if cached and outcome.key is not None:
            examiner.results_of(found[place]).note(outcome.key, outcome.new)
        if project.progress is not None:
            project.progress(done, len(found))

    try:
        if compare and not brief:
            _spread(found, sizes, examiner, put)
        for place, file in enumerate(found):
            if outcomes[place] is None:
                put(place, examiner.examine(file))
    finally:
        if project.progress is not None:
            project.progress(len(found), len(found))
        for results in examiner.results.values():
            results.save()
    return [outcome for outcome in outcomes if outcome is not None]


def _spread(
    found: Sequence[File], sizes: Sequence[int], examiner: Examiner, put: Callable[[int, Outcome], None]
) -> None:
    from claimlint import workers

    processes = workers.count(sum(sizes))
    if processes == 1:
        return
    for file in found:
        # What every process would read for itself; who cannot, says so where it matters.
        with suppress(BrokenModel, BrokenSettings):
            examiner.project.settings(file)
            if os.path.basename(file.path) == MODEL_NAME:
                examiner.project.model(file)
        if examiner.keys is not None:
            examiner.results_of(file).load()
    for place, outcome in workers.spread(found, sizes, processes, examiner):
        put(place, outcome)


def _size(file: File) -> int:
    """Bytes of a file; 0 when nobody knows."""
    if file.data is not None:
        return len(file.data)
    try:
        return os.stat(file.real).st_size
    except OSError:
        return 0


def _conflicts(pages: Sequence[tuple[File, PageResult]], project: Project) -> list[Finding]:
    """What pages say of each other's numbers."""
    told = [each for _, result in pages for each in result.told]
    if not told:
        return []
    rules: dict[str, Rule] = {}
    for file, result in pages:
        if result.told:
            rules.update(
                (file.path, rule) for rule in project.rules(file) if rule.name == "conflicting-claims"
            )
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
