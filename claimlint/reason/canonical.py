"""Readings of a page's claims against the canonical model."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.model.model import Model
from claimlint.reason.agree import agrees, written
from claimlint.reason.context import Context
from claimlint.reason.evidence import levels as levels_of
from claimlint.reason.level import Level
from claimlint.reason.markers import Marker
from claimlint.reason.names import CaseMention, Mention
from claimlint.reason.page import Fault, Reading
from claimlint.reason.stance import hypothetical, is_given, reservation
from claimlint.reason.ticks import axis_ticks
from claimlint.reason.ties import Tie, candidates, fitting
from claimlint.reason.verdict import Verdict, judge, which_input


class _Roles:
    """What the outputs beside it say of each input claim."""

    def __init__(self) -> None:
        self.confirmed: dict[Claim, str] = {}
        self.what_if: dict[Claim, str] = {}
        self.rejected: dict[Claim, tuple[str, Claim]] = {}

    def take(self, claim: Claim, verdicts: list[Verdict]) -> None:
        """Note what verdicts that are right about `claim` say of the inputs stated beside it."""
        for verdict in verdicts:
            for name, stated in verdict.confirmed:
                self.confirmed.setdefault(stated, name)
            for name, stated in verdict.what_if:
                self.what_if.setdefault(stated, name)
        if all(v.rejected for v in verdicts):
            for name, stated in verdicts[0].rejected:
                if is_given(stated):
                    self.rejected.setdefault(stated, (name, claim))


def read_claims(model: Model, context: Context, marked: list[Marker]) -> dict[Claim, Reading]:
    """A reading for every claim of the page."""
    ticks = axis_ticks(context.claims)
    marker_of = {m.claim: m for m in marked if m.claim is not None and m.quantity in model.quantities}
    roles = _Roles()
    readings: dict[Claim, Reading] = {}
    for claim in context.claims:
        if claim in ticks:
            readings[claim] = Reading(claim, "unchecked", evidence="a tick of an axis")
        elif context.left_alone(claim):
            readings[claim] = Reading(claim, "unchecked", evidence="quoted, struck or history")
        else:
            readings[claim] = _read(model, context, claim, marker_of.get(claim), roles)
    for claim in context.claims:
        readings[claim] = _with_role(model, readings[claim], roles)
    return readings


def _read(model: Model, context: Context, claim: Claim, marker: Marker | None, roles: _Roles) -> Reading:
    levels = levels_of(context, claim)
    if marker is not None:
        levels = [_marker_level(marker), *levels]
        tie: Tie | None = Tie(claim, (marker.quantity,), "the marker beside it", True)
    else:
        tie = candidates(model, claim, levels) or _by_input(model, context, claim, levels)
    if tie is None:
        return Reading(
            claim, "unchecked", evidence="nothing near it names a canonical quantity of its dimension"
        )
    paired = context.paired(claim)
    verdicts = [judge(model, claim, name, levels, paired) for name in tie.quantities]
    right = [v for v in verdicts if v.right]
    doubt = None if marker is not None else _doubt(context, claim, tie)
    if right:
        roles.take(claim, right)
        names = tuple(v.quantity for v in right)
        whether = any(v.what_if for v in right)
        return Reading(claim, "canonical", names, tie.evidence, tie.pinned and doubt is None, whether)
    nearest = min(verdicts, key=lambda v: _distance(claim, v))
    if doubt is not None or not tie.pinned or not nearest.expected:
        return Reading(claim, "unchecked", tie.quantities, doubt or f"only {tie.evidence}")
    stated = next((e for e in nearest.expected if e.stated), nearest.expected[0])
    if not stated.stated and marker is None and _is_what_if(model, context, claim, nearest.quantity):
        return Reading(claim, "unchecked", tie.quantities, "a what-if")
    best = min(nearest.expected, key=lambda e: _gap(claim, e.value.low, e.value.high))
    kind = "case" if nearest.elsewhere else "value"
    fault = Fault(kind, nearest.quantity, best.scenario, best.value, best.stated, nearest.elsewhere)
    return Reading(claim, "canonical", (nearest.quantity,), tie.evidence, True, fault=fault)


def _is_what_if(model: Model, context: Context, claim: Claim, name: str) -> bool:
    """Whether the sentence only supposes the claim: an input that it varies, or a result whose inputs it hides."""
    own = context.segment(claim)
    if not model.quantities[name].formulas():
        return hypothetical(context.sentence(claim))
    return hypothetical(claim.block.text[own.start : own.end]) and not own.cases


def _with_role(model: Model, reading: Reading, roles: _Roles) -> Reading:
    """The reading of a claim that is an input of another: the output beside it has the say."""
    claim = reading.claim
    if claim in roles.what_if and claim not in roles.rejected:
        name = roles.what_if[claim]
        return Reading(
            claim, "canonical", (name,), "an input from which the result beside it follows", True, True
        )
    if claim in roles.confirmed and reading.fault is None:
        if reading.state == "canonical":
            return reading
        name = roles.confirmed[claim]
        return Reading(claim, "canonical", (name,), "an input of the result beside it", True)
    if claim in roles.rejected and reading.fault is None and reading.state != "canonical":
        name, result = roles.rejected[claim]
        scenarios = model.scenarios(name)
        values = [(t, model.evaluate(name, t, {})) for t in scenarios]
        scenario, value = min(values, key=lambda pair: _gap(claim, pair[1].low, pair[1].high))
        fault = Fault("input", name, scenario, value, result=result)
        return Reading(claim, "canonical", (name,), "an input of the result beside it", True, fault=fault)
    return reading


def _doubt(context: Context, claim: Claim, tie: Tie) -> str | None:
    """Why a tie by words may be wrong; None when nothing speaks against it."""
    segment = context.segment(claim)
    lexicon = context.lexicon
    assert lexicon is not None
    own = frozenset(word for name in tie.quantities for word in lexicon.words_of(name))
    return reservation(claim, segment, own, lexicon.vocabulary)


def _by_input(model: Model, context: Context, claim: Claim, levels: list[Level]) -> Tie | None:
    """A tie by an input stated beside the claim, to what the section speaks of and that has this input."""
    spoken = context.spoken_of(claim.block.section)
    able = [name for name, fit in fitting(model, claim).items() if fit == 2 and name in spoken]
    for level in levels if able else ():
        found = []
        for name in able:
            direct = model.direct_inputs(name)
            for other in level.inputs:
                i = which_input(model, other, name, direct, [level])
                if i is not None and any(
                    agrees(other, [model.evaluate(i, t, {})]) for t in model.scenarios(i)
                ):
                    found.append(name)
                    break
        if found:
            return Tie(claim, tuple(found), "an input of it stands beside the claim", level.pins)
    return None


def _marker_level(marker: Marker) -> Level:
    cases = () if marker.case is None else (CaseMention(marker.quantity, marker.case, 0, 0),)
    return Level("the marker beside it", (Mention((marker.quantity,), 0, 0, -1),), cases, (), True)


def _distance(claim: Claim, verdict: Verdict) -> float:
    return min((_gap(claim, e.value.low, e.value.high) for e in verdict.expected), default=float("inf"))


def _gap(claim: Claim, low: object, high: object) -> float:
    """How far the claim is from a value, as the logarithm of their ratio; to choose among wrong readings."""
    from math import inf, log

    own = written(claim)
    mine = own.low if own.low is not None else own.high
    theirs = low if low is not None else high
    if mine is None or theirs is None:
        return inf
    one, other = float(mine), float(theirs)  # type: ignore[arg-type]
    if one <= 0 or other <= 0:
        return abs(one - other)
    return abs(log(one / other))
