"""Whether a claim is right about a quantity, given the inputs and cases stated around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice, product

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.units import is_currency
from claimlint.model.model import Model, Scenario
from claimlint.reason.agree import agrees, inverse, widen, written
from claimlint.reason.level import Level
from claimlint.reason.stance import is_aside
from claimlint.reason.ties import Tie, fitting
from claimlint.records import NamedTuple

_MOST_SCENARIOS = 4096
_MOST = 64  # alternatives of stated inputs


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
    claim would be right though the text excludes them.  `expected` are the likely values of a claim
    that is not right, `allowed` all that its text does not exclude; `named` says that words, and not
    numbers alone, tell its case.
    """

    quantity: str
    right: bool
    expected: tuple[Expected, ...]
    what_if: tuple[tuple[str, Claim], ...] = ()
    rejected: tuple[tuple[str, Claim], ...] = ()
    confirmed: tuple[tuple[str, Claim], ...] = ()
    elsewhere: tuple[Scenario, ...] = ()
    allowed: tuple[Expected, ...] = ()
    named: bool = False


def judge(
    model: Model,
    claim: Claim,
    name: str,
    levels: list[Level],
    paired: tuple[Claim, ...] = (),
    ties: Mapping[Claim, Tie | None] = {},
) -> Verdict:
    """Judge `claim` as a value of the quantity `name`.

    The claim is right when it follows from the inputs and cases stated around it.  Failing that, it
    is right when the model's own values bear it out and the stated inputs contradict those.
    """
    return _Inquiry(model, claim, name, levels, paired, ties).verdict()


class _Inquiry:
    """One claim held against one quantity."""

    def __init__(
        self,
        model: Model,
        claim: Claim,
        name: str,
        levels: list[Level],
        paired: tuple[Claim, ...],
        ties: Mapping[Claim, Tie | None],
    ) -> None:
        self.model = model
        self.claim = claim
        self.name = name
        self.everything = list(islice(model.scenarios(name), _MOST_SCENARIOS))
        self.stated = stated_inputs(model, name, levels, paired, ties)
        self.named = named_cases(model, name, levels, "cases")
        self.hinted = named_cases(model, name, levels, "hints")
        # A stated input says more of the case than a case's name.
        fixed = {q for i in self.stated for q in (i, *model.cased(i))}
        self.open = {q: cases for q, cases in self.named.items() if q not in fixed}

    def verdict(self) -> Verdict:
        canonical, recomputed, confirmed = self._alternatives()
        if self._right(canonical):
            return self._yes(canonical, confirmed=confirmed)
        if self._right(recomputed):
            # Where it follows from the model's own inputs as well, it says nothing of the stated ones.
            own = self._values(list(dict.fromkeys(e.scenario for e in recomputed)))
            used = () if self._right(own) else self._used(recomputed)
            return self._yes(recomputed, what_if=used, confirmed=confirmed)
        odd = tuple(dict.fromkeys(pair for e in recomputed for pair in e.stated))
        contrary = tuple((i, s) for i, s in confirmed if i in self.named and not self._is_case(s, i))
        without = self._values(_restrict(self.everything, self.named))
        if contrary and self._right(without):
            kept = tuple(pair for pair in confirmed if pair not in contrary)
            return self._yes(without, rejected=odd + contrary, confirmed=kept)
        if odd:
            ignoring = self._values(self._confirmed_by(confirmed))
            if self._right(ignoring):
                return self._yes(ignoring, rejected=odd, confirmed=confirmed)
        elsewhere = tuple(t for t in self.everything if self._right(self._values([t])))
        expected = canonical or recomputed or without
        likely = [e for e in expected if e.scenario in _restrict(self.everything, self.hinted)]
        return Verdict(
            self.name,
            False,
            tuple(likely or expected),
            confirmed=confirmed,
            elsewhere=elsewhere,
            allowed=tuple(expected),
            named=bool(self.named),
        )

    def _alternatives(self) -> tuple[list[Expected], list[Expected], tuple[tuple[str, Claim], ...]]:
        """The values that the stated inputs allow: from the model's own inputs alone, and with others put in.

        With them the stated inputs that are the model's own.
        """
        canonical: list[Expected] = []
        recomputed: list[Expected] = []
        confirmed: list[tuple[str, Claim]] = []
        for choice in islice(product(*([(i, s) for s in some] for i, some in self.stated.items())), _MOST):
            scenarios = _restrict(self.everything, self.open)
            overrides: dict[str, Claim] = {}
            for i, s in choice:
                kept = [t for t in scenarios if _canonical(self.model, s, i, t)]
                if kept:
                    scenarios = kept
                    confirmed.append((i, s))
                elif not any(_canonical(self.model, s, i, t) for t in self.everything):
                    overrides[i] = s
                else:
                    scenarios = []
            (recomputed if overrides else canonical).extend(self._values(scenarios, overrides))
            # "160 GB/s" may be 155 rounded, or 160 supposed.
            coarse = {i: s for i, s in choice if i not in overrides and not self._is_exact(s, i)}
            if coarse:
                recomputed.extend(self._values(scenarios, {**overrides, **coarse}))
        return canonical, recomputed, tuple(dict.fromkeys(confirmed))

    def _is_exact(self, stated: Claim, name: str) -> bool:
        """Whether a stated input is, as written, a value that the model has."""
        if stated.value is None:
            return True
        value = stated.value * stated.unit.factor
        return any(self.model.value(name, t) == value for t in self.model.scenarios(name))

    def _confirmed_by(self, confirmed: tuple[tuple[str, Claim], ...]) -> list[Scenario]:
        """The scenarios left by the stated inputs that are the model's, unless they are alternatives."""
        kept = _restrict(self.everything, self.open)
        for i, s in confirmed:
            if len(self.stated[i]) == 1:
                kept = [t for t in kept if _canonical(self.model, s, i, t)]
        return kept

    def _values(self, scenarios: list[Scenario], overrides: dict[str, Claim] | None = None) -> list[Expected]:
        given = {i: written(s) for i, s in (overrides or {}).items()}
        stated = tuple((overrides or {}).items())
        tolerance = self.model.quantities[self.name].tolerance
        return [
            Expected(t, widen(self.model.evaluate(self.name, t, given), tolerance), stated) for t in scenarios
        ]

    def _right(self, expected: list[Expected]) -> bool:
        values = [e.value for e in expected]
        if not values:
            return False
        bound = self.model.quantities[self.name].bound
        if agrees(self.claim, values, bound):
            return True
        if self.claim.kind != "multiple":
            return False
        # "12× cheaper" may be said of a ratio written the other way round.
        turned = [v for v in map(inverse, values) if v is not None]
        return bool(turned) and agrees(self.claim, turned, bound)

    def _used(self, expected: list[Expected]) -> tuple[tuple[str, Claim], ...]:
        """The stated inputs, other than the model's, of the alternatives from which the claim follows."""
        return tuple(dict.fromkeys(pair for e in expected if self._right([e]) for pair in e.stated))

    def _is_case(self, stated: Claim, name: str) -> bool:
        """Whether a stated input has the value of a case that the text names for it."""
        cases = self.named[name]
        return any(
            _canonical(self.model, stated, name, t) for case in cases for t in self.model.pick(name, case)
        )

    def _yes(
        self,
        expected: list[Expected],
        what_if: tuple[tuple[str, Claim], ...] = (),
        rejected: tuple[tuple[str, Claim], ...] = (),
        confirmed: tuple[tuple[str, Claim], ...] = (),
    ) -> Verdict:
        return Verdict(self.name, True, tuple(expected), what_if, rejected, confirmed)


