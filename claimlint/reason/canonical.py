"""Readings of a page's claims against the canonical model."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.units import is_currency
from claimlint.model.model import Model
from claimlint.reason.agree import agrees, written
from claimlint.reason.context import Context
from claimlint.reason.evidence import levels as levels_of
from claimlint.reason.level import Level
from claimlint.reason.markers import Marker
from claimlint.reason.names import CaseMention, Mention
from claimlint.reason.page import Fault, Reading
from claimlint.reason.roles import Roles
from claimlint.reason.rough import rough
from claimlint.reason.stance import DENIED, PAST, hypothetical, is_passage, reservation
from claimlint.reason.ticks import axis_ticks
from claimlint.reason.ties import Tie, by_case, candidates, fitting
from claimlint.reason.verdict import Verdict, judge, which_input


def read_claims(model: Model, context: Context, marked: list[Marker]) -> dict[Claim, Reading]:
    """A reading for every claim of the page."""
    return _Reader(model, context, marked).readings()


class _Reader:
    """Reads the claims of one page: first what each is about, then whether it is right."""

    def __init__(self, model: Model, context: Context, marked: list[Marker]) -> None:
        self.model = model
        self.context = context
        self.markers = {m.claim: m for m in marked if m.claim is not None and m.quantity in model.quantities}
        self.roles = Roles()
        self.levels: dict[Claim, list[Level]] = {}
        self.ties: dict[Claim, Tie | None] = {}

    def readings(self) -> dict[Claim, Reading]:
        found: dict[Claim, Reading] = {}
        ticks = axis_ticks(self.context.claims)
        open_claims = []
        for claim in self.context.claims:
            if claim in ticks:
                found[claim] = Reading(claim, "unchecked", evidence="a tick of an axis")
            elif self.context.left_alone(claim):
                found[claim] = Reading(claim, "unchecked", evidence="quoted, struck or history")
            else:
                open_claims.append(claim)
                self._tie(claim)
        for claim in open_claims:
            found[claim] = self._read(claim)
        return {claim: self.roles.settle(self.model, found[claim]) for claim in self.context.claims}

    def _tie(self, claim: Claim) -> None:
        """Note what the claim is about by the words around it."""
        if not fitting(self.model, claim):
            # Whatever stands around it, it can be about nothing.
            self.levels[claim], self.ties[claim] = [], None
            return
        levels = levels_of(self.context, claim)
        marker = self.markers.get(claim)
        if marker is not None:
            levels = [_marker_level(marker), *levels]
        self.levels[claim] = levels
        named = candidates(self.model, claim, levels)
        if named is None:
            named = by_case(self.model, claim, levels, lambda: self.context.spoken_of(claim.block.section))
        self.ties[claim] = named

    def _read(self, claim: Claim) -> Reading:
        levels = self.levels[claim]
        tie = self.ties[claim] or self._by_input(claim)
        if tie is None:
            reason = "nothing near it names a canonical quantity of its dimension"
            return Reading(claim, "unchecked", evidence=reason)
        paired = self.context.paired(claim)
        verdicts = [judge(self.model, claim, name, levels, paired, self.ties) for name in tie.quantities]
        right = [v for v in verdicts if v.right]
        marked = claim in self.markers
        doubt = None if marked else self._doubt(claim, tie, bool(right))
        if right:
            self.roles.take(claim, right)
            # A number that agrees is about the quantity, unless the words set it apart all the same.
            pinned = tie.pinned and doubt not in (DENIED, PAST)
            names = tuple(v.quantity for v in right)
            return Reading(claim, "canonical", names, tie.evidence, pinned, any(v.what_if for v in right))
        nearest = min(verdicts, key=lambda v: _distance(claim, v))
        reason = doubt or ("" if tie.pinned else f"only {tie.evidence}") or self._excuse(claim, nearest)
        if reason or not nearest.expected:
            return Reading(claim, "unchecked", tie.quantities, reason)
        best = min(nearest.expected, key=lambda e: _gap(claim, e.value))
        kind = "case" if nearest.elsewhere else "value"
        fault = Fault(
            kind,
            nearest.quantity,
            best.scenario,
            best.value,
            best.stated,
            nearest.elsewhere,
            allowed=tuple((v.quantity, e.scenario, e.value) for v in verdicts for e in v.allowed),
            named=nearest.named,
        )
        return Reading(claim, "canonical", (nearest.quantity,), tie.evidence, True, fault=fault)

    def _doubt(self, claim: Claim, tie: Tie, agrees: bool) -> str | None:
        """Why a tie by words may be wrong; None when nothing speaks against it.

        Of a number that agrees only what speaks against that is looked for.
        """
        lexicon = self.context.lexicon
        assert lexicon is not None
        own = frozenset(word for name in tie.quantities for word in lexicon.words_of(name))
        return reservation(claim, self.context.segment(claim), own, lexicon.vocabulary, agrees)

    def _excuse(self, claim: Claim, verdict: Verdict) -> str:
        """Why a claim that is not the model's may be right all the same; empty when it is not."""
        name = verdict.quantity
        if verdict.elsewhere and is_passage(claim):
            return "one end of a passage from case to case"
        priced = any(is_currency(base) for base, _ in claim.unit.dims)
        if priced and fitting(self.model, claim).get(name) == 1 and self._per_thousands(claim, verdict):
            return "it agrees per thousand or per million"
        if claim in self.markers or verdict.confirmed or any(e.stated for e in verdict.expected):
            return ""
        own = self.context.segment(claim)
        if self.model.quantities[name].formulas():
            supposed = hypothetical(claim.block.text[own.start : own.end]) and not own.cases
        else:
            supposed = hypothetical(self.context.sentence(claim))
        return "a what-if" if supposed else ""

    def _per_thousands(self, claim: Claim, verdict: Verdict) -> bool:
        """Whether the claim agrees when it is per thousand, million or billion of what is counted."""
        return any(
            agrees(claim, [Interval(e.value.low * scale, e.value.high * scale)])
            for e in verdict.expected
            if e.value.low is not None and e.value.high is not None
            for scale in (10**3, 10**6, 10**9)
        )

    def _by_input(self, claim: Claim) -> Tie | None:
        """A tie by an input stated beside the claim, to what the section speaks of and has this input."""
        able = [name for name, fit in fitting(self.model, claim).items() if fit == 2]
        for level in self.levels[claim] if able else ():
            found = [name for name in able if self._has_input(name, level)]
            if found:
                # What a section speaks of takes long to find out, and few claims come this far.
                spoken = self.context.spoken_of(claim.block.section)
                found = [name for name in found if name in spoken]
            if found:
                return Tie(claim, tuple(found), "an input of it stands beside the claim", level.pins)
        return None

    def _has_input(self, name: str, level: Level) -> bool:
        direct = self.model.direct_inputs(name)
        for other in level.inputs:
            i = which_input(self.model, other, name, direct, self.ties)
            if i is not None and any(
                agrees(other, [self.model.evaluate(i, t, {})]) for t in self.model.scenarios(i)
            ):
                return True
        return False


def _marker_level(marker: Marker) -> Level:
    cases = () if marker.case is None else (CaseMention(marker.quantity, marker.case, 0, 0),)
    return Level("the marker beside it", (Mention((marker.quantity,), 0, 0, -1),), cases, (), True, near=True)


def _distance(claim: Claim, verdict: Verdict) -> float:
    return min((_gap(claim, e.value) for e in verdict.expected), default=inf)


def _gap(claim: Claim, value: Interval) -> float:
    """How far the claim is from a value, as the logarithm of their ratio; to choose among wrong readings."""
    own = written(claim)
    mine = own.low if own.low is not None else own.high
    theirs = value.low if value.low is not None else value.high
    if mine is None or theirs is None:
        return inf
    if mine <= 0 or theirs <= 0:
        return rough(abs(mine - theirs))
    return abs(_log(mine) - _log(theirs))


def _log(value: Fraction) -> float:
    return log(value.numerator) - log(value.denominator)
