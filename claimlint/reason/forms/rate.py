"""An amount, a rate and a time, or a price and its use, in one breath: `90 GB over 10 Gbit/s take 72 s`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.lazy import Lazy
from claimlint.claim.units import Dims, counting, physical
from claimlint.document.structure import Block
from claimlint.reason.context import Context
from claimlint.reason.derivation import Derived, agrees, cancels, derived
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers
from claimlint.reason.words import stem
from claimlint.records import NamedTuple

_STRICT = Lazy(
    r"(?:\b(?:is|are|was|were|makes?|gives?|giving|stores?|holds?|has|have|draws?|emits?|produces?|equals?|yields?"
    r"|comes? to|totals?|provides?|offers?|i\.e\.)|[:=(→]|->)"
    r",?\s*(?:(?:about|around|roughly|approximately|nearly|almost|some|just|only|a|an|the|total|of|therefore"
    r"|hence|thus|then)\s+)*[~≈]?\s*$"
)
_NEEDS = Lazy(
    r"\b(takes?|took|needs?|needed|requires?|required|uses?|used|occup(?:y|ies)|consumes?|consumed|costs?|lasts?"
    r"|cost|in|within|by)"
    r"\s*(?:(?:about|around|roughly|approximately|nearly|almost|some|just|only|a|an|the|total|of)\s+)*[~≈]?\s*$"
)
_HENCE = Lazy(r"\b(?:hence|therefore|thus|so|consequently|that is|which is|i\.e\.|that makes|which makes)\b")
_HENCE_WORDS = ("hence", "therefore", "thus", "so", "consequently", "that is", "which is", "i.e.", "makes")
_TOTAL_WORDS = (" in total", " altogether", " in all")
_IN_TOTAL = Lazy(r"\s*(?:in total|altogether|in all)\b")
_BLOCKS = Lazy(
    r"\b(?:or|but|while|whereas|than|instead|versus|vs|if|unless|until|not|without|compared|except|plus|minus"
    r"|twice|double|triple|half|times|once|thrice|replicat\w+|compress\w+|overhead|redundan\w+|parity"
    r"|spare|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion)\b"
    r"|[×÷*+]|\d ?[x/] ?\d"
)
# What is set or allowed follows from nothing; a second verb has another subject.
_POLICY = Lazy(
    r"\b(?:time-?outs?|limit\w*|deadlines?|defaults?|maximum|minimum|max|min|budget\w*|quotas?|allow\w*|intervals?"
    r"|boots?|starts?|latency|latencies|delays?|retr(?:y|ies)|expir\w+|ttl)\b"
)
_AND = Lazy(r"\band\b(?! (?:so |thus |therefore |hence )?(?:needs?|takes?|requires?|uses?|used|costs?)\b)")
_EACH = Lazy(r"\s*(?:\w+ )?(?:each|apiece|per\b)")
_EACH_OF = Lazy(r"\beach (?:of (?:the |its |our )?)?$")
_BIT_WIDTH = Lazy(r"[ -](?:weights?|parameters?|precision)\b")
_REDUCED = Lazy(r"\s*(?:\w+ )?(?:after|usable|net|effective|once|because|due|in practice|with)\b")
_EVERY = Lazy(
    r"\b(?:every|each|one|an?) (?:\w+ )?([a-z]+) "
    r"(?:takes|needs|uses|costs|is|holds|occupies|weighs|draws|has|stores|fills)"
    r"(?: up)?(?: about| roughly| around| only| just)?[\s~≈]*$"
)
_QUALIFIED = (
    r"\s+(?:(?:a|an|the|about|around|only|just|some|roughly|nearly|its|this|one|each|full|single|sustained"
    r"|constant|average)\s+)*[~≈]?$"
)
_DURING = Lazy(r"(?:\b(?:in|within|during|takes?|took|for|every|over|after)" + _QUALIFIED + r"|[(→]\s*$)")
_JOINT = Lazy(
    r"(?:\b(?:at|over|via|through|on|across|from|using|in|within|during|for|every|of|by|with|takes?|took|drawing"
    r"|draws?|has|have|needs?|uses?|costs?|reads?|writes?|holds?|per)" + _QUALIFIED + r"|[(×→]\s*$)"
)
_PER = Lazy(r"\s*(?:each\b|apiece\b|per\b|/|a (?:second|minute|hour|day|week|month|year)\b)")
_MORE_UNIT = Lazy(r"\s?/\s?\w|\s*per\b")  # a unit that was not understood to its end
_DIGIT = Lazy(r"(?<![A-Za-z\d])\d")
_MOST_GAP = 60
_MODEST = Fraction(3, 2)
_TIGHT = Fraction(9, 10)


class _Story(NamedTuple):
    """A result with what stands before it, and how the text says that it follows from it.

    `inputs` are those it must follow from if it follows from none of the others in `near`.
    """

    result: Claim
    near: list[Claim]
    inputs: list[Claim]
    strict: bool
    lasts: bool
    hence: bool = False


def relations(context: Context) -> Iterator[Relation]:
    """For each result told with its inputs, whether it follows from them."""
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        if block.cell is not None or len(claims) < 1 or len(block.text) > 20_000:
            continue
        for start, end, found in _clauses(block, numbers(context, block)):
            if not any(claim.kind == "quantity" and claim.unit.dims for claim in found):
                continue
            for story in _stories(context, block, start, end, found[:12]):
                relation = _relation(block, story)
                if relation is not None:
                    yield relation


def _clauses(block: Block, found: list[Claim]) -> Iterator[tuple[int, int, list[Claim]]]:
    """The sentences of a block cut at semicolons, each with its numbers."""
    for start, end, inside in by_sentence(block, found):
        low = start
        text = block.text[start:end]
        places = [at for at, mark in enumerate(text) if mark == ";"] if ";" in text else []
        for place in [*places, end - start]:
            high = start + place
            yield low, high, [c for c in inside if low <= c.start < high]
            low = high + 1


def _stories(context: Context, block: Block, start: int, end: int, found: list[Claim]) -> Iterator[_Story]:
    text = block.text.lower()
    for at, claim in enumerate(found):
        if not claim.unit.dims and claim.kind != "percent":
            continue
        if claim.value is None or claim.kind in ("multiple", "orders"):
            continue
        low = found[at - 1].end if at else start
        gap = text[max(low, claim.start - 80) : claim.start]
        told = any(word in gap for word in _HENCE_WORDS) or text.startswith(_TOTAL_WORDS, claim.end)
        if not told and not _may_follow(found[:at], claim):
            continue
        strict, needs = _STRICT.search(gap), _NEEDS.search(gap)
        hence = told and (_HENCE.search(gap) or _IN_TOTAL.match(text, claim.end))
        if not (strict or needs or hence):
            if _operations(found[:at], claim) and gap.strip().endswith("at"):
                yield _Story(claim, found[at - 2 : at], found[at - 2 : at], True, False)
            continue
        if strict and strict[0].startswith("(") and text[claim.end : claim.end + 1] != ")":
            continue
        near = inputs = found[:at]
        if len(inputs) < 2 and hence:
            earlier = _before(context, block, start)
            near, inputs = [*earlier, *inputs], [*earlier[len(inputs) - 2 :], *inputs]
        if len(inputs) < 2:
            continue
        lasts = needs is not None and needs[1].startswith("last")
        yield _Story(claim, near, inputs, bool(strict or hence), lasts, bool(hence))


def _may_follow(inputs: list[Claim], claim: Claim) -> bool:
    """Whether two of the inputs have the claim's physical dimension as product or quotient, at a glance."""
    wanted = physical(claim.unit.dims)
    dims = [physical(c.unit.dims) for c in inputs[-4:]]
    if len(dims) < 2:
        return False
    return len(dims) > 2 or wanted in (
        _product(dims[0], dims[1], 1),
        _product(dims[0], dims[1], -1),
        _product(dims[1], dims[0], -1),
    )


