"""Parse formulas: a closed grammar, of which nothing is evaluated by the host language.

`+ - * / **`, unary signs, parentheses, numbers, names with an optional `[case]`, and the functions
of `FUNCTIONS`.
"""

from __future__ import annotations

from fractions import Fraction

from claimlint.model.formula import Formula, Number, Operation, Reference, Step
from claimlint.records import NamedTuple

FUNCTIONS = ("min", "max", "sqrt", "exp", "log2", "log10", "abs", "ceil", "floor")
MOST_CHARACTERS = 4_000
MOST_NESTED = 100
MOST_DIGITS = 400


class FormulaError(Exception):
    """A formula that does not parse; `offset` is in the text handed to `parse`.

    `function` is the name of an unknown function.
    """

    def __init__(self, offset: int, message: str, function: str | None = None) -> None:
        super().__init__(message)
        self.function = function
        self.offset = offset
        self.message = message


_DIGITS = frozenset("0123456789")
_NAME_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_NAME = _NAME_START | _DIGITS
_BINARY = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}
_UNARY = 3
_LOOKALIKE = {
    "×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "^": "**", "²": "**2", "³": "**3",
    "√": "sqrt(…)", "[": "name[case]", "%": "0.25` for `25%",
}  # fmt: skip
_NO_UNIT = "a number in a formula has no unit: define a quantity that has one"


def parse(text: str, start: int = 0) -> Formula:
    """Parse text[start:].

    Raises FormulaError for anything outside the grammar, for more than 4,000 characters, for
    nesting deeper than 100 and for a number of more than 400 digits or with an exponent beyond 400.
    """
    if len(text) - start > MOST_CHARACTERS:
        raise FormulaError(start, f"a formula has at most {MOST_CHARACTERS:,} characters")
    return Formula(text[start:].strip(), tuple(_Parser(text, start).run()))


class _Pending(NamedTuple):
    """An operator, or an open parenthesis (rank 0; `function` when it is a call's), on the stack."""

    symbol: str
    rank: int
    at: int
    function: bool = False


