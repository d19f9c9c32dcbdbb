"""How a sentence speaks of a number: as a fact, a change, a limit, a what-if, the past, or not at all."""

from __future__ import annotations

import re

from claimlint.claim.claims import Claim
from claimlint.reason.names import Mention
from claimlint.reason.segments import Segment
from claimlint.reason.words import stem, words

_DELTA_AFTER = re.compile(
    r"\W{0,3}(?:points?\s)?(?:faster|slower|less|more|fewer|longer|shorter|higher|lower|better|worse|cheaper|dearer"
    r"|larger|smaller|bigger|greater|later|earlier|sooner|extra|ahead|behind|reductions?|increases?|improvements?"
    r"|decreases?|drops?|gains?|savings?|discounts?|overhead|margin|difference)\b",
    re.I,
)
_DELTA_BEFORE = re.compile(
    r"\b(?:by|extra|additional|saves?|saved|saving|adds?|added|gained?|lost|plus)\W{0,3}"
    r"(?:(?:about|around|roughly|nearly|almost|only|at least|up to|an?)\s)?$",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|never|rather than|instead of|no longer|isn[’']t|wasn[’']t|unlike)\s+$", re.I)
_HYPOTHETICAL = re.compile(
    r"\b(?:would|suppose|supposing|imagine|what if|hypothetical(?:ly)?|were to|could have)\b", re.I
)
_PAST = re.compile(
    r"\b(?:previously|formerly|used to|originally|no longer|at first|back (?:in|then)|legacy|old(?:er)?"
    r"|earlier (?:version|release)s?|predecessor|last (?:year|quarter|month|release)|was once|had been"
    r"|until (?:v|version |release )?\d"
    r"|(?:in|before|since) (?:v|version |release )\d)",
    re.I,
)
_MEASURED = re.compile(
    r"\b(?:measured|measures|measurements? (?:show|shows|give|gives|confirm|put)|observed"
    r"|benchmarks? (?:show|shows|give|put|confirm)|benchmarked|clocked|timed|profil(?:ed|ing shows?)"
    r"|empirical(?:ly)?"
    r"|(?:in|from) (?:our|the|lab|production|real) (?:own )?"
    r"(?:tests?|measurements?|benchmarks?|experiments?|runs?|profiles?)"
    r"|tests? show|experiments? show|we (?:see|saw|record|recorded|found|find|got))\b",
    re.I,
)
_UNMEASURED = re.compile(
    r"\b(?:no|not|never|neither|nothing|none|without|un|isn[’']t|aren[’']t|wasn[’']t|weren[’']t|hasn[’']t"
    r"|haven[’']t|nor|yet to be|to be|rather than|instead of|before|until|once|if|when|cannot|can[’']t|hardly"
    r"|will be|should be|could be|may be|must be)\b",
    re.I,
)
# Nouns and adverbs that make a number a limit, a period or a statistic of its own.
_OTHER_WORDS = """
timeout timeouts retry retries retried interval deadline ttl expire expires expiry
expired limit limits limited budget threshold quota cap capped poll polls polling sleep sleeps wait waits
backoff retention retain retained target goal objective sla slo jitter deviation variance percentile warmup
overhead setup startup uptime warranty cancelled cancel abort aborts refuse refuses reject rejects
"""
_OTHER = frozenset(map(stem, _OTHER_WORDS.split()))
_BEFORE = re.compile(r"\b(?:every|after|until|within|per)\s+(?:about\s|around\s|~|≈)?$", re.I)
_PERCENTILE = re.compile(r"p\d{2,3}(?:[.,]\d+)?|\d{2}(?:[.,]\d+)?th")


def reservation(
    claim: Claim, segment: Segment, mentions: tuple[Mention, ...], own: frozenset[str]
) -> str | None:
    """Why the claim, though near a quantity's name, may be of something else; None when it states a value.

    `mentions` are the names in its segment and `own` the folded words of the names of what it is tied
    to: a word of a name is no reservation against it.
    """
    text = claim.block.text
    before, after = text[segment.start : claim.start], text[claim.end : claim.end + 40]
    named = [(m.start, m.end) for m in mentions]
    if claim.kind != "multiple":
        match = _DELTA_AFTER.match(after)
        if match and not _covered(claim.end + match.start(), claim.end + match.end(), named):
            return "it is a change"
        match = _DELTA_BEFORE.search(before)
        if match and not _covered(segment.start + match.start(), segment.start + match.end(), named):
            return "it is a change"
    match = _BEFORE.search(before)
    if match and not _introduced(text, segment.start + match.start(), named):
        return f"“{match[0].strip()}” may make it another quantity"
    if _DENIED.search(before):
        return "the text denies it"
    if _PAST.search(text, segment.start, segment.end):
        return "it speaks of the past"
    low, high = _window(text, claim, segment, named)
    for word in words(text[low:high]):
        start, end = word.start + low, word.end + low
        if claim.start <= start < claim.end or word.stem in own or _covered(start, end, named):
            continue
        if word.stem in _OTHER or _PERCENTILE.fullmatch(word.stem):
            return f"“{text[start:end]}” may make it another quantity"
    return None


_SIDE = re.compile(r"(?:[^\W_]+[^\w,;:.()]*){0,2}")


def _introduced(text: str, at: int, named: list[tuple[int, int]]) -> bool:
    """Whether a name of several words ends right before `at`: `blocks arrive | every 46 s`."""
    return any(
        end <= at and not text[end:at].strip() and " " in text[start:end] for start, end in named
    ) or any(start <= at < end for start, end in named)


def _window(text: str, claim: Claim, segment: Segment, named: list[tuple[int, int]]) -> tuple[int, int]:
    """The words that may turn the claim: from the nearest name to it, and two on its either side."""
    reversed_before = _SIDE.match(text[segment.start : claim.start].rstrip()[::-1])
    low = claim.start - (reversed_before.end() + 1 if reversed_before else 0)
    after = _SIDE.match(text, claim.end + 1, segment.end)
    high = after.end() if after else claim.end
    before = [end for _, end in named if end <= claim.start]
    behind = [start for start, _ in named if start >= claim.end]
    if before:
        low = min(low, max(before))
    elif behind:
        high = max(high, min(behind))
    return max(low, segment.start), min(max(high, claim.end), segment.end)


def hypothetical(text: str) -> bool:
    """Whether a sentence speaks of what would be."""
    return _HYPOTHETICAL.search(text) is not None


def worded_as_measured(text: str) -> re.Match[str] | None:
    """The words that present a sentence's numbers as measurements, unless they are negated or to come."""
    for match in _MEASURED.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        clause = re.split(r"[,;:—]", before)[-1]
        if not _UNMEASURED.search(clause) and not before.endswith(("un", "un-")):
            return match
    return None


def _covered(start: int, end: int, ranges: list[tuple[int, int]]) -> bool:
    return any(low < end and start < high for low, high in ranges)
