"""Shares told with their counts: `24 of 87 requests (28%)`, `Of 200 tickets, 75 were bugs (38%)`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from claimlint.claim.claims import Claim, Interval
from claimlint.claim.format import format_like, format_value
from claimlint.claim.lazy import Lazy
from claimlint.reason.agree import agrees, written
from claimlint.reason.context import Context
from claimlint.reason.page import Relation
from claimlint.reason.spoken import by_sentence, numbers

_OF = Lazy(r"\s*(?:(?:[a-z]+ ){0,2}(?:out of|of)|/)\s*(?:(?:the|all|our|a total of|its|these)\s+)*")
_WHOLE = Lazy(r"^\W*(?:out of|of|among|from)\s+(?:(?:the|all|our|a total of|these)\s+)*$")
_COLON = Lazy(r"[^\d:;.]{0,40}:\s*$")
_OPEN = Lazy(r"[^\d(),;:.]{0,40}\(\s*$")
_BARE_OPEN = Lazy(r"[^\d(),;:.]{0,40}(?:\(|,|—|–|:)\s*(?:or |i\.e\. |about |around |roughly |~|≈)*\s*$")
_OR = Lazy(
    r"[^\d(),;:.]{0,40},\s*(?:or|i\.e\.,?|that is,?|which is|about|roughly|around)\s*"
    r"(?:(?:about|around|roughly|just|only|some) )?[~≈]?\s*"
)
_CLOSES = Lazy(r"[^\d(),;:]{0,40}\)")


def relations(context: Context) -> Iterator[Relation]:
    """For each percentage told with a part and a whole, whether it is the one's share of the other."""
    for index, claims in context.by_block.items():
        if all(claim.kind != "percent" for claim in claims):
            continue
        block = context.document.blocks[index]
        for start, end, found in by_sentence(block, numbers(context, block)):
            percents = sum(claim.kind == "percent" for claim in found)
            if percents and len(found) > 2:
                yield from _listed(block.text, start, end, found[:40]) or _single(block.text, found[:40])


def _single(text: str, found: list[Claim]) -> list[Relation]:
    """`24 of 87 requests (28%)` and `28% (24 of 87 requests)`."""
    made = []
    for at, (part, whole) in enumerate(pairwise(found)):
        if not _countable(part, whole) or not _OF.fullmatch(text[part.end : whole.start].lower()):
            continue
        after = found[at + 2] if at + 2 < len(found) else None
        before = found[at - 1] if at else None
        gap = text[whole.end : after.start].lower() if after is not None else ""
        if after is not None and _is_share(after) and _closed(text, after) and "(" in gap:
            share = after if _BARE_OPEN.fullmatch(gap) else None
        elif after is not None and _is_share(after) and _OR.fullmatch(gap.lower()):
            share = after
        elif (
            before is not None
            and _is_share(before)
            and _OPEN.fullmatch(text[before.end : part.start].lower())
        ):
            share = before if _CLOSES.match(text, whole.end) else None
        else:
            continue
        if share is not None:
            made.append(_relation(share, part, whole, True))
    return made


def _listed(text: str, start: int, end: int, found: list[Claim]) -> list[Relation]:
    """`Of 200 tickets, 75 were bugs (38%), 50 were requests (25%)`; `16 answered: 14 correct (88%)`."""
    whole = found[0]
    lead = text[start : whole.start].lower()
    said = bool(_WHOLE.fullmatch(lead)) and len(lead) > 1
    if not said and not _COLON.fullmatch(text[whole.end : found[1].start].lower()):
        return []
    pairs = [
        (part, share)
        for part, share in pairwise(found[1:])
        if _is_share(share)
        and _countable(part, whole)
        and _OPEN.fullmatch(text[part.end : share.start].lower())
        and _closed(text, share)
    ]
    if not pairs:
        return []
    made = [_relation(share, part, whole, said) for part, share in pairs]
    total = sum((share.value or Fraction(0) for _, share in pairs), Fraction(0))
    parts = sum((part.value or Fraction(0) for part, _ in pairs), Fraction(0))
    if total == 100 and parts == whole.value:
        # Shares may be rounded so that they add up.
        made = [
            relation._replace(holds=True) if _near(share, part, whole) else relation
            for relation, (part, share) in zip(made, pairs, strict=True)
        ]
    return made


def _closed(text: str, claim: Claim) -> bool:
    return text[claim.end : claim.end + 1] == ")"


def _is_share(claim: Claim) -> bool:
    return claim.kind == "percent" and claim.unit.symbol == "%" and claim.value is not None


def _countable(part: Claim, whole: Claim) -> bool:
    """Whether one number can be a part of the other: points of one kind, the part no larger."""
    if part.value is None or whole.value is None or "quantity" not in (part.kind, whole.kind):
        return False
    if part.kind != whole.kind or (part.unit.dims and whole.unit.dims and part.unit.dims != whole.unit.dims):
        return False
    return 0 <= part.value * part.unit.factor <= whole.value * whole.unit.factor and whole.value > 0


def _relation(share: Claim, part: Claim, whole: Claim, certain: bool) -> Relation:
    one, other = written(part), written(whole)
    assert part.value is not None
    assert whole.value is not None
    exact = part.value * part.unit.factor / (whole.value * whole.unit.factor)
    expected = Interval(exact, exact)
    if None not in (*one, *other) and other.low:
        expected = Interval(one.low / other.high, one.high / other.low)  # type: ignore[operator]
    rest = Interval(
        None if expected.high is None else 1 - expected.high,
        None if expected.low is None else 1 - expected.low,
    )
    assert share.value is not None
    return Relation(
        "proportion",
        share,
        (part, whole),
        expected,
        f"{part.text} ÷ {whole.text} = {format_value(exact, share.unit, 4)}",
        agrees(share, [expected, rest]),
        # Cut off where it should have been rounded: wrong, but read so by many.
        certain and abs(100 * exact - share.value) >= share.step,
        "",
        format_like(share, exact),
    )


def _near(share: Claim, part: Claim, whole: Claim) -> bool:
    """Whether a share is less than one step of its last digit off."""
    assert share.value is not None
    assert part.value is not None
    assert whole.value is not None
    return abs(share.value - 100 * part.value / whole.value) < share.step
