"""Diagnostics: what `claimlint check` says of the open documents, and why a model or settings do not load."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from lsprotocol import types

from claimlint.directives import UNUSED
from claimlint.editor.analysis import Analysis
from claimlint.editor.positions import Lines
from claimlint.editor.uris import uri_of
from claimlint.editor.workspace import Workspace
from claimlint.findings import Finding, Problem

SOURCE = "claimlint"
MOST = 2_000
"""The diagnostics of one document; the last one counts what is left out."""

_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def of_findings(analysis: Analysis) -> list[types.Diagnostic]:
    """The findings of a document, in their order."""
    found = [of_finding(analysis, finding) for finding in analysis.findings[:MOST]]
    beyond = len(analysis.findings) - len(found)
    if beyond > 0:
        found.append(_diagnostic(_start(), f"and {beyond:,} further findings", "warning", None))
    return found


def of_finding(analysis: Analysis, finding: Finding) -> types.Diagnostic:
    """One finding at its place."""
    lines, shift = analysis.buffer.lines, analysis.shift
    start = place(lines, finding.line, finding.column, shift)
    end = place(lines, finding.end_line, finding.end_column, shift)
    return _diagnostic(range_of(lines, start, end), finding.message, finding.severity, finding.rule)


def of_problems(
    problems: Iterable[Problem], warnings: Iterable[Problem], lines: Lines
) -> Iterator[types.Diagnostic]:
    """What could not be checked or is odd in one file, whose text is `lines`."""
    shift = int(lines.text.startswith("\ufeff"))
    for severity, those in (("error", problems), ("warning", warnings)):
        for problem in those:
            where = _start()
            if problem.line is not None:
                start = place(lines, problem.line, problem.column or 1, shift)
                where = range_of(lines, start, _word_end(lines, start))
            yield _diagnostic(where, problem.message, severity, None)


def elsewhere(
    analyses: Iterable[Analysis], workspace: Workspace, encoding: str
) -> dict[str, list[types.Diagnostic]]:
    """The problems of models and settings that stop open documents from being checked, by URI; each once."""
    problems: dict[str, dict[Problem, None]] = {}
    warnings: dict[str, dict[Problem, None]] = {}
    for analysis in analyses:
        for kept, found in ((problems, analysis.problems), (warnings, analysis.warnings)):
            for problem in found:
                path = os.path.abspath(problem.path)
                if not _is_own(analysis, problem):
                    kept.setdefault(path, {})[problem] = None
    told = {}
    for path in problems.keys() | warnings.keys():
        buffer = workspace.by_path.get(path)
        lines = buffer.lines if buffer is not None else Lines(_saved(path, workspace), encoding)
        uri = buffer.uri if buffer is not None else uri_of(path)
        told[uri] = list(of_problems(problems.get(path, ()), warnings.get(path, ()), lines))
    return told


def own(analysis: Analysis) -> list[types.Diagnostic]:
    """All that is said of a document by its own analysis."""
    problems = [problem for problem in analysis.problems if _is_own(analysis, problem)]
    return [*of_problems(problems, (), analysis.buffer.lines), *of_findings(analysis)]


def _is_own(analysis: Analysis, problem: Problem) -> bool:
    """Whether a problem is of the document itself, and not of what it is checked against."""
    name = analysis.file.path if analysis.file is not None else analysis.buffer.name
    return problem.path == name and problem.path not in analysis.project.models.broken


def _saved(path: str, workspace: Workspace) -> str:
    """The text of a file that is not open, for the places in it; empty when it cannot be read."""
    from claimlint.document import DecodeError, decode
    from claimlint.editor.workspace import Overlay

    try:
        data = Overlay(workspace).read(path, workspace.root(os.path.dirname(path)))
        return decode(data) if data is not None else ""
    except (OSError, DecodeError):
        return ""


def place(lines: Lines, line: int, column: int, shift: int) -> int:
    """The offset of a 1-based line and column of claimlint's, which count no byte order mark."""
    return lines.place(line, column + (shift if line == 1 else 0))


def range_of(lines: Lines, start: int, end: int) -> types.Range:
    """The range of the offsets [start, end)."""
    return types.Range(types.Position(*lines.position(start)), types.Position(*lines.position(end)))


def _start() -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(0, 0))


def _word_end(lines: Lines, start: int) -> int:
    """The end of the word at an offset, so that there is something to underline."""
    text = lines.text
    end = start
    while end < len(text) and end - start < 80 and not text[end].isspace():
        end += 1
    return max(end, min(start + 1, len(text)))


def _diagnostic(where: types.Range, message: str, severity: str, rule: str | None) -> types.Diagnostic:
    from claimlint.report.terminal import visible

    return types.Diagnostic(
        range=where,
        message=visible(message),
        severity=_SEVERITY[severity],
        code=rule,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if rule == UNUSED else None,
    )