@lru_cache(maxsize=1024)
def _product(one: Dims, other: Dims, sign: int) -> Dims:
    powers = dict(one)
    for base, power in other:
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted((base, power) for base, power in powers.items() if power))


def _operations(inputs: list[Claim], claim: Claim) -> bool:
    """Whether the last two inputs are operations in a time and bytes, and the claim bytes in a time."""
    if len(inputs) < 2 or dict(physical(claim.unit.dims)) != {"byte": 1, "s": -1}:
        return False
    kinds = {physical(c.unit.dims) for c in inputs[-2:]}
    counted = any(counting(c.unit.dims) for c in inputs[-2:])
    return counted and kinds == {(("s", -1),), (("byte", 1),)}


def _before(context: Context, block: Block, start: int) -> list[Claim]:
    """The numbers of what stands right before a clause: the sentence, the items of the list, their lead."""
    earlier = [claim for claim in numbers(context, block) if claim.end <= start]
    if earlier:
        return earlier[-3:]
    found: list[Claim] = []
    for index in range(block.index - 1, max(block.index - 5, -1), -1):
        other = context.document.blocks[index]
        if other.section != block.section or other.cell is not None or other.kind == "heading":
            break
        inside = numbers(context, other)
        found = [*inside, *found]
        if other.kind != block.kind or block.kind != "item" or len(found) > 3:
            break
    return found if len(found) <= 3 else []


