"""Exact arithmetic on numbers and on intervals of them, with a bound on the size of a result.

Ends of an interval are Fractions; None is unbounded on that side.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from claimlint.claim.claims import Interval

MOST_BITS = 8_192
"""A numerator or denominator has at most this many bits (about 2,466 digits)."""


class EvaluationError(Exception):
    """An operation without a result: a division by zero, a root of a negative, a number too large.

    `at` is the offset in the formula's text of the operator at fault, once it is known.
    """

    at: int = 0


def apply(symbol: str, arguments: Sequence[Fraction]) -> Fraction:
    """The result of one operator or function of `claimlint.model.formula`.

    sqrt, exp, the logarithms and fractional powers are rounded to 60 digits; all else is exact.
    Raises EvaluationError.
    """
    x = arguments[0]
    y = arguments[-1]
    if symbol == "+":
        result = x + y
    elif symbol == "-":
        result = x - y
    elif symbol == "*":
        result = x * y
    elif symbol == "/":
        if not y:
            raise EvaluationError("a division by zero")
        result = x / y
    elif symbol == "**":
        return power(x, y)
    elif symbol == "neg":
        return -x
    elif symbol in ("min", "max"):
        return min(arguments) if symbol == "min" else max(arguments)
    elif symbol == "abs":
        return abs(x)
    elif symbol in ("ceil", "floor"):
        return Fraction(ceil(x) if symbol == "ceil" else floor(x))
    else:
        return irrational(symbol, x, 0)
    return bounded(result)


def bounded(x: Fraction) -> Fraction:
    """x itself; raises EvaluationError when it has more than MOST_BITS bits."""
    if x.numerator.bit_length() > MOST_BITS or x.denominator.bit_length() > MOST_BITS:
        raise EvaluationError("a number that is too large (or too small, or needs too many digits)")
    return x


def irrational(symbol: str, x: Fraction, way: int) -> Fraction:
    """sqrt, exp, log2 or log10; `way` -1 rounds down, 1 up, 0 to the nearest 60 digits."""
    from claimlint.model import roots

    if symbol == "sqrt":
        return roots.root(x, way)
    if symbol == "exp":
        return roots.exponential(x, way)
    return roots.logarithm(int(symbol[3:]), x, way)


def power(x: Fraction, y: Fraction, way: int = 0) -> Fraction:
    """x ** y; exact for an integer y.  Raises EvaluationError."""
    if not x and y < 0:
        raise EvaluationError("a division by zero")
    if y.denominator != 1:
        from claimlint.model import roots

        return roots.power(x, y, way)
    exponent = y.numerator
    bits = max(abs(x.numerator), x.denominator).bit_length()
    if bits > 1 and (bits - 1) * abs(exponent) > MOST_BITS:
        raise EvaluationError(f"a power that is too large (an exponent of {_short(exponent)})")
    if abs(exponent) > MOST_BITS:
        exponent = exponent % 2  # only 0, 1 and -1 come here
    return x**exponent


def _short(number: int) -> str:
    return f"{number:,}" if number.bit_length() < 64 else "more than 18 digits"


# --- intervals ---------------------------------------------------------------------------------

ALL = Interval(None, None)


def over(symbol: str, arguments: Sequence[Interval]) -> Interval:
    """An interval that holds every result of `apply` on numbers from the arguments.

    Where a result may not exist for some of them (a division by an interval that holds zero) it is
    unbounded.  Never raises.
    """
    try:
        return _over(symbol, arguments)
    except EvaluationError:
        return ALL


def _over(symbol: str, arguments: Sequence[Interval]) -> Interval:
    x = arguments[0]
    y = arguments[-1]
    if symbol in ("+", "-"):
        if symbol == "-":
            y = _negative(y)
        low = None if x.low is None or y.low is None else bounded(x.low + y.low)
        high = None if x.high is None or y.high is None else bounded(x.high + y.high)
        return Interval(low, high)
    if symbol == "*":
        return _product(x, y)
    if symbol == "/":
        return _product(x, _reciprocal(y))
    if symbol == "**":
        return _power(x, y)
    if symbol == "neg":
        return _negative(x)
    if symbol in ("min", "max"):
        return _extreme(arguments, symbol == "max")
    if symbol == "abs":
        return _extreme((x, _negative(x), Interval(Fraction(0), Fraction(0))), True)
    if symbol in ("ceil", "floor"):
        turn = ceil if symbol == "ceil" else floor
        return Interval(
            None if x.low is None else Fraction(turn(x.low)),
            None if x.high is None else Fraction(turn(x.high)),
        )
    # The irrational functions all rise, each on its own domain; below it there is no result.
    least = Fraction(0) if symbol in ("sqrt", "exp") else None
    if symbol == "exp":
        low = Fraction(0) if x.low is None or x.low < -2_000 else irrational(symbol, x.low, -1)
    elif x.low is None or x.low < 0 or (x.low == 0 and symbol != "sqrt"):
        low = least
    else:
        low = irrational(symbol, x.low, -1)
    return Interval(low, None if x.high is None else irrational(symbol, x.high, 1))


def _negative(x: Interval) -> Interval:
    return Interval(None if x.high is None else -x.high, None if x.low is None else -x.low)


def _extreme(arguments: Sequence[Interval], largest: bool) -> Interval:
    lows = [a.low for a in arguments if a.low is not None]
    highs = [a.high for a in arguments if a.high is not None]
    if largest:
        return Interval(max(lows, default=None), max(highs) if len(highs) == len(arguments) else None)
    return Interval(min(lows) if len(lows) == len(arguments) else None, min(highs, default=None))


def _product(x: Interval, y: Interval) -> Interval:
    """The product; an unbounded end times zero is zero."""
    zero = Interval(Fraction(0), Fraction(0))
    if zero in (x, y):
        return zero
    values: list[Fraction] = []
    down = up = False
    for a, a_side in ((x.low, -1), (x.high, 1)):
        for b, b_side in ((y.low, -1), (y.high, 1)):
            if a is not None and b is not None:
                values.append(bounded(a * b))
                continue
            # An unbounded end counts by its sign; a zero at the other end makes the product zero.
            sign = (a_side if a is None else _sign(a)) * (b_side if b is None else _sign(b))
            down, up = down or sign < 0, up or sign > 0
            if not sign:
                values.append(Fraction(0))
    return Interval(None if down else min(values, default=None), None if up else max(values, default=None))


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _reciprocal(y: Interval) -> Interval:
    low, high = y
    if low is not None and low > 0:
        return Interval(Fraction(0) if high is None else 1 / high, 1 / low)
    if high is not None and high < 0:
        return Interval(1 / high, Fraction(0) if low is None else 1 / low)
    if low == 0 and high != 0:
        return Interval(Fraction(0) if high is None else 1 / high, None)
    if high == 0 and low != 0:
        return Interval(None, Fraction(0) if low is None else 1 / low)
    return ALL


def _power(x: Interval, y: Interval) -> Interval:
    if y.low is None or y.high is None:
        return ALL
    if y.low == y.high and y.low.denominator == 1:
        return _whole_power(x, y.low)
    if x.low is None or x.high is None or x.low <= 0:
        return ALL
    # On x > 0 the power is monotone in each argument, so its extremes lie at the corners.
    corners = [(a, b) for a in x for b in y if a is not None and b is not None]
    return Interval(min(power(a, b, -1) for a, b in corners), max(power(a, b, 1) for a, b in corners))


def _whole_power(x: Interval, y: Fraction) -> Interval:
    if not y:
        return Interval(Fraction(1), Fraction(1))
    if y < 0:
        return _reciprocal(_whole_power(x, -y))
    if y.numerator % 2 == 0:
        x = _extreme((x, _negative(x), Interval(Fraction(0), Fraction(0))), True)
    return Interval(None if x.low is None else power(x.low, y), None if x.high is None else power(x.high, y))
