"""How a sentence speaks of a number: as a fact, a change, a limit, a what-if, the past, or not at all."""

from __future__ import annotations

import re
from functools import lru_cache

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.reason.segments import Segment
from claimlint.reason.words import stem, words

DENIED = "the text denies it"
PAST = "it speaks of the past"

_DELTA_AFTER = Lazy(
    r"\W{0,3}(?:points?\s)?(?:faster|slower|less|more|fewer|longer|shorter|higher|lower|better|worse"
    r"|cheaper|dearer|larger|smaller|bigger|greater|later|earlier|sooner|extra|ahead|behind|reductions?|increases?|improvements?"
    r"|decreases?|drops?|gains?|savings?|discounts?|overhead|margin|difference)\b",
    re.I,
)
_DELTA_BEFORE = Lazy(
    r"\b(?:by|extra|additional|saves?|saved|saving|adds?(?! up)|added|gained?|lost|plus)\W{0,3}"
    r"(?:(?:about|around|roughly|nearly|almost|only|at least|up to|some|an?)\s)?$",
    re.I,
)
_MOVES_TO = Lazy(
    r"\b(?:drops?|falls?|fell|rises?|rose|grows?|grew|shrinks?|shrank|climbs?|climbed|jumps?|jumped|sinks?|sank"
    r"|degrades?|improves?|goes (?:up|down)|went (?:up|down)) to\s(?:about\s|around\s|~|≈)?$",
    re.I,
)
_DENIED = Lazy(r"\b(?:not|never|rather than|instead of|no longer|isn[’']t|wasn[’']t|unlike)\s+$", re.I)
_HYPOTHETICAL = Lazy(
    r"\b(?:would|suppose|supposing|imagine|what if|hypothetical(?:ly)?|were to|could have)\b", re.I
)
_PAST = Lazy(
    r"\b(?:previous(?:ly)?|prior|former(?:ly)?|used to|originally|no longer|at first|back (?:in|then|when)"
    r"|legacy|old(?:er)?|earlier (?:version|release)s?|predecessor|last (?:year|quarter|month|release)"
    r"|last (?:spring|summer|autumn|winter|fall)"
    r"|years? ago|months? ago|was once|had (?:been|an?)\b|tried|historically|at the time|in the past"
    r"|until (?:v|version |release )?\d|(?:in|before|since|with|under|on) (?:v|version |release )\d)",
    re.I,
)
_ELSEWHERE = Lazy(
    r"\b(?:competitors?|competing|rivals?|advertis\w+|promis\w+|brochures?|posters?|in practice|were told"
    r"|anecdot\w+|one (?:\w+ )?in (?:\w+)|on average across)\b",
    re.I,
)
# Nouns and adverbs that make a number a limit, a period or a statistic of its own.
_OTHER_WORDS = """
timeout timeouts retry retries retried interval deadline ttl expire expires expiry expired limit
limits limited budget threshold quota cap capped poll polls polling sleep sleeps wait waits backoff
retention retain retained target goal objective sla slo jitter deviation variance percentile warmup
overhead setup startup uptime warranty cancelled cancel abort aborts refuse refuses reject rejects
minimum maximum
"""
_OTHER = frozenset(map(stem, _OTHER_WORDS.split()))
_PERIOD = Lazy(r"\b(?:every|after|until|within|per)\s+(?:about\s|around\s|~|≈)?$", re.I)
_PERCENTILE = Lazy(r"\b(?:p\d{2,3}(?:[.,]\d+)?|\d{2}(?:[.,]\d+)?th percentile)\b", re.I)
_OPERATOR_BEFORE = Lazy(r"[+×·*÷−]\s*$")
_OPERATOR_AFTER = Lazy(r"\s*[×·*÷−+]\s*[$€£(]?\d")
_NEWCOMER = Lazy(
    r"\W*(?:(?:and|but|while|whereas|or|so)\s+)?(?P<article>the|an?|another|other|some|any|most|their|his)\s+"
    r"(?P<first>[^\W\d_]+)(?:[\s-]+(?P<second>[^\W\d_]+))?",
    re.I,
)
_CONDITION = Lazy(
    r"\b(?:on|for|with|under|using|via)\s+(?:an?\s|the\s)?(?P<name>[A-Z][\w+-]*[A-Z0-9][\w+-]*)"
)
_PLAIN_WORDS = "full single same typical whole complete average given plain simple normal regular first"
_PLAIN = frozenset(map(stem, _PLAIN_WORDS.split()))
_MONTHS = "january february march april may june july august september october november december"
_CALENDAR = frozenset(_MONTHS.split())
_GIVEN = Lazy(
    r"(?:\b(?:at|with|for|of|using|over|under|on|by|per|and|or|is|are|in)|[,/:(=|×·*;]|[—–])\s*"
    r"(?:(?:an?|the|its|about|around|some|assumed|all|each)\s+|[~≈$€£≥≤])*(?:[\w-]+\s+(?:of|is|at)\s+)?(?:\d[\d.,]*\s*/\s*)*$",
    re.I,
)
_FROM = Lazy(r"\bfrom\s+(?:about\s+|~|≈)?$", re.I)
_TO = Lazy(r"\W*(?:to|→|down to|up to)\b", re.I)
_FROM_TO = Lazy(r"\bfrom\b[^.;]{1,40}\b(?:to|→)\s+(?:about\s+|~|≈)?$", re.I)
_HEAD = re.compile(r"\s+(?:rof|fo|no|yb)\s+[^\W_]+(?:[\s-]+[^\W_]+)?\b")  # backwards: `… of | name`
_TIMEOUT = re.compile(r"\btime-?\s?outs?\b", re.I)
_ASIDE = Lazy(r"\([^()]{1,300}\)")
_SIDE = Lazy(r"(?:[^\W_]+[^\w,;:.()]*){0,2}")


