"""The two canonical quantities that a multiple is the ratio of, for a message that offers them."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_value
from claimlint.model.model import Model
from claimlint.reason.agree import agrees
from claimlint.reason.page import Page


def suggested_inputs(page: Page, claim: Claim) -> str | None:
    """`17.9 ms ÷ 82 µs` for a multiple that a canonical ratio has in some scenario, else None."""
    model = page.model
    if model is None:
        return None
    names = page.readings[claim].quantities or tuple(n for n, q in model.quantities.items() if not q.dims)
    for name in names:
        direct = model.direct_inputs(name)
        if len(direct) != 2 or model.quantities[direct[0]].dims != model.quantities[direct[1]].dims:
            continue
        for scenario in model.scenarios(name)[:256]:
            top, bottom = (model.value(each, scenario) for each in direct)
            if top < bottom:
                top, bottom = bottom, top
                direct = direct[::-1]
            if bottom and agrees(claim, [_around(top / bottom)]):
                return f"{_quoted(model, direct[0], top)} ÷ {_quoted(model, direct[1], bottom)}"
    return None


def _around(value: Fraction) -> Interval:
    """A ratio with the slack of inputs that are rounded to two or three digits."""
    return Interval(value * Fraction(99, 100), value * Fraction(101, 100))


def _quoted(model: Model, name: str, value: Fraction) -> str:
    unit = model.quantities[name].unit
    return format_value(value, unit, 3) if unit is not None else str(float(value))
