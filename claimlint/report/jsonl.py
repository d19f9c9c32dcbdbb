"""Findings for programs that read line by line: one JSON object a line, told apart by its `type`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from claimlint.findings import Report
from claimlint.report import json


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write each finding, error, note and explained claim on its line; the last line is the summary."""
    for entry in _entries(report):
        json.dump(entry, stream, indent=None)


def _entries(report: Report) -> Iterator[dict[str, Any]]:
    for finding in json.finding_entries(report):
        yield {"type": "finding", **finding}
    for problem in report.problems:
        yield {"type": "error", **json.problem_entry(problem)}
    for note in report.notes:
        yield {"type": "note", **note._asdict()}
    for told in report.explanations or ():
        yield {"type": "claim", **told._asdict()}
    yield {"type": "summary", "version": json.VERSION, **json.outcome(report)}
