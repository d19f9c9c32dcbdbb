"""Which of a multiple and its two inputs is wrong, where the model has their ratio."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from claimlint.checks._fixes import one_value
from claimlint.claim.claims import Claim, Interval
from claimlint.findings import Fix
from claimlint.model.model import Model
from claimlint.reason.agree import agrees, inverse, widen
from claimlint.reason.faults import Failure
from claimlint.reason.page import Page

_MOST_SCENARIOS = 256
_MOST_ROUNDINGS = 100
_ROUNDED = Fraction(1, 100)


def mended(page: Page, failure: Failure) -> Fix | None:
    """The one number changed with which a multiple and its inputs are a ratio of the model.

    Two of the three must be the model's in the same scenario; the third is what is wrong.  None where
    that can be said of several of them, or with several values.
    """
    relation = failure.relation
    if page.model is None or relation.form != "ratio" or len(relation.inputs) != 2:
        return None
    one, other = relation.inputs
    multiple = relation.result
    wrong: dict[tuple[Claim, Interval], None] = {}
    for top, bottom, ratio in _ratios(page.model, one):
        for first, second in ((one, other), (other, one)):
            pairs = (first, top), (second, bottom), (multiple, ratio)
            bad = [pair for pair in pairs if not _is(*pair)]
            if not bad:
                return None
            if len(bad) == 1:
                wrong[bad[0]] = None
    if len(wrong) != 1:
        return None
    ((claim, value),) = wrong
    if claim is multiple:
        # Both the model's ratio and that of the inputs as they are written are right: only a slip is plain.
        return one_value(page, claim, _roundings(relation.expected, value), slips_only=True)
    return one_value(page, claim, [value])


def _ratios(model: Model, one: Claim) -> Iterator[tuple[Interval, Interval, Interval]]:
    """The ratios that the model has of two quantities of the claim's dimension, with their inputs."""
    for name, quantity in model.quantities.items():
        direct = model.direct_inputs(name)
        if (
            quantity.dims
            or len(direct) != 2
            or any(model.quantities[d].dims != one.unit.dims for d in direct)
        ):
            continue
        for scenario in model.scenarios(name)[:_MOST_SCENARIOS]:
            inputs = model.referenced(name, scenario).values()
            if len(inputs) == 2:
                top, bottom = (Interval(value, value) for value in inputs)
                yield top, bottom, model.evaluate(name, scenario, {})


def _roundings(stated: Interval, value: Interval) -> list[Interval]:
    """The whole multiples that follow from rounded inputs, and the model's own."""
    if stated.low is None or stated.high is None or stated.high - stated.low > _MOST_ROUNDINGS:
        return []
    whole = range(ceil(stated.low), floor(stated.high) + 1)
    return [value, *(Interval(Fraction(each), Fraction(each)) for each in whole)]


def _is(claim: Claim, value: Interval) -> bool:
    """Whether a claim states a value; a multiple may be of rounded inputs, or inverted."""
    if claim.kind != "multiple":
        return agrees(claim, [value])
    value = widen(value, _ROUNDED)
    turned = inverse(value)
    return agrees(claim, [value]) or (turned is not None and agrees(claim, [turned]))
