"""sqrt, exp, log2, log10 and powers of exact numbers, to 60 digits, with bounds that hold.

Python's `decimal` rounds sqrt, exp, ln and log10 correctly (General Decimal Arithmetic, version
1.70); its power is within one unit in the last place.  Bounds are widened by at least that.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, Inexact
from fractions import Fraction
from math import isqrt

from claimlint.model.arithmetic import EvaluationError
from claimlint.model.arithmetic import power as whole_power

DIGITS = 60
_LARGEST_EXP = 2_000


def root(x: Fraction, way: int = 0) -> Fraction:
    """The square root; `way` -1 and 1 give a bound that is never above, never below the true root."""
    if x < 0:
        raise EvaluationError("the square root of a negative number")
    exact = _exact_root(x)
    return _apply("sqrt", x, way) if exact is None else exact


def _exact_root(x: Fraction) -> Fraction | None:
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(top, bottom) if top * top == x.numerator and bottom * bottom == x.denominator else None


def exponential(x: Fraction, way: int = 0) -> Fraction:
    """e to the power of x, for |x| up to 2,000."""
    if abs(x) > _LARGEST_EXP:
        raise EvaluationError(f"exp of a number beyond ±{_LARGEST_EXP:,} is too large")
    return _apply("exp", x, way)


def logarithm(base: int, x: Fraction, way: int = 0) -> Fraction:
    """The logarithm of x > 0 to base 2 or 10; exact for powers of the base."""
    if x <= 0:
        raise EvaluationError("the logarithm of a number that is not positive")
    if base == 10:
        return _apply("log10", x, way)
    for number, sign in ((x.numerator, 1), (x.denominator, -1)):
        if number & (number - 1) == 0 and sign * (x - 1) >= 0 and 1 in (x.numerator, x.denominator):
            return Fraction(sign * (number.bit_length() - 1))
    natural = _apply("ln", x, way)
    two = _apply("ln", Fraction(2), -way if natural > 0 else way)
    return natural / two


def power(x: Fraction, y: Fraction, way: int = 0) -> Fraction:
    """x to a power that is no integer, for x ≥ 0."""
    if x < 0:
        raise EvaluationError("a negative number to a power that is no integer")
    if y.denominator == 2:
        # All other powers have one precision: an exponent that is a half to within rounding is no other.
        exact = _exact_root(whole_power(x, Fraction(y.numerator)))
        if exact is not None:
            return exact
    if not x:
        return Fraction(0)
    exponent = _apply("ln", x, 0) * y
    if abs(exponent) > _LARGEST_EXP:
        raise EvaluationError("a power that is too large")
    context = Context(prec=DIGITS + 20)
    result = Fraction(context.power(_decimal(x, context), _decimal(y, context)))
    return result * (1 + Fraction(way, 10 ** (DIGITS + 10)))


def _decimal(x: Fraction, context: Context) -> Decimal:
    # Created without a context, the integers are exact; only the division rounds.
    return context.divide(Decimal(x.numerator), Decimal(x.denominator))


def _apply(name: str, x: Fraction, way: int) -> Fraction:
    rounding = {-1: ROUND_FLOOR, 0: ROUND_HALF_EVEN, 1: ROUND_CEILING}[way]
    context = Context(prec=DIGITS, rounding=rounding, Emax=999_999, Emin=-999_999)
    argument = _decimal(x, context)
    result: Decimal = getattr(context, name)(argument)
    if way and context.flags[Inexact]:
        result = context.next_plus(result) if way > 0 else context.next_minus(result)
    return Fraction(result)
