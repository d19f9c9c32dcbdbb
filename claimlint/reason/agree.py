"""Whether a claim, with the precision it is written in, agrees with a value or an interval."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.interval import interval


def meets(one: Interval, other: Interval) -> bool:
    """Whether two closed intervals share a point."""
    return not (
        (one.low is not None and other.high is not None and one.low > other.high)
        or (one.high is not None and other.low is not None and one.high < other.low)
    )


def widen(value: Interval, tolerance: Fraction) -> Interval:
    """An interval with a relative allowance on both sides (0.15 is 15 %)."""
    if not tolerance:
        return value
    low = None if value.low is None else value.low - abs(value.low) * tolerance
    high = None if value.high is None else value.high + abs(value.high) * tolerance
    return Interval(low, high)


def inverse(value: Interval) -> Interval | None:
    """1/x of a positive interval; None when it is not positive and bounded."""
    if value.low is None or value.high is None or value.low <= 0:
        return None
    return Interval(1 / value.high, 1 / value.low)


def states(claim: Claim) -> str:
    """How the claim bounds its value: `floor`, `ceiling`, `range` or `point`.

    `up to X` and `as little as X` say that X is reached: they are points.
    """
    if claim.low is not None and claim.high is not None:
        return "range"
    if claim.op in (">", ">="):
        return "floor"
    if claim.op in ("<", "<="):
        before = claim.block.text[max(0, claim.start - 12) : claim.start].lower().rstrip(" ~≈")
        return "point" if before.endswith("up to") else "ceiling"
    return "point"


def written(claim: Claim) -> Interval:
    """The interval of the number itself, whatever bound its words put on it."""
    if claim.op in (None, "~") or claim.value is None:
        return interval(claim)
    plain = Claim(
        claim.block,
        claim.start,
        claim.end,
        claim.kind,
        claim.unit,
        value=claim.value,
        step=claim.step,
        exact=claim.exact,
    )
    return interval(plain)


def ends(claim: Claim) -> tuple[Interval, Interval]:
    """The intervals of the two ends of a range."""
    assert claim.low is not None
    assert claim.high is not None
    pair = []
    for value, step in ((claim.low, claim.step), (claim.high, claim.high_step or claim.step)):
        op = "~" if claim.op == "~" else None
        end = Claim(
            claim.block, claim.start, claim.end, claim.kind, claim.unit, value=value, step=step, op=op
        )
        pair.append(interval(end))
    return pair[0], pair[1]


def agrees(claim: Claim, expected: list[Interval], bound: str | None = None) -> bool:
    """Whether the claim is right when its quantity has any of the `expected` values.

    `bound` is the model's own: `at least` makes each value a floor, `at most` a ceiling; a claim
    may state a weaker bound, never a stronger one.
    """
    how = states(claim)
    if how == "range":
        return _range_agrees(claim, expected)
    plain = written(claim)
    if claim.exact and not any(_whole(value) for value in expected):
        # A count of what is computed ("15 failures" of 14.7 expected) is rounded like any other number.
        half = claim.unit.factor / 2
        plain = Interval(plain.low and plain.low - half, plain.high and plain.high + half)
    if how == "point":
        return any(meets(plain, value) for value in expected)
    if bound is not None and how != {"at least": "floor", "at most": "ceiling"}[bound]:
        return False
    if any(meets(plain, value) for value in expected):
        return True
    if any(_same_digits(plain, value) for value in expected):
        return False
    if how == "floor":
        return any(
            plain.low is not None and (value.low is None or plain.low <= value.low) for value in expected
        )
    return any(
        plain.high is not None and (value.high is None or plain.high >= value.high) for value in expected
    )


def _whole(value: Interval) -> bool:
    return value.low == value.high and value.low is not None and value.low.denominator == 1


def _range_agrees(claim: Claim, expected: list[Interval]) -> bool:
    """A range is right when both its ends are values, or when it is loose and holds them all."""
    low, high = ends(claim)
    at_low = any(meets(low, value) for value in expected)
    at_high = any(meets(high, value) for value in expected)
    if at_low and at_high:
        return True
    if (at_low or at_high) and len(expected) > 1:
        return False
    return all(
        low.low is not None
        and high.high is not None
        and (value.low is None or value.low >= low.low)
        and (value.high is None or value.high <= high.high)
        for value in expected
    )


def _same_digits(plain: Interval, value: Interval) -> bool:
    """Whether the two differ by a power of a thousand only: a slipped prefix, not a loose bound."""
    if plain.low is None or plain.high is None or value.low is None or value.high is None:
        return False
    if plain.low <= 0 or value.low <= 0:
        return False
    return any(
        meets(Interval(plain.low * scale, plain.high * scale), value)
        for power in (1000, 1_000_000)
        for scale in (Fraction(power), Fraction(1, power))
    )
