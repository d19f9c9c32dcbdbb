"""Findings for people and for editors: one line each, `path:line:column: severity rule: message`."""

from __future__ import annotations

from typing import TextIO

from claimlint.findings import Finding, Report
from claimlint.report import text
from claimlint.report.terminal import visible


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the findings, problems and notes, a line each, and the last lines of the text format."""
    stream.writelines(line(finding, colour) for finding in report.findings)
    stream.writelines(text.problem_line(problem, colour) for problem in report.problems)
    stream.writelines(text.problem_line(note, colour, "note") for note in report.notes)
    stream.writelines(text.closing(report, colour))


def line(finding: Finding, colour: bool = False) -> str:
    """A finding as one line, which ends with a newline."""
    place = text.paint(f"{visible(finding.path)}:{finding.line}:{finding.column}:", text.BOLD, colour)
    kind = text.paint(finding.severity, text.COLOURS[finding.severity], colour)
    return f"{place} {kind} {finding.rule}: {visible(finding.message)}\n"