def _relation(block: Block, story: _Story) -> Relation | None:
    result, inputs = story.result, story.inputs
    everything = derived(story.near, result)
    low, high = Fraction(1), Fraction(1)
    if not story.strict:
        low, high = (Fraction(1, 2), 1 / _TIGHT) if story.lasts else (_TIGHT, _MODEST)
    for value in everything:
        plain = value._replace(value=Interval(value.middle, value.middle))
        if agrees(result, value) or agrees(result, plain, low, high):
            return _as_relation(result, value, True)
    if len(inputs) > 3 or not _plain(block, story):
        return None
    slip = _power_for_energy(result, inputs)
    if slip is not None:
        return slip
    whole = derived(inputs, result, whole=True)
    chosen = [
        value
        for value in whole
        if _meant(block, result, value) and (story.hence or _joined(block, value)) and not _share(value)
    ]
    if len(chosen) != 1:
        return None
    return _as_relation(result, chosen[0], False)


def _share(value: Derived) -> bool:
    """Whether the product sets two quantities of one kind against each other: shares are told elsewhere."""
    return len({claim.unit.dims for claim, _ in value.powers}) < len(value.powers)


def _joined(block: Block, value: Derived) -> bool:
    """Whether all inputs but one stand behind a word that sets them to each other.

    `64 MB in 10 ms` makes a rate, `64 MB with a latency of 10 ms` none.
    """
    text = block.text.lower()
    joined = 0
    for claim, power in value.powers:
        timed = power < 0 and claim.unit.dims == (("s", 1),)
        before = text[max(0, claim.start - 48) : claim.start]
        if claim.block is not block or (_DURING if timed else _JOINT).search(before):
            joined += 1
        elif timed:
            return False
    return joined >= len(value.powers) - 1


def _as_relation(result: Claim, value: Derived, holds: bool) -> Relation:
    right = format_like(result, value.middle)
    if not 50 < abs(value.middle) / (result.step * result.unit.factor) < 20_000:
        right = format_value(value.middle, result.unit, 4)
    return Relation(
        "rate",
        result,
        tuple(claim for claim, _ in value.powers),
        value.value,
        f"{value.working} = {format_value(value.middle, result.unit, 4)}",
        holds,
        False,
        "",
        right,
    )


