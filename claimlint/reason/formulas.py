"""The arithmetic between two numbers of a table, on intervals, with how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from claimlint.claim.claims import Interval
from claimlint.claim.format import format_number, format_value, significant
from claimlint.claim.units import Unit, symbol_unit

_PERCENT = symbol_unit("%")


def add(spans: Iterable[Interval]) -> Interval:
    """The sum of bounded intervals."""
    low = high = Fraction(0)
    for span in spans:
        assert span.low is not None
        assert span.high is not None
        low += span.low
        high += span.high
    return Interval(low, high)


def negate(span: Interval) -> Interval:
    """The interval mirrored at zero."""
    return Interval(
        None if span.high is None else -span.high,
        None if span.low is None else -span.low,
    )


def multiply(one: Interval, other: Interval) -> Interval | None:
    """The product of two bounded intervals."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return None
    if one.low.numerator >= 0 and other.low.numerator >= 0:
        return Interval(one.low * other.low, one.high * other.high)
    corners = (one.low * other.low, one.low * other.high, one.high * other.low, one.high * other.high)
    return Interval(min(corners), max(corners))


def quotient(top: Interval, bottom: Interval) -> Interval | None:
    """The quotient of two bounded intervals; None where the divisor may be zero or less."""
    if bottom.low is None or bottom.high is None or bottom.low <= 0:
        return None
    if top.low is not None and top.high is not None and top.low.numerator >= 0:
        return Interval(top.low / bottom.high, top.high / bottom.low)
    return multiply(top, Interval(1 / bottom.high, 1 / bottom.low))


class Formula:
    """A result of two inputs.

    `interval` is where it lies (None where it is not defined); `real` the same roughly, on floats;
    `show` the arithmetic on the texts of the inputs; `solve` where either input would have to lie
    for a given result.  `linear` says that slack in the inputs carries over as it is.
    """

    __slots__ = ("interval", "linear", "name", "real", "show", "solve")

    def __init__(
        self,
        name: str,
        interval: Callable[[Interval, Interval], Interval | None],
        real: Callable[[float, float], float],
        show: Callable[[str, str], str],
        solve: Callable[[Interval, Interval, Interval], tuple[Interval | None, Interval | None]],
        linear: bool = False,
    ) -> None:
        self.name = name
        self.interval = interval
        self.real = real
        self.show = show
        self.solve = solve
        self.linear = linear

    def __repr__(self) -> str:
        return f"Formula({self.name!r})"


def _shifted(name: str, sign: int, shift: int, show: Callable[[str, str], str], turned: bool) -> Formula:
    """`sign` × (a ÷ b) + `shift`, or of b ÷ a when turned."""

    def interval(a: Interval, b: Interval) -> Interval | None:
        found = quotient(b, a) if turned else quotient(a, b)
        if found is None or found.low is None or found.high is None:
            return None
        found = negate(found) if sign < 0 else found
        assert found.low is not None
        assert found.high is not None
        return Interval(found.low + shift, found.high + shift)

    def real(a: float, b: float) -> float:
        return sign * (b / a if turned else a / b) + shift

    def solve(result: Interval, a: Interval, b: Interval) -> tuple[Interval | None, Interval | None]:
        if result.low is None or result.high is None:
            return None, None
        ratio = Interval(result.low - shift, result.high - shift)
        ratio = negate(ratio) if sign < 0 else ratio
        top, bottom = (b, a) if turned else (a, b)
        solved = multiply(ratio, bottom), quotient(top, ratio)
        return (solved[1], solved[0]) if turned else solved

    return Formula(name, interval, real, show, solve)


RATIO = _shifted("ratio", 1, 0, lambda a, b: f"{a} ÷ {b}", False)
INVERSE = _shifted("inverse", 1, 0, lambda a, b: f"{b} ÷ {a}", True)
RISE = _shifted("rise", 1, -1, lambda a, b: f"({b} − {a}) ÷ {a}", True)
DROP = _shifted("drop", -1, 1, lambda a, b: f"({a} − {b}) ÷ {a}", True)
GAIN = _shifted("gain", 1, -1, lambda a, b: f"{a} ÷ {b} − 1", False)
LOSS = _shifted("loss", -1, 1, lambda a, b: f"({b} − {a}) ÷ {b}", False)
OPPOSITE = {"ratio": INVERSE, "inverse": RATIO, "rise": DROP, "drop": RISE, "gain": LOSS, "loss": GAIN}
"""For a comparison the same one the other way: what is faster for what is slower."""


def _sum(a: Interval, b: Interval) -> Interval:
    return add((a, b))


def _difference(a: Interval, b: Interval) -> Interval:
    return add((a, negate(b)))


SUM = Formula(
    "sum",
    _sum,
    lambda a, b: a + b,
    lambda a, b: f"{a} + {b}",
    lambda c, a, b: (_difference(c, b), _difference(c, a)),
    linear=True,
)
DIFFERENCE = Formula(
    "difference",
    _difference,
    lambda a, b: a - b,
    lambda a, b: f"{a} − {b}",
    lambda c, a, b: (_sum(c, b), _difference(a, c)),
    linear=True,
)
SAME = Formula(
    "same", lambda a, b: a, lambda a, b: a, lambda a, b: a, lambda c, a, b: (c, None), linear=True
)  # fmt: skip
PRODUCT = Formula(
    "product",
    multiply,
    lambda a, b: a * b,
    lambda a, b: f"{a} × {b}",
    lambda c, a, b: (quotient(c, b), quotient(c, a)),
)


def shown(
    span: Interval, unit: Unit | None = None, percent: bool = False, middle: Fraction | None = None
) -> str:
    """A value, or else the middle of the interval, and the ends: `4.27 (4.22 to 4.33 as rounded)`."""
    assert span.low is not None
    assert span.high is not None
    unit = _PERCENT if percent else unit
    middle = (span.low + span.high) / 2 if middle is None else middle
    ends = [_figure(end, unit) for end in (span.low, span.high)]
    text = _figure(middle, unit)
    return text if ends[0] == ends[1] else f"{text} ({ends[0]} to {ends[1]} as rounded)"


def _figure(value: Fraction, unit: Unit | None) -> str:
    if unit is not None and unit.symbol:
        return format_value(value, unit, 4)
    decimals = max(significant(value, 4), 0)
    text = format_number(value, decimals, "," if abs(value) >= 10_000 else "")
    return text.rstrip("0").rstrip(".") if "." in text else text