class _Parser:
    """Operator-precedence parsing with an explicit stack."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.here = start
        self.steps: list[Step] = []
        self.stack: list[_Pending] = []
        self.counts: list[int] = []
        self.operand = True

    def run(self) -> list[Step]:
        text = self.text
        while True:
            while text[self.here : self.here + 1].isspace():
                self.here += 1
            if self.here >= len(text):
                break
            if self.operand:
                self._operand(text[self.here])
            else:
                self._operator(text[self.here])
            if len(self.stack) > MOST_NESTED:
                raise FormulaError(self.here - 1, f"nested more than {MOST_NESTED} deep")
        if self.operand:
            what = "a formula is expected after `=`" if not self.steps else "the formula ends too early"
            raise FormulaError(len(text.rstrip()), what)
        while self.stack:
            top = self.stack[-1]
            if not top.rank:
                raise FormulaError(top.at, "this parenthesis is never closed")
            self._reduce()
        return self.steps

    def _reduce(self) -> None:
        top = self.stack.pop()
        self.steps.append(Operation(top.symbol, 1 if top.rank == _UNARY else 2, top.at))

    def _operand(self, char: str) -> None:
        at = self.here
        if char in _DIGITS or (char == "." and self.text[at + 1 : at + 2] in _DIGITS):
            self.steps.append(Number(self._number(), at))
            self.operand = False
        elif char in _NAME_START:
            self._name()
        elif char == "(":
            self._open(_Pending("(", 0, at))
        elif char in "+-":
            self.here += 1
            if char == "-":
                self.stack.append(_Pending("neg", _UNARY, at))
        else:
            raise FormulaError(at, self._unexpected(char))

    def _open(self, pending: _Pending) -> None:
        self.stack.append(pending)
        self.counts.append(1)
        self.here += 1

    def _operator(self, char: str) -> None:
        at = self.here
        if char in "+-*/":
            symbol = "**" if self.text.startswith("**", at) else char
            rank = _BINARY[symbol]
            while self.stack and (self.stack[-1].rank > rank or (self.stack[-1].rank == rank and rank != 4)):
                self._reduce()
            self.stack.append(_Pending(symbol, rank, at))
            self.here += len(symbol)
            self.operand = True
        elif char in "),":
            while self.stack and self.stack[-1].rank:
                self._reduce()
            if not self.stack:
                raise FormulaError(at, f"`{char}` without an open parenthesis")
            self.here += 1
            if char == ")":
                self._call(self.stack.pop(), self.counts.pop())
            elif not self.stack[-1].function:
                raise FormulaError(at, "`,` stands only between the arguments of a function")
            else:
                self.counts[-1] += 1
                self.operand = True
        elif char in _NAME_START and isinstance(self.steps[-1], Number) and self.text[at - 1].isspace():
            raise FormulaError(at, _NO_UNIT)
        else:
            raise FormulaError(at, self._unexpected(char))

    def _call(self, pending: _Pending, count: int) -> None:
        if not pending.function:
            return
        if pending.symbol not in ("min", "max") and count != 1:
            raise FormulaError(pending.at, f"`{pending.symbol}` takes one argument, not {count}")
        self.steps.append(Operation(pending.symbol, count, pending.at))

    def _unexpected(self, char: str) -> str:
        hint = _LOOKALIKE.get(char)
        where = "a number or a name is expected" if self.operand else "an operator is expected"
        return f"`{char}` is not part of a formula: " + (f"write `{hint}`" if hint else where)

    def _number(self) -> Fraction:
        """The number at `here`; leaves `here` behind it."""
        text, at = self.text, self.here
        end = _run(text, at)
        whole, part, power = text[at:end], "", 0
        if text[end : end + 1] == ".":
            last = _run(text, end + 1)
            part, end = text[end + 1 : last], last
            if not part:
                raise FormulaError(at, "a digit is expected after the decimal point")
        if text[end : end + 1] in ("e", "E"):
            sign = 1 if text[end + 1 : end + 2] in ("+", "-") else 0
            last = _run(text, end + 1 + sign)
            digits = text[end + 1 + sign : last]
            if digits:
                if len(digits) > 4 or int(digits) > MOST_DIGITS:
                    raise FormulaError(at, f"too large: an exponent is at most {MOST_DIGITS}")
                power = -int(digits) if text[end + 1] == "-" else int(digits)
                end = last
        if len(whole) + len(part) > MOST_DIGITS:
            raise FormulaError(at, f"too long: a number has at most {MOST_DIGITS} digits")
        if text[end : end + 1] in _NAME_START or text[end : end + 1] == ".":
            raise FormulaError(at, _NO_UNIT)
        self.here = end
        return Fraction(int(whole + part or "0")) * Fraction(10) ** (power - len(part))

    def _name(self) -> None:
        text, at = self.text, self.here
        end = at
        while text[end : end + 1] in _NAME:
            if end == len(text):
                break
            end += 1
        name = text[at:end]
        self.here = end
        after = end
        while text[after : after + 1] == " ":
            after += 1
        if text[after : after + 1] == "(":
            if name not in FUNCTIONS:
                raise FormulaError(at, f"`{name}` is not a function", name)
            self.here = after
            self._open(_Pending(name, 0, at, True))
            return
        case = None
        if text[end : end + 1] == "[":
            close = _bracket(text, end)
            if close < 0:
                raise FormulaError(end, "this bracket is never closed")
            case = text[end + 1 : close].strip()
            self.here = close + 1
        self.steps.append(Reference(name, case, (), at))
        self.operand = False


def _run(text: str, at: int) -> int:
    """The end of the digits that start at `at`."""
    while at < len(text) and text[at] in _DIGITS:
        at += 1
    return at


def _bracket(text: str, at: int) -> int:
    """The offset of the bracket that closes the one at `at`, -1 without one."""
    depth = 0
    for index in range(at, len(text)):
        if text[index] == "[":
            depth += 1
        elif text[index] == "]":
            depth -= 1
            if not depth:
                return index
    return -1
