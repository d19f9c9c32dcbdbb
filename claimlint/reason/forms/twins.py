"""The same words with two numbers: a drawing against its description, alternative text against the body."""

from __future__ import annotations

from collections.abc import Iterator

from claimlint.claim.claims import Claim
from claimlint.claim.format import format_like
from claimlint.reason.agree import meets, written
from claimlint.reason.binary import binary_share
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.spoken import LIGHT
from claimlint.reason.words import stem, words
from claimlint.records import NamedTuple

_PICTURED = frozenset(("alt", "caption", "desc", "title", "label", "heading"))
_EMPTY = frozenset(
    map(
        stem,
        (
            *LIGHT,
            "take",
            "takes",
            "use",
            "uses",
            "need",
            "needs",
            "chart",
            "figure",
            "bar",
            "for",
            "with",
            "on",
            "at",
            "and",
            "while",
            "versus",
            "vs",
            "against",
        ),
    )
)
_LONGEST = 300
_MOST_LABELS = 400
_FEWEST, _FEWEST_IN_FIGURE = 3, 2


class _Said(NamedTuple):
    """A claim with the words said with it; `whole` when they are all of its sentence."""

    claim: Claim
    whole: bool


def relations(context: Context) -> Iterator[Relation]:
    """For each claim of a picture that other words of the page repeat, whether its number is the same."""
    if not any(claim.block.kind in _PICTURED for claim in context.claims):
        return
    groups: dict[tuple[object, ...], list[_Said]] = {}
    for claim in context.claims:
        if claim.value is None or claim.op in ("<", "<=", ">", ">=") or claim.block.cell is not None:
            continue
        for key, whole in _keys(context, claim):
            said = groups.setdefault(key, [])
            if all(other.claim is not claim for other in said):
                said.append(_Said(claim, whole))
    done = set()
    for (*_, names), said in groups.items():
        assert isinstance(names, tuple)
        for at, one in enumerate(said[:12]):
            for other in said[at + 1 : 12]:
                if (one.claim, other.claim) not in done and _same_thing(one, other, len(names)):
                    done.add((one.claim, other.claim))
                    yield _relation(one.claim, other.claim, names)


def _keys(context: Context, claim: Claim) -> Iterator[tuple[tuple[object, ...], bool]]:
    """What the claim is said of: the words of its clause, and of its sentence where nothing else is in it."""
    segment = context.segment(claim)
    if segment.end - segment.start > _LONGEST:
        return
    start, end = context.sentence_range(claim)
    text = claim.block.text
    alone = len(context.sentence_claims(claim)) == 1 and end - start <= _LONGEST
    for low, high in {(start, end) if alone else (segment.start, segment.end), (segment.start, segment.end)}:
        if low == segment.start and high == segment.end and len(segment.claims) != 1:
            continue
        outside = text[low : claim.start] + " " + text[claim.end : high]
        if claim.block.kind == "label":
            outside += _beside(context, claim)
        names = tuple(sorted({word.stem for word in words(outside)} - _EMPTY))
        if names:
            yield (claim.kind, claim.unit.dims, names), (low, high) == (start, end)
        lead = text[start : segment.start]
        if ":" in lead and claim.block.kind in _PICTURED and len(segment.claims) == 1:
            # "Median latency: 48 ms for the proxy, 31 ms for direct calls"
            names = tuple(sorted({*names, *({w.stem for w in words(lead[: lead.find(":")])} - _EMPTY)}))
            yield (claim.kind, claim.unit.dims, names), True


def _beside(context: Context, claim: Claim) -> str:
    """The labels that name a label which is a number: those of its group, or on its line."""
    block = claim.block
    if block.figure is None or any(
        mark.isalpha() for mark in block.text[: claim.start] + block.text[claim.end :]
    ):
        return ""
    group = context.figures[block.figure]
    if len(group) > _MOST_LABELS:
        return ""
    near = [b for b in group if b.kind == "label" and b.group == block.group] if block.group else []
    if sum(len(context.by_block.get(b.index, ())) for b in near) != 1:
        near = context.baselines(block.figure).get(round(block.y), []) if block.y is not None else []
    if sum(len(context.by_block.get(b.index, ())) for b in near) != 1:
        return ""
    return " " + " ".join(b.text for b in near if b is not block)


def _same_thing(one: _Said, other: _Said, size: int) -> bool:
    """Whether two claims with the same words are of one thing."""
    a, b = one.claim.block, other.claim.block
    if a is b or not {a.kind, b.kind} & _PICTURED or a.slide != b.slide:
        return False
    if a.figure is not None and a.figure == b.figure:
        return size >= _FEWEST_IN_FIGURE and a.kind != b.kind and (one.whole or other.whole)
    # A caption repeats for every figure of a kind: only whole sentences, of which one is no picture's.
    if a.figure is not None and b.figure is not None:
        return False
    return size >= _FEWEST and (one.whole or other.whole)


def _relation(one: Claim, other: Claim, names: tuple[object, ...]) -> Relation:
    if other.block.kind == "label" and one.block.kind != "label" and one.block.figure == other.block.figure:
        # What is drawn is what its description has to follow.
        one, other = other, one
    expected = written(one)
    own = written(other)
    holds = meets(expected, own)
    if not holds:
        share = binary_share(one.unit) / binary_share(other.unit)
        for factor in {share, 1 / share}:
            if own.low is not None and own.high is not None and factor != 1:
                scaled = own._replace(low=own.low * factor, high=own.high * factor)
                holds = holds or meets(expected, scaled)
    assert one.value is not None
    return Relation(
        "conflict",
        other,
        (one,),
        expected,
        f"{one.text} is said in the same words ({one.block.kind})",
        holds,
        False,
        "is another number for the same thing",
        format_like(other, one.value * one.unit.factor),
    )
