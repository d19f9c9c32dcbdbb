"""Evaluate a whole model once: every value exists, and rounds to what the file expects of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.quantity import ParsedQuantity
from claimlint.claim.units import NONE
from claimlint.model.arithmetic import EvaluationError
from claimlint.model.build import Builder
from claimlint.model.dimension import agree, describe
from claimlint.model.model import Model
from claimlint.model.nodes import Scalar
from claimlint.model.quantity import Quantity, Scenario
from claimlint.model.show import show
from claimlint.model.values import ValueMistake
from claimlint.records import NamedTuple

MOST_VALUES = 200_000
"""A model has at most this many values, all combinations of cases counted."""


def evaluate(model: Model, builder: Builder) -> set[str]:
    """Evaluate each quantity in each scenario; the names of those without a value."""
    failed: set[str] = set()
    count = 0
    for name in builder.built:
        if not failed.isdisjoint(model.direct_inputs(name)):
            failed.add(name)
            continue
        scenarios = model.scenarios(name)
        count += len(scenarios)
        if count > MOST_VALUES:
            draft = builder.reader.drafts[name]
            builder.reader.say(draft.key, f"the model has more than {MOST_VALUES:,} values")
            return set(builder.built)
        for scenario in scenarios:
            try:
                model.value(name, scenario)
            except EvaluationError as error:
                failed.add(name)
                case = dict(scenario).get(name) if model.quantities[name].cases else None
                where = f" in `{model.label(name, scenario)}`" if scenario else ""
                builder.reader.say(builder.parts[name][case].scalar, f"{error}{where}", error.at)
                break
    return failed


def settle(model: Model) -> dict[str, Quantity]:
    """The quantities, with the values of computed cases filled in where they do not vary."""
    settled = {}
    for name, quantity in model.quantities.items():
        if quantity.case_formulas:
            cases = dict(quantity.cases)
            for case in quantity.case_formulas:
                values = {model.value(name, s) for s in model.scenarios(name) if (name, case) in s}
                cases[case] = values.pop() if len(values) == 1 else None
            quantity = quantity._replace(cases=cases)
        settled[name] = quantity
    return settled


class Failed(NamedTuple):
    """An `expect` that a value does not round to; `case` is its case, None without.

    `wanted` is what was expected, and `scenarios` are those that it is expected of.
    """

    name: str
    case: str | None
    scalar: Scalar
    wanted: ParsedQuantity
    scenarios: tuple[Scenario, ...]
    message: str


def compare(model: Model, builder: Builder, failed: set[str]) -> Iterator[Failed]:
    """Yield every `expect` that a value does not round to; those that cannot be read are reported."""
    for name in builder.built:
        if name in failed:
            continue
        expected = builder.reader.drafts[name].expect
        if isinstance(expected, Scalar):
            yield from _expect(model, builder, name, None, model.scenarios(name), expected)
        elif expected is not None:
            for case, (key, text) in expected.items():
                scenarios = model.pick(name, case)
                if scenarios:
                    yield from _expect(model, builder, name, case, scenarios, text)
                else:
                    known = [each for cased in model.cased(name) for each in model.quantities[cased].cases]
                    hint = builder.reader.hint(case, known) if known else f": `{name}` has no cases"
                    builder.reader.say(key, f"`{case}` is not a case of `{name}`{hint}")


def _expect(
    model: Model,
    builder: Builder,
    name: str,
    case: str | None,
    scenarios: tuple[Scenario, ...],
    text: Scalar,
) -> Iterator[Failed]:
    try:
        wanted = builder.units.quantity(text.text)
    except ValueMistake as error:
        builder.reader.say(text, error.message, error.offset)
        return
    dims = model.quantities[name].dims
    if wanted.unit != NONE and not agree(dims, wanted.unit.dims):
        message = f"`expect` is {describe(wanted.unit.dims)}, but the value is {describe(dims)}"
        builder.reader.say(text, message)
        return
    for scenario in scenarios:
        value = model.value(name, scenario)
        unit = wanted.unit if wanted.unit != NONE else model.quantities[name].unit
        scale = unit.factor if unit is not None else 1
        if abs(value / scale - wanted.value) > _step(wanted) / 2:
            label, shown = model.label(name, scenario), show(value, unit, dims)
            message = f"`{label}` is {shown}, which does not round to {text.text}"
            yield Failed(name, case, text, wanted, scenarios, message)
            return


def _step(wanted: ParsedQuantity) -> Fraction:
    """The place value of the last digit meant: zeros at the end may be rounding, but for two digits."""
    step = wanted.step
    while step and step >= 1 and wanted.value and wanted.value % (step * 10) == 0:
        if abs(wanted.value) < step * 100:
            break
        step *= 10
    return step
