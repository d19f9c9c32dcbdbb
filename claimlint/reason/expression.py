"""Arithmetic as a text writes it: numbers with units, the four operations, powers, min and max."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from claimlint.claim.unit_table import words
from claimlint.claim.units import Dims, physical
from claimlint.reason.binary import binary_share
from claimlint.reason.tokens import Token
from claimlint.records import NamedTuple

OPERATORS = frozenset("+-×÷^")
_PRECEDENCE = {"+": 1, "-": 1, "×": 2, "÷": 2, "neg": 3, "^": 4}
_MOST_TOKENS = 80
_MOST_LABELS = 3
_LARGEST = 10**60
# Words that join or compare numbers; beside an operand they change what the expression means.
_BINDING = words(
    "per of and or to than by over mod modulo squared cubed choose log sqrt root power from until vs versus "
    "if when where half twice double one two three four five six seven eight nine ten hundred thousand "
    "million billion dozen not minus"
)


class Span(NamedTuple):
    """What a number can be: its bounds, and the value as written."""

    low: Fraction
    high: Fraction
    middle: Fraction


class Expression(NamedTuple):
    """An expression in postfix order: numbers (tokens), operators, and (function, arguments) pairs."""

    items: tuple[Token | str | tuple[str, int], ...]
    start: int
    end: int

    @property
    def leaves(self) -> list[Token]:
        """The numbers of the expression, in order."""
        return [item for item in self.items if isinstance(item, Token)]

    @property
    def operators(self) -> set[str]:
        """The operators in it."""
        return {item for item in self.items if isinstance(item, str) and item != "neg"}


def parse(run: Sequence[Token]) -> Expression | None:
    """The expression that the whole of `run` writes, words beside its numbers taken as labels; else None."""
    if len(run) > _MOST_TOKENS:
        return None
    output: list[Token | str | tuple[str, int]] = []
    waiting: list[tuple[str, int]] = []  # operators, "(" and functions, with the arguments so far
    operand = False
    labels = 0
    at = 0
    while at < len(run):
        token = run[at]
        kind = token.kind
        if kind == "word":
            name = token.text.lower()
            opens = at + 1 < len(run) and run[at + 1].kind == "(" and run[at + 1].start == token.end
            if name in ("min", "max") and opens and not operand:
                waiting.append((name, 1))
                at += 2
                continue
            if name == "of" and operand and run[at - 1].unit.symbol == "%":
                _reduce(output, waiting, 2)
                waiting.append(("×", 0))
                operand, labels = False, 0
                at += 1
                continue
            labels += 1
            if opens or labels > _MOST_LABELS or name in _BINDING or (len(name) == 1 and name != "a"):
                return None
        elif kind == "number":
            if operand:
                return None
            output.append(token)
            operand, labels = True, 0
        elif kind == "(":
            if operand or labels:
                return None
            waiting.append(("(", 0))
        elif kind in (")", ","):
            if not operand or not _close(output, waiting, kind):
                return None
            operand, labels = kind == ")", 0
        elif kind in OPERATORS:
            if not operand:
                if kind not in "+-" or labels or token.spaced:
                    return None
                follows = run[at + 1] if at + 1 < len(run) else token
                if kind == "-" and follows.kind == "number":
                    output.append(follows._replace(value=-follows.value, start=token.start))
                    operand, labels = True, 0
                    at += 1
                elif kind == "-":
                    waiting.append(("neg", 0))
                at += 1
                continue
            precedence = _PRECEDENCE[kind]
            _reduce(output, waiting, precedence + (kind == "^"))
            waiting.append((kind, 0))
            operand, labels = False, 0
        else:
            return None
        at += 1
    if not operand:
        return None
    _reduce(output, waiting, 0)
    if waiting:
        return None
    return Expression(tuple(output), run[0].start, run[-1].end)


def _reduce(
    output: list[Token | str | tuple[str, int]], waiting: list[tuple[str, int]], precedence: int
) -> None:
    while waiting and waiting[-1][0] in _PRECEDENCE and _PRECEDENCE[waiting[-1][0]] >= precedence:
        output.append(waiting.pop()[0])


def _close(output: list[Token | str | tuple[str, int]], waiting: list[tuple[str, int]], kind: str) -> bool:
    """Take a closing parenthesis or the comma between two arguments; False where it closes nothing."""
    _reduce(output, waiting, 0)
    if not waiting:
        return False
    name, count = waiting.pop()
    if kind == ",":
        if name == "(":
            return False
        waiting.append((name, count + 1))
    elif name != "(":
        output.append((name, count))
    return True


def dimension(expression: Expression) -> Dims | None:
    """The physical dimension of the expression; None where it adds unlike things."""
    stack: list[Dims] = []
    percent: list[bool] = []
    for item in expression.items:
        if isinstance(item, Token):
            stack.append(physical(item.unit.dims))
            percent.append(item.unit.symbol == "%")
            continue
        if isinstance(item, tuple):
            count = item[1]
            if len(set(stack[-count:])) != 1:
                return None
            keep = len(stack) - count + 1
            del stack[keep:], percent[keep:]
            continue
        if item == "neg":
            continue
        right, left = stack.pop(), stack.pop()
        is_percent = percent.pop()
        percent.pop()
        if item in "+-":
            if left != right and not is_percent:
                return None
            stack.append(left)
        elif item == "^":
            if left or right:
                return None
            stack.append(())
        else:
            stack.append(_product(left, right, 1 if item == "×" else -1))
        percent.append(False)
    return stack[0]


def _product(left: Dims, right: Dims, sign: int) -> Dims:
    powers = dict(left)
    for base, power in right:
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted((base, power) for base, power in powers.items() if power))


def evaluate(
    expression: Expression, units: str, finest: Fraction | None = None, relative: bool = False
) -> Span | None:
    """The value of the expression, None where it has none (a division by zero, an enormous power).

    `units` says how its units count: `decimal` and `binary` (GB as GiB) in base units, `digits` not at
    all.  `finest` is the step, in the same terms, to which a sum was written: its terms are meant to no
    less.  `relative` reads a percentage that is added or taken off as one of what stands before it.
    """
    stack: list[tuple[Span, bool]] = []
    additive = expression.operators <= {"+", "-"}
    for item in expression.items:
        if isinstance(item, Token):
            stack.append((_leaf(item, units, finest if additive else None), item.unit.symbol == "%"))
            continue
        if isinstance(item, tuple):
            name, count = item
            spans = [span for span, _ in stack[-count:]]
            del stack[-count:]
            choose = min if name == "min" else max
            stack.append((Span(*(choose(span[end] for span in spans) for end in range(3))), False))
            continue
        if item == "neg":
            span, percent = stack.pop()
            stack.append((Span(-span.high, -span.low, -span.middle), percent))
            continue
        right, is_percent = stack.pop()
        left, left_percent = stack.pop()
        if relative and item in "+-" and is_percent and not left_percent:
            share = Fraction(1, 100) if units == "digits" else Fraction(1)
            right = Span(*(end * share for end in right))
            change = Span(1 + right.low, 1 + right.high, 1 + right.middle)
            if item == "-":
                change = Span(1 - right.high, 1 - right.low, 1 - right.middle)
            result = _apply("×", left, change)
        else:
            result = _apply(item, left, right)
        if result is None or max(abs(result.low), abs(result.high)) > _LARGEST:
            return None
        stack.append((result, False))
    return stack[0][0]


def _leaf(token: Token, units: str, finest: Fraction | None) -> Span:
    factor = Fraction(1)
    if units != "digits":
        factor = token.unit.factor * (binary_share(token.unit) if units == "binary" else 1)
    value, half = token.value * factor, half_step(token) * factor
    if finest is not None:
        half = min(half, finest / 2)
    return Span(value - half, value + half, value)


def half_step(token: Token) -> Fraction:
    """How far the number may be from what it stands for: half its last place, nothing where it counts.

    A bare integer and a count are exact; one with a physical unit, a scale or decimals is rounded.
    """
    if token.scaled or (physical(token.unit.dims) and token.unit.symbol not in ("B", "bit")):
        return token.place / 2
    return Fraction(0)


def _apply(operator: str, left: Span, right: Span) -> Span | None:
    if operator == "+":
        return Span(left.low + right.low, left.high + right.high, left.middle + right.middle)
    if operator == "-":
        return Span(left.low - right.high, left.high - right.low, left.middle - right.middle)
    if operator == "^":
        return _power(left, right)
    if operator == "÷":
        if right.low <= 0 <= right.high:
            return None
        right = Span(1 / right.high, 1 / right.low, 1 / right.middle)
    products = [one * other for one in left[:2] for other in right[:2]]
    return Span(min(products), max(products), left.middle * right.middle)


def _power(left: Span, right: Span) -> Span | None:
    exponent = right.middle
    if exponent.denominator != 1 or abs(exponent) > 200 or right.low != right.high or left.low <= 0:
        return None
    ends = [end ** int(exponent) for end in left]
    return Span(min(ends[:2]), max(ends[:2]), ends[2])
