"""Findings for programs: one JSON object, in ASCII so that every terminal and pipe can carry it."""

from __future__ import annotations

import json
from typing import Any, TextIO

from claimlint.findings import Fix, Problem, Report
from claimlint.fingerprint import fingerprints

VERSION = 1
"""The version of the report's shape; it changes when a reader of the old one would break."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the whole report as one object; there is no colour in it."""
    told = report.explanations
    dump(
        {
            **({"claims": [each._asdict() for each in told]} if told is not None else {}),
            **({"notes": [note._asdict() for note in report.notes]} if report.notes else {}),
            "version": VERSION,
            "findings": finding_entries(report),
            "errors": [problem_entry(problem) for problem in report.problems],
            **outcome(report),
        },
        stream,
    )


def finding_entries(report: Report) -> list[dict[str, Any]]:
    """The findings as entries of a report's `findings`."""
    return [
        {
            "rule": finding.rule,
            "severity": finding.severity,
            "path": finding.path,
            "line": finding.line,
            "column": finding.column,
            "end_line": finding.end_line,
            "end_column": finding.end_column,
            "message": finding.message,
            "claim": finding.claim,
            "expected": finding.expected,
            "location": finding.location,
            "fingerprint": fingerprint,
            "fix": fix_entry(finding.fix),
        }
        for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True)
    ]


def fix_entry(fix: Fix | None) -> dict[str, Any] | None:
    """A fix as a finding's `fix`."""
    if fix is None:
        return None
    edits = [
        {
            "line": place.line,
            "column": place.column,
            "end_line": place.end_line,
            "end_column": place.end_column,
            "text": edit.text,
        }
        for edit, place in zip(fix.edits, fix.places, strict=True)
    ]
    return {"safe": fix.safe, "summary": fix.summary, "edits": edits}


def outcome(report: Report) -> dict[str, Any]:
    """The counts of a report and, where it has them, changes of models, broken limits and statistics."""
    counts = report.summary
    data: dict[str, Any] = {
        "summary": {
            "files": counts.files,
            "claims": counts.claims,
            "canonical": counts.canonical,
            "recomputed": counts.recomputed,
            "unchecked": counts.unchecked,
            "errors": counts.errors,
            "warnings": counts.warnings,
            **({"since": counts.since} if counts.since is not None else {}),
            **({"known": counts.known} if counts.known is not None else {}),
        }
    }
    if report.changes is not None:
        data["changes"] = [each._asdict() for each in report.changes]
    if report.failures:
        data["failures"] = list(report.failures)
    if report.statistics is not None:
        data["statistics"] = dict(report.statistics)
    return data


def problem_entry(problem: Problem) -> dict[str, Any]:
    """A problem as an entry of a report's `errors`."""
    return problem._asdict()


def dump(data: object, stream: TextIO, indent: int | None = 2) -> None:
    """Write one JSON value and a line end."""
    text = json.dumps(data, indent=indent, allow_nan=False)
    # `##[` within a line is a command to some runners; it stands in strings alone.
    stream.write(text.replace("##", "#\\u0023") + "\n")
