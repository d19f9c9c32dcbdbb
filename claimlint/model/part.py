"""One VALUE of a quantity, and the scale that percentage points put on it."""

from __future__ import annotations

from fractions import Fraction

from claimlint.claim.quantity import ParsedQuantity
from claimlint.claim.units import Dims, Unit
from claimlint.model.formula import Formula, Number, Operation
from claimlint.model.nodes import Scalar
from claimlint.records import NamedTuple

_PP: Dims = (("pp", 1),)


class Part(NamedTuple):
    """One VALUE: the value of a quantity or of one of its cases."""

    scalar: Scalar
    fixed: ParsedQuantity | None
    formula: Formula | None


def base_value(fixed: ParsedQuantity, unit: Unit | None) -> Fraction:
    """A written value in base units, for a quantity that is quoted in `unit`."""
    value = fixed.value * fixed.unit.factor
    return value * 100 if unit is not None and rescaled(fixed.unit.dims, unit) else value


def rescaled(dims: Dims, unit: Unit) -> bool:
    """Whether a fraction is quoted in percentage points, of which it holds a hundred."""
    return not dims and unit.dims == _PP


def times_hundred(part: Part) -> Part:
    """The part with its formula times a hundred."""
    if part.formula is None:
        return part
    at = len(part.formula.text)
    steps = (*part.formula.steps, Number(Fraction(100), at), Operation("*", 2, at))
    return part._replace(formula=part.formula._replace(steps=steps))
