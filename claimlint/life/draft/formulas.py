"""Formulas that the numbers fit: a quantity that is a product, quotient, sum or difference of two others.

Only numbers that stand together, in one row, sentence or label group, are tried, and all that do must fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from claimlint.claim.units import Dims, counting, physical
from claimlint.life.draft.items import Item
from claimlint.life.draft.quantity import Quantity, Value
from claimlint.model.dimension import times
from claimlint.records import NamedTuple

_MOST_TOGETHER = 12
_FINEST = Fraction(1, 15)
"""A result that may be rounded by more than this says too little."""


class _Placed(NamedTuple):
    """A claim that belongs to a value of the draft."""

    item: Item
    value: Value
    quantity: Quantity


class _Trial(NamedTuple):
    """`result = left symbol right`, by the names of the quantities."""

    result: str
    left: str
    symbol: str
    right: str


class _Rank(NamedTuple):
    """How good a trial is: how many cases fit it, in how many the result stands last, as results do.

    Of `a = b / c` and `b = a * c` the product is read more easily.
    """

    fits: int
    last: int
    product: bool


def propose(quantities: Sequence[Quantity]) -> None:
    """Give every quantity the formula that its numbers fit, where there is just one of the best fit."""
    groups: dict[tuple[object, ...], list[_Placed]] = defaultdict(list)
    for quantity in quantities:
        for value in quantity.values:
            for item in value.items:
                groups[item.together].append(_Placed(item, value, quantity))
    fits: dict[_Trial, dict[tuple[str, ...], bool]] = defaultdict(dict)
    misses: set[_Trial] = set()
    for members in groups.values():
        if 3 <= len(members) <= _MOST_TOGETHER and len({each.quantity.name for each in members}) >= 3:
            for trial, fit, key, last in _trials(members):
                if fit:
                    fits[trial][key] = last
                else:
                    misses.add(trial)
    chosen: dict[str, list[tuple[_Rank, _Trial]]] = defaultdict(list)
    for trial, keys in fits.items():
        # A sum or difference of two round numbers is often a coincidence: it must fit twice.
        least = 2 if trial.symbol in "+-" else 1
        if trial not in misses and len(keys) >= least:
            rank = _Rank(len(keys), sum(keys.values()), trial.symbol == "*")
            chosen[trial.result].append((rank, trial))
    by_name = {quantity.name: quantity for quantity in quantities}
    computed: dict[str, set[str]] = {}
    for name, found in sorted(
        chosen.items(), key=lambda each: max(rank for rank, _ in each[1]), reverse=True
    ):
        most = max(rank for rank, _ in found)
        best = [trial for rank, trial in found if rank == most]
        rests = {best[0].left, best[0].right}
        if len(best) == 1 and not any(name in _reached(each, computed) for each in rests):
            by_name[name].formula = f"{best[0].left} {best[0].symbol} {best[0].right}"
            computed[name] = rests


def _reached(name: str, computed: dict[str, set[str]]) -> set[str]:
    """What a quantity rests on, itself included."""
    found = {name}
    stack = [name]
    while stack:
        for each in computed.get(stack.pop(), ()):
            if each not in found:
                found.add(each)
                stack.append(each)
    return found


def _trials(members: Sequence[_Placed]) -> Iterable[tuple[_Trial, bool, tuple[str, ...], bool]]:
    """Trials with whether they fit, the cases that they are of, and whether the result stands last."""
    for result in members:
        if result.item.coarseness > _FINEST:
            continue
        others = [each for each in members if each.quantity is not result.quantity]
        for one, other in combinations(others, 2):
            if one.quantity is other.quantity:
                continue
            for left, symbol, right in _forms(one, other):
                dims = _dims(left.item.unit.dims, symbol, right.item.unit.dims)
                if dims is None or not _same(dims, result.item.unit.dims):
                    continue
                value = _value(left.value.finest.value, symbol, right.value.finest.value)
                if value is None:
                    continue
                trial = _Trial(result.quantity.name, left.quantity.name, symbol, right.quantity.name)
                key = (result.value.case, left.value.case, right.value.case, result.item.text)
                last = max(one.item[1:3], other.item[1:3]) < result.item[1:3]
                yield trial, result.item.low <= value <= result.item.high, key, last


def _forms(one: _Placed, other: _Placed) -> Iterable[tuple[_Placed, str, _Placed]]:
    first, second = sorted((one, other), key=lambda each: each.quantity.name)
    yield first, "*", second
    yield first, "/", second
    yield second, "/", first
    yield first, "+", second
    yield first, "-", second
    yield second, "-", first


def _dims(left: Dims, symbol: str, right: Dims) -> Dims | None:
    if symbol in "+-":
        return left if left == right else None
    # Two plain numbers multiply to anything.
    if not left or not right:
        return None
    return times(left, right, 1 if symbol == "*" else -1)


def _same(made: Dims, stated: Dims) -> bool:
    """Whether a result has the dimension that it is stated in; prose drops what is counted."""
    if physical(made) != physical(stated) or not made:
        return False
    return not counting(stated) or counting(made) == counting(stated)


def _value(left: Fraction, symbol: str, right: Fraction) -> Fraction | None:
    if symbol == "*":
        return left * right
    if symbol == "/":
        return left / right if right else None
    return left + right if symbol == "+" else left - right
