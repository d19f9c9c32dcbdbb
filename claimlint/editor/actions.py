"""Quick fixes: what a finding offers, and to ignore it here with a reason.

Every edit names the version of the document that it is made for, so that the editor refuses one that comes
too late.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from lsprotocol import types

from claimlint import document, run
from claimlint.directives import UNREADABLE, UNUSED
from claimlint.document import DecodeError, decode
from claimlint.editor.analysis import Analysis, depends
from claimlint.editor.diagnostics import SOURCE, of_finding, place, range_of
from claimlint.editor.positions import Lines
from claimlint.editor.workspace import Workspace
from claimlint.files import File
from claimlint.findings import Edit, Finding, Fix
from claimlint.project import Project
from claimlint.report.terminal import visible

FIX_ALL = "source.fixAll.claimlint"
REASON = "TODO: say why"
"""Stands where the reason of an ignore is to be written."""

_MOST_IGNORES = 4
_LONGEST_IGNORED = 300_000
"""In a larger document no ignore is offered: each is tried on the whole of it first."""

Edits = list[tuple[int, int, str]]


def is_wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether an action of that kind, or of a kind above it, was asked for."""
    return only is None or any(kind == each or kind.startswith(each + ".") or not each for each in only)


def quick_fixes(
    analysis: Analysis, asked: types.Range, known: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """The fixes of the findings that touch a range, safe ones first."""
    found = list(_touching(analysis, asked))
    fixes: dict[Fix, list[Finding]] = {}
    for finding in found:
        if finding.fix is not None:
            fixes.setdefault(finding.fix, []).append(finding)
    for fix in sorted(fixes, key=lambda each: not each.safe):
        summary = visible(fix.summary)
        yield types.CodeAction(
            title=summary if fix.safe else f"{summary} (unsafe: may not be what is meant)",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=_diagnostics(analysis, fixes[fix], known) or None,
            is_preferred=fix.safe or None,
            edit=_edit(analysis, [(edit.start, edit.end, edit.text) for edit in fix.edits]),
        )


def ignores(
    analysis: Analysis, asked: types.Range, known: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """Comments that ignore the findings that touch a range; only those that do so and nothing else."""
    if len(analysis.buffer.text) > _LONGEST_IGNORED:
        return
    seen: set[tuple[str, int]] = set()
    for finding in _touching(analysis, asked):
        key = finding.rule, finding.line
        if key in seen or finding.rule in (UNUSED, UNREADABLE) or len(seen) >= _MOST_IGNORES:
            continue
        seen.add(key)
        edit = _ignore(analysis, finding)
        if edit is not None:
            yield types.CodeAction(
                title=f"Ignore {finding.rule} here, with a reason",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=_diagnostics(analysis, [finding], known) or None,
                edit=_edit(analysis, [(edit.start, edit.end, edit.text)]),
            )


def _touching(analysis: Analysis, asked: types.Range) -> Iterator[Finding]:
    lines, shift = analysis.buffer.lines, analysis.shift
    first = lines.offset(asked.start.line, asked.start.character)
    last = lines.offset(asked.end.line, asked.end.character)
    for finding in analysis.findings:
        start = place(lines, finding.line, finding.column, shift)
        end = place(lines, finding.end_line, finding.end_column, shift)
        if start <= last and first <= end:
            yield finding


def _diagnostics(
    analysis: Analysis, findings: list[Finding], known: Iterable[types.Diagnostic]
) -> list[types.Diagnostic]:
    """The diagnostics of findings, as the editor has them."""
    own = [of_finding(analysis, finding) for finding in findings]
    return [
        each
        for each in known
        if each.source == SOURCE and any(each.range == o.range and each.code == o.code for o in own)
    ]


def _edit(analysis: Analysis, edits: Edits) -> types.WorkspaceEdit:
    """Edits in claimlint's offsets, for this version of the document alone."""
    lines, shift = analysis.buffer.lines, analysis.shift
    identifier = types.OptionalVersionedTextDocumentIdentifier(analysis.buffer.uri, analysis.buffer.version)
    texts = [types.TextEdit(range_of(lines, start + shift, end + shift), text) for start, end, text in edits]
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(texts))])


# --- ignoring


def _ignore(analysis: Analysis, finding: Finding) -> Edit | None:
    """The insertion of a comment that silences the finding and changes nothing else, or None."""
    file = analysis.file
    if file is None or file.data is None:
        return None
    try:
        text = decode(file.data)
    except DecodeError:
        return None
    before = _structure(file.path, text)
    for edit in _comments(file.path, text, finding):
        changed = text[: edit.start] + edit.text + text[edit.end :]
        if _structure(file.path, changed) != before:
            continue
        left = _findings(analysis, file, changed)
        gone = [f for f in analysis.findings if f.rule == finding.rule and f.line == finding.line]
        kept = [_said(f) for f in analysis.findings if f not in gone]
        if left is not None and [_said(f) for f in left] == kept:
            return edit
    return None


def _structure(path: str, text: str) -> list[tuple[object, ...]]:
    """What a reader sees: blocks with their text, white space folded, and where each stands."""
    blocks = document.read(path, text).blocks
    return [(b.kind, " ".join(b.text.split()), b.cell, b.figure, b.section, b.slide) for b in blocks]


def _said(finding: Finding) -> tuple[str, str, str | None]:
    return finding.rule, finding.message, finding.claim


def _comments(path: str, text: str, finding: Finding) -> Iterator[Edit]:
    """Where the comment may go: at the end of the line, above it, or behind the number."""
    inner = f"claimlint: ignore[{finding.rule}] {REASON}"
    comment = f"{{/* {inner} */}}" if path.lower().endswith(".mdx") else f"<!-- {inner} -->"
    lines = Lines(text)
    line = finding.line - 1
    start, end = lines.starts[line], lines.end(line)
    written = text[start:end]
    at = start + len(written.rstrip())
    if text[at - 1 : at] == "|":
        yield Edit(at - 1, at - 1, f"{comment} ")  # In the last cell of a row.
    yield Edit(at, at, f" {comment}")
    newline = text[end : end + 2] if text[end : end + 2] == "\r\n" else text[end : end + 1] or "\n"
    indent = written[: len(written) - len(written.lstrip())]
    yield Edit(start, start, f"{indent}{comment}{newline}")
    at = lines.place(finding.end_line, finding.end_column)
    yield Edit(at, at, f" {comment}")


def _findings(analysis: Analysis, file: File, text: str) -> tuple[Finding, ...] | None:
    """What would be found in another text of the document; None when that cannot be said."""
    data = (b"\xef\xbb\xbf" if analysis.shift else b"") + text.encode("utf-8", "surrogatepass")
    project = analysis.project
    if depends(analysis, os.path.abspath(file.path)) or depends(analysis, file.real):
        project = _project(analysis, text)
    crashes: list[Exception] = []
    report = run.check([file._replace(data=data)], [], project, lambda path, error: crashes.append(error))
    return None if crashes or len(report.problems) > len(analysis.problems) else report.findings


def _project(analysis: Analysis, text: str) -> Project:
    """The settings and models where the document, which is among them, has another text."""
    buffer = analysis.buffer
    changed = buffer._replace(lines=Lines("\ufeff" * analysis.shift + text, buffer.lines.encoding))
    old = analysis.workspace
    return Workspace(old.folders, {**old.buffers, buffer.uri: changed}).project(changed)
