"""The answer of `claimlint what-if`."""

from __future__ import annotations

from typing import Any, TextIO

from claimlint.findings import Finding
from claimlint.life.whatif import WhatIf
from claimlint.report.places import counted
from claimlint.report.terminal import visible


def write(name: str, result: WhatIf, stream: TextIO) -> None:
    """Write what changes, and which lines become wrong, in the format of that name."""
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
    stream.write(
        f"\n{counted(len(result.effects), 'value')} would change, and"
        f" {counted(len(result.findings) + len(result.expectations), 'line')} would become wrong"
        f" (in {counted(result.files, 'file')} read)\n"
    )


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
