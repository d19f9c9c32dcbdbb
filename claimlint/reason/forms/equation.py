"""Equations: two sides of one sign of equality, computed with their units."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.interval import ABOUT
from claimlint.claim.numerals import Number, meant_step
from claimlint.claim.qualifiers import op_before
from claimlint.claim.units import Unit, parse_unit, physical
from claimlint.document.structure import Block
from claimlint.reason.binary import CALENDAR, binary_share, families, is_calendar
from claimlint.reason.context import Context
from claimlint.reason.equations import Equation, equations
from claimlint.reason.expression import Expression, Span, dimension, evaluate, half_step
from claimlint.reason.page import Relation
from claimlint.reason.rough import rough
from claimlint.reason.tokens import Token
from claimlint.records import NamedTuple

_CONVERSIONS = frozenset((7, 8, 12, 24, 30, 52, 60, 100, 365, 1000, 1024, 3600, 86400, 10**6, 10**9, 1024**2))
_PERIODS = frozenset(("h", "day", "week", "month", "year"))
_FLOATING = Fraction(1, 10**12)


class _Reading(NamedTuple):
    """One way to count the units of an equation: `left` and `right` as `evaluate` takes them."""

    left: str
    right: str
    relative: bool = False


def relations(context: Context) -> Iterator[Relation]:
    """For each equation of the page, whether its two sides agree."""
    for block in context.document.blocks:
        for equation in equations(block):
            relation = _relation(context, block, equation)
            if relation is not None:
                yield relation


def _relation(context: Context, block: Block, equation: Equation) -> Relation | None:
    left, right = equation.left, _in_period(equation.left, equation.right)
    if not _faithful(context, block, equation):
        return None
    inputs = tuple(_claim(context, block, equation, leaf) for leaf in left.leaves)
    wrong = _wrong_way(left, right)
    if wrong is not None:
        claim = _claim(context, block, equation, wrong)
        return Relation(
            "equation",
            claim,
            inputs,
            Interval(None, None),
            f"{_flat(equation, left)} does not give {right.leaves[0].unit.symbol}",
            False,
            True,
            "is applied the wrong way round",
            "",
        )
    op = _bound(equation, right)
    if op in ("<", "<=", ">", ">="):
        return None
    judged = [reading for reading in _readings(left, right) if _spans(left, right, reading, op) is not None]
    if not judged:
        return None
    if equation.sign in ("( )", ":") and (
        judged[0].left == "digits" or not right.leaves[0].unit.dims or not left.operators & {"×", "+"}
    ):
        return None
    sides = [left, *equation.earlier]
    plain = any(_agree(s, right, r, op) for s in sides for r in _readings(s, right) or judged)
    loose = (
        plain
        or _scales(left, right, op)
        or any(_agree(_without(left, c), right, r, op) for c in _converts(left, right) for r in judged)
        or _integer_quotient(left, right)
    )
    holds = loose
    if plain and equation.sign in ("=", "is", "( )") and _whole(left, right):
        holds = any(_agree(s, right, r, op, True) for s in sides for r in _readings(s, right))
    if not holds and not _refutes(left, right):
        return None
    if not holds and equation.sign == ":" and left.leaves[-1].unit.symbol == right.leaves[0].unit.symbol:
        return None
    spans = _spans(left, right, judged[0], op)
    assert spans is not None
    unit = right.leaves[0].unit
    factor = unit.factor if judged[0].left == "digits" else Fraction(1)
    low, high, middle = (end * factor for end in spans[0])
    result = _result(context, block, equation, right)
    working = f"{_flat(equation, left)} = {format_value(middle, unit, 4)}"
    certain = equation.sign == "=" and block.kind != "code" and not loose
    expected = format_like(result, middle) if not right.operators else format_value(middle, unit, 4)
    return Relation("equation", result, inputs, Interval(low, high), working, holds, certain, "", expected)


def _readings(left: Expression, right: Expression) -> list[_Reading]:
    """The ways to count that the units of both sides allow, the plainest first."""
    leaves = left.leaves + right.leaves
    found = []
    one, other = dimension(left), dimension(right)
    relative = "%" in {leaf.unit.symbol for leaf in left.leaves[1:]} and bool(left.operators & {"+", "-"})
    if one is not None and one == other:
        found.append(_Reading("decimal", "decimal"))
        if any(binary_share(leaf.unit) != 1 for leaf in leaves):
            found += [
                _Reading("binary", "decimal"),
                _Reading("decimal", "binary"),
                _Reading("binary", "binary"),
            ]
        if relative:
            found.append(_Reading("decimal", "decimal", True))
    if _one_unit(leaves) or (found and bool(_converts(left, right))) or _supplied(left, right):
        found.append(_Reading("digits", "digits"))
        if relative:
            found.append(_Reading("digits", "digits", True))
    return found


def _refutes(left: Expression, right: Expression) -> bool:
    """Whether no other way to count is left under which the equation may yet be right."""
    bare = all(not leaf.unit.symbol for leaf in left.leaves)
    if bare and physical(right.leaves[0].unit.dims) and not _mean(left):
        # Numbers without units may carry any: 1000 × 1000 = 4 MB, of four bytes each.
        return left.operators <= {"+", "-"}
    glued = any(leaf.text[-1:].isalpha() and leaf.text[-2:-1].isdigit() for leaf in left.leaves)
    some_bare = any(not leaf.unit.symbol for leaf in (*left.leaves, *right.leaves))
    if glued and some_bare and left.operators & {"+", "-"}:
        # "2m + 3 = 7" is algebra.
        return False
    digits = "".join(leaf.text for leaf in (*left.leaves, *right.leaves))
    return not (set(digits) <= {"0", "1"} and len(digits) > len(left.leaves) + 1)


def _mean(left: Expression) -> bool:
    """Whether a sum is divided by the number of its parts: `(14.2 + 14.4 + 14.5) / 3`."""
    *parts, last = left.leaves
    parted = left.operators == {"+", "÷"} and left.items[-1] == "÷" and left.items[-2] is last
    return parted and len(parts) > 1 and last.value == len(parts) and left.items.count("÷") == 1


def _one_unit(leaves: list[Token]) -> bool:
    """Whether the numbers have at most one unit among them, or none that is physical."""
    symbols = {leaf.unit.symbol for leaf in leaves if leaf.unit.symbol not in ("", "×")}
    return len(symbols) <= 1 or all(
        not physical(leaf.unit.dims) and leaf.unit.symbol != "%" for leaf in leaves
    )


def _converts(left: Expression, right: Expression) -> list[frozenset[Token]]:
    """Bare numbers that convert units, as in `5 min × 60 = 300 s`, and are no factors besides."""
    powers = _powers(left)
    if powers is None or right.operators:
        return []
    constants = [
        (leaf, power) for leaf, power in powers if not leaf.unit.symbol and leaf.value in _CONVERSIONS
    ]
    if not constants or len(constants) > 4:
        return []
    factor = 1 / right.leaves[0].unit.factor
    for leaf, power in powers:
        factor *= leaf.unit.factor**power
    found = []
    for size in range(1, len(constants) + 1):
        for chosen in combinations(constants, size):
            rest = factor
            for leaf, power in chosen:
                rest /= leaf.value**power
            # 1000 and 1024 are both a kilo here, and prefixes may be converted without saying so.
            if any(abs(rest * 1000**k - 1) * 12 < 1 for k in range(-4, 5)):
                found.append(frozenset(leaf for leaf, _ in chosen))
    return found


def _without(expression: Expression, leaves: frozenset[Token]) -> Expression:
    """The expression with some of its numbers taken for one."""
    one = {leaf: leaf._replace(value=Fraction(1)) for leaf in leaves}
    items = tuple(one.get(item, item) if isinstance(item, Token) else item for item in expression.items)
    return expression._replace(items=items)


def _in_period(left: Expression, right: Expression) -> Expression:
    """The right side without the period that its amount is for: `$0.04/h × 730 h = $29.20 per month`."""
    leaf = right.leaves[0]
    over, slash, period = leaf.unit.symbol.partition("/")
    if right.operators or not slash or period not in _PERIODS:
        return right
    unit = parse_unit(over)
    if unit is None or dimension(left) != physical(unit.dims):
        return right
    return right._replace(items=(leaf._replace(unit=unit),))


def _supplied(left: Expression, right: Expression) -> bool:
    """Whether bare numbers are what a rate is multiplied by: `$0.0144/h × 730 = $10.51`."""
    units = {leaf.unit.symbol for leaf in left.leaves if leaf.unit.symbol}
    if len(units) != 1 or right.operators or not left.operators <= {"×", "÷"} or len(left.leaves) < 2:
        return False
    over, slash, _ = units.pop().partition("/")
    return bool(slash) and over == right.leaves[0].unit.symbol


def _whole(left: Expression, right: Expression) -> bool:
    """Whether whole numbers are only added and multiplied: nobody rounds there."""
    whole = all(leaf.value.denominator == 1 and not leaf.scaled for leaf in left.leaves)
    return whole and left.operators <= {"+", "-", "×"} and not right.operators


def _spans(
    left: Expression, right: Expression, reading: _Reading, op: str | None, exact: bool = False
) -> tuple[Span, Span] | None:
    """The values of both sides in one reading; `exact` takes the numbers of the left side as they are."""
    finest = None
    if right.operators:
        other = evaluate(right, reading.right, relative=reading.relative)
    else:
        other = _written(right.leaves[0], reading.right, op)
        leaf = right.leaves[0]
        scale = Fraction(1) if reading.right == "digits" else leaf.unit.factor
        finest = leaf.place * scale
    one = evaluate(left, reading.left, finest, reading.relative)
    if one is None or other is None:
        return None
    return (Span(one.middle, one.middle, one.middle) if exact else one), other


def _written(leaf: Token, units: str, op: str | None) -> Span:
    """The interval of a number that stands for a result."""
    step = meant_step(Number(leaf.value, leaf.place))
    half = max(step / 2, abs(leaf.value) * _FLOATING) if len(leaf.text) > 14 else step / 2
    if leaf.open:
        half = max(half, leaf.place)
    if op == "~":
        half = max(half, abs(leaf.value) * ABOUT)
    if (
        leaf.unit.dims
        and not physical(leaf.unit.dims)
        and leaf.value.denominator == 1
        and op is None
        and not leaf.scaled
    ):
        half = min(half, leaf.place / 2)
    factor = Fraction(1)
    if units != "digits":
        factor = leaf.unit.factor * (binary_share(leaf.unit) if units == "binary" else 1)
    return Span((leaf.value - half) * factor, (leaf.value + half) * factor, leaf.value * factor)


def _agree(
    left: Expression, right: Expression, reading: _Reading, op: str | None, exact: bool = False
) -> bool:
    spans = _spans(left, right, reading, op, exact)
    if spans is None:
        return False
    one, other = spans
    if any(is_calendar(leaf.unit) for leaf in (*left.leaves, *right.leaves)):
        slack = CALENDAR * abs(one.middle)
        one = Span(one.low - slack, one.high + slack, one.middle)
    return overlap(one, other)


def overlap(one: Span, other: Span) -> bool:
    """Whether two intervals share more than an end; a point may lie on an end."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    if low != high:
        return low < high
    return one.low == one.high or other.low == other.high