def stated_inputs(
    model: Model,
    name: str,
    levels: list[Level],
    paired: tuple[Claim, ...],
    ties: Mapping[Claim, Tie | None],
) -> dict[str, list[Claim]]:
    """The claims around one that state inputs of the quantity, by input; the nearest level decides."""
    inputs = model.inputs(name)
    found: dict[str, list[Claim]] = {}
    for ring, varies in ((paired, True), *((level.inputs, level.varies) for level in levels)):
        here: dict[str, list[Claim]] = {}
        for other in ring:
            i = which_input(model, other, name, inputs, ties)
            if i is not None and i not in found and (varies or _canonical(model, other, i, ())):
                here.setdefault(i, []).append(other)
        found.update(here)
    return found


def which_input(
    model: Model, claim: Claim, name: str, inputs: Iterable[str], ties: Mapping[Claim, Tie | None]
) -> str | None:
    """The one input of quantity `name` that the claim can state; None when none or several can."""
    if claim.kind in ("orders", "multiple") or is_aside(claim):
        return None
    fit = fitting(model, claim)
    able = [i for i in inputs if fit.get(i) == 2]
    tie = ties.get(claim)
    if tie is not None and tie.near:
        able = [i for i in able or inputs if i in fit and i in tie.quantities]
        if len(able) == 1:
            return able[0]
    elif not able:
        able = [i for i in inputs if i in fit and not is_priced(model, i)]
    alike = model.quantities[name].dims
    able = [i for i in able if model.quantities[i].dims != alike]
    if len(able) == 1:
        return able[0]
    direct = [i for i in able if i in model.direct_inputs(name)]
    return direct[0] if len(direct) == 1 else None


def is_priced(model: Model, name: str) -> bool:
    """Whether the quantity is money: sums and prices of it stand together everywhere."""
    return any(is_currency(base) for base, _ in model.quantities[name].dims)


def named_cases(model: Model, name: str, levels: list[Level], kind: str = "cases") -> dict[str, set[str]]:
    """The cases that the text names (`cases`) or suggests (`hints`), by the cased quantity they are of."""
    found: dict[str, set[str]] = {}
    for quantity in model.cased(name):
        for level in levels:
            sure = {c.case for c in level.cases if c.quantity == quantity}
            likely = {c.case for c in level.hints if c.quantity == quantity}
            cases = sure or likely if kind == "hints" else sure
            if cases:
                found[quantity] = cases
            # A case that is suggested near by takes the word from one that is named far away.
            if sure or likely:
                break
    return found


def _restrict(scenarios: list[Scenario], named: dict[str, set[str]]) -> list[Scenario]:
    kept = [t for t in scenarios if all(dict(t).get(q) in cases for q, cases in named.items())]
    return kept or scenarios


def _canonical(model: Model, claim: Claim, name: str, scenario: Scenario) -> bool:
    """Whether the claim is the model's own value of the quantity in a scenario, or in a fuller one."""
    fixed = dict(scenario)
    entry = model.quantities[name]
    values = [
        widen(model.evaluate(name, each, {}), entry.tolerance)
        for each in islice(model.scenarios(name), _MOST_SCENARIOS)
        if all(fixed.get(quantity, case) == case for quantity, case in each)
    ]
    return agrees(claim, values, entry.bound)
