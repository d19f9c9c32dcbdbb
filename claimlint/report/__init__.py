"""Output formats, one module each; a module's `write` knows findings and nothing of checks."""

from __future__ import annotations

from typing import TextIO

from claimlint.findings import Report

FORMATS = ("text", "json")
"""The names of the formats; each is a module of this package."""


def write(name: str, report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the report in the format of that name."""
    __import__(f"claimlint.report.{name}", fromlist=["write"]).write(report, stream, colour=colour)
