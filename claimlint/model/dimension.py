"""The dimension of a formula, by the algebra of its inputs' dimensions.

Physical dimensions must fit exactly.  Counting units (tokens, lanes) are kept through products and
quotients; a sum takes two of one kind, or one and a bare number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from claimlint.claim.units import Dims, counting, physical
from claimlint.model.arithmetic import EvaluationError, apply
from claimlint.model.formula import Formula, Number, Reference

_VERBS = {"+": "adds", "-": "subtracts", "min": "compares", "max": "compares"}


class DimensionError(Exception):
    """Operands whose dimensions do not fit; `at` is the offset of the operator."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


_Term = tuple[Dims, Fraction | None]
"""A dimension, and the number where it is a constant of the formula."""


def dimension(formula: Formula, lookup: Callable[[Reference], Dims]) -> Dims:
    """The dimension of a formula's base value.  Raises DimensionError."""
    stack: list[_Term] = []
    for step in formula.steps:
        if isinstance(step, Number):
            stack.append(((), step.value))
        elif isinstance(step, Reference):
            stack.append((lookup(step), None))
        else:
            arguments = stack[-step.arity :]
            del stack[-step.arity :]
            stack.append((_result(step.symbol, arguments, step.at), _constant(step.symbol, arguments)))
    return stack[0][0]


def times(a: Dims, b: Dims, power: int = 1) -> Dims:
    """The dimension of a · b to the given power."""
    powers = dict(a)
    for base, exponent in b:
        powers[base] = powers.get(base, 0) + exponent * power
    return tuple(sorted((base, exponent) for base, exponent in powers.items() if exponent))


def describe(dims: Dims) -> str:
    """A dimension for people: `byte/s`, `token`, `a plain number`."""
    top = [_factor(base, power) for base, power in dims if power > 0]
    bottom = [_factor(base, -power) for base, power in dims if power < 0]
    if not top and not bottom:
        return "a plain number"
    return "·".join(top or ["1"]) + "".join(f"/{each}" for each in bottom)


def _factor(base: str, power: int) -> str:
    return base if power == 1 else f"{base}^{power}"


def agree(a: Dims, b: Dims) -> bool:
    """Whether two quantities may be added: one physical dimension, and no two counting units."""
    return physical(a) == physical(b) and (not counting(a) or not counting(b) or counting(a) == counting(b))


def _constant(symbol: str, arguments: Sequence[_Term]) -> Fraction | None:
    values = [value for _, value in arguments if value is not None]
    if len(values) < len(arguments):
        return None
    try:
        return apply(symbol, values)
    except EvaluationError:
        return None  # reported where the formula is evaluated


def _result(symbol: str, arguments: Sequence[_Term], at: int) -> Dims:
    first = arguments[0][0]
    last, number = arguments[-1]
    if symbol in ("neg", "abs"):
        return first
    if symbol == "*":
        return times(first, last)
    if symbol == "/":
        return times(first, last, -1)
    if symbol in _VERBS:
        return _common(symbol, arguments, at)
    if symbol == "**":
        if physical(last):
            raise DimensionError(at, f"the exponent of `**` is {describe(last)}, not a plain number")
        return _raised(first, number, at)
    if symbol == "sqrt":
        return _raised(first, Fraction(1, 2), at)
    if physical(first):
        what = "the argument of" if symbol in ("exp", "log2", "log10") else "the number rounded by"
        raise DimensionError(
            at, f"{what} `{symbol}` is {describe(first)}, not a plain number: divide it by a quantity first"
        )
    return first if symbol in ("ceil", "floor") else ()


def _common(symbol: str, arguments: Sequence[_Term], at: int) -> Dims:
    """The dimension that all terms share; a constant zero has any."""
    common: Dims | None = None
    for dims, number in arguments:
        if number == 0 and not dims:
            continue
        if common is None:
            common = dims
        elif not agree(common, dims):
            raise DimensionError(at, f"`{symbol}` {_VERBS[symbol]} {describe(common)} and {describe(dims)}")
        elif not counting(common):
            common = dims
    return common or ()


def _raised(dims: Dims, exponent: Fraction | None, at: int) -> Dims:
    if not dims:
        return ()
    if exponent is None:
        if not physical(dims):
            return ()
        raise DimensionError(at, f"the exponent of {describe(dims)} must be a number written in the formula")
    raised = []
    for base, power in dims:
        exact = power * exponent
        if exact.denominator == 1 and abs(exact) < 100:
            raised.append((base, int(exact)))
        elif physical(((base, power),)):
            raise DimensionError(at, f"{describe(dims)} to the power {exponent} is no dimension")
    return tuple(pair for pair in raised if pair[1])
