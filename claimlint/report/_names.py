"""Names that several formats share: paths as other programs read them, and what could not be checked."""

from __future__ import annotations

import os
from collections.abc import Iterator

from claimlint.findings import Note, Problem, Report
from claimlint.report.terminal import visible

NOT_CHECKED = "not-checked"
"""What stands in place of a rule's name for a problem: something that could not be checked."""
NOTE = "note"
"""The same for a note, which fails no run."""


def path(name: str) -> str:
    """A path with slashes, as text that every program can read: bytes that are no UTF-8 are spelled out."""
    return visible(name.replace(os.sep, "/"))


def others(report: Report) -> Iterator[tuple[str, str, Problem | Note]]:
    """The problems and notes of a report, each with what stands for its rule and its severity."""
    for problem in report.problems:
        yield NOT_CHECKED, "error", problem
    for note in report.notes:
        yield NOTE, "info", note
