"""Findings for programs: one JSON object, in ASCII so that every terminal and pipe can carry it."""

from __future__ import annotations

import json
from typing import Any, TextIO

from claimlint.findings import Problem, Report

VERSION = 1
"""The version of the report's shape; it changes when a reader of the old one would break."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the whole report as one object; there is no colour in it."""
    counts = report.summary
    told = report.explanations
    dump(
        ({"claims": [explanation._asdict() for explanation in told]} if told is not None else {})
        | ({"notes": [note._asdict() for note in report.notes]} if report.notes else {})
        | {
            "version": VERSION,
            "findings": [
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
                }
                for finding in report.findings
            ],
            "errors": [problem_entry(problem) for problem in report.problems],
            "summary": {
                "files": counts.files,
                "claims": counts.claims,
                "canonical": counts.canonical,
                "recomputed": counts.recomputed,
                "unchecked": counts.unchecked,
                "errors": counts.errors,
                "warnings": counts.warnings,
            }
            | ({"known": counts.known} if counts.known is not None else {}),
        },
        stream,
    )


def problem_entry(problem: Problem) -> dict[str, Any]:
    """A problem as an entry of a report's `errors`."""
    return problem._asdict()


def dump(data: dict[str, Any], stream: TextIO) -> None:
    """Write one JSON object and a line end."""
    stream.write(json.dumps(data, indent=2, allow_nan=False) + "\n")
