"""A canonical model that has loaded: its quantities, their scenarios, values and debts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from claimlint.claim.claims import Interval
from claimlint.model.formula import Formula, Reference
from claimlint.model.graph import order
from claimlint.model.mistakes import Mistake
from claimlint.model.quantity import Caveat, Quantity, QuotePolicy, Scenario, find_case, pinned, restrict
from claimlint.records import NamedTuple

__all__ = ["Caveat", "Model", "Quantity", "QuotePolicy", "Scenario", "Section"]


class Section(NamedTuple):
    """A heading of the canonical file: its number as cited or None, its title, its 1-based line."""

    number: str | None
    title: str
    line: int


class Model:
    """The canonical model.

    `quantities` and `caveats` are in the order of the file.  `declared` maps the counting-unit
    words that the model declares to their singular.  `warnings` are mistakes that do not stop it.
    `sources` are the data files that it reads values from, as paths in the repository with slashes.
    """

    def __init__(
        self,
        path: str,
        text: str,
        quantities: Mapping[str, Quantity],
        caveats: Mapping[str, Caveat],
        sections: tuple[Section, ...] = (),
        declared: Mapping[str, str] = {},
        warnings: tuple[Mistake, ...] = (),
        sources: tuple[str, ...] = (),
    ) -> None:
        self.path = path
        self.text = text
        self.quantities = dict(quantities)
        self.caveats = dict(caveats)
        self.sections = sections
        self.declared = dict(declared)
        self.warnings = warnings
        self.sources = sources
        self._direct = {
            name: tuple(dict.fromkeys(ref.name for formula in q.formulas() for ref in formula.references()))
            for name, q in self.quantities.items()
        }
        self._users: dict[str, list[str]] | None = None
        self._inputs: dict[str, frozenset[str]] = {}
        self._scenarios: dict[str, tuple[Scenario, ...]] = {}
        self._owed: dict[str, tuple[str, ...]] = {}
        self._cased: dict[str, tuple[str, ...]] | None = None
        self._values: dict[tuple[str, Scenario], Fraction] = {}

    def direct_inputs(self, name: str) -> tuple[str, ...]:
        """The quantities in its own formulas, in the order written."""
        return self._direct[name]

    def inputs(self, name: str) -> frozenset[str]:
        """Every quantity that its value rests on, itself not included."""
        if name not in self._inputs:
            self._inputs[name] = _reachable(name, self._direct)
        return self._inputs[name]

    def dependents(self, name: str) -> frozenset[str]:
        """Every quantity whose value rests on it."""
        if self._users is None:
            self._users = {each: [] for each in self.quantities}
            for user, direct in self._direct.items():
                for used in direct:
                    self._users[used].append(user)
        return _reachable(name, self._users)

    def cased(self, name: str) -> tuple[str, ...]:
        """The quantities with cases that its value depends on (itself if it has them), in file order."""
        if self._cased is None:
            self._cased = cased(self.quantities, self._direct)
        return self._cased[name]

    def scenarios(self, name: str) -> tuple[Scenario, ...]:
        """Every combination of the cases it depends on, in the order of the file; (()) without cases."""
        if name not in self._scenarios:
            choices = ([(each, case) for case in self.quantities[each].cases] for each in self.cased(name))
            self._scenarios[name] = tuple(tuple(sorted(pairs)) for pairs in product(*choices))
        return self._scenarios[name]

    def pick(self, name: str, case: str) -> tuple[Scenario, ...]:
        """The scenarios that `name[case]` leaves; () when it has no such case."""
        pins = find_case(case, {each: tuple(self.quantities[each].cases) for each in self.cased(name)})
        if pins is None:
            return ()
        wanted = set(pins)
        return tuple(scenario for scenario in self.scenarios(name) if wanted <= set(scenario))

    def label(self, name: str, scenario: Scenario) -> str:
        """`bandwidth[mid-range]`; `advantage[mid-range, 50%]`; the name alone without cases.

        Cases of one name are written once (`cost[large]`); `pick` reads the label back.
        """
        chosen = dict(scenario)
        cases = [chosen[each] for each in self.cased(name) if each in chosen]
        if len(set(cases)) == 1:
            cases = cases[:1]
        return f"{name}[{', '.join(cases)}]" if cases else name

    def value(self, name: str, scenario: Scenario = ()) -> Fraction:
        """The canonical value in base units.

        Exact, but for sqrt, exp, logarithms and fractional powers (60 digits).  Raises KeyError for
        an unknown name and when the scenario lacks a case that the value depends on.
        """
        values = self._values
        wanted = (name, restrict(scenario, self.cased(name)))
        if wanted in values:
            return values[wanted]
        from claimlint.model.evaluate import point

        stack = [wanted]
        while stack:
            key = stack[-1]
            if key in values:
                stack.pop()
                continue
            rule = self.quantities[key[0]].rule(dict(key[1]))
            if isinstance(rule, Fraction):
                values[key] = rule
                continue
            needs = {step: self._key(step, key[1]) for step in rule.references()}
            missing = [need for need in needs.values() if need not in values]
            if missing:
                stack.extend(missing)
            else:
                values[key] = point(rule, lambda step, needs=needs: values[needs[step]])  # type: ignore[misc]
        return values[wanted]

    def referenced(self, name: str, scenario: Scenario) -> dict[str, Fraction]:
        """The values of the quantities in its formula for a scenario, in the order written.

        A reference that names its case has the value of that case; one of two to the same quantity counts.
        """
        rule = self.quantities[name].rule(dict(scenario))
        steps = rule.references() if isinstance(rule, Formula) else []
        return {step.name: self.value(*self._key(step, scenario)) for step in steps}

    def _key(self, step: Reference, scenario: Scenario) -> tuple[str, Scenario]:
        return step.name, restrict(pinned(scenario, step.pins), self.cased(step.name))

    def evaluate(self, name: str, scenario: Scenario, stated: Mapping[str, Interval]) -> Interval:
        """The range of the value when some inputs, at any depth, have stated values (base units).

        A reference that names its case (`bandwidth[mid-range]`) keeps the canonical value.  The
        range holds every value that follows from the stated ones; where one of them is used several
        times it may be slightly wider.
        """
        if name not in stated and self.inputs(name).isdisjoint(stated):
            value = self.value(name, scenario)
            return Interval(value, value)
        from claimlint.model.recompute import recompute

        return recompute(self, name, scenario, stated)

    def owed(self, name: str) -> tuple[str, ...]:
        """The caveats that whoever quotes it owes: its own and all its inputs', in file order."""
        if name not in self._owed:
            resting = {name, *self.inputs(name)}
            ids = (id_ for each, q in self.quantities.items() if each in resting for id_ in q.caveat)
            self._owed[name] = tuple(dict.fromkeys(ids))
        return self._owed[name]

    def assumed_by(self, name: str) -> tuple[str, ...]:
        """The assumed quantities that its value rests on, itself included, in file order."""
        resting = {name, *self.inputs(name)}
        return tuple(each for each, q in self.quantities.items() if each in resting and q.status == "assumed")

    def names(self, name: str) -> tuple[str, ...]:
        """How prose may name it: its name in words, then its `aka`."""
        return tuple(dict.fromkeys((name.replace("_", " "), *self.quantities[name].aka)))

    def unit_text(self, name: str) -> str:
        """The symbol of the unit it is quoted in; empty when it has none of its own."""
        unit = self.quantities[name].unit
        return unit.symbol if unit is not None else ""

    def formula_text(self, name: str, scenario: Scenario = ()) -> str:
        """The formula that gives its value in a scenario, empty for a given value."""
        rule = self.quantities[name].rule(dict(scenario))
        return rule.text if isinstance(rule, Formula) else ""


def cased(
    quantities: Mapping[str, Quantity], direct: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """For each quantity that can be computed, the quantities whose cases its value depends on."""
    places = {name: index for index, name in enumerate(quantities)}
    result: dict[str, tuple[str, ...]] = {}
    for name in order(direct)[0]:
        quantity = quantities[name]
        free = {name} if quantity.cases else set()
        for formula in quantity.formulas():
            for step in formula.references():
                fixed = {each for each, _ in step.pins}
                free.update(each for each in result.get(step.name, ()) if each not in fixed)
        result[name] = tuple(sorted(free, key=places.__getitem__))
    return result


def _reachable(name: str, edges: Mapping[str, tuple[str, ...] | list[str]]) -> frozenset[str]:
    found: set[str] = set()
    stack = list(edges[name])
    while stack:
        each = stack.pop()
        if each not in found:
            found.add(each)
            stack.extend(edges[each])
    return frozenset(found)
