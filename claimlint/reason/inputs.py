"""The two canonical quantities that a multiple is the ratio of, for a message that offers them."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_value, significant
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
            inputs = model.referenced(name, scenario)
            if len(inputs) == 2:
                top, bottom = sorted(inputs.items(), key=lambda pair: -pair[1])
                if bottom[1] > 0 and agrees(claim, [_around(top[1] / bottom[1])]):
                    return _as_written(model, claim, top, bottom)
    return None


def _around(value: Fraction) -> Interval:
    """A ratio with the slack of inputs that are rounded to two or three digits."""
    return Interval(value * Fraction(99, 100), value * Fraction(101, 100))


def _as_written(model: Model, claim: Claim, top: tuple[str, Fraction], bottom: tuple[str, Fraction]) -> str:
    """Both inputs with as few digits as give the multiple when one is divided by the other."""
    for digits in ((2, 2), (2, 3), (3, 2), (3, 3)):
        one, other = _rounded(top[1], digits[0]), _rounded(bottom[1], digits[1])
        if claim.value is not None and abs(one / other - claim.value) * 2 <= claim.step:
            break
    return f"{_quoted(model, top[0], one, digits[0])} ÷ {_quoted(model, bottom[0], other, digits[1])}"


def _rounded(value: Fraction, digits: int) -> Fraction:
    return round(value, significant(value, digits))


def _quoted(model: Model, name: str, value: Fraction, digits: int) -> str:
    unit = model.quantities[name].unit
    return format_value(value, unit, digits, model.quantities[name].dims)
