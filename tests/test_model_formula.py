"""Formulas: parsed as mathematics is read, computed exactly, and over intervals without loss."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimlint.claim.claims import Interval
from claimlint.model import roots
from claimlint.model.arithmetic import EvaluationError, apply, over
from claimlint.model.evaluate import box, point
from claimlint.model.formula import Formula, Operation, Reference
from claimlint.model.parser import FormulaError, parse

NAMES = {"x": Fraction(3, 7), "y": Fraction(-5, 2), "long_name2": Fraction(40)}


def value(text: str) -> Fraction:
    return point(parse(text), lambda step: NAMES[step.name])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 - 4 / 2", 5),
        ("(1 + 2) * 3", 9),
        ("2 - 3 - 4", -5),
        ("24 / 4 / 2", 3),
        ("-2 ** 2", -4),
        ("2 ** -1 * 3", Fraction(3, 2)),
        ("2 ** 3 ** 2", 512),
        ("--3", 3),
        ("+3", 3),
        ("70e9", 70 * 10**9),
        ("1.5E-3", Fraction(3, 2000)),
        (".5", Fraction(1, 2)),
        ("5.00", 5),
        ("010", 10),
        ("min(3, 1, 2) + max(1, 2)", 3),
        ("max ( 4 )", 4),
        ("sqrt(9/4)", Fraction(3, 2)),
        ("exp(0)", 1),
        ("log2(1/8)", -3),
        ("log10(1000)", 3),
        ("log10(1/100)", -2),
        ("abs(-3) + ceil(7/2) + floor(-7/2)", 3),
        ("4 ** 0.5", 2),
        ("8 ** (1/3)", 2),
        ("x * long_name2", Fraction(120, 7)),
        ("1 ** 999999999", 1),
        ("(-1) ** 999999999", -1),
        ("0 ** 0", 1),
    ],
)
def test_values(text: str, expected: Fraction | int) -> None:
    found = value(text)
    assert abs(found - expected) < Fraction(1, 10**50)
    if "1/3" not in text:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "name", "case"),
    [
        ("b[mid-range]", "b", "mid-range"),
        ("b[1,000 rows, at night]", "b", "1,000 rows, at night"),
        ("b[a [nested] name]", "b", "a [nested] name"),
        ("b[ spaced ] * 2", "b", "spaced"),
    ],
)
def test_cases_in_brackets(text: str, name: str, case: str) -> None:
    [reference] = parse(text).references()
    assert (reference.name, reference.case) == (name, case)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("1 +", 3),
        ("* 2", 0),
        ("1 2", 2),
        ("(1", 0),
        ("1)", 1),
        ("1, 2", 1),
        ("(1, 2)", 2),
        ("max()", 4),
        ("sqrt(1, 2)", 0),
        ("print(1)", 0),
        ("x.y", 1),
        ("__import__('os')", 0),
        ("1.", 0),
        ("1e5ms", 0),
        ("x[y", 1),
        ("2^3", 1),
        ("0x10", 0),
        ("1 if 2 else 3", 2),
        ("x == 2", 2),
        ("3 // 2", 3),
        ("3 *** 2", 4),
        ("'a'", 0),
        ("lambda", 6),
        ("1_000", 0),
    ],
)
def test_what_does_not_parse(text: str, offset: int) -> None:
    if text == "lambda":
        assert parse(text).references()[0].name == "lambda"
        return
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert caught.value.offset == offset


def trees(leaves: st.SearchStrategy[tuple[str, object]]) -> st.SearchStrategy[tuple[str, object]]:
    """Formulas with their value (None where there is none), fully parenthesised."""

    def grow(inner: st.SearchStrategy[tuple[str, object]]) -> st.SearchStrategy[tuple[str, object]]:
        return st.tuples(st.sampled_from("+-*/"), inner, inner).map(_join) | inner.map(
            lambda pair: (f"(-{pair[0]})", None if pair[1] is None else -pair[1])  # type: ignore[operator]
        )

    return st.recursive(leaves, grow, max_leaves=12)


def _join(parts: tuple[str, tuple[str, object], tuple[str, object]]) -> tuple[str, object]:
    symbol, (left, a), (right, b) = parts
    text = f"({left} {symbol} {right})"
    if not isinstance(a, Fraction) or not isinstance(b, Fraction) or (symbol == "/" and not b):
        return text, None
    return text, {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else None}[symbol]


NUMBERS = st.decimals(0, 10**6, places=3, allow_nan=False).map(lambda d: (str(d), Fraction(d)))


@given(trees(NUMBERS))
def test_exact_arithmetic_agrees_with_fractions(tree: tuple[str, object]) -> None:
    text, expected = tree
    try:
        found: object = value(text)
    except EvaluationError:
        found = None
    assert found == expected


@given(st.lists(st.sampled_from(["2", "3.5", "+", "-", "*", "/", "**2", "(", ")", " ", "x "]), max_size=14))
def test_precedence_is_pythons(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        found: Fraction | None = value(text)
    except FormulaError:
        return
    except EvaluationError as error:
        assume("too large" not in str(error))
        found = None
    except KeyError:
        return  # `x2`
    try:
        expected = eval(re.sub(r"[\d.]+", r"F('\g<0>')", text).strip(), {"F": Fraction, "x": NAMES["x"]})
    except ZeroDivisionError:
        expected = None
    if not isinstance(expected, float | complex):  # of a fractional power
        assert found == expected


@given(st.text(alphabet="0123456789abz_+-*/().,[] eE^%µ²", max_size=40))
def test_any_text_parses_or_says_where_not(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError as error:
        place, message = error.offset, error.message
    else:
        place, message = 0, "none"
        _check_postfix(formula)
    assert 0 <= place <= len(text)
    assert message


def _check_postfix(formula: Formula) -> None:
    depth = 0
    for step in formula.steps:
        depth += 1 - step.arity if isinstance(step, Operation) else 1
        assert depth > 0
    assert depth == 1


FRACTIONS = st.fractions(-50, 50, max_denominator=60)


@st.composite
def interval_and_point(draw: st.DrawFn) -> tuple[Interval, Fraction]:
    low, inside, high = sorted(draw(st.lists(FRACTIONS, min_size=3, max_size=3)))
    return (
        Interval(low if draw(st.integers(0, 5)) else None, high if draw(st.integers(0, 5)) else None),
        inside,
    )


@settings(max_examples=400)
@given(
    st.sampled_from(
        "+ - * / ** neg min max sqrt exp log2 log10 abs ceil floor".split()  # noqa: SIM905
    ),
    interval_and_point(),
    interval_and_point(),
)
def test_an_interval_holds_every_point(
    symbol: str, first: tuple[Interval, Fraction], second: tuple[Interval, Fraction]
) -> None:
    arity = 2 if symbol in "+ - * / ** min max".split() else 1  # noqa: SIM905
    pairs = [first, second][:arity]
    result = over(symbol, [interval for interval, _ in pairs])
    try:
        inside = apply(symbol, [at for _, at in pairs])
    except EvaluationError:
        return
    # A fractional power at a point is itself rounded to 60 digits.
    slack = abs(inside) / 10**55 if symbol in ("**", "sqrt", "exp", "log2", "log10") else 0
    assert result.low is None or result.low <= inside + slack
    assert result.high is None or inside <= result.high + slack


@given(st.sampled_from("+ - * neg abs min max".split()), FRACTIONS, FRACTIONS)  # noqa: SIM905
def test_an_interval_of_one_point_stays_exact(symbol: str, a: Fraction, b: Fraction) -> None:
    arguments = [a, b] if symbol in "+-*minmax" and symbol not in ("neg", "abs") else [a]
    expected = apply(symbol, arguments)
    assert over(symbol, [Interval(x, x) for x in arguments]) == (expected, expected)


def test_ranges_of_single_operations() -> None:
    assert over("/", [Interval(Fraction(1), Fraction(2)), Interval(Fraction(4), Fraction(8))]) == (
        Fraction(1, 8),
        Fraction(1, 2),
    )
    assert over("/", [Interval(Fraction(1), Fraction(2)), Interval(Fraction(-1), Fraction(1))]) == (
        None,
        None,
    )
    assert over("/", [Interval(Fraction(1), Fraction(2)), Interval(Fraction(4), None)]) == (
        0,
        Fraction(1, 2),
    )
    assert over("*", [Interval(Fraction(0), Fraction(0)), Interval(None, None)]) == (0, 0)
    assert over("*", [Interval(Fraction(2), None), Interval(Fraction(-3), Fraction(1))]) == (None, None)
    assert over("**", [Interval(Fraction(-3), Fraction(2)), Interval(Fraction(2), Fraction(2))]) == (0, 9)


@given(st.fractions(Fraction(1, 1000), 1000))
def test_bounds_of_roots_enclose_and_are_tight(x: Fraction) -> None:
    low, high = roots.root(x, -1), roots.root(x, 1)
    assert low * low <= x <= high * high
    assert high - low <= high / 10**58
    for base in (2, 10):
        low, high = roots.logarithm(base, x, -1), roots.logarithm(base, x, 1)
        assert low <= roots.logarithm(base, x) <= high
        assert high - low < Fraction(1, 10**55)
    assert roots.exponential(roots.logarithm(10, x), -1) <= roots.exponential(roots.logarithm(10, x), 1)


@given(st.integers(-200, 200))
def test_logarithms_of_powers_are_exact(n: int) -> None:
    assert roots.logarithm(2, Fraction(2) ** n) == n
    assert roots.logarithm(10, Fraction(10) ** n) == n
    assert over("log2", [Interval(Fraction(2) ** n, Fraction(2) ** n)]) == (n, n)


def test_a_formula_over_intervals() -> None:
    formula: Formula = parse("x / y + 1")
    ends = {"x": Interval(Fraction(1), Fraction(2)), "y": Interval(Fraction(4), Fraction(5))}

    def lookup(step: Reference) -> Interval:
        return ends[step.name]

    assert box(formula, lookup) == (Fraction(6, 5), Fraction(3, 2))
