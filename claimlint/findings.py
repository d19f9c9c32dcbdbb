"""What a run has to say: findings, what could not be checked, and the counts of the last line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

SEVERITIES = ("error", "warning", "info")


class Edit(NamedTuple):
    """The code points [start, end) of the decoded file become `text`."""

    start: int
    end: int
    text: str


class Place(NamedTuple):
    """Where an edit stands: 1-based lines and columns, the end exclusive.

    Columns count code points; `byte_column` and `end_byte_column` count bytes of UTF-8.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    byte_column: int
    end_byte_column: int


class Fix(NamedTuple):
    """What would put a finding right: edits in the order of their places, which do not overlap.

    A fix that is not `safe` may change what the author meant; `summary` says what it does.  `places` has
    the place of each edit once the fix is that of a finding.
    """

    edits: tuple[Edit, ...]
    safe: bool
    summary: str
    places: tuple[Place, ...] = ()


class Finding(NamedTuple):
    """One number that is at fault, and where it stands.

    Lines and columns are 1-based; columns count code points and `end_column` is exclusive.
    `severity` is one of SEVERITIES.  `claim` is the number as written, or None where the fault is
    not a number; `expected` is the right value as text, or None; `location` is a place for people
    (`slide 3`, `table row "mid-range"`), or None.  `source_line` is the text of line `line`.
    `context` is the text around it, white space folded, by which it is known again when it has moved.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    rule: str
    severity: str
    message: str
    claim: str | None
    expected: str | None
    location: str | None
    source_line: str
    context: str = ""
    fix: Fix | None = None


class Problem(NamedTuple):
    """Something that could not be checked; `line` and `column` are 1-based, or both None."""

    path: str
    line: int | None
    column: int | None
    message: str


class Note(NamedTuple):
    """Something that a reader of the report should know, and that fails no run; places as in Problem."""

    path: str
    line: int | None
    column: int | None
    message: str


class Change(NamedTuple):
    """A value of a canonical model that is not what it was at the base of a comparison.

    `line` and `column` are where its quantity stands in `model`, or None when it has gone; `was` and `now`
    are in the unit it is quoted in, None for a value that there was or is not; `places` quote it.
    """

    model: str
    line: int | None
    column: int | None
    quantity: str
    was: str | None
    now: str | None
    places: int


class Counts(NamedTuple):
    """How many claims were tied to the model, recomputed from the text, or neither."""

    canonical: int = 0
    recomputed: int = 0
    unchecked: int = 0


class Explanation(NamedTuple):
    """What a claim was found to be about; lines and columns as in Finding.

    `state` is canonical, recomputed or unchecked; `quantities` names what of the model it was tied to,
    and `evidence` says by what, or why it is unchecked.
    """

    path: str
    line: int
    column: int
    claim: str
    state: str
    quantities: tuple[str, ...]
    evidence: str


class Told(NamedTuple):
    """A sentence that states one number, for other pages to be held against; places as in Finding.

    `key` is equal for sentences of the same words and dimension; `low` to `high` is the number, in base
    units, as exactly as it is written.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    claim: str
    key: object
    low: Fraction
    high: Fraction
    location: str | None
    source_line: str


class PageResult(NamedTuple):
    """What one page gave."""

    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    counts: Counts = Counts()
    explanations: tuple[Explanation, ...] = ()
    told: tuple[Told, ...] = ()


class Summary(NamedTuple):
    """The last line: `files` were read; each of the `claims` is canonical, recomputed or unchecked.

    `errors` and `warnings` count findings of that severity.  `models` are the paths of the
    canonical models that pages with claims were checked against; `without_model` counts the
    pages with claims that had none.  `known` are findings that are not reported because a baseline holds
    them, None without one.  `since` is the revision that the run was compared with, None when it was not.
    """

    files: int
    claims: int
    canonical: int
    recomputed: int
    unchecked: int
    errors: int
    warnings: int
    models: tuple[str, ...] = ()
    without_model: int = 0
    known: int | None = None
    since: str | None = None


class Report(NamedTuple):
    """A whole run: findings by path, line and column, and problems and notes likewise.

    `fixed` counts fixes put in.  `failures` are the limits of the command line that the run breaks, in words;
    `statistics` are how many findings each rule has, where that was asked for.  `changes` are the values of
    models that differ from those at the base of a comparison, None without one.
    """

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    summary: Summary
    explanations: tuple[Explanation, ...] | None = None
    fixed: int = 0
    notes: tuple[Note, ...] = ()
    failures: tuple[str, ...] = ()
    statistics: Mapping[str, int] | None = None
    changes: tuple[Change, ...] | None = None

    @property
    def exit_status(self) -> int:
        """2 when something could not be checked, 1 with an error or a limit that is broken, else 0."""
        if self.problems:
            return 2
        return 1 if self.summary.errors or self.failures else 0


def problem_order(problem: Problem | Note) -> tuple[str, int, int, str]:
    """Sort key: by path, and a problem of the whole file before those with a place."""
    return problem.path, problem.line or 0, problem.column or 0, problem.message


def report(
    pages: Iterable[PageResult],
    problems: Iterable[Problem],
    *,
    files: int,
    models: Iterable[str] = (),
    without_model: int = 0,
    explain: bool = False,
    conflicts: Iterable[Finding] = (),
) -> Report:
    """Put what the pages gave, and the problems that belong to no page, in order and count them.

    With `explain` the report has the explanations of all claims; `conflicts` are findings between pages.
    """
    findings: list[Finding] = list(conflicts)
    everything = list(problems)
    explanations: list[Explanation] = []
    canonical = recomputed = unchecked = 0
    for page in pages:
        findings.extend(page.findings)
        everything.extend(page.problems)
        explanations.extend(page.explanations)
        canonical += page.counts.canonical
        recomputed += page.counts.recomputed
        unchecked += page.counts.unchecked
    findings.sort(key=lambda finding: finding[:7])
    everything.sort(key=problem_order)
    return Report(
        tuple(findings),
        tuple(everything),
        Summary(
            files=files,
            claims=canonical + recomputed + unchecked,
            canonical=canonical,
            recomputed=recomputed,
            unchecked=unchecked,
            errors=sum(finding.severity == "error" for finding in findings),
            warnings=sum(finding.severity == "warning" for finding in findings),
            models=tuple(sorted(set(models))),
            without_model=without_model,
        ),
        tuple(sorted(explanations)) if explain else None,
    )


def narrowed(
    whole: Report,
    findings: Iterable[Finding],
    *,
    problems: Iterable[Problem] = (),
    notes: Iterable[Note] = (),
    known: int | None = None,
) -> Report:
    """The report with only these of its findings, counted anew, and with further problems and notes."""
    left = tuple(findings)
    summary = whole.summary._replace(
        errors=sum(finding.severity == "error" for finding in left),
        warnings=sum(finding.severity == "warning" for finding in left),
        known=whole.summary.known if known is None else known,
    )
    return whole._replace(
        findings=left,
        problems=tuple(sorted((*whole.problems, *problems), key=problem_order)),
        summary=summary,
        notes=tuple(sorted((*whole.notes, *notes), key=problem_order)),
    )
