"""The answer of `claimlint what-if`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from claimlint.findings import Finding
from claimlint.life.rewriting import Rewritten
from claimlint.life.whatif import WhatIf
from claimlint.report.places import counted
from claimlint.report.terminal import visible


def write(name: str, result: WhatIf, rewritten: Sequence[Rewritten] | None, stream: TextIO) -> None:
    """Write what changes, and which lines become wrong, in the format of that name.

    `rewritten` are the files as they are now, None where nothing was asked to be rewritten.
    """
    if name == "json":
        from claimlint.report import json

        json.dump(
            {
                "version": json.VERSION,
                "model": result.model.path,
                "assignments": [
                    {"label": each.label, "value": each.text, "source": each.source}
                    for each in result.assignments
                ],
                "changes": [effect._asdict() for effect in result.effects],
                "expectations": [each._asdict() for each in result.expectations],
                "lines": [_entry(finding) for finding in result.findings],
                **(_rewritten(rewritten) if rewritten is not None else {}),
                "errors": [json.problem_entry(problem) for problem in result.problems],
            },
            stream,
        )
        return
    from claimlint.report.text import problem_line

    width = max((len(effect.label) for effect in result.effects), default=0)
    for effect in result.effects:
        formula = f"   (= {effect.formula})" if effect.formula else ""
        stream.write(visible(f"{effect.label.ljust(width)}  {effect.old} → {effect.new}{formula}") + "\n")
    if result.effects and (result.expectations or result.pages):
        stream.write("\n")
    for each in result.expectations:
        new = f"expected {each.new}" if each.new is not None else "nothing holds for all of its cases"
        place = f"{each.path}:{each.line}:{each.column}"
        stream.write(visible(f"{place}: expect of {each.label} is {each.old}; {new}") + "\n")
    for finding in result.findings:
        place = f"{finding.path}:{finding.line}:{finding.column}"
        stream.write(visible(f"{place}: {finding.rule}: {finding.message}") + "\n")
    for problem in result.problems:
        stream.write(problem_line(problem))
    lines = {(each.path, each.line) for each in result.findings}
    lines.update((each.path, each.line) for each in result.expectations)
    stream.write(
        f"\n{counted(len(result.effects), 'value')} would change, and {counted(len(lines), 'line')} would"
        f" become wrong (of {counted(result.files, 'file')})\n"
        if rewritten is None
        else "".join(_told(rewritten))
    )


def _told(rewritten: Sequence[Rewritten]) -> Iterator[str]:
    yield "\n"
    for each in rewritten:
        if each.edits:
            yield visible(f"{each.file.path}: {counted(each.edits, 'number')} rewritten") + "\n"
    left = [finding for each in rewritten for finding in each.left]
    if left:
        yield f"\nleft as they are, for a person to look at ({counted(len(left), 'place')}):\n"
    for finding in left:
        place = f"{finding.path}:{finding.line}:{finding.column}"
        yield visible(f"{place}: {finding.rule}: {finding.message}") + "\n"


def _rewritten(rewritten: Sequence[Rewritten]) -> dict[str, Any]:
    return {
        "rewritten": [{"path": each.file.path, "numbers": each.edits} for each in rewritten if each.edits],
        "left": [_entry(finding) for each in rewritten for finding in each.left],
    }


def _entry(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "message": finding.message,
        "claim": finding.claim,
        "expected": finding.expected,
    }
