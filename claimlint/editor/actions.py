"""Quick fixes: what a finding offers, and to ignore it here with a reason.

Every edit names the version of the document that it is made for, so that the editor refuses one that comes
too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate, pairwise

from lsprotocol import types

from claimlint import document
from claimlint.directives import UNREADABLE, UNUSED
from claimlint.document import DecodeError, decode
from claimlint.document.structure import line_starts
from claimlint.editor.analysis import Analysis
from claimlint.editor.diagnostics import SOURCE, of_finding, place, range_of
from claimlint.editor.positions import Lines
from claimlint.findings import Edit, Finding, Fix
from claimlint.fixes import Lint, apply, fix_text, try_alone
from claimlint.model.mistakes import ModelError
from claimlint.project import BrokenModel, BrokenSettings
from claimlint.report.terminal import visible
from claimlint.rewrite import linter

FIX_ALL = "source.fixAll.claimlint"
REASON = "TODO: say why"
"""Stands where the reason of an ignore is to be written."""

_MOST_FIXES = 4
_LONGEST = 400_000
"""In a larger document nothing is offered: each fix is tried on the whole of it first."""


def is_wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether an action of that kind, or of a kind above it, was asked for."""
    return only is None or any(kind == each or kind.startswith(each + ".") or not each for each in only)


def quick_fixes(
    analysis: Analysis, asked: types.Range, known: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """The fixes of the findings that touch a range, safe ones first; only those that do what they promise.

    One that takes away the findings of others too is not preferred: those may be the ones to fix.
    """
    trial = Trial(analysis)
    fixes: dict[Fix, list[Finding]] = {}
    for finding in _touching(analysis, asked):
        if finding.fix is not None:
            fixes.setdefault(finding.fix, []).append(finding)
    for fix, own in sorted(list(fixes.items())[:_MOST_FIXES], key=lambda each: not each[0].safe):
        holds, alone = trial.fix(analysis.whole, fix)
        if not holds:
            continue
        summary = visible(fix.summary)
        yield types.CodeAction(
            title=summary if fix.safe else f"{summary} (unsafe: may not be what is meant)",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=_diagnostics(analysis, own, known) or None,
            is_preferred=(fix.safe and alone) or None,
            edit=_edit(analysis, fix.edits),
        )


def ignores(
    analysis: Analysis, asked: types.Range, known: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """Comments that ignore the findings that touch a range; only those that do so and nothing else."""
    trial = Trial(analysis)
    seen: set[tuple[str, int]] = set()
    for finding in _touching(analysis, asked):
        key = finding.rule, finding.line
        if key in seen or finding.rule in (UNUSED, UNREADABLE) or len(seen) >= _MOST_FIXES:
            continue
        seen.add(key)
        edit = _ignore(analysis, finding, trial)
        if edit is not None:
            yield types.CodeAction(
                title=f"Ignore {finding.rule} here, with a reason",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=_diagnostics(analysis, [finding], known) or None,
                edit=_edit(analysis, [edit]),
            )


def fix_all(analysis: Analysis) -> Iterator[types.CodeAction]:
    """What `claimlint check --fix` would do to the document."""
    trial = Trial(analysis)
    if trial.text is None or trial.lint is None:
        return
    done = fix_text(trial.text, trial.lint)
    edits = list(difference(trial.text, done.text))
    if edits:
        count = len(done.kept)
        title = f"Fix {count} finding{'s' * (count != 1)} with one right answer"
        yield types.CodeAction(title=title, kind=FIX_ALL, edit=_edit(analysis, edits))


def difference(before: str, after: str) -> Iterator[Edit]:
    """Edits that turn one text into another, by whole lines."""
    from difflib import SequenceMatcher

    old, new = (_lines(text) for text in (before, after))
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    starts = list(accumulate(map(len, old), initial=0))
    old_part, new_part = old[first : len(old) - last], new[first : len(new) - last]
    for kind, i, j, at, end in SequenceMatcher(None, old_part, new_part, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Edit(starts[first + i], starts[first + j], "".join(new_part[at:end]))


def _lines(text: str) -> list[str]:
    starts = line_starts(text)
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


class Trial:
    """Tries texts of a document: what would be found in them."""

    def __init__(self, analysis: Analysis) -> None:
        self.text: str | None = None
        self.lint: Lint | None = None
        file = analysis.file
        if file is None or file.data is None or len(file.data) > _LONGEST:
            return
        with suppress(DecodeError, BrokenModel, BrokenSettings):
            self.lint = linter(file, analysis.project)
            self.text = decode(file.data)

    def fix(self, findings: tuple[Finding, ...], fix: Fix) -> tuple[bool, bool]:
        """Whether a fix does what it promises, and whether it leaves all other findings."""
        if self.text is None or self.lint is None:
            return False, False
        with suppress(ModelError):
            return try_alone(self.text, findings, fix, self.lint)
        return False, False

    def findings(self, edits: Iterable[Edit]) -> tuple[Finding, ...] | None:
        """The findings after some edits; None when they cannot be told."""
        if self.text is None or self.lint is None:
            return None
        with suppress(ModelError):
            return tuple(self.lint(apply(self.text, edits)))
        return None


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


def _edit(analysis: Analysis, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Edits in claimlint's offsets, for this version of the document alone."""
    lines, shift = analysis.buffer.lines, analysis.shift
    identifier = types.OptionalVersionedTextDocumentIdentifier(analysis.buffer.uri, analysis.buffer.version)
    texts = [types.TextEdit(range_of(lines, start + shift, end + shift), text) for start, end, text in edits]
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(texts))])


# --- ignoring


def _ignore(analysis: Analysis, finding: Finding, trial: Trial) -> Edit | None:
    """The insertion of a comment that silences the finding and changes nothing else, or None."""
    if analysis.file is None or trial.text is None:
        return None
    path, text = analysis.file.path, trial.text
    before = _structure(path, text)
    kept = [_said(f) for f in analysis.whole if not (f.rule == finding.rule and f.line == finding.line)]
    for edit in _comments(path, text, finding):
        if _structure(path, apply(text, [edit])) == before:
            left = trial.findings([edit])
            if left is not None and list(map(_said, left)) == kept:
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
