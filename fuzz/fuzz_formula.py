"""Formulas alone: grammar, exact value, interval; Python's own parser is the oracle for arithmetic."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator
from fractions import Fraction

import harness
import tokens

from claimlint.claim.claims import Interval
from claimlint.model.arithmetic import EvaluationError
from claimlint.model.evaluate import box, point
from claimlint.model.formula import Formula, Number, Reference
from claimlint.model.parser import FormulaError, parse

WORDS = tokens.split(
    """
    + - * / ** ( ) , [ ] [x] a b a[x] min( max( sqrt( exp( log2( log10( abs( ceil( floor( 0 1 2 10 0.5 .5
    1e3 1e-9 1e400 2** **-1 **0.5 × ÷ − ² √ %
    """
)
_SIMPLE = re.compile(r"[0-9+\-*/(). a]+")
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def check(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError as error:
        assert 0 <= error.offset <= len(text)
        assert error.message
        return
    assert parse(text) == formula
    assert formula.steps
    assert [step[:-1] for step in parse(formula.text).steps] == [step[:-1] for step in formula.steps]
    shifted = parse("= " + text, 2)
    assert [step.at - 2 for step in shifted.steps] == [step.at for step in formula.steps]
    for step in formula.steps:
        assert 0 <= step.at < len(text)
    for reference in formula.references():
        assert text.startswith(reference.name, reference.at)
    values = {name: Fraction(1 + len(name) % 7, 2) for name in {each.name for each in formula.references()}}
    value = _point(formula, values)
    whole = box(formula, lambda step: Interval(values[step.name], values[step.name]))
    wide = box(formula, lambda step: Interval(values[step.name] * Fraction(9, 10), values[step.name] * 2))
    if value is not None:
        for low, high in (whole, wide):
            assert low is None or low <= value
            assert high is None or value <= high
        expected = _python(text, values)
        assert expected is None or expected == value


def _point(formula: Formula, values: dict[str, Fraction]) -> Fraction | None:
    def lookup(step: Reference) -> Fraction:
        return values[step.name]

    try:
        return point(formula, lookup)
    except EvaluationError as error:
        operators = [step.at for step in formula.steps if not isinstance(step, Number | Reference)]
        assert error.at in operators
        return None


def _python(text: str, values: dict[str, Fraction]) -> Fraction | None:
    """The value by Python's grammar; None where that is not plain arithmetic."""
    if not _SIMPLE.fullmatch(text) or "**" in text or "//" in text:
        return None
    try:
        return _fold(ast.parse(text.strip(), mode="eval").body, text.strip(), values)
    except (SyntaxError, KeyError, RecursionError, MemoryError):
        return None


def _fold(node: ast.expr, text: str, values: dict[str, Fraction]) -> Fraction:
    if isinstance(node, ast.BinOp):
        left, right = _fold(node.left, text, values), _fold(node.right, text, values)
        return Fraction(_OPERATIONS[type(node.op)](left, right))
    if isinstance(node, ast.UnaryOp):
        value = _fold(node.operand, text, values)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Name):
        return values[node.id]
    written = ast.get_source_segment(text, node)
    assert written is not None
    return Fraction(written.rstrip(".") or "0")


def seeds() -> Iterator[str]:
    for text in harness.strings("test_model_formula", "test_model_load", "test_model_errors"):
        yield text.partition("= ")[2] or text
