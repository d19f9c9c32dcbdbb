"""`claimlint where`: the definitions of what a name means, and every place that quotes them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from claimlint.files import File, repository
from claimlint.findings import Problem, problem_order
from claimlint.life.names import Target, UnknownName, targets
from claimlint.life.pages import Source, page, sources
from claimlint.life.quotes import Definition, Quote, definition, quotes
from claimlint.model.model import Model
from claimlint.models import MODEL_NAME
from claimlint.project import BrokenModel, Project
from claimlint.records import NamedTuple
from claimlint.run import OnCrash, failure


class Where(NamedTuple):
    """What was found; `files` were read."""

    definitions: tuple[Definition, ...]
    quotes: tuple[Quote, ...]
    problems: tuple[Problem, ...]
    files: int


def where(
    name: str, found: Iterable[File], problems: Iterable[Problem], project: Project, crashed: OnCrash
) -> Where:
    """The places in the files that quote the quantity of that name, in the models of those files.

    Raises UnknownName when no model has it.
    """
    everything = list(problems)
    files = list(found)
    pages = list(sources(files, everything, project, crashed))
    models = models_of(pages, project)
    everything += project.broken()
    if not models and everything:
        return Where((), (), tuple(sorted(everything, key=problem_order)), len(files))
    if not models:
        raise UnknownName(f"there is no {MODEL_NAME} for these paths")
    asked: dict[int, list[Target]] = {}
    definitions = []
    for model, target in targets(models, name):
        asked.setdefault(id(model), []).append(target)
        definitions.append(definition(model, target))
    places: list[Quote] = []
    for source in pages:
        if id(source.model) in asked:
            try:
                places += quotes(page(source), asked[id(source.model)])
            except Exception as error:
                everything.append(failure(source.file, error, crashed))
    return Where(
        tuple(sorted(definitions)),
        tuple(sorted(places, key=lambda quote: quote[:5])),
        tuple(sorted(everything, key=problem_order)),
        len(files),
    )


def models_of(pages: Iterable[Source], project: Project) -> list[Model]:
    """The models of the pages, and the one of the current folder, each once."""
    here = os.getcwd()
    with suppress(BrokenModel):
        project.models.of_folder(here, repository(here))
    used = {id(source.model) for source in pages}
    near = [model for model in project.models.loaded.values() if id(model) not in used]
    found = {id(source.model): source.model for source in pages}
    return [*found.values(), *near]
