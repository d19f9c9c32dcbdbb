"""Numbers of running text that must come in order: named statistics, and the two ends of a range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_number
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import read_digits
from claimlint.document.structure import Block
from claimlint.reason.agree import states, written
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.segments import between
from claimlint.reason.stance import is_change
from claimlint.reason.statistics import Statistic, in_order, must_rise, statistics

_TRIGGERS = ("min", "max", "median", "mean", "avg", "average", "p5", "p9", "lowest", "highest", "percentile")
_BACKWARDS = r"(?:^|[\s(:=~≈])([$€£]?)(\d[\d,]*(?:\.\d+)?)\s?[-–]\s?$"
_FALLS = (
    r"\b(?:from|down|drop\w*|fell|falls?|decreas\w*|reduc\w*|declin\w*|shr[aiu]nk\w*|cut|lower\w*|minus|less"
    r"|went|scor\w+|won|lost|vs|versus)\b"
)
_SPAN_TO = (
    r"(?:\b(?:ranges?|temperatures?|limits?|operating|operates?|rated|storage)(?: [a-z]+)?"
    r"(?::| of| is| from| between)? |: )(?:\+ ?)?"
    r"(?:(\d[\d.]*)(?: ?°[CF])? (?:to|…|\.\.\.) |between (\d[\d.]*)(?: ?°[CF])? and )$"
)
_WORD = r"[^\W_]+"
_MOST = 24


def relations(context: Context) -> Iterator[Relation]:
    """For each pair of numbers that must come in order, a relation."""
    yield from _of_items(context)
    for claim in context.claims:
        backwards = _backwards(claim) or _below_zero(claim)
        if backwards is not None:
            yield backwards
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        if len(claims) > 1 and block.kind != "cell" and _may_name(block.text):
            yield from _of_block(context, block, claims)


def _may_name(text: str) -> bool:
    text = text.lower()
    return any(trigger in text for trigger in _TRIGGERS)


def _of_block(context: Context, block: Block, claims: list[Claim]) -> Iterator[Relation]:
    """Statistics named in one sentence, each with its number: `p50 12 ms, p99 30 ms`, `min/max = 1/3 ms`."""
    done = 0
    for claim in claims:
        if claim.start < done:
            continue
        start, done = context.sentence_range(claim)
        mine = between(claims, start, done)
        named = [s for s in statistics(block.text[start:done]) if not _within(mine, start + s.start)]
        yield from _of_pairs(_paired(named, mine, start))


def _within(claims: Sequence[Claim], place: int) -> bool:
    return any(claim.start <= place < claim.end for claim in claims)


def _paired(named: list[Statistic], claims: Sequence[Claim], start: int) -> list[tuple[Statistic, Claim]]:
    """Each statistic with its number: in turns, or as two lists of one length."""
    # Changes (`p50 25% lower, p99 5% higher`) have no order.
    usable = [c for c in claims if states(c) == "point" and c.kind in ("quantity", "percent")][:_MOST]
    if any(is_change(c, start) for c in usable):
        return []
    if len({c.unit.dims for c in usable}) > 1 and named:
        # Counts that stand first (`over 500 runs`) are not what is spoken of.
        dims = usable[-1].unit.dims
        usable = [c for c in usable if c.unit.dims == dims]
    if not 1 < len(named) == len(usable) or len({s.rank for s in named}) < len(named):
        return []
    order = sorted([(start + s.start, "s") for s in named] + [(c.start, "c") for c in usable])
    signs = "".join(sign for _, sign in order)
    count = len(named)
    if signs in ("sc" * count, "cs" * count, "s" * count + "c" * count):
        return list(zip(named, usable, strict=True))
    return []


def _of_pairs(pairs: Iterable[tuple[Statistic, Claim]]) -> Iterator[Relation]:
    pairs = list(pairs)
    for at, (one, first) in enumerate(pairs):
        for other, second in pairs[at + 1 :]:
            if first.unit.dims != second.unit.dims or first.kind != second.kind:
                continue
            if must_rise(one, other):
                low, high, names = first, second, (one, other)
            elif must_rise(other, one):
                low, high, names = second, first, (other, one)
            else:
                continue
            rate = any(power < 0 for _, power in low.unit.dims)
            if rate and names[0].rank != 0 and names[1].rank != 100:
                continue
            yield in_order(low, high, written(low), written(high), names, low.text, high.text)


def _of_items(context: Context) -> Iterator[Relation]:
    """List items that follow each other, each with one statistic and one number."""
    run: list[tuple[Statistic, Claim]] = []
    last = -2
    rest: tuple[str, ...] = ()
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        short = block.kind == "item" and len(claims) == 1 and len(block.text) < 80
        named = statistics(block.text) if short and _may_name(block.text) else []
        named = [s for s in named if not _within(claims, s.start)]
        if len(named) != 1:
            continue
        text = block.text[: claims[0].start] + block.text[claims[0].end :]
        words = tuple(
            sorted(set(re.findall(_WORD, text.lower())) - set(re.findall(_WORD, named[0].name.lower())))
        )
        if index != last + 1 or words != rest:
            yield from _of_pairs(run)
            run = []
        run.append((named[0], claims[0]))
        last, rest = index, words
    yield from _of_pairs(run)


def _backwards(claim: Claim) -> Relation | None:
    """A range whose first end is the larger one: `60–45 W`."""
    if claim.value is None or not claim.unit_written or claim.kind == "orders" or claim.value <= 0:
        return None
    block = claim.block
    head = same_width(block.text[max(0, claim.start - 24) : claim.start])
    if not head.rstrip().endswith(("-", "–")):
        return None
    match = re.search(_BACKWARDS, head)
    if match is None or re.search(_FALLS, block.text[max(0, claim.start - 80) : claim.end + 40], re.I):
        return None
    first = read_digits(match[2].rstrip(","))
    if first is None or first.value <= claim.value or claim.value * 20 < first.value:
        return None
    low, high = claim.text, format_number(first.value, _decimals(first.place))
    start = claim.start - len(head) + match.start(2)
    span = Claim(block, start, claim.end, claim.kind, claim.unit, value=claim.value, step=claim.step)
    number = claim.text.split()[0]
    right = f"{number}–{high}{claim.text[len(number) :]}"
    return Relation(
        "order",
        span,
        (),
        Interval(first.value * claim.unit.factor, None),
        f"{high} is more than {low}",
        False,
        False,
        "is a range written backwards",
        right,
    )


def _below_zero(claim: Claim) -> Relation | None:
    """A span from a number down to one below zero: `Operating temperature: 85 to −40 °C`."""
    if claim.value is None or claim.kind != "quantity" or claim.value >= 0:
        return None
    block = claim.block
    head = same_width(block.text[max(0, claim.start - 48) : claim.start])
    match = re.search(_SPAN_TO, head, re.I)
    if match is None or re.search(_FALLS, block.text[max(0, claim.start - 80) : claim.end + 40], re.I):
        return None
    high = match[1] or match[2]
    unit = claim.text.lstrip("-−–").lstrip("0123456789.,")
    span = Claim(
        block,
        claim.start - len(head) + match.start(1 if match[1] else 2),
        claim.end,
        claim.kind,
        claim.unit,
        value=claim.value,
        step=claim.step,
    )
    low = claim.text.removesuffix(unit)
    first = read_digits(high)
    if first is None:
        return None
    return Relation(
        "order",
        span,
        (),
        Interval(first.value * claim.unit.factor, None),
        f"{high} is more than {claim.text}",
        False,
        False,
        "is a range written backwards",
        f"{low} to {high}{unit}",
    )


def _decimals(place: Fraction) -> int:
    return len(str(place.denominator)) - 1
