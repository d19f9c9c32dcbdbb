"""Products and quotients of quantities, and whether another quantity is one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.units import Dims, counting, physical
from claimlint.reason.agree import meets, written
from claimlint.reason.binary import CALENDAR, binary_share, is_calendar
from claimlint.records import NamedTuple

_MOST_INPUTS = 4


class Derived(NamedTuple):
    """A product of quantities: the inputs with their powers (1 or -1), its bounds, and its plain value."""

    powers: tuple[tuple[Claim, int], ...]
    value: Interval
    middle: Fraction

    @property
    def working(self) -> str:
        """The product as a text."""
        over = " × ".join(" ".join(claim.text.split()) for claim, power in self.powers if power > 0)
        under = "".join(f" ÷ {' '.join(claim.text.split())}" for claim, power in self.powers if power < 0)
        return (over or "1") + under


def derived(inputs: Sequence[Claim], target: Claim, whole: bool = False) -> list[Derived]:
    """The products of two or more of the inputs that have the target's dimension; `whole`: of all of them."""
    usable = [c for c in inputs if c.value and c.value > 0][:_MOST_INPUTS]
    if whole and len(usable) < len(inputs):
        return []
    sizes = [len(usable)] if whole else range(2, len(usable) + 1)
    found = []
    for size in sizes:
        for chosen in combinations(usable, size):
            for signs in product((1, -1), repeat=size):
                powers = tuple(zip(chosen, signs, strict=True))
                if 1 in signs and fits(powers, target):
                    value = _product(powers)
                    if value is not None:
                        found.append(value)
    return found


def fits(powers: Sequence[tuple[Claim, int]], target: Claim) -> bool:
    """Whether a product has the dimension of the target; counting units may be left unsaid on one side."""
    total: dict[str, int] = {}
    for claim, power in powers:
        for base, exponent in claim.unit.dims:
            total[base] = total.get(base, 0) + exponent * power
    dims: Dims = tuple(sorted((base, exponent) for base, exponent in total.items() if exponent))
    if physical(dims) != physical(target.unit.dims):
        return False
    one, other = counting(dims), counting(target.unit.dims)
    if not one or not other or one == other:
        return True
    # "32 lanes of 16 GT/s each" make transfers, not lane-transfers.
    held = _counted([(c, power) for c, power in powers if physical(c.unit.dims)])
    return not held or held == other


def _counted(powers: Sequence[tuple[Claim, int]]) -> Dims:
    """The counting units of a product."""
    total: dict[str, int] = {}
    for claim, power in powers:
        for base, exponent in counting(claim.unit.dims):
            total[base] = total.get(base, 0) + exponent * power
    return tuple(sorted((base, exponent) for base, exponent in total.items() if exponent))


def cancels(powers: Sequence[tuple[Claim, int]], target: Claim) -> bool:
    """Whether the counting units of a product are those of the target, some having cancelled or been kept."""
    return _counted(powers) == counting(target.unit.dims) and any(counting(c.unit.dims) for c, _ in powers)


def _product(powers: tuple[tuple[Claim, int], ...]) -> Derived | None:
    low = high = middle = Fraction(1)
    for claim, power in powers:
        bounds = written(claim)
        if bounds.low is None or bounds.high is None or bounds.low <= 0 or claim.value is None:
            return None
        exact = claim.value * claim.unit.factor
        if power > 0:
            low, high, middle = low * bounds.low, high * bounds.high, middle * exact
        else:
            low, high, middle = low / bounds.high, high / bounds.low, middle / exact
    return Derived(powers, Interval(low, high), middle)


def readings(target: Claim, value: Derived) -> Iterator[tuple[Interval, Interval]]:
    """The target and the product as intervals, with GB read as GiB on either side or on both."""
    share = Fraction(1)
    for claim, power in value.powers:
        share *= binary_share(claim.unit) ** power
    own, mine = written(target), binary_share(target.unit)
    yield own, value.value
    if share != 1:
        yield own, _scaled(value.value, share)
    if mine != 1:
        yield _scaled(own, mine), _scaled(value.value, share)


def agrees(target: Claim, value: Derived, low: Fraction = Fraction(1), high: Fraction = Fraction(1)) -> bool:
    """Whether the target is the product, or between `low` and `high` times it."""
    if any(is_calendar(claim.unit) for claim in (target, *(claim for claim, _ in value.powers))):
        low, high = low * (1 - CALENDAR), high * (1 + CALENDAR)
    return any(
        meets(mine, Interval(_times(theirs.low, low), _times(theirs.high, high)))
        for mine, theirs in readings(target, value)
    )


def _scaled(value: Interval, factor: Fraction) -> Interval:
    return Interval(_times(value.low, factor), _times(value.high, factor))


def _times(end: Fraction | None, factor: Fraction) -> Fraction | None:
    return None if end is None else end * factor
