"""The list of `claimlint extract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from claimlint.findings import Problem
from claimlint.report.terminal import visible


def write(
    name: str, entries: Sequence[Mapping[str, Any]], problems: Sequence[Problem], stream: TextIO
) -> None:
    """Write claims (as claimlint.listing gives them) and problems in the format of that name."""
    if name == "json":
        from claimlint.report import json

        errors = [json.problem_entry(problem) for problem in problems]
        json.dump({"version": json.VERSION, "claims": list(entries), "errors": errors}, stream)
        return
    from claimlint.report.text import problem_line

    for entry in entries:
        place = f"{visible(entry['path'])}:{entry['line']}:{entry['column']}:"
        stream.write(f"{place} {visible(entry['text'])}  [{entry['kind']}: {_value(entry)}]\n")
    for problem in problems:
        stream.write(problem_line(problem))


def _value(entry: Mapping[str, Any]) -> str:
    if "low" in entry or "high" in entry:
        value = f"{entry.get('low', '')} to {entry.get('high', '')}"
    else:
        value = f"{entry.get('value')}"
    if entry["op"]:
        value = f"{entry['op']} {value}"
    if entry["tol"] is not None:
        value += f" ± {entry['tol']}"
    return f"{value} {visible(entry['unit'])}".rstrip()
