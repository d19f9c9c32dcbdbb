"""`bandwidth[mid-range]=60 GB/s`: other values for the numbers of a model, read strictly and put in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimlint.claim.quantity import ParsedQuantity, QuantityError, parse_quantity
from claimlint.claim.units import NONE
from claimlint.life.names import UnknownName, leaves, targets
from claimlint.model.datafiles import Files
from claimlint.model.dimension import agree, describe
from claimlint.model.edit import Change, NotEditable, edit
from claimlint.model.expect import Failed
from claimlint.model.load import draft, load
from claimlint.model.mistakes import ModelError
from claimlint.model.model import Model
from claimlint.model.values import Units, ValueMistake
from claimlint.records import NamedTuple

_FORM = re.compile(r"\s*([^\[\]=]+(?:\[.*?\])?)\s*=\s*(.*?)\s*", re.S)


class WrongAssignment(ValueError):  # noqa: N818
    """An assignment that cannot be taken; the text says what would be right."""


class Assignment(NamedTuple):
    """Another VALUE, as written, for a quantity or one of its cases.

    `source` is the place in a data file that the value is read from now, None where the model has it.
    """

    name: str
    case: str | None
    text: str
    source: str | None

    @property
    def label(self) -> str:
        """`bandwidth[mid-range]`."""
        return self.name if self.case is None else f"{self.name}[{self.case}]"


class Assigned(NamedTuple):
    """A model with other values: its text, with what it expects put right where `expected` says so.

    `lost` are the expectations that no one text can state any more; they stand as they were.
    """

    model: Model
    text: str
    expected: tuple[Change, ...]
    failed: tuple[Failed, ...]
    lost: tuple[Failed, ...]


def is_assignment(text: str) -> bool:
    """Whether an argument is meant as an assignment rather than as a path."""
    return "=" in text


def read(models: Sequence[Model], texts: Sequence[str]) -> tuple[Model, list[Assignment]]:
    """The model that the assignments are of, and the assignments.

    Raises WrongAssignment and UnknownName.
    """
    pairs = []
    for text in texts:
        match = _FORM.fullmatch(text)
        if match is None or not match[2]:
            raise WrongAssignment(f"{text!r} is no assignment: write NAME=VALUE or NAME[CASE]=VALUE")
        if any(ord(character) < 32 for character in text):
            raise WrongAssignment(f"{text!r}: a value is one line of text")
        pairs.append((match[1].strip(), match[2]))
    able = list(models)
    for name, _ in pairs:
        able = [model for model, _ in targets(able, name)]
        able = list({id(model): model for model in able}.values())
    if len(able) > 1:
        paths = ", ".join(model.path for model in able[:4])
        raise WrongAssignment(f"{len(able)} models have `{pairs[0][0]}` ({paths}): name one by --model")
    model = able[0]
    found = [_assignment(model, name, value) for name, value in pairs]
    for at, each in enumerate(found):
        if (each.name, each.case) in [(other.name, other.case) for other in found[:at]]:
            raise WrongAssignment(f"`{each.label}` is given two values")
    return model, found


def _assignment(model: Model, name: str, value: str) -> Assignment:
    named = targets([model], name)
    if len(named) > 1:
        names = ", ".join(f"`{target.name}`" for _, target in named)
        raise UnknownName(f"`{name}` may be {names}: say which")
    target = named[0][1]
    quantity = model.quantities[target.name]
    case = None
    if quantity.cases and target.case is not None:
        cases = {dict(scenario)[target.name] for scenario in target.scenarios}
        case = cases.pop() if len(cases) == 1 else None
    if quantity.formula is not None or (case is not None and case in quantity.case_formulas):
        rule = quantity.formula or quantity.case_formulas[case or ""]
        label = target.name if case is None else f"{target.name}[{case}]"
        raise WrongAssignment(
            f"`{label}` is computed (= {rule.text}): change what it rests on"
            f" ({', '.join(_inputs(model, target.name, case)[:12])})"
        )
    if quantity.cases and case is None:
        raise WrongAssignment(
            f"`{target.name}` has cases: say which, `{target.name}[{next(iter(quantity.cases))}]`"
            f" (it has {', '.join(quantity.cases)})"
        )
    if not quantity.cases and target.case is not None:
        raise WrongAssignment(f"`{target.name}` has no cases: leave out `[{target.case}]`")
    origin = draft(model.text).reader.drafts[target.name].origins.get(case)
    found = Assignment(target.name, case, value, str(origin) if origin is not None else None)
    parsed = _value(model, found)
    written = quantity.dims
    # A percentage and a plain number are one dimension, and a number of percentage points is another.
    if not _same(parsed, model, found):
        hint = ""
        if parsed.unit == NONE and model.unit_text(target.name):
            hint = f": write `{found.label}={value} {model.unit_text(target.name)}`"
        raise WrongAssignment(
            f"`{found.label}` is {describe(written)}, but {value} is {describe(parsed.unit.dims)}{hint}"
        )
    return found


def _value(model: Model, assignment: Assignment) -> ParsedQuantity:
    units = Units()
    units.declared.update(model.declared)
    text = assignment.text
    if text.startswith("="):
        raise WrongAssignment(f"`{assignment.label}`: a number is wanted, not a formula")
    try:
        parsed = units.quantity(text)
        if units.declared != model.declared:  # An unknown word would be a unit of its own in a model.
            parse_quantity(text, model.declared)
        return parsed
    except ValueMistake as error:
        message = error.message
    except QuantityError as error:
        message = error.message
    try:
        parse_quantity(text[:200], model.declared)
    except QuantityError as error:
        message = error.message
    raise WrongAssignment(f"`{assignment.label}={text}`: {message}")


def _same(parsed: ParsedQuantity, model: Model, assignment: Assignment) -> bool:
    """Whether a value has the dimension of the one that it replaces, counting units included."""
    entry = draft(model.text).reader.drafts[assignment.name]
    if assignment.source is not None:
        return agree(parsed.unit.dims, model.quantities[assignment.name].dims)
    scalar = entry.value if assignment.case is None else entry.cases[assignment.case][1]
    assert scalar is not None
    units = Units()
    units.declared.update(model.declared)
    before = units.quantity(scalar.text)
    return parsed.unit.dims == before.unit.dims


def _inputs(model: Model, name: str, case: str | None) -> list[str]:
    quantity = model.quantities[name]
    if case is None:
        return leaves(model, name)
    found: dict[str, None] = {}
    for step in quantity.case_formulas[case].references():
        found.update(dict.fromkeys(leaves(model, step.name)))
    return list(found)


def assign(model: Model, assignments: Sequence[Assignment], files: Files | None) -> Assigned:
    """The model with the assignments in it.  Raises WrongAssignment."""
    given = {(each.name, each.case): each.text for each in assignments if each.source is not None}
    values = [Change(each.name, "value", each.case, each.text) for each in assignments if each.source is None]
    failed: list[Failed] = []
    try:
        text = edit(model.text, values)
        changed = load(model.path, text, files, given=given, failed=failed)
    except NotEditable as error:
        raise WrongAssignment(f"{model.path}: {error}") from None
    except ModelError as error:
        mistake = error.mistakes[0]
        place = f"{model.path}:{mistake.line}:{mistake.column}"
        raise WrongAssignment(f"with that the model does not load: {place}: {mistake.message}") from None
    expected: list[Change] = []
    lost: list[Failed] = []
    for miss in failed:
        new = _expected(changed, miss)
        if new is None:
            lost.append(miss)
        else:
            expected.append(Change(miss.name, "expect", miss.case, new))
    if expected:
        left: list[Failed] = []
        text = edit(text, expected)
        changed = load(model.path, text, files, given=given, failed=left)
        again = {(miss.name, miss.case) for miss in left}
        lost += [miss for miss in failed if (miss.name, miss.case) in again and miss not in lost]
    return Assigned(changed, text, tuple(expected), tuple(failed), tuple(lost))


def changes(assignments: Sequence[Assignment], assigned: Assigned) -> list[Change]:
    """What is written into the model: the values, and what it expects then."""
    values = [Change(each.name, "value", each.case, each.text) for each in assignments if each.source is None]
    return [*values, *assigned.expected]


def _expected(model: Model, miss: Failed) -> str | None:
    """What to expect now, written as before; None when its scenarios have several values."""
    from claimlint.claim.extract import extract
    from claimlint.claim.format import format_like, format_number
    from claimlint.document import read as read_document

    values = {model.value(miss.name, scenario) for scenario in miss.scenarios}
    if len(values) != 1:
        return None
    value = values.pop()
    text = miss.scalar.text.strip()
    claims = extract(read_document("expect.txt", text), model.declared)
    if len(claims) == 1 and claims[0].text == text and claims[0].value is not None:
        return format_like(claims[0], value)
    unit = miss.wanted.unit if miss.wanted.unit != NONE else model.quantities[miss.name].unit
    number = value / unit.factor if unit is not None else value
    decimals = len(str(1 / miss.wanted.step)) - 1 if 0 < miss.wanted.step < 1 else 0
    written = format_number(number, decimals, "," if "," in text else "")
    head = re.match(r"[\d.,]+", text)
    return written + text[head.end() :] if head is not None else None
