"""The diagnostic format of reviewdog, with a suggestion where a fix is one piece of text.

Its columns count bytes of UTF-8.
"""

from __future__ import annotations

from typing import Any, TextIO

from claimlint.findings import Finding, Fix, Note, Problem, Report
from claimlint.report import _names, json
from claimlint.report.terminal import visible

SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the findings, what could not be checked, and notes as one DiagnosticResult."""
    diagnostics = [
        *map(_finding, report.findings),
        *(_other(name, severity, what) for name, severity, what in _names.others(report)),
    ]
    json.dump({"source": {"name": "claimlint"}, "diagnostics": diagnostics}, stream)


def _finding(finding: Finding) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "message": visible(finding.message),
        "location": {"path": _names.path(finding.path), "range": _range(finding)},
        "severity": SEVERITIES[finding.severity],
        "code": {"value": finding.rule},
    }
    if finding.fix is not None and _is_one_piece(finding.fix):
        entry["suggestions"] = [_suggestion(finding.fix)]
        if not finding.fix.safe:
            entry["message"] += f" (look before you take the suggestion: {visible(finding.fix.summary)})"
    return entry


def _is_one_piece(fix: Fix) -> bool:
    """Whether a fix can be a suggestion, which is taken alone: one edit of several would leave half of it.

    The first line may begin with a byte order mark, whose bytes count and of which nothing is known here.
    """
    return len(fix.edits) == 1 and fix.places[0].line > 1


def _range(finding: Finding) -> dict[str, Any]:
    if finding.end_line != finding.line:
        # Of the last line's text nothing is known here: whole lines.
        return {"start": {"line": finding.line}, "end": {"line": finding.end_line}}
    start, end = (_byte_column(finding.source_line, each) for each in (finding.column, finding.end_column))
    return {
        "start": {"line": finding.line, "column": start},
        "end": {"line": finding.line, "column": end},
    }


def _byte_column(line: str, column: int) -> int:
    return len(line[: column - 1].encode("utf-8", "surrogatepass")) + 1


def _suggestion(fix: Fix) -> dict[str, Any]:
    place = fix.places[0]
    return {
        "range": {
            "start": {"line": place.line, "column": place.byte_column},
            "end": {"line": place.end_line, "column": place.end_byte_column},
        },
        "text": fix.edits[0].text,
    }


def _other(name: str, severity: str, what: Problem | Note) -> dict[str, Any]:
    location: dict[str, Any] = {"path": _names.path(what.path)}
    if what.line is not None:
        # The column counts code points, and the line's text is not at hand.
        location["range"] = {"start": {"line": what.line}}
    return {
        "message": visible(what.message),
        "location": location,
        "severity": SEVERITIES[severity],
        "code": {"value": name},
    }
