"""Annotations of GitHub Actions: workflow commands on standard output, in the order of the report.

GitHub shows ten of a level from one step and drops the others without a word: those are written as plain
lines of the log instead, which says how many they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from claimlint.findings import Finding, Note, Problem, Report
from claimlint.report import _names, concise, text
from claimlint.report.terminal import visible

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
MOST = 10
"""Annotations of one level that a step may have."""
LONGEST = 4_000
"""Characters of a message; GitHub takes 64 KB of an annotation, escapes and all."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write annotations for people to see beside the lines; what could not be checked comes first."""
    left = dict.fromkeys(LEVELS.values(), MOST)
    beyond: list[str] = []
    for level, command, line in (*_problems(report), *_findings(report), *_notes(report)):
        if left[level]:
            left[level] -= 1
            stream.write(command)
        else:
            beyond.append(line)
    if beyond:
        stream.write(f"{len(beyond)} more, as GitHub shows {MOST} annotations of a level from one step:\n")
        stream.writelines(beyond)
    stream.writelines(text.closing(report))


def _problems(report: Report) -> Iterator[tuple[str, str, str]]:
    for problem in report.problems:
        command = _command("error", problem, _names.NOT_CHECKED, _place(problem))
        yield "error", command, text.problem_line(problem)


def _notes(report: Report) -> Iterator[tuple[str, str, str]]:
    for note in report.notes:
        command = _command("notice", note, _names.NOTE, _place(note))
        yield "notice", command, text.problem_line(note, word="note")


def _place(what: Problem | Note) -> dict[str, int | None]:
    return {"line": what.line, "col": what.column} if what.line is not None else {}


def _findings(report: Report) -> Iterator[tuple[str, str, str]]:
    for finding in report.findings:
        place: dict[str, int | None] = {"line": finding.line, "endLine": finding.end_line}
        if finding.line == finding.end_line:  # GitHub takes columns within one line only.
            place |= {"col": finding.column, "endColumn": finding.end_column}
        level = LEVELS[finding.severity]
        yield level, _command(level, finding, finding.rule, place), concise.line(finding)


def _command(level: str, what: Finding | Problem | Note, rule: str, place: dict[str, int | None]) -> str:
    properties = {"file": _names.path(what.path), **place, "title": f"claimlint {rule}"}
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = what.message if len(what.message) <= LONGEST else what.message[:LONGEST] + "…"
    return f"::{level} {listed}::{_data(visible(message))}\n"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
