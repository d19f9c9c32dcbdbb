"""`claimlint what-if`: what another value changes in the model, and which lines it makes wrong."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from fractions import Fraction

from claimlint import files, pipeline
from claimlint.claim.format import format_number, preferred_unit, significant, with_unit
from claimlint.claim.units import Unit
from claimlint.files import File
from claimlint.findings import Finding, Problem, problem_order
from claimlint.life.assign import Assigned, Assignment, WrongAssignment, assign, read
from claimlint.life.names import UnknownName
from claimlint.life.pages import Source, page, sources
from claimlint.life.stale import stale
from claimlint.life.where import models_of
from claimlint.model.expect import Failed
from claimlint.model.model import Model
from claimlint.model.show import DIGITS, number
from claimlint.models import MODEL_NAME, data_files
from claimlint.project import Project
from claimlint.records import NamedTuple
from claimlint.run import OnCrash, failure


class Effect(NamedTuple):
    """A value that changes: its label, the old and the new value as quoted."""

    label: str
    old: str
    new: str
    formula: str


class Expectation(NamedTuple):
    """An `expect` of the model that would no longer hold; `new` is what would, None when nothing does."""

    path: str
    line: int
    column: int
    label: str
    old: str
    new: str | None


class Page(NamedTuple):
    """A page and what the new values make wrong in it.

    `stale` are its quotes of values that change, `caused` those and what is found wrong then; `already`
    are the findings that it has now.
    """

    source: Source
    caused: tuple[Finding, ...]
    stale: tuple[Finding, ...]
    already: tuple[Finding, ...]


class WhatIf(NamedTuple):
    """What was found out.

    `home` is the model's own file, whether anything goes wrong in it or not; `pages` are those in which
    something does.
    """

    model: Model
    home: Page
    assigned: Assigned
    assignments: tuple[Assignment, ...]
    effects: tuple[Effect, ...]
    expectations: tuple[Expectation, ...]
    pages: tuple[Page, ...]
    problems: tuple[Problem, ...]
    files: int

    @property
    def findings(self) -> list[Finding]:
        """The lines that become wrong, in order."""
        return sorted((f for page in self.pages for f in page.caused), key=lambda finding: finding[:7])


def what_if(
    texts: Sequence[str],
    found: Iterable[File],
    problems: Iterable[Problem],
    project: Project,
    crashed: OnCrash,
) -> WhatIf:
    """What the assignments change, in the model and in the files.

    Raises WrongAssignment and UnknownName.
    """
    everything = list(problems)
    found = list(found)
    pages = list(sources(found, everything, project, crashed))
    models = models_of(pages, project)
    everything += project.broken()
    if not models:
        if everything:
            raise UnknownName("; ".join(_said(problem) for problem in everything[:3]))
        raise UnknownName(f"there is no {MODEL_NAME} for these paths")
    model, assignments = read(models, texts)
    path = os.path.abspath(model.path)
    assigned = assign(model, assignments, data_files(path, files.repository(os.path.dirname(path))))
    own = _home(model, pages)
    home = _page(own, assigned, project)
    touched = [home] if home.caused else []
    for source in pages:
        if source.model is not model or source.file.real == own.file.real:
            continue
        try:
            found_here = _page(source, assigned, project)
        except Exception as error:
            everything.append(failure(source.file, error, crashed))
            continue
        if found_here.caused:
            touched.append(found_here)
    return WhatIf(
        model,
        home,
        assigned,
        tuple(assignments),
        tuple(effects(model, assigned.model)),
        tuple(_expectation(model, assigned, miss) for miss in assigned.failed),
        tuple(touched),
        tuple(sorted(everything, key=problem_order)),
        len(found),
    )


def _home(model: Model, pages: Iterable[Source]) -> Source:
    """The model's own file, whether the paths name it or not."""
    real = os.path.realpath(model.path)
    found = next((source for source in pages if source.file.real == real), None)
    if found is not None:
        return found
    file = files.named(model.path)
    if isinstance(file, Problem):
        raise WrongAssignment(_said(file))
    return Source(file, model.text, model)


def _page(source: Source, assigned: Assigned, project: Project) -> Page:
    """Lint a page under both models, and look for what it quotes of the old one."""
    rules = project.rules(source.file)
    known = project.own_names(source.file)
    before = pipeline.lint_text(source.file.path, source.text, source.model, rules, known=known).findings
    text = assigned.text if source.file.real == os.path.realpath(source.model.path) else source.text
    after = pipeline.lint_text(source.file.path, text, assigned.model, rules, known=known).findings
    already = {finding[:6] for finding in before}
    found = {finding[:6]: finding for finding in after if finding[:6] not in already}
    # What is known to have been quoted says more than what is found wrong now.
    told = stale(page(source), page(source._replace(text=text, model=assigned.model)))
    quotes = tuple(each for each in told if each[:6] not in already)
    found.update((each[:6], each) for each in quotes)
    return Page(source, tuple(sorted(found.values(), key=lambda finding: finding[:7])), quotes, before)


def effects(old: Model, new: Model) -> Iterable[Effect]:
    """The values that differ between two models of the same quantities, in the order of the file."""
    for name, quantity in new.quantities.items():
        policy = quantity.quote
        for scenario in new.scenarios(name):
            before, after = old.value(name, scenario), new.value(name, scenario)
            if before != after:
                unit = quantity.unit or preferred_unit(quantity.dims, before)
                digits = policy.digits if policy is not None else None
                yield Effect(
                    new.label(name, scenario),
                    *_pair(before, after, unit, digits),
                    new.formula_text(name, scenario),
                )


def _pair(before: Fraction, after: Fraction, unit: Unit, quoted: int | None) -> tuple[str, str]:
    """Two values in one unit, in as many digits as they are quoted in, or as it takes to tell them apart."""
    for digits in (quoted, DIGITS, 8, 12, 17):
        if digits is not None:
            old, new = (_digits(value / unit.factor, digits, digits == quoted) for value in (before, after))
            if old != new:
                break
    return with_unit(old, unit), with_unit(new, unit)


def _digits(value: Fraction, digits: int, exactly: bool) -> str:
    if not exactly:
        return number(value, digits)
    decimals = significant(value, digits)
    return format_number(value, decimals, "," if abs(value) >= 10_000 else "")


def _expectation(model: Model, assigned: Assigned, miss: Failed) -> Expectation:
    line, column = miss.scalar.place()
    new = next(
        (each.text for each in assigned.expected if (each.name, each.case) == (miss.name, miss.case)), None
    )
    label = miss.name if miss.case is None else f"{miss.name}[{miss.case}]"
    return Expectation(
        model.path, line, column, label, miss.scalar.text, new if miss not in assigned.lost else None
    )


def _said(problem: Problem) -> str:
    place = "" if problem.line is None else f":{problem.line}:{problem.column}"
    return f"{problem.path}{place}: {problem.message}"