_ONE = Lazy(r"\b(?:an?|one|two|three|four|each|every|single)\s+$", re.I)
_THING = Lazy(
    r"[ \xa0-](?!(?:of|at|per|in|is|are|was|were|for|on|and|or|to|than|each|with|when|while|by|from|that"
    r"|which|as|if)\b)([a-z]{3,})\b"
)
# What a number may be called besides the name of its quantity: `a 90 µs latency`.
_MEASURE_WORDS = """
latency time delay duration rate bandwidth throughput speed size cost price fee bill budget capacity volume
length weight power energy emission footprint value figure number total sum average median mean estimate
window penalty share amount level load read write transfer fetch move step run pass call request job task
"""
_MEASURES = frozenset(map(stem, _MEASURE_WORDS.split()))


def is_change(claim: Claim, start: int) -> bool:
    """Whether the words at the claim make it a change or a difference; the clause begins at `start`."""
    text = claim.block.text
    return (
        _DELTA_AFTER.match(text, claim.end, claim.end + 40) is not None
        or _DELTA_BEFORE.search(text[start : claim.start]) is not None
    )


@lru_cache(maxsize=2048)
def is_aside(claim: Claim) -> bool:
    """Whether the claim is a change or the start of a passage, and so no input of what stands beside it."""
    start = max(0, claim.start - 40)
    return is_change(claim, start) or _FROM.search(claim.block.text[start : claim.start]) is not None


def is_given(claim: Claim) -> bool:
    """Whether the words before a claim give it as an input: `at 64 GB/s`, not `from 64 GB/s`."""
    text = claim.block.text
    before = text[max(0, claim.start - 40) : claim.start]
    if is_aside(claim):
        return False
    if claim.block.kind in ("label", "cell"):
        return True
    return not before.strip() or _GIVEN.search(before) is not None


def is_passage(claim: Claim) -> bool:
    """Whether the claim is an end of `from A to B`."""
    text = claim.block.text
    before, after = text[max(0, claim.start - 60) : claim.start], text[claim.end : claim.end + 60]
    return (_FROM.search(before) is not None and _TO.match(after) is not None) or _FROM_TO.search(
        before
    ) is not None


