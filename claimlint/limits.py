"""What fails a run beyond its errors: too many warnings, too few claims that were checked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.findings import Report


def limited(
    report: Report, *, max_warnings: int | None = None, require_coverage: Fraction | None = None
) -> Report:
    """The report with the limits that it breaks as its failures; a percentage is given as such."""
    broken = (*_warnings(report, max_warnings), *_coverage(report, require_coverage))
    return report._replace(failures=report.failures + broken)


def _warnings(report: Report, most: int | None) -> Iterator[str]:
    count = report.summary.warnings
    if most is not None and count > most:
        yield f"failed: {count} warning{'s' if count != 1 else ''}, and --max-warnings is {most}"


def _coverage(report: Report, least: Fraction | None) -> Iterator[str]:
    counts = report.summary
    tied = counts.canonical + counts.recomputed
    # A run without claims has none that went unchecked.
    if least is None or 100 * tied >= least * counts.claims:
        return
    yield (
        f"failed: {tied} of {counts.claims} claim{'s' if counts.claims != 1 else ''}"
        f" ({_percent(Fraction(100 * tied, counts.claims))} %) were tied to the model or recomputed,"
        f" and --require-coverage is {float(least):g}"
    )


def _percent(value: Fraction) -> str:
    """Rounded down to a tenth, so that what falls short never reads as what was asked for."""
    tenths = value.numerator * 10 // value.denominator
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else f"{tenths // 10}"


def counted(report: Report) -> Report:
    """The report with how many findings each rule has, the most first."""
    counts: dict[str, int] = {}
    for finding in report.findings:
        counts[finding.rule] = counts.get(finding.rule, 0) + 1
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return report._replace(statistics=dict(order))
