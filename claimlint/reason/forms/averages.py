"""A mean told with the values it is the mean of: `Runs of 10 s, 12 s and 17 s give a mean of 13 s`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.lazy import Lazy
from claimlint.reason.agree import meets, written
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers

_NAMED = ("mean", "average", "averaging")
_OTHER = Lazy(
    r"\b(?:geo\w*|harmonic|weighted|trimmed|root|median|square\w*|over|across|all|each|per|last|best|excluding|without|outliers?"
    r"|rolling|moving)\b"
)
_RESULT = Lazy(
    r"[^\d.;]{0,40}\b(?:means?|averages?|averaging|averaged)\b(?: (?:is|was|of|to|out|at|that|value|time))*"
    r"(?: about| roughly| around)?[\s:=~≈]*"
)
_MEAN_OF = Lazy(r"\b(?:mean|average) (?:value )?of (?:the )?$")
_IS = Lazy(r"\)? (?:is|was|equals|gives|comes to)(?: about| roughly| around)? ")
_LIST = Lazy(r",? ?(?:,|and|,? and) ")
_MOST = 20


def relations(context: Context) -> Iterator[Relation]:
    """For each mean that follows the list of its values, whether it is theirs."""
    for index, claims in context.by_block.items():
        block = context.document.blocks[index]
        if len(claims) < 2 or block.cell is not None:
            continue
        lower = block.text.lower()
        if not any(word in lower for word in _NAMED):
            continue
        for start, end, found in by_sentence(block, numbers(context, block)):
            if len(found) > 2 and _OTHER.search(lower[start:end]) is None:
                relation = _of(lower, found[: _MOST + 1])
                if relation is not None:
                    yield relation


def _of(text: str, found: list[Claim]) -> Relation | None:
    """The mean at the end of a list of one kind of quantity."""
    for at in range(2, len(found)):
        result = found[at]
        gap = text[found[at - 1].end : result.start]
        parts = [found[at - 1]]
        for part, after in pairwise(reversed(found[:at])):
            if _LIST.fullmatch(text[after.end : part.start]) is None:
                break
            parts.insert(0, after)
        told = _RESULT.fullmatch(gap) is not None
        named = _IS.fullmatch(gap) is not None and _MEAN_OF.search(text[: parts[0].start]) is not None
        if not (told or named) or len(parts) < 2 or not _alike(result, parts):
            continue
        return _mean(result, parts)
    return None


def _alike(result: Claim, parts: list[Claim]) -> bool:
    return result.kind in ("quantity", "percent") and all(
        part.value is not None
        and part.kind == result.kind
        and part.unit.dims == result.unit.dims
        and part.op in (None, "~")
        for part in (*parts, result)
    )


def _mean(result: Claim, parts: list[Claim]) -> Relation:
    spans = [written(part) for part in parts]
    count = len(parts)
    low = sum((span.low or Fraction(0) for span in spans), Fraction(0)) / count
    high = sum((span.high or Fraction(0) for span in spans), Fraction(0)) / count
    middle = sum(((part.value or Fraction(0)) * part.unit.factor for part in parts), Fraction(0)) / count
    sum_text = " + ".join(part.text for part in parts)
    return Relation(
        "equation",
        result,
        tuple(parts),
        Interval(low, high),
        f"({sum_text}) ÷ {count} = {format_value(middle, result.unit, 4)}",
        meets(written(result), Interval(low, high)),
        False,
        "is not the mean of the values before it",
        format_like(result, middle),
    )