def reservation(
    claim: Claim, segment: Segment, own: frozenset[str], known: frozenset[str], agrees: bool = False
) -> str | None:
    """Why the claim, though near a quantity's name, may be of something else; None when it states a value.

    `own` are the folded words of the names of what it is tied to: a word of a name is no reservation
    against it.  `known` are the folded words of the canonical file: what it never speaks of is new.
    A number that `agrees` is only set apart by a change, a calculation, a denial or the past.
    """
    text = _without_asides(claim.block.text, segment, claim)
    before = text[segment.start : claim.start]
    named = [(mention.start, mention.end) for mention in segment.mentions]

    def free(match: re.Match[str] | None, at: int = 0) -> bool:
        """Whether there is a match, outside every name."""
        return match is not None and not _covered(at + match.start(), at + match.end(), named)

    if claim.kind != "multiple" and (
        free(_DELTA_AFTER.match(text, claim.end, claim.end + 40))
        or free(_DELTA_BEFORE.search(before), segment.start)
        or (free(_MOVES_TO.search(before), segment.start) and not segment.cases)
    ):
        return "it is a change"
    if _OPERATOR_BEFORE.search(before) or _OPERATOR_AFTER.match(text, claim.end):
        return "it is an operand of a calculation"
    if _DENIED.search(before):
        return DENIED
    if any(free(match) for match in _PAST.finditer(text, segment.start, segment.end)):
        return PAST
    if agrees:
        return None
    if _ELSEWHERE.search(text, segment.start, segment.end):
        return "it speaks of others"
    match = _PERIOD.search(before)
    if match and not _introduced(text, segment.start + match.start(), named):
        return f"“{match[0].strip()}” may make it another quantity"
    match = _PERCENTILE.search(text, segment.start, segment.end)
    if free(match) and match is not None and stem(match[0]) not in own:
        return f"“{match[0]}” may make it another quantity"
    match = _TIMEOUT.search(text, segment.start, segment.end)
    if free(match) and "timeout" not in own:
        return "it is a time-out"
    thing = _THING.match(text, claim.end, segment.end) if _ONE.search(before) else None
    if claim.kind == "quantity" and free(thing) and thing is not None:
        noun = stem(thing[1])
        if noun not in own and noun not in _MEASURES:
            return f"it is of “{thing[1]}”"
    low, high = _window(text, claim, segment, named)
    for word in words(text[low:high]):
        start, end = word.start + low, word.end + low
        if claim.start <= start < claim.end or word.stem in own or _covered(start, end, named):
            continue
        if word.stem in _OTHER:
            return f"“{text[start:end]}” may make it another quantity"
    return _newcomer(text, claim, segment, own | known, named)


def _without_asides(text: str, segment: Segment, claim: Claim) -> str:
    """The text with blanks for the brackets of the segment that the claim is not in."""
    for match in _ASIDE.finditer(text, segment.start, segment.end):
        if not match.start() < claim.start < match.end():
            text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
    return text


def _newcomer(
    text: str, claim: Claim, segment: Segment, known: frozenset[str], named: list[tuple[int, int]]
) -> str | None:
    """`A diesel van` at the head of a clause, or `on SATA`, where the model knows of no such thing."""
    match = _NEWCOMER.match(text, segment.start, claim.start)
    if match is not None:
        first, second = stem(match["first"]), stem(match["second"] or "")
        definite = match["article"].lower() == "the"
        if match["second"] and _covered(match.start("second"), match.end("second"), named):
            return None
        if first not in known and first not in _PLAIN and (second in known or not definite):
            return f"it is of “{match[0].strip(' ,;:()')}”"
    for match in _CONDITION.finditer(text, segment.start, segment.end):
        if stem(match["name"]) not in known and match["name"].lower() not in _CALENDAR:
            return f"it is of “{match['name']}”"
    return None


def _introduced(text: str, at: int, named: list[tuple[int, int]]) -> bool:
    """Whether a name of several words ends right before `at`: `blocks arrive | every 46 s`."""
    return any(
        (end <= at and not text[end:at].strip() and " " in text[start:end]) or start <= at < end
        for start, end in named
    )


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
        # "The limit for copying is 300 s": what stands before the name has the word.
        nearest = max((start for start, end in named if end <= claim.start), default=low)
        head = _HEAD.match(text[segment.start : nearest][::-1])
        low = min(low, nearest - (head.end() if head else 0))
    elif behind:
        high = max(high, min(behind))
    return max(low, segment.start), min(max(high, claim.end), segment.end)


def speaks_of_past(text: str) -> bool:
    """Whether a sentence speaks of what was."""
    return _PAST.search(text) is not None


def hypothetical(text: str) -> bool:
    """Whether a sentence speaks of what would be."""
    return _HYPOTHETICAL.search(text) is not None


def _covered(start: int, end: int, ranges: list[tuple[int, int]]) -> bool:
    return any(low < end and start < high for low, high in ranges)
