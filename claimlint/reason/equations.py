"""Where a text sets two expressions equal: `16 × 320 KiB = 5.00 MiB`, `4 × 8 GB, which makes 32 GB`."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.lazy import Lazy
from claimlint.claim.normalise import same_width
from claimlint.claim.unit_table import words
from claimlint.document.structure import Block
from claimlint.reason.expression import OPERATORS, Expression, parse
from claimlint.reason.tokens import Token, tokens
from claimlint.reason.traces import may_be_alone
from claimlint.records import NamedTuple

_WORDED = Lazy(
    r"(?i)(?:,? ?(?:that|which) (?:is|makes|gives|equals|comes to)"
    r"| (?:is|are|equals|gives|makes|totals|yields|comes to)"
    r"|,? ?(?:for|so) a total of|,? i\.e\.,?)"
    r"(?: (?:about|around|roughly|approximately|nearly|almost|only|just|exactly|~|≈))? ?[~≈]?"
)
_MARKS, _LETTER = "×÷*+·⋅^", " x "
_NOT_ALONE = words(
    "each per apiece more less fewer faster slower smaller larger bigger higher lower better worse "
    "times or to"
)
_JOINTS = words("at of by per times x for over with")
_ENDS = frozenset((".", "!", "?", ";", "|", "•"))
_MOST_TOKENS = 160
_LEAD = 4  # words between the sign and the number after it: `= a total of 12 GB`


class Equation(NamedTuple):
    """Two sides that a text sets equal, the result on the right.

    `sign` is `=`, `≈`, `→`, `is` (in words), `( )` or `:`; `earlier` are the chain's sides before `left`.
    """

    left: Expression
    right: Expression
    sign: str
    earlier: tuple[Expression, ...]
    text: str
    offsets: tuple[list[int], list[int]] | None


def equations(block: Block) -> Iterator[Equation]:
    """The equations of a block in order; in code only those that stand alone on their line."""
    if not _may_hold(block.text):
        return
    text, offsets = block.text, None
    if "\\" in text and block.kind != "code":
        from claimlint.claim.tex import expand

        text, offsets = expand(text)
    text = same_width(text)
    if block.kind != "code":
        for segment in _segments(text, 0, len(text)):
            yield from _of(segment, text, offsets)
        return
    start = 0
    for line in text.split("\n"):
        if "=" in line and len(line) < 400 and may_be_alone(line):
            yield from _of_line(text, start, start + len(line))
        start += len(line) + 1


def _may_hold(text: str) -> bool:
    """Whether a text may hold an equation, at a glance: an operator, with a sign of equality or a product."""
    if "=" in text or "≈" in text:
        return "\\" in text or any(
            mark in text for mark in (*_MARKS, "/", "-", "–", "x", " plus ", " minus ")
        )
    return _LETTER in text or any(mark in text for mark in _MARKS)


def _segments(text: str, start: int, end: int) -> Iterator[list[Token]]:
    """The tokens between two full stops, in pieces of a bounded length."""
    found: list[Token] = []
    for token in tokens(text, start, end):
        if token.kind == "stop" and token.text in _ENDS:
            if found:
                yield found
            found = []
        else:
            found.append(token)
            if len(found) > _MOST_TOKENS:
                yield found
                found = found[-_MOST_TOKENS // 2 :]
    if found:
        yield found


def _of_line(text: str, start: int, end: int) -> Iterator[Equation]:
    """The equations of a line of code that is arithmetic with numbers and nothing else."""
    run = list(tokens(text, start, end))
    while run and run[0].kind == "other" and run[0].text in ("#", "//"):
        run = run[1:]
    colon = next((at for at, token in enumerate(run[:6]) if token.text == ":"), None)
    if colon is not None and all(token.kind == "word" for token in run[:colon]):
        run = run[colon + 1 :]
    if any(token.unit.dims for token in run):
        # What follows a result with a unit says what it is: `4 * 8 bytes = 32 bytes per frame buffer`.
        for _ in range(_LEAD):
            if run and run[-1].kind == "word" and run[-1].text not in ("min", "max"):
                run = run[:-1]
    kinds = {token.kind for token in run}
    functions = all(token.text in ("min", "max") for token in run if token.kind == "word")
    if functions and "sign" in kinds and not kinds & {"other", "stop"} and kinds & OPERATORS:
        yield from _of(run, text, None)


def _of(segment: list[Token], text: str, offsets: tuple[list[int], list[int]] | None) -> Iterator[Equation]:
    kinds = {token.kind for token in segment}
    if not kinds & OPERATORS or "number" not in kinds:
        return
    chain: list[Expression] = []
    last = -1  # where the chain's last side ends
    for at in range(len(segment)):
        sign, first = _sign(segment, at, text)
        if not sign:
            continue
        right, stop = _right(segment, first, text)
        if not (chain and last == at):
            chain = []
        left = chain[-1] if chain else _left(segment, at)
        if left is None or right is None:
            chain = []
            continue
        chain = [*chain, right] if chain else [left, right]
        last = stop
        if _qualified(segment, stop):
            continue
        if any(side.operators for side in chain[:-1]):
            if sign != "→" or (not right.operators and left.operators & {"+", "×"}):
                yield Equation(left, right, sign, tuple(chain[:-2]), text, offsets)
        elif right.operators & {"+", "×"} and sign == "=" and len(chain) == 2:
            yield Equation(right, left, sign, (), text, offsets)


def _sign(segment: list[Token], at: int, text: str) -> tuple[str, int]:
    """The sign of equality that stands at segment[at], and where its right side starts; '' for none.

    `( )` is a result in parentheses, `:` one behind a colon.
    """
    token = segment[at]
    if token.kind == "sign":
        return token.text, at + 1
    if not at or segment[at - 1].kind not in ("number", ")", "word"):
        return "", 0
    if token.kind == "(" and at + 2 < len(segment):
        alone = segment[at + 1].kind == "number" and segment[at + 2].kind == ")"
        return ("( )", at + 1) if alone else ("", 0)
    if token.text == ":":
        return (":", at + 1) if at + 1 < len(segment) and segment[at + 1].kind == "number" else ("", 0)
    if token.kind in ("word", ",") and segment[at - 1].kind != "word":
        for first in range(at + 1, min(at + 6, len(segment))):
            if segment[first].kind == "number":
                gap = text[segment[at - 1].end : segment[first].start]
                return ("is", first) if _WORDED.fullmatch(" ".join(gap.split(" "))) else ("", 0)
            if segment[first].kind not in ("word", "other", "stop"):
                break
    return "", 0


def _qualified(segment: list[Token], stop: int) -> bool:
    """Whether what follows makes the right side another thing: `= 6 GB each`, `= 1 (mod 7)`."""
    after = [token.text.lower() for token in segment[stop : stop + 2]]
    return bool(after) and (after[0] in _NOT_ALONE or (after[0] == "(" and after[-1].startswith("mod")))


def _left(segment: list[Token], end: int) -> Expression | None:
    """The expression that ends before segment[end]; its first number may have any words before it."""
    at = end
    while True:
        first = _operand(segment, at)
        if first is None:
            return None
        before = first
        while before and first - before < 3 and segment[before - 1].kind == "word":
            before -= 1
        at = first
        if before == 0 or segment[before - 1].kind not in OPERATORS:
            break
        operator = segment[before - 1]
        if before < first and not operator.spaced:
            break
        if before - 1 == 0 or segment[before - 2].kind in ("(", ",", "sign"):
            if operator.kind == "-" and not operator.spaced and before == first:
                at = before - 1
            elif operator.kind != "-" and before - 1 > 0:
                return None
            break
        if operator.kind == "-" and not operator.spaced and segment[before - 2].kind == "number":
            # "10-20 ms × 3" is a range.
            return None
        if operator.kind == "-" and segment[before - 2].kind in ("word", "stop"):
            word = segment[before - 2]
            if operator.text != "–" or len(word.text) < 3:
                number = any(token.kind == "number" for token in segment[max(0, before - 5) : before - 1])
                if not number:
                    return None
            else:
                break
        at = before - 1
    if at > 1 and segment[at - 1].text.lower() in _JOINTS:
        nearby = segment[max(0, at - 5) : at - 1]
        if segment[at - 2].kind in ("number", "word") and any(t.kind == "number" for t in nearby):
            # "500 tokens at $3/1M = $1.50" is no equation of $3/1M.
            return None
    if at and segment[at - 1].end == segment[at].start and segment[at - 1].kind not in ("(", ",", "stop"):
        return None
    return parse(_without_tail(segment[at:end]))


def _without_tail(run: list[Token]) -> list[Token]:
    while run and run[-1].kind in (",", "stop"):
        run = run[:-1]
    return run


def _operand(segment: list[Token], end: int) -> int | None:
    """Where the number or parenthesis starts that ends before segment[end], words behind it passed over."""
    at = end - 1
    words = 0
    while at >= 0 and segment[at].kind == "word" and words < 4:
        at, words = at - 1, words + 1
    if at < 0:
        return None
    if segment[at].kind == "number":
        return at
    if segment[at].kind != ")":
        return None
    depth = 0
    while at >= 0:
        depth += {")": 1, "(": -1}.get(segment[at].kind, 0)
        if not depth:
            named = at and segment[at - 1].kind == "word" and segment[at - 1].end == segment[at].start
            return at - 1 if named else at
        at -= 1
    return None


def _right(segment: list[Token], start: int, text: str) -> tuple[Expression | None, int]:
    """The expression that starts at segment[start], behind a few words at most, and its end."""
    at = start
    while (
        at < len(segment)
        and at - start < _LEAD
        and segment[at].kind == "word"
        and segment[at].text not in ("max", "min")
    ):
        at += 1
    while at < len(segment) and segment[at].kind == "other" and segment[at].text == "~":
        at += 1
    first = at
    depth, operand = 0, False
    stop = first
    while at < len(segment):
        token = segment[at]
        if token.kind == "number":
            if operand:
                break
            operand = True
        elif token.kind == "(" and not operand:
            depth += 1
        elif token.kind == ")" and depth and operand:
            depth -= 1
        elif token.kind == "," and depth and operand:
            operand = False
        elif token.kind in OPERATORS:
            if (
                operand
                and token.kind == "-"
                and (token.text != "-" or token.spaced)
                and not _number_at(segment, at + 1)
            ):
                break
            if operand and token.kind in "-" and len(segment[first:at]) == 1:
                return None, at
            operand = False
        elif token.kind == "word" and operand and not depth:
            ahead = at
            while ahead < len(segment) and ahead - at < 3 and segment[ahead].kind == "word":
                ahead += 1
            labelled = (
                ahead < len(segment) and segment[ahead].kind in OPERATORS and segment[ahead].kind != "-"
            )
            if not labelled or not segment[ahead].spaced or not _number_at(segment, ahead + 1):
                break
            at = ahead
            continue
        elif token.kind == "word" and not operand:
            pass
        else:
            if token.kind == "other" and token.start == segment[at - 1].end and operand:
                return None, at
            break
        at += 1
        if operand and not depth:
            stop = at
    run = segment[first:at]
    if not run or not operand:
        return None, at
    return parse(_without_tail(run)), stop


def _number_at(segment: list[Token], at: int) -> bool:
    """Whether an operand starts at segment[at], or behind up to three words."""
    for token in segment[at : at + 4]:
        if token.kind in ("number", "("):
            return True
        if token.kind != "word":
            return False
    return False