def _scales(left: Expression, right: Expression, op: str | None) -> bool:
    """Whether bare numbers give the right side up to a power of its unit: `1024 × 1024 = 1 MB`."""
    if right.operators or any(physical(leaf.unit.dims) for leaf in left.leaves):
        return False
    if not physical(right.leaves[0].unit.dims):
        return False
    one, other = evaluate(left, "decimal"), _written(right.leaves[0], "decimal", op)
    if one is None or one.low <= 0 or other.low <= 0:
        return False
    ratio = rough(other.middle / one.middle)
    return any(
        overlap(Span(one.low * scale, one.high * scale, one.middle * scale), other)
        for rough, scale in _scale_steps()
        if ratio / 3 < rough < ratio * 3  # far off for most of them: no need to be exact about those
    )


@cache
def _scale_steps() -> tuple[tuple[float, Fraction], ...]:
    """What a unit may be to another that is left unsaid: powers of a kilo, with a step of the clock."""
    clock = (Fraction(1), *(Fraction(step) ** sign for step in (60, 3600, 86400) for sign in (1, -1)))
    kilos = [Fraction(base) ** power for base in (1000, 1024) for power in range(-4, 5)]
    return tuple((float(scale), scale) for scale in {kilo * more for kilo in kilos for more in clock})


