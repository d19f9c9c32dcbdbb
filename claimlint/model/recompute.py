"""Recompute a quantity from stated inputs, over the intervals that their written digits allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeVar

from claimlint.claim.claims import Interval
from claimlint.model.evaluate import box
from claimlint.model.formula import Formula, Reference
from claimlint.model.quantity import Scenario, pinned, restrict

if TYPE_CHECKING:
    from claimlint.model.model import Model

_PIECES = 16


def recompute(model: Model, name: str, scenario: Scenario, stated: Mapping[str, Interval]) -> Interval:
    """See `Model.evaluate`."""
    run = _Run(model, scenario)
    whole = run.value(name, stated)
    repeated = [each for each, times in run.uses(name, stated).items() if times > 1 and _splits(stated[each])]
    if not repeated or len(repeated) > 2 or whole.low == whole.high:
        return whole
    # Interval arithmetic takes the two uses of one input for two inputs; on narrow pieces of its
    # interval that error shrinks in proportion.
    pieces = _PIECES if len(repeated) == 1 else _PIECES // 4
    lows: list[Fraction | None] = []
    highs: list[Fraction | None] = []
    for chosen in product(*(_split(stated[each], pieces) for each in repeated)):
        part = run.value(name, {**stated, **dict(zip(repeated, chosen, strict=True))})
        lows.append(part.low)
        highs.append(part.high)
    low = min(x for x in lows if x is not None) if None not in lows else None
    high = max(x for x in highs if x is not None) if None not in highs else None
    return Interval(low, high)


def _splits(interval: Interval) -> bool:
    return interval.low is not None and interval.high is not None and interval.low < interval.high


def _split(interval: Interval, pieces: int) -> list[Interval]:
    low, high = interval
    assert low is not None
    assert high is not None
    ends = [low + (high - low) * i / pieces for i in range(pieces + 1)]
    return [Interval(a, b) for a, b in pairwise(ends)]


_Key = tuple[str, Scenario, frozenset[str]]
_T = TypeVar("_T")


class _Run:
    """One scenario; a key is a quantity, its cases, and which of those a reference fixed."""

    def __init__(self, model: Model, scenario: Scenario) -> None:
        self.model = model
        self.scenario = scenario

    def value(self, name: str, stated: Mapping[str, Interval]) -> Interval:
        """The interval of `name`."""

        def given(key: _Key) -> Interval | None:
            return stated.get(key[0]) if not key[2] else None

        def computed(rule: Formula | Fraction, needs: Mapping[Reference, Interval]) -> Interval:
            return Interval(rule, rule) if isinstance(rule, Fraction) else box(rule, needs.__getitem__)

        return self._walk(name, given, computed)

    def uses(self, name: str, stated: Mapping[str, Interval]) -> Mapping[str, int]:
        """How often each stated quantity is used, counted to two."""

        def given(key: _Key) -> Mapping[str, int] | None:
            return {key[0]: 1} if key[0] in stated and not key[2] else None

        def computed(
            rule: Formula | Fraction, needs: Mapping[Reference, Mapping[str, int]]
        ) -> Mapping[str, int]:
            total: dict[str, int] = {}
            for each in needs.values():
                for used, times in each.items():
                    total[used] = min(2, total.get(used, 0) + times)
            return total

        return self._walk(name, given, computed)

    def _walk(
        self,
        name: str,
        given: Callable[[_Key], _T | None],
        computed: Callable[[Formula | Fraction, Mapping[Reference, _T]], _T],
    ) -> _T:
        """Work out a result for `name` from those of what it references, without recursion."""
        root: _Key = (name, restrict(self.scenario, self.model.cased(name)), frozenset())
        results: dict[_Key, _T] = {}
        stack = [root]
        while stack:
            key = stack[-1]
            if key in results:
                stack.pop()
                continue
            known = given(key)
            if known is not None:
                results[key] = known
                continue
            rule = self.model.quantities[key[0]].rule(dict(key[1]))
            needs = (
                {}
                if isinstance(rule, Fraction)
                else {step: self._need(step, key) for step in rule.references()}
            )
            missing = [need for need in needs.values() if need not in results]
            if missing:
                stack.extend(missing)
            else:
                results[key] = computed(rule, {step: results[need] for step, need in needs.items()})
        return results[root]

    def _need(self, step: Reference, key: _Key) -> _Key:
        free = self.model.cased(step.name)
        fixed = frozenset(each for each in (*key[2], *(pin for pin, _ in step.pins)) if each in free)
        return step.name, restrict(pinned(key[1], step.pins), free), fixed
