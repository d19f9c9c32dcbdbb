"""A number that many rows share, as those rows imply it: the base of multiples, the whole of shares."""

from __future__ import annotations

from math import log10

from claimlint.claim.claims import Interval
from claimlint.reason.agree import meets
from claimlint.reason.fit import Fit, Row, text
from claimlint.reason.formulas import add, multiply, negate, shown
from claimlint.reason.grid import Sum
from claimlint.reason.page import Relation

_LEAST_ROWS = 3
_MOST_ROWS = 60
_LEAST_DIGITS = 3.0


def shared_at_fault(found: Fit) -> bool:
    """Whether all rows fail, and would all hold with one other value of the input that they share."""
    rows = found.bad
    if found.good or len(rows) < _LEAST_ROWS:
        return False
    side = _shared(rows)
    if side is None or isinstance(rows[0].inputs[side], Sum):
        return False
    spans = [_implied(found, row, side) for row in rows]
    return _common(spans) is not None and _digits(spans) >= _LEAST_DIGITS


def part_at_fault(found: Fit) -> Relation | None:
    """The one part of a whole that does not fit its share, where all other shares imply one whole.

    The whole is written nowhere, so a wrong part moves the sum and spoils every share.
    """
    rows = sorted(found.good + found.bad, key=lambda row: row.at)
    if not _LEAST_ROWS < len(rows) <= _MOST_ROWS or not isinstance(rows[0].inputs[1], Sum):
        return None
    spans = [_implied(found, row, 1) for row in rows]
    if _common(spans) is not None:
        return None
    outliers = [at for at in _suspects(spans) if _common(spans[:at] + spans[at + 1 :]) is not None]
    if len(outliers) != 1:
        return None
    at = outliers[0]
    others = spans[:at] + spans[at + 1 :]
    whole = _common(others)
    row = rows[at]
    if whole is None or _digits(others) < _LEAST_DIGITS:
        return None
    rest = add(negate(other.inputs[0].span) for other in rows if other is not row)
    left = add((whole, rest))
    share = multiply(row.target.span, whole)
    if share is None or not meets(left, share) or meets(left, row.inputs[0].span):
        return None
    part = row.inputs[0]
    unit = part.claim.unit if part.claim.unit.dims else None
    return Relation(
        "proportion",
        part.claim,
        (row.target.claim,),
        left,
        f"the other shares make the whole {shown(whole, unit)}, of which they leave {shown(left, unit)}, "
        f"and {text(row.target)} is written",
        False,
        False,
        solved=(None,),
    )


def _shared(rows: list[Row]) -> int | None:
    """Which of the two inputs is one cell in all rows."""
    for side in (0, 1):
        if all(row.inputs[side] is rows[0].inputs[side] for row in rows):
            return side
    return None


def _implied(found: Fit, row: Row, side: int) -> Interval | None:
    """The value that the row wants of the input on that side."""
    return found.formula.solve(row.target.span, row.inputs[0].span, row.inputs[1].span)[side]


def _suspects(spans: list[Interval | None]) -> list[int]:
    """The only intervals of which one may be all that keeps the others from a common part, in order."""
    missing = [at for at, span in enumerate(spans) if span is None or span.low is None or span.high is None]
    if missing:
        return missing[:1] if len(missing) == 1 else []
    lows = [span.low for span in spans if span is not None and span.low is not None]
    highs = [span.high for span in spans if span is not None and span.high is not None]
    return sorted({lows.index(max(lows)), highs.index(min(highs))})


def _common(spans: list[Interval | None]) -> Interval | None:
    """The part that all intervals have in common, or None."""
    lows = [span.low for span in spans if span is not None and span.low is not None]
    highs = [span.high for span in spans if span is not None and span.high is not None]
    if len(lows) < len(spans) or len(highs) < len(spans) or max(lows) > min(highs):
        return None
    return Interval(max(lows), min(highs))


def _digits(spans: list[Interval | None]) -> float:
    """How much the agreement of the intervals says, in decimal digits; the widest tells nothing new."""
    widths = []
    for span in spans:
        if span is None or span.low is None or span.high is None or span.low <= 0:
            return 0.0
        widths.append(max(float((span.high - span.low) / span.high), 1e-6))
    found = sorted(-log10(width) for width in widths)
    return sum(found[:-1])
