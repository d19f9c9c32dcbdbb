"""Which values a faulty claim may have, by what stands beside it and is right."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.claims import Claim, Interval
from claimlint.model.model import Scenario
from claimlint.model.quantity import restrict
from claimlint.reason.agree import agrees
from claimlint.reason.evidence.clause import is_compared_with
from claimlint.reason.page import Fault, Page

_MOST_SCENARIOS = 256


def values_left(page: Page, claim: Claim, fault: Fault) -> list[Interval]:
    """The values that the text allows the claim, fewer where what is right beside it tells more.

    A result beside an input tells its case (`11 ms` beside a share of the peak), and so does a case that is
    named earlier in the sentence, when it is the only one; and in a list or a drawing that has a number for
    every case, the others tell which is missing.
    """
    allowed = list(dict.fromkeys(value for _, _, value in fault.allowed))
    if len(allowed) < 2 or page.model is None or len({name for name, _, _ in fault.allowed}) > 1:
        return allowed
    left = [(t, value) for _, t, value in fault.allowed]
    for other in _beside(page, claim):
        shared = _cases_of(page, other, fault)
        if shared is not None:
            cased, cases = shared
            left = [(t, value) for t, value in left if restrict(t, cased) in cases]
    for quantity, case in _named_before(page, claim, page.model.cased(fault.quantity)):
        left = [(t, value) for t, value in left if dict(t).get(quantity, case) == case]
    values = list(dict.fromkeys(value for _, value in left))
    if len(values) == 1:
        return values
    return _missing(page, claim, fault) or values


def _beside(page: Page, claim: Claim) -> Iterator[Claim]:
    """The claims of the clause, of the row, and of the same place in parallel lists."""
    context = page.context
    own = [] if claim.series is not None else context.segment(claim).claims
    for other in dict.fromkeys((*context.paired(claim), *own, *context.row_claims(claim))):
        if other is not claim:
            yield other


def _named_before(page: Page, claim: Claim, cased: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The cases that the sentence names before the claim, of quantities of which it names one alone."""
    own = page.context.segment(claim)
    named = [c for s in page.context.near(claim) if s.sentence == own.sentence for c in s.cases]
    for quantity in cased:
        mine = [mention for mention in named if mention.quantity == quantity]
        if len({mention.case for mention in mine}) != 1 or mine[0].end > claim.start:
            continue
        if not any(is_compared_with(claim.block.text, mention) for mention in mine):
            yield quantity, mine[0].case


def _cases_of(page: Page, other: Claim, fault: Fault) -> tuple[tuple[str, ...], set[Scenario]] | None:
    """The cases that a claim which is right tells of what the fault's quantity depends on."""
    model = page.model
    reading = page.readings.get(other)
    if (
        model is None
        or reading is None
        or reading.state != "canonical"
        or reading.fault is not None
        or not reading.pinned
        or reading.what_if
        or len(reading.quantities) != 1
        or reading.quantities[0] == fault.quantity
    ):
        return None
    name = reading.quantities[0]
    theirs = model.cased(name)
    shared = tuple(each for each in model.cased(fault.quantity) if each in theirs)
    scenarios = model.scenarios(name)
    if not shared or len(scenarios) > _MOST_SCENARIOS:
        return None
    right = {restrict(t, shared) for t in scenarios if agrees(other, [model.evaluate(name, t, {})])}
    return shared, right


def _missing(page: Page, claim: Claim, fault: Fault) -> list[Interval]:
    """The one value that is not stated among claims of one form that state all the others once."""
    model = page.model
    assert model is not None
    scenarios = model.scenarios(fault.quantity)
    values = list(dict.fromkeys(model.evaluate(fault.quantity, t, {}) for t in scenarios[:_MOST_SCENARIOS]))
    for group in _alike(page, claim):
        members = [c for c in group if page.readings[c].quantities == (fault.quantity,)]
        if len(values) < 3 or len(members) != len(values) or claim not in members:
            continue
        left = list(values)
        for member in members:
            if member is claim:
                continue
            own = [value for value in left if agrees(member, [value])]
            if len(own) != 1 or page.readings[member].fault is not None:
                break
            left.remove(own[0])
        else:
            return left
    return []


def _alike(page: Page, claim: Claim) -> Iterator[list[Claim]]:
    """The lists that the claim stands in: of prose, of a drawing's baseline, of a group of labels."""
    context, block = page.context, claim.block
    if claim.series is not None:
        yield [c for c in context.by_block[block.index] if c.series == claim.series]
    if block.kind == "label" and block.figure is not None:
        if block.y is not None:
            line = context.baselines(block.figure).get(round(block.y), [])
            yield [c for b in line for c in context.by_block.get(b.index, ())]
        yield context.figure_claims(claim)
