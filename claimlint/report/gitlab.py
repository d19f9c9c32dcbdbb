"""A GitLab Code Quality report: a JSON array, which a merge request compares with that of its target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from claimlint.findings import Report
from claimlint.fingerprint import fingerprints, other_fingerprints
from claimlint.report import _names, json
from claimlint.report.terminal import visible

SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}
"""Ours to GitLab's, which are info, minor, major, critical and blocker; a problem is critical."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the findings, then what could not be checked, then notes."""
    json.dump(list(_entries(report)), stream)


def _entries(report: Report) -> Iterator[dict[str, Any]]:
    for finding, known in zip(report.findings, fingerprints(report.findings), strict=True):
        severity = SEVERITIES[finding.severity]
        yield _entry(
            finding.rule, finding.message, severity, known, finding.path, finding.line, finding.end_line
        )
    others = tuple(_names.others(report))
    marks = other_fingerprints((name, what) for name, _, what in others)
    for (name, severity, what), known in zip(others, marks, strict=True):
        rank = "critical" if severity == "error" else "info"
        line = what.line or 1  # GitLab shows nothing without a line.
        yield _entry(name, what.message, rank, known, what.path, line, line)


def _entry(
    rule: str, message: str, severity: str, fingerprint: str, path: str, line: int, end_line: int
) -> dict[str, Any]:
    return {
        "description": f"{rule}: {visible(message)}",
        "check_name": rule,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": _names.path(path), "lines": {"begin": line, "end": end_line}},
    }
