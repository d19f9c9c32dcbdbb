"""One quantity in two units: `65,536 bytes (64 KiB)`, `401 kg per MWh, that is 0.401 kg per kWh`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.lazy import Lazy
from claimlint.reason.agree import meets, widen, written
from claimlint.reason.binary import CALENDAR, binary_share, families, is_calendar
from claimlint.reason.context import Context
from claimlint.reason.page import Relation

_OPENS = Lazy(
    r"\s*\(\s*(?:(?:or|i\.e\.,?|=|≈|about|approximately|roughly|that is,?|equivalent to)\s*)?[~≈]?\s*"
)
_NOUN_OPENS = Lazy(r"(?: [a-z-]+){1,2} \(\s*[~≈]?\s*")
_CLOSES = Lazy(r"[*_\s]*[),;]")
_SAYS = Lazy(
    r",?\s*(?:≈|that is,?|i\.e\.,?|which is|in other words,?|or,? in other words,?|equals|is equal to"
    r"|is equivalent to|is the same as|is|are|amounts? to"
    r"|corresponds? to|works? out (?:to|at))\s*(?:(?:about|approximately|roughly|only|just)\s+)?[~≈]?\s*"
)
_EQUALS = Lazy(r"\s*=\s*[~≈]?\s*")
_LIMITED = Lazy(r"\s*(?:at|in|too|long|away|old|enough|left|short|or|to|for)\b")
_OR = Lazy(r",\s*or\s*(?:(?:about|approximately|roughly|only|just)\s+)?[~≈]?\s*")
_OPERATOR = Lazy(r"(?:[×÷*+/=^<>-]|\bx|\b(?:times|plus|minus))\s*$")
_OTHER_AFTER = Lazy(
    r"\s*(?:[×÷*+/=^]|x\s*\d|(?:each|per|apiece|faster|slower|more|less|fewer|longer|shorter|higher|lower|larger"
    r"|smaller|bigger|better|worse|later|earlier|of|above|below|over|under)\b)"
)
_STEPS = tuple(Fraction(base) ** power for base in (1000, 1024) for power in range(-5, 6) if power)
_CLOCK = tuple(Fraction(step) ** sign for step in (60, 3600, 24) for sign in (1, -1))
_MOST_SPREAD = Fraction(1, 10)
_CLOCK_SPREAD = Fraction(3, 100)


def relations(context: Context) -> Iterator[Relation]:
    """For each quantity that is said again in another unit, whether both are the same."""
    for claims in context.by_block.values():
        for one, other in pairwise(claims):
            if not _same_kind(one, other):
                continue
            how = _apposed(one, other)
            if how:
                relation = _relation(one, other, how)
                if relation is not None:
                    yield relation


def _same_kind(one: Claim, other: Claim) -> bool:
    """Whether two neighbours are points of one dimension in different units."""
    if one.kind != "quantity" or other.kind != "quantity" or not one.unit.dims:
        return False
    if one.unit.dims != other.unit.dims:
        return False
    if one.unit.symbol == other.unit.symbol and not _slipped_scale(one, other):
        return False
    return bool(one.value and other.value) and not ({one.op, other.op} & {"<", ">", ">="} or other.op == "<=")


def _slipped_scale(one: Claim, other: Claim) -> bool:
    """Whether one count is written twice, once with a scale that is not its own: `48,000,000 (48K) lines`."""
    if not one.value or not other.value or one.value == other.value:
        return False
    ratio = max(one.value / other.value, other.value / one.value)
    return ratio in (1000, 10**6, 10**9) and one.text != other.text


def _apposed(one: Claim, other: Claim) -> str:
    """How the text says that the second is the first again: `( )`, `=`, `is`, `or`; '' where it does not."""
    text = one.block.text
    gap = text[one.end : other.start].lower()
    if len(gap) > 40 or _OPERATOR.search(text[max(0, one.start - 7) : one.start]):
        return ""
    if "(" in gap and _NOUN_OPENS.fullmatch(gap) and text[other.end : other.end + 1] == ")":
        # The same digits in bits and in bytes: `a 10 Gbit/s port (10 GB/s)`.
        return "( )" if one.value == other.value and families(one.unit) != families(other.unit) else ""
    if "(" in gap:
        return "( )" if _OPENS.fullmatch(gap) and _CLOSES.match(text, other.end) else ""
    if _OTHER_AFTER.match(text, other.end):
        return ""
    if _EQUALS.fullmatch(gap):
        return "="
    if gap.strip(" ~≈") in ("is", "are"):
        return "or" if _LIMITED.match(text, other.end) is None else ""
    if _SAYS.fullmatch(gap):
        return "is"
    return "or" if _OR.fullmatch(gap) else ""


def _relation(one: Claim, other: Claim, how: str) -> Relation | None:
    assert one.value is not None
    assert other.value is not None
    expected = written(one)
    if is_calendar(one.unit) or is_calendar(other.unit):
        expected = widen(expected, CALENDAR)
    exact = one.value * one.unit.factor
    ratio = other.value * other.unit.factor / exact
    bytewise = binary_share(one.unit) != 1 or binary_share(other.unit) != 1
    slip = _nominal_slip(one, other, ratio)
    holds = not slip and (meets(expected, written(other)) or (bytewise and _as_binary(one, other)))
    certain = how != "or"
    if not holds and not slip:
        if how != "=" and not _slipped(one, other, ratio):
            return None
        rescaled = _digits(one) != _digits(other)
        if how == "or" and not rescaled and len(one.unit.dims) < 2:
            return None
        certain = certain and (rescaled or how != "( )")
    if slip:
        certain = False
    if one.unit.symbol == other.unit.symbol:
        more = max(ratio, 1 / ratio)
        working = f"{one.text} is {format_value(more)} times {'less' if ratio > 1 else 'more'}"
        return Relation("conversion", other, (one,), expected, working, False, certain, "", one.text)
    working = f"{one.text} is {format_value(exact, other.unit, 4)}"
    return Relation("conversion", other, (one,), expected, working, holds, certain, "", _right(other, exact))


def _right(claim: Claim, value: Fraction) -> str:
    """The right value as the claim is written, with more digits where its own would blur it."""
    text = format_like(claim, value)
    return text if claim.step * claim.unit.factor * 50 < abs(value) else format_value(value, claim.unit, 4)


def _as_binary(one: Claim, other: Claim) -> bool:
    """Whether the two agree with the prefixes of either, or of both, read as binary ones."""
    plain, twin = written(one), written(other)
    for first in {Fraction(1), binary_share(one.unit)}:
        for second in {Fraction(1), binary_share(other.unit)}:
            if meets(_scaled(plain, first), _scaled(twin, second)):
                return True
    return False


def _scaled(value: Interval, factor: Fraction) -> Interval:
    return Interval(
        None if value.low is None else value.low * factor, None if value.high is None else value.high * factor
    )


def _nominal_slip(one: Claim, other: Claim, ratio: Fraction) -> bool:
    """Whether whole numbers differ as 1024 does from 1000 where no byte is meant: `1 Gbps (1024 Mbps)`."""
    assert one.value is not None
    assert other.value is not None
    if one.op == "~" or other.op == "~" or one.value.denominator != 1 or other.value.denominator != 1:
        return False
    if binary_share(one.unit) != 1 or binary_share(other.unit) != 1:
        return False
    return any(ratio == Fraction(1024, 1000) ** power for power in (-3, -2, -1, 1, 2, 3))


def _slipped(one: Claim, other: Claim, ratio: Fraction) -> bool:
    """Whether two values that differ are still one quantity, wrongly converted, and not two.

    They are near each other, or apart by what a slip in converting makes: a power of ten, of 1024, the
    eight of bits and bytes, the steps of the clock.
    """
    if Fraction(4, 5) <= ratio <= Fraction(5, 4):
        return True
    exact = max(ratio, 1 / ratio)
    if ratio in _STEPS or (exact.denominator == 1 and str(exact.numerator).strip("0") == "1"):
        return True
    if exact == 8 and families(one.unit) != families(other.unit):
        return True
    spread = _spread(one) + _spread(other)
    if spread > _MOST_SPREAD:
        return False
    size = abs(ratio)
    power = 0
    while size >= Fraction(316, 100) and power < 40:
        size, power = size / 10, power + 1
    while size < Fraction(316, 1000) and power > -40:
        size, power = size * 10, power - 1
    if power and abs(size - 1) <= spread:
        return True
    steps = list(_STEPS)
    if families(one.unit) != families(other.unit):
        if any("bit" in families(c.unit) for c in (one, other)):
            steps += [
                sign * scale for sign in (Fraction(8), Fraction(1, 8)) for scale in (Fraction(1), *_STEPS)
            ]
        if dict(one.unit.dims).get("s") and spread <= _CLOCK_SPREAD:
            steps += _CLOCK
    return any(abs(ratio / step - 1) <= spread for step in steps)


def _spread(claim: Claim) -> Fraction:
    """The relative rounding of a claim."""
    assert claim.value is not None
    return claim.step / 2 / abs(claim.value)


def _digits(claim: Claim) -> str:
    """The digits of a claim's number as written, its decimal point with them."""
    return "".join(mark for mark in claim.text if mark.isdigit() or mark == ".").rstrip(".")
