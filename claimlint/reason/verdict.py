"""Whether a claim is right about a quantity, given the inputs and cases stated around it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import NamedTuple

from claimlint.claim.claims import Claim, Interval
from claimlint.model.model import Model, Scenario
from claimlint.reason.agree import agrees, inverse, widen, written
from claimlint.reason.context import Level
from claimlint.reason.ties import fits

_MOST_SCENARIOS = 4096
_MOST_ALTERNATIVES = 64
_BESIDE = 40  # characters: how far from an input its name may stand


class Expected(NamedTuple):
    """A value that the quantity has: in which scenario, recomputed from which stated inputs."""

    scenario: Scenario
    value: Interval
    stated: tuple[tuple[str, Claim], ...]


class Verdict(NamedTuple):
    """What the model says of a claim about one quantity.

    `what_if` are stated inputs that the model does not have but from which the claim follows;
    `rejected` are stated inputs that contradict a claim which is right without them; `confirmed`
    are stated inputs that agree with the model.  `elsewhere` names the scenarios in which the
    claim would be right though the text excludes them.
    """

    quantity: str
    right: bool
    expected: tuple[Expected, ...]
    what_if: tuple[tuple[str, Claim], ...] = ()
    rejected: tuple[tuple[str, Claim], ...] = ()
    confirmed: tuple[tuple[str, Claim], ...] = ()
    elsewhere: tuple[Scenario, ...] = ()


def judge(model: Model, claim: Claim, name: str, levels: list[Level], paired: tuple[Claim, ...]) -> Verdict:
    """Judge `claim` as a value of the quantity `name`."""
    everything = list(islice(model.scenarios(name), _MOST_SCENARIOS))
    named = named_cases(model, name, levels)
    stated = stated_inputs(model, claim, name, levels, paired)
    open_cases = {
        quantity: cases
        for quantity, cases in named.items()
        if not any(quantity == i or quantity in model.cased(i) for i in stated)
    }
    first: list[Expected] = []
    plain: list[Expected] = []
    confirmed: list[tuple[str, Claim]] = []
    for choice in islice(
        product(*([(i, s) for s in some] for i, some in stated.items())), _MOST_ALTERNATIVES
    ):
        scenarios = _restrict(everything, open_cases)
        overrides: dict[str, Claim] = {}
        for i, s in choice:
            kept = [t for t in scenarios if _canonical(model, s, i, t)]
            if kept:
                scenarios = kept
                confirmed.append((i, s))
            elif not any(_canonical(model, s, i, t) for t in everything):
                overrides[i] = s
            else:
                scenarios = []
        found = [Expected(t, _value(model, name, t, overrides), tuple(overrides.items())) for t in scenarios]
        (first if overrides else plain).extend(found)
    sure = tuple(dict.fromkeys(confirmed))
    if _right(model, claim, name, plain):
        return Verdict(name, True, tuple(plain), confirmed=sure)
    if _right(model, claim, name, first):
        # Where the claim follows from the model's own inputs as well, it says nothing of the stated ones.
        used = _used(model, claim, name, first)
        own = [Expected(t, _value(model, name, t, {}), ()) for t in dict.fromkeys(e.scenario for e in first)]
        what_if = () if _right(model, claim, name, own) else used
        return Verdict(name, True, tuple(first), what_if=what_if, confirmed=sure)
    odd = tuple(dict.fromkeys((i, s) for e in first for i, s in e.stated))
    without = [Expected(t, _value(model, name, t, {}), ()) for t in _restrict(everything, named)]
    contrary = tuple((i, s) for i, s in sure if i in named and not _among(model, s, i, named[i]))
    if contrary and _right(model, claim, name, without):
        kept_sure = tuple(pair for pair in sure if pair not in contrary)
        return Verdict(name, True, tuple(without), rejected=odd + contrary, confirmed=kept_sure)
    if odd:
        kept = _restrict(everything, open_cases)
        for i, s in sure:
            kept = [t for t in kept if _canonical(model, s, i, t)] or kept
        ignoring = [
            Expected(t, _value(model, name, t, {}), ()) for t in (everything if len(stated) == 1 else kept)
        ]
        if _right(model, claim, name, ignoring):
            return Verdict(name, True, tuple(ignoring), rejected=odd, confirmed=sure)
    elsewhere = tuple(
        t for t in everything if _right(model, claim, name, [Expected(t, _value(model, name, t, {}), ())])
    )
    expected = plain or first or without
    return Verdict(name, False, tuple(expected), confirmed=sure, elsewhere=elsewhere)


def stated_inputs(
    model: Model, claim: Claim, name: str, levels: list[Level], paired: tuple[Claim, ...]
) -> dict[str, list[Claim]]:
    """The claims around `claim` that state inputs of the quantity, by input; the nearest level decides."""
    inputs = model.inputs(name)
    found: dict[str, list[Claim]] = {}
    for ring, level in [(paired, None), *((level.inputs, level) for level in levels)]:
        here: dict[str, list[Claim]] = {}
        for other in ring:
            i = which_input(model, other, name, inputs, levels if level is None else [level])
            if i is not None and i not in found:
                here.setdefault(i, []).append(other)
        found.update(here)
    return found


def which_input(
    model: Model, claim: Claim, name: str, inputs: Iterable[str], levels: list[Level]
) -> str | None:
    """The one input of quantity `name` that the claim can state; None when none or several can."""
    if claim.kind in ("orders", "multiple"):
        return None
    fitting = [i for i in inputs if fits(model, i, claim) == 2] or [
        i for i in inputs if fits(model, i, claim)
    ]
    if not fitting:
        return None
    named = {
        q
        for level in levels
        for m in level.mentions
        if m.block == claim.block.index and m.end > claim.start - _BESIDE and m.start < claim.end + _BESIDE
        for q in m.quantities
        if q in fitting
    }
    alike = model.quantities[name].dims
    if len(named) == 1:
        return named.pop()
    fitting = [i for i in fitting if model.quantities[i].dims != alike]
    if len(fitting) == 1:
        return fitting[0]
    direct = [i for i in fitting if i in model.direct_inputs(name)]
    return direct[0] if len(direct) == 1 else None


def named_cases(model: Model, name: str, levels: list[Level]) -> dict[str, set[str]]:
    """The cases that the text names, for each cased quantity that `name` depends on."""
    found: dict[str, set[str]] = {}
    for quantity in model.cased(name):
        for level in levels:
            cases = {c.case for c in level.cases if c.quantity == quantity}
            if cases:
                found[quantity] = cases
                break
    return found


def _restrict(scenarios: list[Scenario], named: dict[str, set[str]]) -> list[Scenario]:
    kept = [t for t in scenarios if all(dict(t).get(q) in cases for q, cases in named.items())]
    return kept or scenarios


def _canonical(model: Model, claim: Claim, name: str, scenario: Scenario) -> bool:
    """Whether the claim is the model's own value of the quantity in the scenario, or in one that completes it."""
    fixed = dict(scenario)
    values = [
        _value(model, name, each, {})
        for each in islice(model.scenarios(name), _MOST_SCENARIOS)
        if all(fixed.get(quantity, case) == case for quantity, case in each)
    ]
    return agrees(claim, values, model.quantities[name].bound)


def _among(model: Model, claim: Claim, name: str, cases: set[str]) -> bool:
    return any(_canonical(model, claim, name, t) for case in cases for t in model.pick(name, case))


def _value(model: Model, name: str, scenario: Scenario, stated: dict[str, Claim]) -> Interval:
    value = model.evaluate(name, scenario, {i: written(s) for i, s in stated.items()})
    return widen(value, model.quantities[name].tolerance)


def _right(model: Model, claim: Claim, name: str, expected: list[Expected]) -> bool:
    values = [e.value for e in expected]
    if not values:
        return False
    bound = model.quantities[name].bound
    if agrees(claim, values, bound):
        return True
    if claim.kind != "multiple":
        return False
    # "12× cheaper" may be said of a ratio written the other way round.
    turned = [v for v in map(inverse, values) if v is not None]
    return bool(turned) and agrees(claim, turned, bound)


def _used(model: Model, claim: Claim, name: str, expected: list[Expected]) -> tuple[tuple[str, Claim], ...]:
    """The stated inputs, other than the model's, of the alternatives from which the claim follows."""
    return tuple(
        dict.fromkeys(pair for e in expected if _right(model, claim, name, [e]) for pair in e.stated)
    )
