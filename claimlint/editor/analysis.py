"""What claimlint has to say of one version of a document: what `claimlint check` reports, and its page."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Lock

from lsprotocol import types

from claimlint import api, pipeline, run
from claimlint.document import DecodeError, decode
from claimlint.editor.buffers import Buffer
from claimlint.editor.workspace import Overlay, Workspace
from claimlint.files import OUTSIDE, File, is_excluded
from claimlint.findings import Finding, Problem
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.reason.page import Page

Crashed = Callable[[str, Exception], None]


class Analysis:
    """The findings and problems of one version of a document; `problems` may be of other files.

    `warnings` are what is odd in its model or settings and does not stop a run.  `file` is None for what
    is not checked.  `whole` are the findings with those that a baseline holds; `told` are the diagnostics of
    the document itself.
    """

    def __init__(
        self,
        buffer: Buffer,
        workspace: Workspace,
        project: Project,
        file: File | None,
        findings: tuple[Finding, ...] = (),
        problems: tuple[Problem, ...] = (),
        warnings: tuple[Problem, ...] = (),
    ) -> None:
        self.buffer = buffer
        self.workspace = workspace
        self.project = project
        self.file = file
        self.findings = findings
        self.problems = problems
        self.warnings = warnings
        self.whole = findings
        self.told: list[types.Diagnostic] = []
        self._page: Page | None = None
        self._lock = Lock()

    @property
    def shift(self) -> int:
        """What is added to claimlint's offsets to get those of the document in the editor."""
        return self.buffer.shift

    def page(self) -> Page | None:
        """The page with its claims and readings, None when its text cannot be read."""
        with self._lock:
            if self._page is None and self.file is not None:
                self._page = _page(self.file, self.project)
            return self._page


def analyse(buffer: Buffer, workspace: Workspace, project: Project, crashed: Crashed) -> Analysis:
    """Check one version of a document."""
    if not buffer.is_document:
        return Analysis(buffer, workspace, project, None)
    file = workspace.file(buffer)
    if file is None:
        return Analysis(
            buffer, workspace, project, None, problems=(Problem(buffer.name, None, None, OUTSIDE),)
        )
    if is_excluded(os.path.abspath(file.path), file, project.excludes):
        return Analysis(buffer, workspace, project, file)
    whole = run.check([file], [], project, crashed)
    report = api.without_known(whole, file, [file], project, None)
    warnings = (*project.finder.warnings, *_warnings(file, project))
    analysis = Analysis(buffer, workspace, project, file, report.findings, report.problems, warnings)
    analysis.whole = whole.findings
    return analysis


def _warnings(file: File, project: Project) -> list[Problem]:
    try:
        model = project.model(file)
    except (BrokenModel, BrokenSettings):
        return []
    return [Problem(model.path, *warning) for warning in model.warnings] if model is not None else []


def _page(file: File, project: Project) -> Page | None:
    from claimlint import reason

    assert file.data is not None
    try:
        model = project.model(file)
    except (BrokenModel, BrokenSettings):
        model = None
    try:
        document, claims = pipeline.claims_of(file.path, decode(file.data), model)
    except DecodeError:
        return None
    return reason.read(document, claims, model)


def is_current(analysis: Analysis, workspace: Workspace) -> bool:
    """Whether nothing that the analysis rests on is another in this workspace."""
    tree = analysis.project.tree
    return not isinstance(tree, Overlay) or tree.holds(workspace)


def depends(analysis: Analysis, path: str) -> bool:
    """Whether the analysis asked for what is at an absolute path."""
    tree = analysis.project.tree
    return isinstance(tree, Overlay) and path in tree.seen
