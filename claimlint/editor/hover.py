"""Hover: what a number is, where it comes from, and what is owed by whoever quotes it."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.checks._wording import bounded, like, section_of
from claimlint.checks.caveat_stands import scope_of, scope_text
from claimlint.editor.markup import code, escaped, shortened
from claimlint.editor.subjects import Subject, scenarios_of
from claimlint.model.caveats import CaveatTimeout, stands
from claimlint.model.model import Model, Scenario
from claimlint.model.show import show
from claimlint.reason.page import Page
from claimlint.records import NamedTuple

MOST_CASES = 8
"""The cases that are listed of one quantity."""
_MOST_QUANTITIES = 4


class Line(NamedTuple):
    """A line of the pop-up: a label, empty in a title; a name or formula; and text."""

    label: str
    text: str
    name: str = ""


def story(page: Page, subject: Subject, is_broken: bool = False) -> list[Line]:
    """What is to be said of a subject, most important first; `is_broken`: its model does not load."""
    lines = list(_claim(page, subject)) if subject.claim is not None else []
    if page.model is None:
        return [*lines, Line("", "The canonical model does not load.")] if is_broken else lines
    for name in subject.quantities[:_MOST_QUANTITIES]:
        lines.extend(_quantity(page, page.model, subject, name))
    if len(subject.quantities) > _MOST_QUANTITIES:
        lines.append(Line("", f"and {len(subject.quantities) - _MOST_QUANTITIES} further quantities"))
    if subject.claim is None and not subject.quantities:
        lines.append(Line("", "This marker names nothing in the canonical model."))
    return lines


def to_markdown(lines: list[Line]) -> str:
    """The lines as Markdown."""
    parts = []
    for line in lines:
        text = escaped(line.text)
        if line.label:
            name = f"{code(line.name)} " if line.name else ""
            parts.append(f"- *{line.label}:* {name}{text}".rstrip())
        else:
            name = f"**{code(line.name)}** " if line.name else ""
            parts.append(f"\n{name}{text}".rstrip() + "\n")
    return "\n".join(parts).strip()


def to_text(lines: list[Line]) -> str:
    """The lines as plain text."""
    return "\n".join(
        shortened(f"{line.label}: " * bool(line.label) + f"{line.name} {line.text}") for line in lines
    )


def _claim(page: Page, subject: Subject) -> Iterator[Line]:
    claim = subject.claim
    assert claim is not None
    reading = page.readings[claim]
    model = page.model
    if reading.state == "unchecked":
        yield Line("", "is not checked", claim.text)
        yield Line("why", reading.evidence)
    elif reading.state == "recomputed":
        failure = next((each for each in page.failures if each.claim is claim), None)
        yield Line(
            "", "is recomputed from the page" + (": it does not follow" if failure else ""), claim.text
        )
        yield Line("arithmetic", reading.evidence)
    else:
        fault = reading.fault
        what = "agrees with the canonical model"
        if fault is not None:
            what = "contradicts the canonical model"
        elif reading.what_if:
            what = "follows from the inputs stated beside it, which are not the canonical ones"
        yield Line("", what, claim.text)
        if fault is not None and model is not None:
            unit = model.quantities[fault.quantity].unit
            yield Line("expected", bounded(model, fault.quantity, like(claim, fault.expected, unit)))
        if reading.evidence:
            yield Line("tied by", reading.evidence)
    if reading.state != "recomputed":
        for relation in page.relations:
            if relation.result is claim and relation.working:
                yield Line("arithmetic", relation.working)
                break


def _quantity(page: Page, model: Model, subject: Subject, name: str) -> Iterator[Line]:
    entry = model.quantities[name]
    chosen = scenarios_of(page, subject, name)
    listed = chosen or model.scenarios(name)
    if len(listed) == 1:
        yield Line("", "= " + _value(model, name, listed[0]), model.label(name, listed[0]))
    else:
        yield Line("", "", name)
        what = "agrees with" if chosen and subject.claim is not None else "case"
        for scenario in listed[:MOST_CASES]:
            yield Line(what, _value(model, name, scenario), model.label(name, scenario))
        if len(listed) > MOST_CASES:
            yield Line(what, f"and {len(listed) - MOST_CASES} more")
    yield from _formula(model, name, listed)
    if entry.status is not None:
        assumed = [each for each in model.assumed_by(name) if each != name]
        yield Line("status", entry.status + (f", rests on assumed {', '.join(assumed)}" if assumed else ""))
    if entry.source:
        yield Line("source", entry.source)
    if entry.quote is not None:
        digits = entry.quote.digits
        yield Line(
            "quote as", "orders of magnitude" if entry.quote.orders else f"{digits} significant digits"
        )
    for caveat_id in model.owed(name):
        yield Line("owes the caveat", _caveat(page, subject, caveat_id), caveat_id)
    yield Line("defined in", section_of(model, name))


def _value(model: Model, name: str, scenario: Scenario) -> str:
    entry = model.quantities[name]
    return bounded(model, name, show(model.value(name, scenario), entry.unit, entry.dims))


def _formula(model: Model, name: str, listed: tuple[Scenario, ...]) -> Iterator[Line]:
    formulas = dict.fromkeys(model.formula_text(name, scenario) for scenario in listed[:MOST_CASES])
    for text in filter(None, formulas):
        yield Line("formula", "", f"= {text.strip()}")
    if len(listed) == 1 and any(formulas):
        for used in model.direct_inputs(name):
            own = tuple(pair for pair in listed[0] if pair[0] in model.cased(used))
            if len(own) == len(model.cased(used)):
                yield Line("with", f"= {_value(model, used, own)}", model.label(used, own))


def _caveat(page: Page, subject: Subject, caveat_id: str) -> str:
    """The sentence that is owed, and whether it stands where it must."""
    model = page.model
    assert model is not None
    caveat = model.caveats[caveat_id]
    said = f"“{caveat.text}”"
    if subject.claim is None:
        return f"{said} (within the {caveat.within})"
    if page.is_model:
        return f"{said} (it is defined here)"
    scope = scope_of(page, subject.claim.block, caveat.within)
    try:
        here = stands(caveat, scope_text(page, scope), folded=True)
    except CaveatTimeout as error:
        return f"{said} (cannot be told: {error})"
    where = f"in the {caveat.within}"
    return f"{said} ({'stands' if here else 'does not stand'} {where})"
