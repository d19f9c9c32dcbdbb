"""The pages of a run that have a canonical model, each read once; what cannot be read is told of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claimlint import files, pipeline
from claimlint.document import decode
from claimlint.files import File
from claimlint.findings import Problem
from claimlint.model.model import Model
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.reason.page import Page
from claimlint.records import NamedTuple
from claimlint.run import OnCrash, failure


class Source(NamedTuple):
    """A file with its text and its model."""

    file: File
    text: str
    model: Model


def sources(
    found: Iterable[File], problems: list[Problem], project: Project, crashed: OnCrash
) -> Iterator[Source]:
    """The files that may hold a claim and have a model; problems are added to `problems`."""
    for file in found:
        try:
            text = decode(files.read(file))
            model = project.model(file) if pipeline.is_worth_reading(text) else None
        except (BrokenModel, BrokenSettings):
            continue  # They are among `project.broken()`.
        except Exception as error:
            problems.append(failure(file, error, crashed))
            continue
        if model is not None:
            yield Source(file, text, model)


def page(source: Source) -> Page:
    """The page with its claims and what each is about."""
    from claimlint import reason

    document, claims = pipeline.claims_of(source.file.path, source.text, source.model)
    return reason.read(document, claims, source.model)
