"""Evaluate a formula: exactly at a point, or over intervals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from claimlint.claim.claims import Interval
from claimlint.model.arithmetic import EvaluationError, apply, over
from claimlint.model.formula import Formula, Number, Reference


def point(formula: Formula, lookup: Callable[[Reference], Fraction]) -> Fraction:
    """The value of a formula in base units, each reference looked up.

    Raises EvaluationError, with the offset of the operator at fault.
    """
    stack: list[Fraction] = []
    for step in formula.steps:
        if isinstance(step, Number):
            stack.append(step.value)
        elif isinstance(step, Reference):
            stack.append(lookup(step))
        else:
            arguments = stack[-step.arity :]
            del stack[-step.arity :]
            try:
                stack.append(apply(step.symbol, arguments))
            except EvaluationError as error:
                error.at = step.at
                raise
    return stack[0]


def box(formula: Formula, lookup: Callable[[Reference], Interval]) -> Interval:
    """An interval that holds the formula's value for all values from the references' intervals.

    It is the exact range where each reference occurs once, and may be wider otherwise.
    """
    stack: list[Interval] = []
    for step in formula.steps:
        if isinstance(step, Number):
            stack.append(Interval(step.value, step.value))
        elif isinstance(step, Reference):
            stack.append(lookup(step))
        else:
            arguments = stack[-step.arity :]
            del stack[-step.arity :]
            stack.append(over(step.symbol, arguments))
    return stack[0]
