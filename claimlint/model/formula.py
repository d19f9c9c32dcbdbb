"""Formulas: a flat list of steps in postfix order, so that nothing that reads one recurses."""

from __future__ import annotations

from fractions import Fraction

from claimlint.records import NamedTuple

Pins = tuple[tuple[str, str], ...]


class Number(NamedTuple):
    """A number; `at` is its offset in the text that was parsed, here and below."""

    value: Fraction
    at: int


class Reference(NamedTuple):
    """A quantity by name; `case` is the text in its brackets, `pins` what that fixes (set on loading)."""

    name: str
    case: str | None
    pins: Pins
    at: int


class Operation(NamedTuple):
    """An operator or function (`neg` is the unary minus) that takes the last `arity` results."""

    symbol: str
    arity: int
    at: int


Step = Number | Reference | Operation


class Formula(NamedTuple):
    """A formula: its text without the leading `=`, and its steps in postfix order."""

    text: str
    steps: tuple[Step, ...]

    def references(self) -> list[Reference]:
        """The references, in the order written."""
        return [step for step in self.steps if isinstance(step, Reference)]
