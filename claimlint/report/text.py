"""Findings for people: place, severity, rule, message, and the source line with a caret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from claimlint.findings import Explanation, Finding, Note, Problem, Report
from claimlint.report.terminal import excerpt, visible

WIDTH = 100
"""Columns of a source line that are shown."""

RESET, BOLD, DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "info": "\x1b[1;36m", "note": "\x1b[1;36m"}


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the whole report; its last line counts, or says which limit the run breaks."""
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
    stream.writelines(closing(report, colour))


def closing(report: Report, colour: bool = False) -> Iterator[str]:
    """The last lines: how many findings each rule has, where that is asked for, the counts, what failed."""
    if report.statistics:
        wide = len(str(max(report.statistics.values())))
        for rule, count in report.statistics.items():
            yield f"{count:{wide}} {rule}\n"
        yield "\n"
    yield summary_line(report) + "\n"
    for failure in report.failures:
        yield paint(visible(failure), COLOURS["error"], colour) + "\n"


def _finding(finding: Finding, colour: bool) -> Iterator[str]:
    place = f"{visible(finding.path)}:{finding.line}:{finding.column}:"
    kind = paint(finding.severity, COLOURS[finding.severity], colour)
    yield f"{paint(place, BOLD, colour)} {kind} {finding.rule}: {visible(finding.message)}\n"
    line, first, last = source(finding)
    yield f"    {line}\n"
    where = f" {paint(visible(finding.location), DIM, colour)}" if finding.location else ""
    yield f"    {' ' * first}{paint('^' * (last - first), COLOURS[finding.severity], colour)}{where}\n"


def source(finding: Finding) -> tuple[str, int, int]:
    """The source line of a finding as it may be shown, and the columns between which it is at fault."""
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(finding.source_line)
    return excerpt(finding.source_line, start, end, WIDTH)


def _explanation(told: Explanation, colour: bool) -> str:
    place = paint(f"{visible(told.path)}:{told.line}:{told.column}:", BOLD, colour)
    about = f", {visible(', '.join(told.quantities))}" if told.quantities else ""
    return f"{place} {visible(told.claim)}: {told.state}{about} ({visible(told.evidence)})\n"


def problem_line(problem: Problem | Note, colour: bool = False, word: str = "error") -> str:
    """A problem, or a note, as one line, which ends with a newline."""
    place = visible(problem.path)
    if problem.line is not None:
        place += f":{problem.line}:{problem.column}"
    kind = paint(word, COLOURS[word], colour)
    return f"{paint(place + ':', BOLD, colour)} {kind}: {visible(problem.message)}\n"


def summary_line(report: Report) -> str:
    """What was read and found, in counts."""
    counts, problems = report.summary, len(report.problems)
    parts = [
        f"{_count(counts.files, 'file')}, {_count(counts.claims, 'claim')}"
        + (
            f" ({counts.canonical} canonical, {counts.recomputed} recomputed, {counts.unchecked} unchecked)"
            if counts.claims
            else ""
        ),
        f"{_count(counts.errors, 'error')}, {_count(counts.warnings, 'warning')}",
    ]
    if counts.since is not None:
        parts.append(f"only what changed since {visible(counts.since)}")
    if counts.known is not None:
        parts.append(f"{_count(counts.known, 'known finding')} in the baseline")
    if problems:
        parts.append(f"not everything could be checked ({_count(problems, 'problem')})")
    if counts.without_model and not counts.models:
        parts.append("no canonical model")
    elif counts.without_model:
        parts.append(f"{_count(counts.without_model, 'file')} without a canonical model")
    return "; ".join([*parts, *_fixes(report)])


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


def paint(text: str, code: str, colour: bool) -> str:
    """The text in a colour of this module, where there is colour."""
    return f"{code}{text}{RESET}" if colour else text
