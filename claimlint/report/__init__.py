"""Output formats, one module each; a module's `write` knows findings and nothing of checks."""

from __future__ import annotations

import os
from typing import TextIO

from claimlint.findings import Report

_SIGNATURE = "\ndef write(report: Report, stream: TextIO"


def formats() -> tuple[str, ...]:
    """The names of the formats: the modules of this package with a `write` for a Report, `text` first.

    They are told by their text, as loading them all would cost more than a check.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    found = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") and not name.startswith("_"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                if _SIGNATURE in file.read():
                    found.append(name.removesuffix(".py"))
    return tuple(sorted(found, key=lambda name: (name != "text", name)))


def write(name: str, report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the report in the format of that name."""
    __import__(f"claimlint.report.{name}", fromlist=["write"]).write(report, stream, colour=colour)
