"""Words for statistics of one distribution, in the order their values must have."""

from __future__ import annotations

import re

from claimlint.claim.claims import Claim, Interval
from claimlint.reason.page import Relation
from claimlint.records import NamedTuple

_STATISTIC = (
    r"\b(?:(?P<min>min(?:imum)?|lowest|smallest)|(?P<max>max(?:imum)?|highest|largest)"
    r"|(?P<median>median|med)|(?P<mean>mean|average|avg)"
    r"|[pP](?P<p>\d{1,2}(?:\.\d+)?|99\d{1,3})"
    r"|(?P<percentile>\d{1,2}(?:\.\d+)?)(?:th|st|nd|rd)?(?:[ -]?percentile|[ -]?%[ -]?ile))\b"
)


class Statistic(NamedTuple):
    """A statistic named in a text, text[start:end]; `rank` is its percentile, None for the mean."""

    name: str
    rank: float | None
    start: int
    end: int


def statistics(text: str) -> list[Statistic]:
    """The statistics named in the text, in order."""
    found = []
    for match in re.finditer(_STATISTIC, text, re.I):
        kind = match.lastgroup
        rank: float | None
        if kind in ("p", "percentile"):
            digits = match[kind]
            # p999 is the 99.9th percentile.
            rank = (
                float(f"{digits[:2]}.{digits[2:]}")
                if len(digits) > 2 and "." not in digits
                else float(digits)
            )
        else:
            rank = {"min": 0.0, "median": 50.0, "max": 100.0}.get(kind or "")
        found.append(Statistic(match[0], rank, match.start(), match.end()))
    return found


def must_rise(one: Statistic, other: Statistic) -> bool:
    """Whether the value of `one` can never be above that of `other`."""
    if one.rank is None:
        return other.rank == 100
    if other.rank is None:
        return one.rank == 0
    return one.rank < other.rank


def falls(low: Interval, high: Interval) -> bool:
    return low.low is not None and high.high is not None and low.low > high.high


def in_order(
    one: Claim,
    other: Claim,
    low: Interval,
    high: Interval,
    names: tuple[Statistic, Statistic],
    a: str,
    b: str,
) -> Relation:
    return Relation(
        "order",
        other,
        (one,),
        Interval(low.low, None),
        f"the {names[0].name} is {a}, the {names[1].name} {b}",
        not falls(low, high),
        True,
        f"is below the {names[0].name}",
        solved=(Interval(None, high.high),),
    )
