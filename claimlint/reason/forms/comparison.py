"""Comparisons of what the sentences before state: `The worst run is 104% worse than the best one`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.lazy import Lazy
from claimlint.reason.agree import agrees
from claimlint.reason.changes import CUE_OF, UNSAID, Pair, Told, cue_of
from claimlint.reason.context import Context
from claimlint.reason.forms.change import of
from claimlint.reason.page import Relation
from claimlint.reason.spoken import LIGHT, by_sentence, preceding
from claimlint.reason.words import stem, words

_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_FRACTION = Lazy(
    r"\b(?:(?:a|one)[ -](third|quarter|fifth|sixth|eighth|tenth) of|(half)(?: of)?) (?:the|its) (?:\w+ )?"
    r"(?:time|duration|runtime)\b"
)
_EMPTY = frozenset(map(stem, (*LIGHT, *CUE_OF, "one", "seconds", "percent")))


def relations(context: Context) -> Iterator[Relation]:
    """For each comparison without values, whether the values stated just before it bear it out."""
    for index, claims in context.by_block.items():
        if all(claim.kind not in ("percent", "multiple") for claim in claims):
            continue
        block = context.document.blocks[index]
        if block.cell is not None:
            continue
        for start, end, found in by_sentence(block, claims):
            if len(found) == 1 and found[0].kind in ("percent", "multiple") and found[0].value is not None:
                sentence = block.text[:end]
                relation = _by_fraction(context, found[0], sentence, start) or _by_labels(
                    context, found[0], sentence, start
                )
                if relation is not None:
                    yield relation


def _by_fraction(context: Context, claim: Claim, text: str, start: int) -> Relation | None:
    """`a quarter of the time` is four times as fast, 300% faster, and 75% less time."""
    after = text[claim.end : claim.end + 16].lower()
    if "faster" not in after and "as fast" not in after:
        return None
    places = [(claim.block, start, len(text)), *preceding(context, claim.block, start)]
    for block, low, high in places:
        match = _FRACTION.search(block.text[low:high].lower())
        if match is None:
            continue
        times = Fraction(_FRACTIONS[match[1] or match[2]])
        said = " ".join(match[0].split())
        if claim.kind == "multiple":
            holds = agrees(claim, [Interval(times, times)])
            return _told_by(claim, times, f"{said} is {times}× as fast", True) if holds else None
        if agrees(claim, [Interval(times - 1, times - 1)]):
            return _told_by(claim, times - 1, f"{said} is {100 * (times - 1)}% faster", True)
        if agrees(claim, [Interval(1 - 1 / times, 1 - 1 / times)]):
            return _told_by(
                claim, times - 1, f"{said} is {times}× as fast, {100 * (times - 1)}% faster", False
            )
        return None
    return None


def _told_by(claim: Claim, value: Fraction, working: str, holds: bool) -> Relation:
    problem = "takes less time for faster"
    return Relation("change", claim, (), Interval(value, value), working, holds, False, problem)


def _by_labels(context: Context, claim: Claim, text: str, start: int) -> Relation | None:
    """The two values stated before under the names that the sentence compares."""
    if claim.kind != "percent" or cue_of(text, claim) == UNSAID:
        return None
    cut = re.search(r"\b(?:than|compared (?:to|with)|against|versus|vs)\b", text[claim.end :].lower())
    if cut is None or "\n\n" in text[start:]:
        return None
    before = {w.stem for w in words(text[start : claim.start])} - _EMPTY
    after = {w.stem for w in words(text[claim.end + cut.end() :])} - _EMPTY
    stated = _labelled(context, claim, start)
    if len(stated) != 2 or stated[0][0].unit.dims != stated[1][0].unit.dims:
        return None
    (one, ones), (other, others) = stated
    ones, others = ones - others, others - ones
    straight, crossed = ones & before and others & after, others & before and ones & after
    if bool(straight) == bool(crossed):
        return None
    new, old = (one, other) if straight else (other, one)
    return of(Told(claim, Pair(old, new, 0, 0, False), cue_of(text, claim)))


def _labelled(context: Context, claim: Claim, start: int) -> list[tuple[Claim, set[str]]]:
    """The values of the sentences just before, each with the words of its clause."""
    found: list[tuple[Claim, set[str]]] = []
    for block, low, high in preceding(context, claim.block, start):
        inside = [c for c in context.by_block.get(block.index, ()) if low <= c.start < high]
        for other in inside:
            if other.kind != "quantity" or other.value is None:
                return []
            segment = context.segment(other)
            text = block.text[segment.start : segment.end].replace(other.text, " ")
            found.append((other, {w.stem for w in words(text)} - _EMPTY))
        if len(found) >= 2:
            break
    return found
