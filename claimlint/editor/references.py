"""Find all places that quote a quantity, over the folders that are open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic

from lsprotocol import types

from claimlint import files, pipeline
from claimlint.document import DecodeError, decode
from claimlint.editor.diagnostics import place, range_of
from claimlint.editor.positions import Lines
from claimlint.editor.uris import uri_of
from claimlint.editor.workspace import Overlay, Workspace, signature
from claimlint.files import File
from claimlint.life.names import Target
from claimlint.life.pages import Source, page
from claimlint.life.quotes import quotes
from claimlint.model.model import Model
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.records import NamedTuple

MOST_SECONDS = 60.0
"""After this time a search ends with what it has found."""
MOST_PLACES = 10_000

_MOST_KEPT = 20_000


Quotes = dict[str, list[types.Range]]
"""The places of a page at which each quantity is quoted."""


class _Page(NamedTuple):
    """The quotes of a file, with what it and its model were."""

    signature: object
    quotes: Quotes


class Search:
    """Searches a workspace; what was read before is read again only when it or its model has changed."""

    def __init__(self, failed: Callable[[str, Exception], None]) -> None:
        """`failed` is told, in the thread of the search, of a file on which claimlint itself fails."""
        self._failed = failed
        self._pages: dict[str, _Page] = {}

    def places(
        self, workspace: Workspace, model: Model, names: tuple[str, ...], encoding: str, stop: Event
    ) -> tuple[list[types.Location], bool]:
        """The places that quote one of the names of a model, and whether all files could be searched."""
        project = Project(tree=Overlay(workspace), cache=False)
        target = os.path.abspath(model.path)
        found: list[types.Location] = []
        until = monotonic() + MOST_SECONDS
        for uri, file in _files(workspace, project, target):
            if stop.is_set() or monotonic() > until or len(found) >= MOST_PLACES:
                return found, False
            quoted = self._quotes(file, workspace, project, target, encoding)
            places = {
                (at.start.line, at.start.character): at for name in names for at in quoted.get(name, ())
            }
            found.extend(types.Location(uri, places[key]) for key in sorted(places))
        return found, True

    def _quotes(
        self, file: File, workspace: Workspace, project: Project, target: str, encoding: str
    ) -> Quotes:
        try:
            model = project.model(file)
        except (BrokenModel, BrokenSettings):
            return {}
        if model is None or os.path.abspath(model.path) != target:
            return {}
        known = self._pages.get(file.real)
        data = [os.path.join(os.path.realpath(file.root), *path.split("/")) for path in model.sources]
        now = (signature(file.real, workspace), model.text, [signature(path, workspace) for path in data])
        if known is not None and known.signature == now:
            return known.quotes
        try:
            text = decode(files.read(file))
            quoted = _read(file, text, model, encoding) if pipeline.is_worth_reading(text) else {}
        except (OSError, DecodeError):
            quoted = {}
        except Exception as error:
            self._failed(file.path, error)
            quoted = {}
        if len(self._pages) >= _MOST_KEPT:
            self._pages.clear()
        self._pages[file.real] = _Page(now, quoted)
        return quoted


def _read(file: File, text: str, model: Model, encoding: str) -> Quotes:
    """The quotes of all quantities in one file, as `claimlint where` finds them."""
    shift = int(file.data is not None and file.data.startswith(b"\xef\xbb\xbf"))
    lines = Lines("\ufeff" * shift + text, encoding)
    everything = [Target(name, None, model.scenarios(name)) for name in model.quantities]
    found: Quotes = {}
    for quote in quotes(page(Source(file, text, model)), everything):
        start = place(lines, quote.line, quote.column, shift)
        end = place(lines, quote.end_line, quote.end_column, shift)
        found.setdefault(quote.name, []).append(range_of(lines, start, end))
    return found


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
