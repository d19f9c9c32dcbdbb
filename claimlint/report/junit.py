"""JUnit's XML: a test suite for each file, in which what fails the run has failed.

An error is a failure, what could not be checked is an error, a warning is a test that passes and tells
of it, and so is a finding that only informs.  Limits that the run breaks are failures of a last suite, and
a run without anything to say has one test, which passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TextIO

from claimlint.findings import Finding, Note, Problem, Report
from claimlint.records import NamedTuple
from claimlint.report import _names
from claimlint.report._xml import HEAD, attributes, escaped
from claimlint.report.text import source, summary_line

FAILURE, ERROR = "failure", "error"


class _Case(NamedTuple):
    """A test: its suite, its name, what it came to (FAILURE, ERROR or nothing), and what it says."""

    suite: str
    name: str
    outcome: str = ""
    kind: str = ""
    message: str = ""
    place: str = ""
    source: str = ""


def write(report: Report, stream: TextIO, *, colour: bool = False) -> None:
    """Write a suite for each file of which there is something to say."""
    cases = sorted(
        (*map(_finding, report.findings), *map(_problem, report.problems), *map(_note, report.notes)),
        key=lambda case: case.suite,
    )
    cases += [_Case("claimlint", "limits", FAILURE, "limit", failure) for failure in report.failures]
    cases = cases or [_Case("claimlint", summary_line(report))]
    stream.write(f"{HEAD}<testsuites{_counts(cases, 'claimlint')}>\n")
    for suite, members in groupby(cases, key=lambda case: case.suite):
        stream.writelines(_suite(suite, list(members)))
    stream.write("</testsuites>\n")


def _finding(finding: Finding) -> _Case:
    return _Case(
        _names.path(finding.path),
        f"{finding.rule} {finding.line}:{finding.column}",
        FAILURE if finding.severity == "error" else "",
        finding.severity,
        finding.message,
        f":{finding.line}:{finding.column}",
        source(finding)[0],
    )


def _problem(problem: Problem) -> _Case:
    return _other(problem, _names.NOT_CHECKED, ERROR)


def _note(note: Note) -> _Case:
    return _other(note, _names.NOTE, "")


def _other(what: Problem | Note, name: str, outcome: str) -> _Case:
    place = "" if what.line is None else f":{what.line}:{what.column}"
    return _Case(_names.path(what.path), f"{name} {place[1:]}".rstrip(), outcome, name, what.message, place)


def _suite(name: str, cases: list[_Case]) -> Iterator[str]:
    yield f"  <testsuite{_counts(cases, name)}>\n"
    for case in cases:
        tag = f"    <testcase{attributes(name=case.name, classname=name, time='0')}"
        if not case.message:
            yield f"{tag}/>\n"
            continue
        body = f"{escaped(case.suite)}{case.place}: {escaped(case.message)}"
        if case.source:
            body += f"\n{escaped(case.source)}"
        if case.outcome:
            inner = (
                f"<{case.outcome}{attributes(message=case.message, type=case.kind)}>{body}</{case.outcome}>"
            )
        else:
            inner = f"<system-out>{case.kind}: {body}</system-out>"
        yield f"{tag}>\n      {inner}\n    </testcase>\n"
    yield "  </testsuite>\n"


def _counts(cases: list[_Case], name: str) -> str:
    outcomes = [case.outcome for case in cases]
    return attributes(
        name=name, tests=len(cases), failures=outcomes.count(FAILURE), errors=outcomes.count(ERROR), time="0"
    )
