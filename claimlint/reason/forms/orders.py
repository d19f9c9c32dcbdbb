"""Orders of magnitude, in digits or words, against the model's range or the quantities stated beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import floor, log10

from claimlint.claim.claims import Claim, Interval
from claimlint.model.model import Model
from claimlint.reason.agree import states, written
from claimlint.reason.context import Context
from claimlint.reason.evidence import levels as levels_of
from claimlint.reason.forms.ratio import divide, is_stated
from claimlint.reason.level import Level
from claimlint.reason.page import Relation
from claimlint.reason.verdict import named_cases

_HALF = Fraction(1, 2)
_MOST_SCENARIOS = 4096


def relations(context: Context, model: Model | None) -> Iterator[tuple[Relation, tuple[str, ...]]]:
    """For each claim of orders of magnitude, what the model or the page's own pair of numbers makes of it.

    With each relation come the canonical quantities that it rests on.
    """
    for claim in context.claims:
        if claim.kind == "orders":
            found = (_canonical(context, model, claim) if model else None) or _stated(context, claim)
            if found is not None:
                yield found


def _canonical(context: Context, model: Model, claim: Claim) -> tuple[Relation, tuple[str, ...]] | None:
    levels = levels_of(context, claim)
    for level in levels:
        if not level.pins:
            continue
        names = list(dict.fromkeys(q for m in level.mentions for q in m.quantities))
        for name in names:
            if _is_ratio(model, name):
                ratios = _values(model, name, levels)
                return _relation(claim, ratios, f"{name} in the model"), (name,)
        pair = _pair(model, names)
        if pair is not None and level is levels[0]:
            ratios = [
                quotient
                for one in _values(model, pair[0], levels)
                for other in _values(model, pair[1], levels)
                if (quotient := divide(one, other)) is not None
            ]
            if ratios:
                return _relation(claim, ratios, f"{pair[0]} ÷ {pair[1]} in the model"), pair
    drawn = _drawn_ratio(model, claim, levels)
    if drawn is not None:
        return _relation(claim, _values(model, drawn, levels), f"{drawn} in the model"), (drawn,)
    return None


def _drawn_ratio(model: Model, claim: Claim, levels: list[Level]) -> str | None:
    """The one ratio both sides of which a drawing names around a label; None elsewhere."""
    if claim.block.kind != "label":
        return None
    named = {q for level in levels for m in level.mentions for q in m.quantities}
    found = [
        name
        for name in model.quantities
        if _is_ratio(model, name)
        and len(model.direct_inputs(name)) == 2
        and named >= set(model.direct_inputs(name))
    ]
    return found[0] if len(found) == 1 else None


def _is_ratio(model: Model, name: str) -> bool:
    """Whether the quantity is a ratio of which one speaks in orders of magnitude."""
    entry = model.quantities[name]
    if entry.dims or (entry.unit is not None and entry.unit.symbol == "%"):
        return False
    return entry.formula is not None or (entry.quote is not None and entry.quote.orders)


def _pair(model: Model, names: list[str]) -> tuple[str, str] | None:
    """The two quantities of one physical dimension that a sentence sets against each other."""
    found = [name for name in names if model.quantities[name].dims]
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            if model.quantities[one].dims == model.quantities[other].dims:
                return one, other
    return None


def _values(model: Model, name: str, levels: list[Level]) -> list[Interval]:
    """The quantity's values in the scenarios that the text does not exclude."""
    named = named_cases(model, name, levels[:2])
    everything = list(islice(model.scenarios(name), _MOST_SCENARIOS))
    kept = [t for t in everything if all(dict(t).get(q) in cases for q, cases in named.items())] or everything
    return [model.evaluate(name, t, {}) for t in kept]


def _stated(context: Context, claim: Claim) -> tuple[Relation, tuple[str, ...]] | None:
    """Against the one pair of claims of one dimension that stands in the sentence or row."""
    for scope in (context.sentence_claims(claim), context.row_claims(claim)):
        usable = [c for c in scope if c.kind == "quantity"][:12]
        pairs = [
            (one, other)
            for at, one in enumerate(usable)
            for other in usable[at + 1 :]
            if one.unit.dims == other.unit.dims
        ]
        if len(pairs) == 1:
            one, other = pairs[0]
            ratio = divide(written(one), written(other))
            if ratio is not None:
                relation = _relation(claim, [ratio], f"{one.text} against {other.text}")
                # Two numbers of a sentence may both be compared with a third thing.
                if relation.holds or is_stated(one, other) or _is_between(claim):
                    return relation._replace(inputs=(one, other)), ()
    return None


def _is_between(claim: Claim) -> bool:
    """Whether the words behind say that the two numbers before are what is compared: `… apart`."""
    return claim.block.text[claim.end : claim.end + 24].lstrip().startswith(("apart", "between the two"))


def _relation(claim: Claim, ratios: list[Interval], source: str) -> Relation:
    spans = [span for ratio in ratios if (span := _orders(ratio)) is not None]
    if not spans:
        return Relation("orders", claim, (), Interval(None, None), "", True, False)
    low, high = min(s[0] for s in spans), max(s[1] for s in spans)
    working = (
        f"{source} is {_text(low)}" + (f" to {_text(high)}" if _text(low) != _text(high) else "") + " orders"
    )
    return Relation("orders", claim, (), Interval(low, high), working, _holds(claim, spans, low, high), True)


def _orders(ratio: Interval) -> tuple[Fraction, Fraction] | None:
    """The orders of magnitude between the two sides of a ratio, whichever is the larger."""
    if ratio.low is None or ratio.high is None or ratio.low <= 0:
        return None
    one, other = abs(_log(ratio.low)), abs(_log(ratio.high))
    return min(one, other), max(one, other)


def _log(value: Fraction) -> Fraction:
    return Fraction(round((log10(value.numerator) - log10(value.denominator)) * 10**6), 10**6)


def _holds(claim: Claim, spans: list[tuple[Fraction, Fraction]], low: Fraction, high: Fraction) -> bool:
    """Whether the orders claimed are, as nearest orders, those of the ratio.

    A range must hold every scenario and reach within one order of both extremes; a single number
    must be near one scenario; `more than` and `less than` must be true of one.
    """
    how = states(claim)
    if how == "range":
        assert claim.low is not None
        assert claim.high is not None
        inside = claim.low - _HALF <= low and high <= claim.high + _HALF
        return inside and abs(low - claim.low) <= 1 and abs(high - claim.high) <= 1
    assert claim.value is not None
    slack = Fraction(1, 10)
    if how == "floor":
        return high >= claim.value - slack
    if how == "ceiling":
        return low <= claim.value + slack
    return any(one <= claim.value + _HALF and other >= claim.value - _HALF for one, other in spans)


def _text(orders: Fraction) -> str:
    return f"{floor(orders * 100 + _HALF) / 100:g}"
