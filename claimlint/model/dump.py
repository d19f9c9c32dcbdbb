"""A model as JSON and back, so that one that was loaded before costs no YAML."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from claimlint.claim.units import Unit
from claimlint.model.formula import Formula, Number, Operation, Reference, Step
from claimlint.model.mistakes import Mistake
from claimlint.model.model import Model, Section
from claimlint.model.quantity import Caveat, Quantity, QuotePolicy

FORMAT = 2
"""Changes whenever what `to_dict` gives changes."""


def to_dict(model: Model) -> dict[str, Any]:
    """The model in JSON's types; exact numbers are strings such as `-7/3`."""
    return {
        "format": FORMAT,
        "quantities": [_quantity(quantity) for quantity in model.quantities.values()],
        "caveats": [list(caveat) for caveat in model.caveats.values()],
        "sections": [list(section) for section in model.sections],
        "declared": model.declared,
        "warnings": [list(warning) for warning in model.warnings],
        "sources": list(model.sources),
    }


def from_dict(data: Mapping[str, Any], path: str, text: str) -> Model:
    """The model that `to_dict` was given.

    Raises ValueError, TypeError, KeyError, IndexError or AttributeError for anything else.
    """
    if data["format"] != FORMAT:
        raise ValueError("another format")
    quantities = {entry["name"]: _to_quantity(entry) for entry in data["quantities"]}
    caveats = {
        id_: Caveat(id_, sentence, tuple(accept), within, line, column)
        for id_, sentence, accept, within, line, column in data["caveats"]
    }
    sections = tuple(Section(*each) for each in data["sections"])
    warnings = tuple(Mistake(*each) for each in data["warnings"])
    sources = tuple(data["sources"])
    return Model(path, text, quantities, caveats, sections, data["declared"], warnings, sources)


def _quantity(quantity: Quantity) -> dict[str, Any]:
    data: dict[str, Any] = quantity._asdict()
    data["unit"] = None if quantity.unit is None else [*quantity.unit[:2], _exact(quantity.unit.factor)]
    data["value"] = None if quantity.value is None else _exact(quantity.value)
    data["formula"] = None if quantity.formula is None else _formula(quantity.formula)
    data["cases"] = [
        [case, None if value is None else _exact(value), None if rule is None else _formula(rule)]
        for case, value in quantity.cases.items()
        for rule in [quantity.case_formulas.get(case)]
    ]
    del data["case_formulas"]
    data["tolerance"] = _exact(quantity.tolerance)
    # What a quantity does not have is left out: it is most of the file.
    defaults = Quantity._field_defaults
    return {
        key: value for key, value in data.items() if key not in defaults or value not in (None, "", [], ())
    }


def _to_quantity(data: Mapping[str, Any]) -> Quantity:
    fields = dict(data)
    fields["dims"] = _dims(fields["dims"])
    fields["tolerance"] = _fraction(fields["tolerance"])
    if "unit" in fields:
        symbol, dims, factor = fields["unit"]
        fields["unit"] = Unit(symbol, _dims(dims), _fraction(factor))
    if "value" in fields:
        fields["value"] = _fraction(fields["value"])
    if "formula" in fields:
        fields["formula"] = _to_formula(fields["formula"])
    if "cases" in fields:
        entries = fields["cases"]
        fields["cases"] = {case: None if value is None else _fraction(value) for case, value, _ in entries}
        fields["case_formulas"] = {case: _to_formula(rule) for case, _, rule in entries if rule is not None}
    if "quote" in fields:
        fields["quote"] = QuotePolicy(*fields["quote"])
    for key in ("aka", "caveat"):
        if key in fields:
            fields[key] = tuple(fields[key])
    return Quantity(**fields)


def _formula(formula: Formula) -> list[Any]:
    steps: list[list[Any]] = []
    for step in formula.steps:
        if isinstance(step, Number):
            steps.append([step.at, _exact(step.value)])
        elif isinstance(step, Reference):
            steps.append([step.at, step.name, step.case, step.pins])
        else:
            steps.append([step.at, step.symbol, step.arity])
    return [formula.text, steps]


def _to_formula(data: Any) -> Formula:
    text, entries = data
    steps: list[Step] = []
    for entry in entries:
        if len(entry) == 2:
            steps.append(Number(_fraction(entry[1]), entry[0]))
        elif len(entry) == 3:
            steps.append(Operation(entry[1], entry[2], entry[0]))
        else:
            steps.append(
                Reference(entry[1], entry[2], tuple((name, case) for name, case in entry[3]), entry[0])
            )
    return Formula(text, tuple(steps))


def _dims(data: Any) -> tuple[tuple[str, int], ...]:
    return tuple((base, power) for base, power in data)


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else str(value.numerator)


def _fraction(text: str) -> Fraction:
    top, _, bottom = text.partition("/")
    return Fraction(int(top), int(bottom)) if bottom else Fraction(int(top))
