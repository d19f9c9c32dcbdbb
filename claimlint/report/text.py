"""Findings for people: place, severity, rule, message, and the source line with a caret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from claimlint.findings import Explanation, Finding, Note, Problem, Report, Summary
from claimlint.report.terminal import excerpt, visible

WIDTH = 100
"""Columns of a source line that are shown."""

RESET, BOLD, DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "info": "\x1b[1;36m", "note": "\x1b[1;36m"}


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the whole report; its last line counts."""
    for finding in report.findings:
        stream.writelines(_finding(finding, colour))
    for problem in report.problems:
        stream.write(problem_line(problem, colour))
    for told in report.explanations or ():
        stream.write(_explanation(told, colour))
    for note in report.notes:
        stream.write(problem_line(note, colour, "note"))
    if report.findings or report.problems or report.explanations or report.notes:
        stream.write("\n")
    stream.write("; ".join([_summary(report.summary, len(report.problems)), *_fixes(report)]) + "\n")


def _finding(finding: Finding, colour: bool) -> Iterator[str]:
    place = f"{visible(finding.path)}:{finding.line}:{finding.column}:"
    kind = _paint(finding.severity, COLOURS[finding.severity], colour)
    yield f"{_paint(place, BOLD, colour)} {kind} {finding.rule}: {visible(finding.message)}\n"
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(finding.source_line)
    line, first, last = excerpt(finding.source_line, start, end, WIDTH)
    yield f"    {line}\n"
    where = f" {_paint(visible(finding.location), DIM, colour)}" if finding.location else ""
    yield f"    {' ' * first}{_paint('^' * (last - first), COLOURS[finding.severity], colour)}{where}\n"


def _explanation(told: Explanation, colour: bool) -> str:
    place = _paint(f"{visible(told.path)}:{told.line}:{told.column}:", BOLD, colour)
    about = f", {', '.join(told.quantities)}" if told.quantities else ""
    return f"{place} {visible(told.claim)}: {told.state}{about} ({visible(told.evidence)})\n"


def problem_line(problem: Problem | Note, colour: bool = False, word: str = "error") -> str:
    """A problem, or a note, as one line, which ends with a newline."""
    place = visible(problem.path)
    if problem.line is not None:
        place += f":{problem.line}:{problem.column}"
    kind = _paint(word, COLOURS[word], colour)
    return f"{_paint(place + ':', BOLD, colour)} {kind}: {visible(problem.message)}\n"


def _summary(counts: Summary, problems: int) -> str:
    parts = [
        f"{_count(counts.files, 'file')}, {_count(counts.claims, 'claim')}"
        + (
            f" ({counts.canonical} canonical, {counts.recomputed} recomputed, {counts.unchecked} unchecked)"
            if counts.claims
            else ""
        ),
        f"{_count(counts.errors, 'error')}, {_count(counts.warnings, 'warning')}",
    ]
    if counts.known is not None:
        parts.append(f"{_count(counts.known, 'known finding')} in the baseline")
    if problems:
        parts.append(f"not everything could be checked ({_count(problems, 'problem')})")
    if counts.without_model and not counts.models:
        parts.append("no canonical model")
    elif counts.without_model:
        parts.append(f"{_count(counts.without_model, 'file')} without a canonical model")
    return "; ".join(parts)


def _fixes(report: Report) -> Iterator[str]:
    """What was fixed, and what could be."""
    if report.fixed:
        yield f"{report.fixed} fixed"
    offered = [finding.fix.safe for finding in report.findings if finding.fix is not None]
    safe, unsafe = offered.count(True), offered.count(False)
    if safe:
        yield f"{safe} fixable with --fix" + (f" ({unsafe} more with --unsafe-fixes)" if unsafe else "")
    elif unsafe:
        yield f"{unsafe} fixable with --fix --unsafe-fixes"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("s" if number != 1 else "")


def _paint(text: str, code: str, colour: bool) -> str:
    return f"{code}{text}{RESET}" if colour else text
