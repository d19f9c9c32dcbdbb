"""The evaluated model of `claimlint model`, or why it does not load."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from claimlint.findings import Problem
from claimlint.model import table
from claimlint.model.model import Model
from claimlint.report.terminal import visible


def write(name: str, model: Model, stream: TextIO) -> None:
    """Write every value of the model in the format of that name."""
    if name == "json":
        from claimlint.report import json

        json.dump({**table.to_json(model), "errors": []}, stream)
        return
    for line in table.to_text(model).removesuffix("\n").split("\n"):
        stream.write(visible(line) + "\n")
    for line_number, column, message in model.warnings:
        stream.write(f"{visible(model.path)}:{line_number}:{column}: warning: {visible(message)}\n")


def write_problems(name: str, problems: Sequence[Problem], stream: TextIO) -> None:
    """Write why a model does not load in the format of that name."""
    if name == "json":
        from claimlint.report import json

        json.dump(
            {"version": json.VERSION, "errors": [json.problem_entry(each) for each in problems]}, stream
        )
        return
    from claimlint.report.text import problem_line

    stream.writelines(map(problem_line, problems))