def _plain(block: Block, story: _Story) -> bool:
    """Whether no word or number between the inputs and the result may change what they make."""
    text = block.text.lower()
    inside = [claim for claim in (*story.inputs, story.result) if claim.block is block]
    if any(_MORE_UNIT.match(text, claim.end) for claim in inside):
        return False
    first, last = min(claim.start for claim in inside), story.result.end
    pieces = []
    at = first
    for claim in sorted(inside, key=lambda claim: claim.start):
        pieces.append(text[at : claim.start])
        at = claim.end
    if any(len(piece) > _MOST_GAP for piece in pieces):
        return False
    between = " ".join(pieces)
    lead = text[max(text.rfind(". ", 0, first), first - _MOST_GAP, 0) : first]
    if _POLICY.search(between) or _POLICY.search(lead) or (not story.hence and _AND.search(between)):
        return False
    # A result "per host" is not the whole.
    return not (
        _BLOCKS.search(between)
        or _DIGIT.search(between)
        or _PER.match(text, last)
        or _REDUCED.match(text, last)
    )


def _meant(block: Block, result: Claim, value: Derived) -> bool:
    """Whether the text means this product: its units cancel, or a count is said to be of so much each."""
    powers = value.powers
    counts = [claim for claim, _ in powers if not physical(claim.unit.dims)]
    if not counts or (all(claim.unit.dims for claim in counts) and cancels(powers, result)):
        return True
    if len(counts) > 1 or any(power < 0 for _, power in powers):
        return False
    count = counts[0]
    for claim, _ in powers:
        if claim is count:
            continue
        over = [base for base, power in counting(claim.unit.dims) if power < 0]
        if over:
            own = [base for base, _ in count.unit.dims]
            return own == over or (not own and _named(block, count, over[0]))
        if claim.block is block and _EACH.match(block.text.lower(), claim.end):
            return count.block is block and count.end <= claim.start
        if count.block is claim.block is block and _EACH_OF.search(block.text[: count.start].lower()[-40:]):
            return True
        if claim.block is block and _of_every(block, claim, count):
            return True
        joint = block.text[count.end : claim.start].lower() if count.block is claim.block is block else ""
        if count.unit.dims and joint.strip() == "at" and claim.start > count.end:
            return True
    return False


def _of_every(block: Block, claim: Claim, count: Claim) -> bool:
    """Whether the claim is said of every one that is counted: `every weight takes 2 bytes, … 13 billion`."""
    if count.block is block and _BIT_WIDTH.match(block.text.lower(), claim.end):
        return claim.unit.symbol in ("bit", "B")
    said = _EVERY.search(block.text[max(0, claim.start - 60) : claim.start].lower())
    if said is None or count.block is not block:
        return False
    following = re.findall(r"[a-z]+", block.text[count.start : count.end + 24].lower())
    names = {stem(word) for word in following[:4]}
    return stem(said[1]) in names or (said[1] == "weight" and stem("parameters") in names)


def _named(block: Block, count: Claim, base: str) -> bool:
    """Whether a bare number counts what `base` names: `13 billion parameter model`, `the 7B model`."""
    if count.block is not block:
        return False
    following = re.findall(r"[a-z]+", block.text[count.end : count.end + 40].lower())[:3]
    return base.lower() in following or (base == "parameter" and "model" in following)


def _power_for_energy(result: Claim, inputs: list[Claim]) -> Relation | None:
    """`50 hours at 8 kW used 400 kW`: the product of power and hours, with the hours left out of its unit."""
    power = (("J", 1), ("s", -1))
    if result.unit.dims != power or len(inputs) != 2:
        return None
    times = [c for c in inputs if c.unit.symbol == "h"]
    powers = [c for c in inputs if c.unit.dims == power]
    if not times or not powers or powers[0].unit != result.unit:
        return None
    hours, draw = times[0].value, powers[0].value
    if (
        hours is None
        or draw is None
        or result.value is None
        or abs(hours * draw - result.value) > result.step / 2
    ):
        return None
    text = result.text.rstrip()
    return Relation(
        "rate",
        result,
        tuple(inputs),
        Interval(None, None),
        f"{draw} {result.unit.symbol} × {hours} h is energy",
        False,
        False,
        "is a power where an energy is told",
        f"{text}h",
    )