def _integer_quotient(left: Expression, right: Expression) -> bool:
    """Whether the right side is the quotient of two integers without its fraction, as programs divide."""
    if left.operators != {"÷"} or right.operators:
        return False
    leaves = [*left.leaves, right.leaves[0]]
    if any(leaf.unit.symbol or leaf.value.denominator != 1 for leaf in leaves):
        return False
    span = evaluate(left, "digits")
    return span is not None and right.leaves[0].value == span.middle.numerator // span.middle.denominator


def _wrong_way(left: Expression, right: Expression) -> Token | None:
    """A conversion like `8 bits per byte` that multiplies where it would have to divide, or the reverse."""
    if left.operators - {"×", "÷"} or right.operators:
        return None
    powers = _powers(left)
    if powers is None:
        return None
    for leaf, power in powers:
        if leaf.unit.dims or "/" not in leaf.unit.symbol or leaf.value * leaf.unit.factor != 1:
            continue
        over, _, under = leaf.unit.symbol.partition("/")
        rest: dict[str, int] = {}
        for other, exponent in powers:
            if other is not leaf:
                for name, count in families(other.unit).items():
                    rest[name] = rest.get(name, 0) + count * exponent
        own = families(Unit(over, (), Fraction(1))), families(Unit(under, (), Fraction(1)))
        top, bottom = next(iter(own[0]), ""), next(iter(own[1]), "")
        cancels = rest.get(bottom, 0) * power > 0 or rest.get(top, 0) * power < 0
        would = rest.get(top, 0) * power > 0 or rest.get(bottom, 0) * power < 0
        if top != bottom and would and not cancels:
            return leaf
    return None


