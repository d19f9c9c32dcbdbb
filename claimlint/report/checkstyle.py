"""Checkstyle's XML, which many review tools and CI servers read: the findings by file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TextIO

from claimlint.findings import Report
from claimlint.report import _names
from claimlint.report._xml import HEAD, attributes

VERSION = "4.3"
"""The version of Checkstyle whose reports have this shape; readers look at it."""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write the findings and what could not be checked, of each file together."""
    stream.write(f"{HEAD}<checkstyle{attributes(version=VERSION)}>\n")
    for path, errors in groupby(sorted(_errors(report)), key=lambda error: error[0]):
        stream.write(f"  <file{attributes(name=path)}>\n")
        stream.writelines(f"    <error{error}/>\n" for _, _, error in errors)
        stream.write("  </file>\n")
    stream.write("</checkstyle>\n")


def _errors(report: Report) -> Iterator[tuple[str, tuple[int, int, int], str]]:
    """The path, the place in it, and the attributes of each entry."""
    for at, finding in enumerate(report.findings):
        yield (
            _names.path(finding.path),
            (finding.line, finding.column, at),
            attributes(
                line=finding.line,
                column=finding.column,
                severity=finding.severity,
                message=finding.message,
                source=f"claimlint.{finding.rule}",
            ),
        )
    for at, (name, severity, what) in enumerate(_names.others(report)):
        yield (
            _names.path(what.path),
            (what.line or 0, what.column or 0, at),
            attributes(
                line=what.line,
                column=what.column,
                severity=severity,
                message=what.message,
                source=f"claimlint.{name}",
            ),
        )
