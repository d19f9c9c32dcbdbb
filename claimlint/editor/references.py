"""Find all places that quote a quantity, over the folders that are open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Event
from time import monotonic

from lsprotocol import types

from claimlint import files, pipeline, reason
from claimlint.document import DecodeError, decode
from claimlint.editor.diagnostics import range_of
from claimlint.editor.positions import Lines
from claimlint.editor.uris import uri_of
from claimlint.editor.workspace import Overlay, Workspace, signature
from claimlint.files import File
from claimlint.model.model import Model
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.records import NamedTuple

MOST_SECONDS = 60.0
"""After this time a search ends with what it has found."""
MOST_PLACES = 10_000

_MOST_KEPT = 20_000


class Quote(NamedTuple):
    """A number that quotes quantities, and its place."""

    quantities: tuple[str, ...]
    place: types.Range


class _Page(NamedTuple):
    """The quotes of a file, as it and its model were."""

    signature: object
    model: str
    quotes: tuple[Quote, ...]


class Search:
    """Searches a workspace; what was read before is read again only when it or its model has changed."""

    def __init__(self) -> None:
        self._pages: dict[str, _Page] = {}

    def places(
        self, workspace: Workspace, model: Model, names: tuple[str, ...], encoding: str, stop: Event
    ) -> tuple[list[types.Location], bool]:
        """The places that quote one of the names of a model, and whether all files could be searched."""
        project = Project(tree=Overlay(workspace))
        target = os.path.abspath(model.path)
        wanted = frozenset(names)
        found: list[types.Location] = []
        until = monotonic() + MOST_SECONDS
        for uri, file in _files(workspace, project, target):
            if stop.is_set() or monotonic() > until or len(found) >= MOST_PLACES:
                return found, False
            quotes = self._quotes(file, workspace, project, target, encoding)
            found.extend(types.Location(uri, each.place) for each in quotes if wanted & set(each.quantities))
        return found, True

    def _quotes(
        self, file: File, workspace: Workspace, project: Project, target: str, encoding: str
    ) -> tuple[Quote, ...]:
        try:
            model = project.model(file)
        except (BrokenModel, BrokenSettings):
            return ()
        if model is None or os.path.abspath(model.path) != target:
            return ()
        known = self._pages.get(file.real)
        now = signature(file.real, workspace)
        if known is not None and known.signature == now and known.model == model.text:
            return known.quotes
        try:
            text = decode(files.read(file))
            quotes = tuple(_read(file, text, model, encoding))
        except (OSError, DecodeError):
            quotes = ()
        if len(self._pages) >= _MOST_KEPT:
            self._pages.clear()
        self._pages[file.real] = _Page(now, model.text, quotes)
        return quotes


def _read(file: File, text: str, model: Model, encoding: str) -> Iterator[Quote]:
    """The quotes in one file, in its order."""
    if not pipeline.may_hold_claims(text) and text != model.text:
        return
    document, claims = pipeline.claims_of(file.path, text, model)
    page = reason.read(document, claims, model)
    shift = int(file.data is not None and file.data.startswith(b"\xef\xbb\xbf"))
    lines = Lines("\ufeff" * shift + text, encoding)
    for claim in page.claims:
        reading = page.readings[claim]
        if reading.state == "canonical":
            start, end = claim.block.source(claim.start, claim.end)
            yield Quote(reading.quantities, range_of(lines, start + shift, end + shift))


def _files(workspace: Workspace, project: Project, target: str) -> Iterator[tuple[str, File]]:
    """The open documents, then the files of the open folders; without one those of the model's repository."""
    seen = set()
    for buffer in workspace.buffers.values():
        file = workspace.file(buffer) if buffer.is_document else None
        if file is not None and not files.is_excluded(os.path.abspath(file.path), file, project.excludes):
            seen.add(file.real)
            yield buffer.uri, file
    folders = list(workspace.folders)
    root = workspace.root(os.path.dirname(target))
    if not any(files.inside(target, folder) for folder in folders) and os.path.exists(
        os.path.join(root, ".git")
    ):
        folders.append(root)
    saved, _ = files.find(folders, project.excludes) if folders else ((), ())
    for file in saved:
        if file.real not in seen:
            yield uri_of(os.path.abspath(file.path)), file
