"""Changes told with both their values and a percentage: `from 97 s to 17 s, 82% less time`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_number, significant
from claimlint.reason.agree import agrees, written
from claimlint.reason.changes import EITHER, FASTER, LESS, MORE, SLOWER, Told, as_time, told
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers


def relations(context: Context) -> Iterator[Relation]:
    """For each percentage that is told with an old and a new value, whether it is their change."""
    for index, claims in context.by_block.items():
        if all(claim.kind != "percent" for claim in claims):
            continue
        block = context.document.blocks[index]
        for _, end, found in by_sentence(block, numbers(context, block)):
            if len(found) > 2 and any(claim.kind == "percent" for claim in found):
                text = block.text[:end]
                for change in (*told(text, found[:40]), *as_time(text, found[:40])):
                    relation = of(change)
                    if relation is not None:
                        yield relation


def of(change: Told) -> Relation | None:
    """Whether a change is told rightly; None where its words and its numbers do not fit each other."""
    claim, pair = change.claim, change.pair
    old, new = written(pair.old), written(pair.new)
    truths = _truths(change, old, new)
    if truths is None:
        return None
    main, others = truths[0], truths[1:]
    own = claim if (claim.value or 0) >= 0 else _positive(claim)
    points = _points(change)
    scale = claim.unit.factor if claim.unit.symbol != "%" else Fraction(1, 100)
    if claim.unit.symbol != "%":
        # Percentage points: the difference of two percentages.
        if points is None:
            return None
        main, others = points, []
    if points is not None and not change.own:
        # "from 71.2% to 75.4% (+4.2%)": everybody reads that as points.
        others = [*others, points]
    holds = any(agrees(own, [truth]) for truth in (main, *others))
    middle = _as_written(change)
    problem, certain = "", pair.said and change.cue in (LESS, MORE) and claim.unit.symbol == "%"
    if not holds and claim.unit.symbol == "%":
        if points is not None and agrees(own, [points]):
            problem, certain = "calls percentage points per cent", False
        elif change.cue == FASTER and (less := _less(old, new)) and agrees(own, [less]):
            problem, certain = "takes less time for faster", False
    if not holds and abs(middle / scale - (own.value or 0)) < own.step:
        # Cut off where it should have been rounded: wrong, but read so by many.
        certain = False
    working = f"{pair.old.text} → {pair.new.text} is {_described(change, middle / scale)}"
    return Relation(
        "change",
        claim,
        (pair.old, pair.new),
        main,
        working,
        holds,
        certain,
        problem,
        format_like(own, middle),
    )


def _as_written(change: Told) -> Fraction:
    """The percentage that the two values give as they are written, as a share (points as they count)."""
    old, new = change.pair.old, change.pair.new
    assert old.value is not None
    assert new.value is not None
    one, other = old.value * old.unit.factor, new.value * new.unit.factor
    if change.claim.unit.symbol != "%":
        return abs(one - other) * 100
    exact = _truths(change, Interval(one, one), Interval(other, other))
    return _middle(exact[0]) if exact else abs(one - other)


def _truths(change: Told, old: Interval, new: Interval) -> list[Interval] | None:
    """What the percentage can be, the plainest first; None where the words and the numbers do not fit."""
    ends = (old.low, old.high, new.low, new.high)
    if any(end is None or end <= 0 for end in ends):
        return None
    rising = _middle(new) > _middle(old)
    grown, shrunk = _grown(old, new), _grown(new, old)
    rise = grown if rising else shrunk  # relative to the smaller value
    fall = _less(old, new) if not rising else _less(new, old)  # relative to the larger value
    if rise is None or fall is None or _middle(old) == _middle(new):
        return None
    timed = dict(change.pair.old.unit.dims).get("s", 0)
    if change.cue == LESS:
        return None if rising and change.pair.said else [fall]
    if change.cue == MORE:
        return None if not rising and change.pair.said else [rise]
    if change.cue == FASTER:
        if not timed:
            return [rise, fall]
        return [rise] if rising == (timed < 0) else None
    if change.cue == SLOWER:
        return [rise, fall]
    plain = rise if rising else fall
    other = fall if rising else rise
    if change.cue == EITHER:
        return [plain, other]
    if change.claim.text[:1] in tuple("+-−–"):
        # A sign says which way from the old value.
        return [plain]
    ratio, inverse = _ratio(old, new), _ratio(new, old)
    return [plain, other, *(r for r in (ratio, inverse) if r is not None)]


def _points(change: Told) -> Interval | None:
    """The difference in percentage points of two percentages, as a share."""
    old, new = change.pair.old, change.pair.new
    if old.kind != "percent" or old.unit.symbol != "%" or new.unit.symbol != "%":
        return None
    one, other = written(old), written(new)
    if None in (*one, *other):
        return None
    factor = 100 if change.claim.unit.symbol != "%" else 1
    gap = abs(_middle(one) - _middle(other))
    half = (one.high - one.low + other.high - other.low) / 2  # type: ignore[operator]
    return Interval(max(gap - half, Fraction(0)) * factor, (gap + half) * factor)


def _grown(old: Interval, new: Interval) -> Interval | None:
    """(new − old) ÷ old."""
    ratio = _ratio(old, new)
    return (
        None
        if ratio is None or ratio.low is None or ratio.high is None
        else Interval(ratio.low - 1, ratio.high - 1)
    )


def _less(old: Interval, new: Interval) -> Interval | None:
    """(old − new) ÷ old."""
    ratio = _ratio(old, new)
    return (
        None
        if ratio is None or ratio.low is None or ratio.high is None
        else Interval(1 - ratio.high, 1 - ratio.low)
    )


def _ratio(old: Interval, new: Interval) -> Interval | None:
    """new ÷ old, of positive numbers."""
    if old.low is None or old.high is None or new.low is None or new.high is None or old.low <= 0:
        return None
    return Interval(new.low / old.high, new.high / old.low)


def _middle(value: Interval) -> Fraction:
    assert value.low is not None
    assert value.high is not None
    return (value.low + value.high) / 2


def _positive(claim: Claim) -> Claim:
    """The claim without its minus sign: `-36%` tells a fall of 36%."""
    return Claim(
        claim.block,
        claim.start,
        claim.end,
        claim.kind,
        claim.unit,
        value=abs(claim.value or Fraction(0)),
        op=claim.op,
        step=claim.step,
        exact=claim.exact,
    )


def _described(change: Told, percent: Fraction) -> str:
    """The change in words, with the percentage that is right for them."""
    number = format_number(percent, max(significant(percent, 3), 0))
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    if change.claim.unit.symbol != "%":
        return f"{number} percentage points"
    old, new = change.pair.old, change.pair.new
    assert old.value is not None
    assert new.value is not None
    rising = new.value * new.unit.factor > old.value * old.unit.factor
    if change.cue == FASTER:
        saved = 100 * (
            1
            - min(new.value * new.unit.factor, old.value * old.unit.factor)
            / max(new.value * new.unit.factor, old.value * old.unit.factor)
        )
        return (
            f"{number}% faster ({format_number(saved, 0)}% less time)" if not rising else f"{number}% faster"
        )
    word = {LESS: "less", MORE: "more", SLOWER: "slower"}.get(change.cue, "more" if rising else "less")
    return f"{number}% {word}"
