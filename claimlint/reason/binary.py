"""Units that may be meant otherwise than they are defined: GB as GiB, a month of 30 days."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.units import Unit

_STEPS = {"k": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_MEMO: dict[str, Fraction] = {}


def binary_share(unit: Unit) -> Fraction:
    """The unit with GB read as GiB, divided by the unit as written: 1.024 for kB, 1 where nothing changes.

    Bits are never read so: networks and clocks count in thousands.
    """
    found = _MEMO.get(unit.symbol)
    if found is None:
        found = Fraction(1)
        if "B" in unit.symbol:
            over = 1
            for part in unit.symbol.replace("·", " ").replace("/", " / ").split():
                if part == "/":
                    over = -1
                elif len(part) == 2 and part[1] == "B" and part[0] in _STEPS:
                    found *= Fraction(1024, 1000) ** (_STEPS[part[0]] * over)
        if len(_MEMO) > 2000:
            _MEMO.clear()
        _MEMO[unit.symbol] = found
    return found


def families(unit: Unit) -> dict[str, int]:
    """What the unit counts in, with its power: `bit`, `B`, or a unit of time as it is written.

    Bits and bytes have one dimension, and so have minutes and hours; here they are told apart.
    """
    found: dict[str, int] = {}
    over = 1
    for part in unit.symbol.replace("·", " ").replace("/", " / ").split():
        if part == "/":
            over = -1
            continue
        name = next(
            (tail for tail in ("bit", "B") if part.endswith(tail) and len(part) - len(tail) < 3), part
        )
        found[name] = found.get(name, 0) + over
    return found


CALENDAR = Fraction(3, 100)
"""A month is 28 to 31 days or 720 to 744 hours, a year 360 to 366 days: within 3% of the Julian ones."""


def is_calendar(unit: Unit) -> bool:
    """Whether the unit holds a month or a year, of which nobody says how long it is."""
    return "month" in unit.symbol or "year" in unit.symbol
