"""One fault, one finding: which claim is to blame for the relations that do not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claimlint.claim.claims import Claim, Interval
from claimlint.reason.context import Context
from claimlint.reason.page import Reading, Relation
from claimlint.records import NamedTuple

_MOST = 2000  # failing relations of one page that are weighed; more are a page that nothing here understands


class Failure(NamedTuple):
    """A claim that is to blame: `relation` fails by it, and so do all `explained`.

    `expected` is where the claim would have to lie (base units), None where that is not known.
    """

    claim: Claim
    relation: Relation
    expected: Interval | None
    explained: tuple[Relation, ...]


def failures(
    relations: Iterable[Relation], readings: Mapping[Claim, Reading], context: Context
) -> list[Failure]:
    """The claims to blame for the failing relations, so that each of those is spoken of once.

    A relation with a claim that already contradicts the model, or that is history or quoted, is
    passed over.  Of the others the claim is chosen that explains most of them: a claim explains
    relations when one value of it would make them all hold.  Between equals it is the result.
    """
    kept = list(relations)
    failing = [r for r in kept if not r.holds and not _settled(r, readings, context)][:_MOST]
    if not failing:
        return []
    touched: dict[Claim, list[Relation]] = {}
    for relation in failing:
        for claim in _claims(relation):
            touched.setdefault(claim, []).append(relation)
    sound: dict[Claim, list[Relation]] = {}
    for relation in kept:
        if relation.holds:
            for claim in _claims(relation):
                if claim in touched:
                    sound.setdefault(claim, []).append(relation)
    shared = [claim for claim, those in touched.items() if len(those) > 1]
    results = {relation.result for relation in failing}
    shared.sort(key=lambda c: (-len(touched[c]), c not in results, c.block.index, c.start))
    found: list[Failure] = []
    done: set[int] = set()
    for claim in shared:
        left = [r for r in touched[claim] if id(r) not in done]
        if len(left) < 2:
            continue
        explained, expected = _explained(claim, left, sound.get(claim, []))
        if len(explained) < 2:
            continue
        done.update(map(id, explained))
        own = [r for r in explained if r.result is claim]
        first = next((r for r in own if r.certain), own[0] if own else explained[0])
        found.append(Failure(claim, first, expected, explained))
    for relation in failing:
        if id(relation) not in done:
            done.add(id(relation))
            found.append(Failure(relation.result, relation, relation.expected, (relation,)))
    return found


def _claims(relation: Relation) -> dict[Claim, None]:
    return dict.fromkeys((relation.result, *relation.inputs))


def _settled(relation: Relation, readings: Mapping[Claim, Reading], context: Context) -> bool:
    """Whether the relation is not to be spoken of: the model has the word, or nobody may judge."""
    for claim in _claims(relation):
        reading = readings.get(claim)
        if reading is not None and reading.fault is not None:
            return True
    # The inputs of one relation stand together: a few of them tell for all.
    return any(context.left_alone(claim) for claim in (relation.result, *relation.inputs[:4]))


def _explained(
    claim: Claim, failing: list[Relation], sound: list[Relation]
) -> tuple[tuple[Relation, ...], Interval | None]:
    """The failing relations that one other value of the claim would mend, and that value.

    The value must not break relations which hold; where a relation does not say what it wants of
    an input, only a claim that nothing else bears out is taken to explain it.
    """
    wanted = Interval(None, None)
    for relation in sound:
        own = _wanted(claim, relation)
        if own is None:
            return (), None
        meeting = _meet(wanted, own)
        if meeting is None:
            return (), None
        wanted = meeting
    explained = []
    known = False
    for relation in sorted(failing, key=lambda r: r.result is not claim):
        own = _wanted(claim, relation)
        if own is None:
            explained.append(relation)
            continue
        meeting = _meet(wanted, own)
        if meeting is not None:
            wanted, known = meeting, True
            explained.append(relation)
    return tuple(explained), wanted if known else None


def _wanted(claim: Claim, relation: Relation) -> Interval | None:
    """Where the relation wants the claim to lie; None where it does not say."""
    if relation.result is claim:
        return relation.expected
    if not relation.solved:
        return None
    return next((s for c, s in zip(relation.inputs, relation.solved, strict=True) if c is claim), None)


def _meet(one: Interval, other: Interval) -> Interval | None:
    """The common part of two intervals, or None."""
    low = max((end for end in (one.low, other.low) if end is not None), default=None)
    high = min((end for end in (one.high, other.high) if end is not None), default=None)
    if low is not None and high is not None and low > high:
        return None
    return Interval(low, high)
