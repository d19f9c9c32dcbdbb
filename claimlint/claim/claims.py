"""A claim: a number that a document states, with its unit, precision and place."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.units import Unit
from claimlint.document.structure import Block
from claimlint.records import NamedTuple


class Interval(NamedTuple):
    """A closed interval of exact values in base units; None is unbounded on that side."""

    low: Fraction | None
    high: Fraction | None


class Claim:
    """One numeric claim.

    `start`, `end` are offsets into `block.text`.  `kind` is `quantity`, `multiple`, `percent` or
    `orders`.  A point has `value`; a range has `low` and `high`; all are in the unit as written
    (a percentage of 12 % has value 12).  `op` is one of `~ < <= > >=` or None; `tol` is an
    absolute tolerance in the unit as written.  `step` is the place value of the last digit that
    the writer meant (`0.1` for `17.9`, `10` for `2,480`, `100` for `2,400`), in the unit as
    written; for a range it is that of `low`, and `high_step` that of `high`.
    `exact` marks a value that is not rounded (a number in words, a small count).
    `series` numbers the lists of one form (`43, 82 and 164 µs`) within their block: claims of one
    list share it; None outside lists.  `unit_written` says whether the unit stands at the number
    itself (False: it came from the end of a list or from a table header).
    """

    __slots__ = (
        "block",
        "end",
        "exact",
        "high",
        "high_step",
        "kind",
        "low",
        "op",
        "rounding",
        "series",
        "start",
        "step",
        "tol",
        "unit",
        "unit_written",
        "value",
    )

    def __init__(
        self,
        block: Block,
        start: int,
        end: int,
        kind: str,
        unit: Unit,
        *,
        value: Fraction | None = None,
        low: Fraction | None = None,
        high: Fraction | None = None,
        op: str | None = None,
        tol: Fraction | None = None,
        step: Fraction,
        high_step: Fraction | None = None,
        exact: bool = False,
        series: int | None = None,
        unit_written: bool = True,
    ) -> None:
        self.block = block
        self.start = start
        self.end = end
        self.kind = kind
        self.unit = unit
        self.value = value
        self.low = low
        self.high = high
        self.op = op
        self.tol = tol
        self.step = step
        self.high_step = high_step
        self.exact = exact
        self.series = series
        self.unit_written = unit_written
        self.rounding: Interval | None = None  # kept by `interval`

    @property
    def text(self) -> str:
        """The claim as it stands in the block's text."""
        return self.block.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"Claim({self.text!r})"
