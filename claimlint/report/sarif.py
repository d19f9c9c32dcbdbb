"""SARIF 2.1.0, for code scanning and editors: results with their rules, fingerprints and fixes."""

from __future__ import annotations

import os
from typing import Any, TextIO

from claimlint import __version__
from claimlint.findings import Finding, Fix, Note, Problem, Report
from claimlint.fingerprint import fingerprints
from claimlint.report import _names, json
from claimlint.report.terminal import visible
from claimlint.rules import Rule, load

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
ROOT = "%SRCROOT%"
FINGERPRINT = "claimlint/v1"
NOTIFICATIONS = (
    (_names.NOT_CHECKED, "error", "Something could not be checked."),
    (_names.NOTE, "note", "Something to know that fails no run."),
)
"""The id, level and description of each kind of notification."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write one run; what could not be checked is a notification of its invocation."""
    rules = _rules(report)
    indices = {rule["id"]: at for at, rule in enumerate(rules)}
    known = zip(report.findings, fingerprints(report.findings), strict=True)
    run = {
        "tool": {
            "driver": {
                "name": "claimlint",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": rules,
                "notifications": [
                    {"id": name, "shortDescription": {"text": text}} for name, _, text in NOTIFICATIONS
                ],
            }
        },
        "invocations": [_invocation(report)],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which claimlint was run."}}},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(finding, indices[finding.rule], mark) for finding, mark in known],
    }
    json.dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, stream)


def _rules(report: Report) -> list[dict[str, Any]]:
    """All rules that claimlint brings, and those of the repository's own that found something."""
    rules = [_rule(rule) for rule in load(examples=False)]
    known = {rule["id"] for rule in rules}
    return rules + [{"id": name} for name in sorted({finding.rule for finding in report.findings} - known)]


def _rule(rule: Rule) -> dict[str, Any]:
    why = " ".join(rule.why.split())
    return {
        "id": rule.name,
        "shortDescription": {"text": _literal(rule.summary)},
        "fullDescription": {"text": _literal(why)},
        "help": {
            "text": _literal(
                f"{rule.summary} {why} `claimlint explain {rule.name}` shows what it passes and flags."
            ),
        },
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"tags": ["documentation", "numbers"]},
    }


def _invocation(report: Report) -> dict[str, Any]:
    return {
        "executionSuccessful": not report.problems,
        "exitCode": report.exit_status,
        **({"exitCodeDescription": "; ".join(report.failures)} if report.failures else {}),
        "toolExecutionNotifications": [
            *(_notification(problem, 0) for problem in report.problems),
            *(_notification(note, 1) for note in report.notes),
        ],
    }


def _notification(what: Problem | Note, kind: int) -> dict[str, Any]:
    name, level, _ = NOTIFICATIONS[kind]
    place: dict[str, Any] = {"artifactLocation": _artifact(what.path)}
    if what.line is not None:
        place["region"] = {"startLine": what.line, "startColumn": what.column}
    return {
        "descriptor": {"id": name, "index": kind},
        "level": level,
        "message": {"text": _literal(visible(what.message))},
        "locations": [{"physicalLocation": place}],
    }


def _result(finding: Finding, index: int, mark: str) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": _artifact(finding.path),
            "region": {
                "startLine": finding.line,
                "startColumn": finding.column,
                "endLine": finding.end_line,
                "endColumn": finding.end_column,
            },
        }
    }
    if finding.location is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": visible(finding.location)}]
    properties = {"claim": finding.claim, "expected": finding.expected}
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": _literal(visible(finding.message))},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: mark},
        "properties": {name: visible(value) for name, value in properties.items() if value is not None},
    }
    if finding.fix is not None:
        result["fixes"] = [_fix(finding, finding.fix)]
    return result


def _fix(finding: Finding, fix: Fix) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": place.line,
                "startColumn": place.column,
                "endLine": place.end_line,
                "endColumn": place.end_column,
            },
            "insertedContent": {"text": edit.text},
        }
        for edit, place in zip(fix.edits, fix.places, strict=True)
    ]
    doubt = "" if fix.safe else " (look before you take it)"
    return {
        "description": {"text": _literal(visible(fix.summary)) + doubt},
        "artifactChanges": [{"artifactLocation": _artifact(finding.path), "replacements": replacements}],
    }


def _literal(text: str) -> str:
    """A message in which nothing is a placeholder or a link."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _artifact(path: str) -> dict[str, Any]:
    """Where a file is: relative to where claimlint was run, or absolute when it is outside of that."""
    from urllib.parse import quote

    outside = os.path.isabs(path) or path.replace(os.sep, "/").startswith("../")
    name = (os.path.abspath(path) if outside else path).replace(os.sep, "/")
    try:
        # A byte of a file name that is not UTF-8 is itself again.
        uri = quote(name.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        uri = quote(visible(name))
    if outside:
        return {"uri": "file://" + ("" if uri.startswith("/") else "/") + uri}
    return {"uri": uri, "uriBaseId": ROOT}
