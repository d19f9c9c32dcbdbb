"""Go to the definition: from a number, a marker or a name to its entry in the canonical file."""

from __future__ import annotations

import os

from lsprotocol import types

from claimlint.editor.diagnostics import place, range_of
from claimlint.editor.positions import Lines
from claimlint.editor.uris import uri_of
from claimlint.editor.workspace import Workspace
from claimlint.model.model import Model


def definitions(
    model: Model, quantities: tuple[str, ...], workspace: Workspace, encoding: str
) -> list[types.Location]:
    """Where the quantities are defined, at their names."""
    path = os.path.abspath(model.path)
    buffer = workspace.by_path.get(path)
    lines = buffer.lines if buffer is not None else Lines(model.text, encoding)
    shift = buffer.shift if buffer is not None else 0
    uri = buffer.uri if buffer is not None else uri_of(path)
    found = []
    for name in quantities:
        entry = model.quantities[name]
        start = place(lines, entry.line, entry.column, shift)
        found.append(types.Location(uri, range_of(lines, start, start + len(name))))
    return found
