"""Numbers that must come in order: minimum, percentiles, mean and maximum; the two ends of a range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_number
from claimlint.claim.normalise import same_width
from claimlint.claim.numerals import read_digits
from claimlint.document.structure import Block
from claimlint.reason.agree import states, written
from claimlint.reason.context import Context
from claimlint.reason.fit import text
from claimlint.reason.grid import Grid, Line, tables
from claimlint.reason.page import Relation
from claimlint.reason.statistics import Statistic, must_rise, statistics

_TRIGGER = re.compile(r"\b(?:min|max|median|mean|avg|average|[pP]\d\d|lowest|highest|percentile)", re.I)
_BACKWARDS = re.compile(r"(?:^|[\s(:=~≈])([$€£]?)(\d[\d,]*(?:\.\d+)?)\s?[-–]\s?$")
_FALLS = re.compile(
    r"\b(?:from|down|drop\w*|fell|falls?|decreas\w*|reduc\w*|declin\w*|shr[aiu]nk\w*|cut|lower\w*|minus|less|went"
    r"|scor\w+|won|lost|vs|versus)\b",
    re.I,
)
_MOST = 24


def relations(context: Context) -> Iterator[Relation]:
    """For each pair of numbers that must come in order, a relation."""
    for table in tables(context.document):
        for grid in context.grids(table):
            yield from _of_grid(grid)
    yield from _of_items(context)
    for claim in context.claims:
        backwards = _backwards(claim)
        if backwards is not None:
            yield backwards
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        if len(claims) > 1 and block.kind != "cell" and _TRIGGER.search(block.text):
            yield from _of_block(context, block, claims)


def _of_grid(grid: Grid) -> Iterator[Relation]:
    """Lines whose headers name statistics of one thing."""
    groups: dict[tuple[object, ...], list[tuple[Statistic, Line]]] = {}
    for line in grid.lines[:_MOST]:
        if line.kind not in ("quantity", "number", "percent", "multiple"):
            continue
        named = statistics(line.header)
        if len(named) == 1:
            rest = line.header[: named[0].start] + line.header[named[0].end :]
            key = line.kind, line.dims, tuple(sorted(_WORD.findall(rest.lower())))
            groups.setdefault(key, []).append((named[0], line))
    for members in groups.values():
        if len(members) > 1:
            yield from _of_lines(members[:_MOST])


_WORD = re.compile(r"[^\W_]+")


def _of_lines(members: list[tuple[Statistic, Line]]) -> Iterator[Relation]:
    for at, (one, line) in enumerate(members):
        for other, second in members[at + 1 :]:
            if must_rise(one, other):
                low, high, names = line, second, (one, other)
            elif must_rise(other, one):
                low, high, names = second, line, (other, one)
            else:
                continue
            pairs = [
                (a, b) for a, b in zip(low.cells, high.cells, strict=True) if a is not None and b is not None
            ]
            falls = sum(_falls(a.span, b.span) for a, b in pairs)
            # Where most rows fall, the names mean something else: the p99 of a throughput is its worst.
            extremes = names[0].rank == 0 or names[1].rank == 100
            if falls * 2 > len(pairs) and not (len(pairs) == 1 or (extremes and len(pairs) == 2)):
                continue
            rate = any(power < 0 for _, power in low.dims)
            for a, b in pairs:
                if not _falls(a.span, b.span) or extremes or not rate:
                    yield _relation(a.claim, b.claim, a.span, b.span, names, text(a), text(b))


def _falls(low: Interval, high: Interval) -> bool:
    return low.low is not None and high.high is not None and low.low > high.high


def _relation(
    one: Claim,
    other: Claim,
    low: Interval,
    high: Interval,
    names: tuple[Statistic, Statistic],
    a: str,
    b: str,
) -> Relation:
    return Relation(
        "order",
        other,
        (one,),
        Interval(low.low, None),
        f"the {names[0].name} is {a}, the {names[1].name} {b}",
        not _falls(low, high),
        True,
        f"is below the {names[0].name}",
        solved=(Interval(None, high.high),),
    )


def _of_block(context: Context, block: Block, claims: list[Claim]) -> Iterator[Relation]:
    """Statistics named in one sentence, each with its number: `p50 12 ms, p99 30 ms`, `min/max = 1/3 ms`."""
    done = 0
    for claim in claims:
        if claim.start < done:
            continue
        start, done = context.sentence_range(claim)
        mine = [c for c in claims if start <= c.start < done]
        named = [s for s in statistics(block.text[start:done]) if not _within(mine, start + s.start)]
        yield from _of_pairs(_paired(named, mine, start))


def _within(claims: list[Claim], place: int) -> bool:
    return any(claim.start <= place < claim.end for claim in claims)


def _paired(named: list[Statistic], claims: list[Claim], start: int) -> list[tuple[Statistic, Claim]]:
    """Each statistic with its number: in turns, or as two lists of one length."""
    usable = [c for c in claims if states(c) == "point" and c.kind in ("quantity", "percent")][:_MOST]
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
            yield _relation(low, high, written(low), written(high), names, low.text, high.text)


def _of_items(context: Context) -> Iterator[Relation]:
    """List items that follow each other, each with one statistic and one number."""
    run: list[tuple[Statistic, Claim]] = []
    last = -2
    rest: tuple[str, ...] = ()
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        named = (
            statistics(block.text)
            if block.kind == "item" and len(claims) == 1 and len(block.text) < 80
            else []
        )
        named = [s for s in named if not _within(claims, s.start)]
        if len(named) != 1:
            continue
        text = block.text[: claims[0].start] + block.text[claims[0].end :]
        words = tuple(sorted(set(_WORD.findall(text.lower())) - set(_WORD.findall(named[0].name.lower()))))
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
    match = _BACKWARDS.search(head)
    if match is None or _FALLS.search(block.text[max(0, claim.start - 80) : claim.end + 40]):
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


def _decimals(place: Fraction) -> int:
    return len(str(place.denominator)) - 1
