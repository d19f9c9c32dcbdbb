"""A number found in a text, before it is known whether it is a claim."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.units import Unit


class Item:
    """A numeral with what was read around it; offsets are into the normalised text.

    `start`, `end` span it with its sign, currency and unit; `number_start`, `number_end` the numeral
    alone.  `barrier` marks a number that is no claim and shares nothing with its neighbours.
    """

    __slots__ = (
        "barrier",
        "end",
        "high",
        "high_place",
        "inherited",
        "number_end",
        "number_start",
        "op",
        "place",
        "prefix",
        "scale",
        "series",
        "spelled",
        "start",
        "suffix",
        "tol",
        "unit",
        "value",
    )

    def __init__(
        self, start: int, end: int, value: Fraction, place: Fraction, *, spelled: bool = False
    ) -> None:
        self.start = self.number_start = start
        self.end = self.number_end = end
        self.value = value
        self.place = place
        self.spelled = spelled
        self.unit: Unit | None = None
        self.scale = 1
        self.suffix = False
        self.prefix = False
        self.barrier = False
        self.inherited = False
        self.op: str | None = None
        self.tol: Fraction | None = None
        self.high: Fraction | None = None
        self.high_place: Fraction | None = None
        self.series: int | None = None

    def give(self, unit: Unit, end: int, scale: int = 1, *, suffix: bool = False) -> None:
        """Attach the unit that ends at `end`, and the scale between number and unit."""
        self.unit, self.end, self.scale, self.suffix = unit, end, scale, suffix

    @property
    def low(self) -> Fraction:
        """The value, or the low end of a range, with its scale."""
        return self.value if self.scale == 1 else self.value * self.scale

    def __repr__(self) -> str:
        return f"Item({self.start}, {self.end}, {self.value}, {self.unit})"
