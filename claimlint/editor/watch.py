"""Asks the editor to tell of files that change on disk: models, settings, and what else was read."""

from __future__ import annotations

import os
import re

from lsprotocol import types

from claimlint.editor.analysis import Analysis
from claimlint.editor.protocol import Server
from claimlint.editor.workspace import Overlay
from claimlint.models import MODEL_NAME
from claimlint.settings.find import NAMES

_MOST = 200
_PLAIN = re.compile(r"[\w.+@ -]+")


class Watcher:
    """Registers one watcher for each name of a file that documents rest on."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._watched: set[str] = set()
        self._is_able = False

    def start(self) -> None:
        """Watch what every folder may have, if the editor can."""
        workspace = self._server.client_capabilities.workspace
        able = workspace.did_change_watched_files if workspace else None
        self._is_able = able is not None and bool(able.dynamic_registration)
        self._watch([MODEL_NAME, *NAMES])

    def see(self, analysis: Analysis) -> None:
        """Watch what the analysis has read, too."""
        tree = analysis.project.tree
        if self._is_able and isinstance(tree, Overlay):
            self._watch([os.path.basename(path) for path in list(tree.seen)])

    def _watch(self, names: list[str]) -> None:
        new = [name for name in dict.fromkeys(names) if name not in self._watched and _PLAIN.fullmatch(name)]
        if not self._is_able or not new or len(self._watched) > _MOST:
            return
        self._watched.update(new)
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(f"**/{name}") for name in new]
        )
        registration = types.Registration(
            f"claimlint-{len(self._watched)}", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
        )
        self._server.client_register_capability(types.RegistrationParams([registration]))
