"""Who quotes a quantity: every claim that was tied to it, with its case and whether it still holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from claimlint.checks import canonical_drift, orders_of_magnitude
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim, Interval
from claimlint.life.names import Target
from claimlint.model.model import Model, Scenario
from claimlint.model.show import show
from claimlint.pipeline import place
from claimlint.reason.agree import agrees, ends, inverse, meets, widen
from claimlint.reason.page import Page
from claimlint.records import NamedTuple

AGREES, DRIFTED, WHAT_IF = "agrees", "drifted", "what-if"


class Definition(NamedTuple):
    """Where a quantity is defined; `values` are its label and value in each of the scenarios asked for."""

    path: str
    line: int
    column: int
    section: str | None
    name: str
    formula: str
    values: tuple[tuple[str, str], ...]


class Quote(NamedTuple):
    """A claim that quotes a quantity; lines and columns as in Finding.

    `labels` are the values that it may be: the quantity with its case, or the quantity alone for what
    is said of all cases.  `state` is agrees, drifted, or what-if for a number that follows from other
    inputs stated beside it; `expected` is the right value where it drifted.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    claim: str
    name: str
    labels: tuple[str, ...]
    state: str
    expected: str | None
    location: str | None


def definition(model: Model, target: Target) -> Definition:
    """Where the target is defined, and what it is."""
    quantity = model.quantities[target.name]
    values = tuple(
        (
            model.label(target.name, scenario),
            show(model.value(target.name, scenario), quantity.unit, quantity.dims),
        )
        for scenario in target.scenarios
    )
    formula = model.formula_text(target.name, target.scenarios[0])
    return Definition(
        model.path, quantity.line, quantity.column, quantity.section, target.name, formula, values
    )


def quotes(page: Page, targets: Sequence[Target]) -> Iterator[Quote]:
    """The claims of a page that quote any of the targets, in the order of the page."""
    model, source = page.model, page.document
    assert model is not None
    wanted = {target.name: target for target in targets}
    flaws: dict[Claim, Flaw] = {}
    for each in chain(canonical_drift.check(page, {}), orders_of_magnitude.check(page, {})):
        if isinstance(each.place, Claim):
            flaws.setdefault(each.place, each)
    for claim in page.claims:
        reading = page.readings[claim]
        if reading.state != "canonical":
            continue
        for name in reading.quantities:
            target = wanted.get(name)
            if target is None:
                continue
            flaw = flaws.get(claim)
            if flaw is not None and reading.fault is not None:
                scenarios: tuple[Scenario, ...] = (reading.fault.scenario,)
            else:
                scenarios = agreeing(model, claim, name)
            if target.case is not None and not any(each in target.scenarios for each in scenarios):
                continue
            state = DRIFTED if flaw is not None else AGREES
            if flaw is None and (reading.what_if or reading.fault is not None):
                state = WHAT_IF
            everything = not scenarios or len(scenarios) == len(model.scenarios(name))
            yield Quote(
                source.path,
                *place(source, claim.block, claim.start, claim.end),
                " ".join(claim.text.split()),
                name,
                (name,) if everything else tuple(model.label(name, each) for each in scenarios),
                state,
                flaw.expected if flaw is not None else None,
                source.location(claim.block),
            )


def agreeing(model: Model, claim: Claim, name: str) -> tuple[Scenario, ...]:
    """The scenarios in which the quantity has the claim's value."""
    quantity = model.quantities[name]
    everything = model.scenarios(name)
    if claim.kind == "orders" or len(everything) == 1:
        return everything
    found = []
    for scenario in everything:
        value = model.value(name, scenario)
        interval = widen(Interval(value, value), quantity.tolerance)
        turned = inverse(interval) if claim.kind == "multiple" else None
        if claim.low is not None and claim.high is not None:
            low, high = ends(claim)
            if meets(Interval(low.low, high.high), interval):
                found.append(scenario)
        elif agrees(claim, [interval], quantity.bound) or (
            turned is not None and agrees(claim, [turned], quantity.bound)
        ):
            found.append(scenario)
    return tuple(found)