def _powers(expression: Expression) -> list[tuple[Token, int]] | None:
    """The numbers of a product with the power of each; None where it is more than that."""
    stack: list[list[tuple[Token, int]]] = []
    for item in expression.items:
        if isinstance(item, Token):
            stack.append([(item, 1)])
        elif item in ("×", "÷"):
            right = stack.pop()
            stack[-1] = stack[-1] + [(leaf, power if item == "×" else -power) for leaf, power in right]
        else:
            return None
    return stack[0]


def _bound(equation: Equation, right: Expression) -> str | None:
    """How the right side is bounded or approximated."""
    return "~" if equation.sign == "≈" else op_before(equation.text, right.start)


def _place(equation: Equation, start: int, end: int) -> tuple[int, int]:
    """A range of the equation's text as a range of its block's text."""
    if equation.offsets is None:
        return start, end
    return equation.offsets[0][start], equation.offsets[1][end - 1]


def _claim(context: Context, block: Block, equation: Equation, leaf: Token) -> Claim:
    """The page's claim at a number of the expression, or one made for it."""
    start, end = _place(equation, leaf.start, leaf.end)
    for claim in context.by_block.get(block.index, ()):
        if claim.start < end and start < claim.end and claim.low is None:
            return claim
    return Claim(
        block, start, end, "quantity", leaf.unit, value=leaf.value, step=leaf.place, exact=not half_step(leaf)
    )


def _result(context: Context, block: Block, equation: Equation, right: Expression) -> Claim:
    if not right.operators:
        return _claim(context, block, equation, right.leaves[0])
    start, end = _place(equation, right.start, right.end)
    leaf = right.leaves[0]
    return Claim(block, start, end, "quantity", leaf.unit, value=leaf.value, step=leaf.place)


def _flat(equation: Equation, side: Expression) -> str:
    return " ".join(equation.text[side.start : side.end].split())


def _faithful(context: Context, block: Block, equation: Equation) -> bool:
    """Whether the source holds the digits in the same order: `5*3*2` may have lost its stars to emphasis.

    Markup between two digits (a star, a raised exponent) makes the text say something else.
    """
    start, end = _place(equation, equation.left.start, equation.right.end)
    low, high = block.source(start, end)
    source, shown = context.document.text[low:high], block.text[start:end]
    if source == shown:
        return True
    at = 0
    for place, mark in enumerate(shown):
        if mark.isspace():
            continue
        found = source.find(mark, at)
        if found < 0:
            return False
        lost = source[at:found]
        if "<" in lost or (lost.strip() and mark.isdigit() and shown[place - 1 : place].isdigit()):
            return False
        at = found + 1
    return True
