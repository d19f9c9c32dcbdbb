"""Where a text sets two values against each other and says by how many per cent they differ."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.claim.masks import is_year
from claimlint.claim.unit_table import words
from claimlint.reason.spoken import is_light
from claimlint.records import NamedTuple

LESS, MORE, FASTER, SLOWER, EITHER, UNSAID = "less", "more", "faster", "slower", "either", "unsaid"

_CUES = {
    LESS: """
    less fewer lower smaller shorter cheaper lighter down decrease decreases decreased decreasing drop drops
    dropped dropping slips slipped slipping sank sinks dips dipped loss losses
    reduction reductions reduce reduces reduced reducing saving savings saves saved save cut cuts
    cutting fall falls fell falling decline declines declined shrank shrinks shrink shrinking lowered lowers
    discount
    """,
    MORE: """
    more higher larger longer bigger greater up increase increases increased increasing rise rises rose rising
    grow grows grew growing growth jump jumps jumped climb climbs climbed raised raises surged surges soared
    soars dearer costlier
    heavier pricier
    """,
    FASTER: "faster quicker",
    SLOWER: "slower",
    EITHER: """
    better worse improvement improvements improved improves improve improving gain gains gained speedup
    speed-up speedups slowdown overhead boost boosted boosts change changes changed difference regression
    regressed delta degradation
    """,
}
CUE_OF = {word: kind for kind, group in _CUES.items() for word in group.split()}
"""What a word says of the direction of a change."""

_CUE_WORDS = frozenset(CUE_OF)
_MEASURED = {
    "s": words("time latency runtime duration delay wait"),
    "byte": words("memory size space storage footprint"),
    "J": words("energy power"),
}
_NOUNS = frozenset(("in", "usage", *(noun for nouns in _MEASURED.values() for noun in nouns)))
"""What a change may be said to be in; beside a pair such a noun must be of its dimension."""

_NEXT = Lazy(r"[\s)*_”\"'-]{0,3}([^\W\d_]+(?:-up)?)")
_BEFORE_LINK = words(
    "by of about around roughly approximately nearly almost over just only another an a some is"
)
_TO = Lazy(
    r"(?: per [a-z]+)?\s*(?:(?:to|became|becomes|turned into|down to|up to|→|->|-->|=>|⟶|⇒|[–—-]>)"
    r"(?: (?:about|around|roughly|just|only|nearly|almost))?)\s*"
)
_THEN = Lazy(
    r"\s*(?:before|previously|earlier|originally|at first)\s*[,;:(]?\s*(?:and|but|then|to)?"
    r"\s*(?:(?:now|only|just|after|today|afterwards)\s*)*|\s*(?:→|->|,|;|and|to|now|but|before|/)?\s*,?\s*(?:now|after)\s*"
)
_INSTEAD = Lazy(
    r",?\s*(?:instead of|rather than|compared (?:to|with)|as against|as opposed to|down from|up from"
    r"|\(?(?:was|were|previously|formerly|before|from|had been|used to be))\s*(?:the |an? |about |around )?"
)
_WHERE = Lazy(
    r"(?: of [\w -]{1,24})?,? (?:where|when|while|whereas) (?:it|they|he|she|this|that|these|those) "
    r"(?:\w+ )?(?:took|used|needed|was|were|had been|had|cost|ran at|stood at|used to \w+)\s*"
    r"(?:about |around |some )?"
)
_AT_A_TIME = Lazy(
    r" (?:in|during|for|on|at|under|with) [\w./'-]+(?: [\w./'-]+){0,2}"
    r" (?:down |up )?to (?:about |around |roughly |just |only |nearly |almost )?"
)
_LESS_TIME = Lazy(
    r" (?:less|shorter|lower|fewer) (?:time|latency|waiting|wall)"
    r"|\b(?:less|reduction) (?:of|in) (?:the )?(?:\w+ )?time"
)
_WHEN = Lazy(r"(?: per [a-z]+)?(?: (?:in|by|during|on|at) (?:[A-Z]\w+|\d{4})(?: \d{4})?)?(?=[,;:( ])")
_SO = Lazy(
    r",? (?:so|thus|hence|meaning|which means) (?:that )?(?:[a-z'-]+ ){1,3}?"
    r"(?:saves?|saved|cuts?|drops?|falls?|fell|gained|gains?|rose|grew) (?:about |around |some |by )?"
)
_PEOPLE = words("you we they users customers teams i one he she")


_VAGUE = words("about around roughly approximately nearly almost over just only another an a some")
_COUNTED = Lazy(r"\s[a-z-]+(?:\s[a-z-]+)?(?=\s*[,(—–:])")
_BY = Lazy(r"\W*(?:\w+ ){0,2}by(?: (?:about|around|roughly|nearly|almost|some))?[\s~≈]*")
_ARRIVING = Lazy(
    r"[,)]?\s*(?:and )?(?:to|finishing at|ending(?: up)? at|reaching|landing at|arriving at|leaving|down to"
    r"|up to|is now|now|which is now|giving)(?: (?:about|just|only|a|an))?[\s~≈]*"
)


class Pair(NamedTuple):
    """An old value and a new one; the range of text that states both; whether the text says `from … to`."""

    old: Claim
    new: Claim
    start: int
    end: int
    said: bool


class Told(NamedTuple):
    """A percentage, the pair that it is about, and the direction that the words give it.

    `own` says that they stand at the percentage, and not only at the pair.
    """

    claim: Claim
    pair: Pair
    cue: str
    own: bool = True


def told(text: str, found: list[Claim]) -> Iterator[Told]:
    """The changes of one sentence that are told with both their values; `found` are its numbers in order."""
    percents = [claim for claim in found if claim.kind == "percent" and claim.value is not None]
    if not percents or len(found) < 3:
        return
    cues: dict[Claim, str] = {}
    free = 0  # a word that tells one percentage's direction tells no other's
    for claim in percents:
        cues[claim], end = _cue(text, claim, free)
        free = end if cues[claim] != UNSAID else free
    pairs = list(_pairs(text, [c for c in found if cues.get(c, UNSAID) == UNSAID and not is_year(c.text)]))
    for claim in percents:
        own = [
            p for p in pairs if claim is not p.old and claim is not p.new and _bound(text, claim, p, found)
        ]
        cue = cues[claim]
        if cue == UNSAID:
            own = [pair for pair in own if pair.end <= claim.start]
        pair = min(own, key=lambda p: _distance(text, claim, p)) if own else _around(text, claim, found)
        if pair is not None:
            by = claim.start >= pair.end and _after(text, claim, (" by",))
            said = cue != UNSAID or not own or by
            yield Told(claim, pair, cue if cue != UNSAID else _verb(text, pair), said)


def as_time(text: str, found: list[Claim]) -> Iterator[Told]:
    """A rate that rises, told as time that is saved: `from 1,000 to 1,600 req/s, 60% less time`."""
    for claim in found:
        if claim.kind != "percent" or claim.unit.symbol != "%" or not claim.value or claim.value <= 0:
            continue
        after = text[claim.end : claim.end + 24].lower()
        if not _LESS_TIME.match(after):
            continue
        before = [c for c in found if c.end <= claim.start]
        pairs = [p for p in _pairs(text, before) if p.said and _per_time(p.new)]
        if len(pairs) == 1 and ";" not in text[pairs[0].end : claim.start]:
            pair = pairs[0]
            if _size(pair.new) > _size(pair.old) > 0 and len([c for c in before if c.start >= pair.end]) == 0:
                yield Told(claim, Pair(pair.new, pair.old, pair.start, pair.end, False), LESS, False)


def _per_time(claim: Claim) -> bool:
    return dict(claim.unit.dims).get("s", 0) == -1 and len(claim.unit.dims) > 1


def _size(claim: Claim) -> Fraction:
    return (claim.value or Fraction(0)) * claim.unit.factor


def _distance(text: str, claim: Claim, pair: Pair) -> int:
    """How far a pair is from the percentage; one in parentheses right behind it is the nearest of all."""
    if claim.start >= pair.end:
        return claim.start - pair.end
    return 0 if "(" in text[claim.end : pair.start] else pair.start - claim.end


def cue_of(text: str, claim: Claim) -> str:
    """The direction that the words right after or before a percentage give it."""
    return _cue(text, claim, 0)[0]


def _cue(text: str, claim: Claim, free: int) -> tuple[str, int]:
    """The direction, and where the word ends that gives it; nothing before `free` is looked at."""
    at = claim.end
    for _ in range(3):
        match = _NEXT.match(text, at)
        if match is None:
            break
        word, at = match.group(1).lower(), match.end()
        if word in CUE_OF:
            return CUE_OF[word], at
        if word not in _NOUNS:
            break
    before = text[max(free, claim.start - 60) : claim.start].rstrip(" \n,:;(~≈+–-").lower()
    for word in reversed(before.split()[-4:]):
        word = word.strip("(,;:*_")
        if word in CUE_OF:
            return CUE_OF[word], claim.end
        if word not in _BEFORE_LINK:
            break
    return _of_object(before), claim.end


def _of_object(before: str) -> str:
    """The direction of the verb whose object stands before `by`: `cut the monthly bill by 30%`."""
    clause = before[max(before.rfind(mark) + 1 for mark in (".", ",", ";", ":", "(")) :].split()
    while clause and clause[-1] in _VAGUE:
        clause.pop()
    if clause and clause[-1] == "by":
        for word in reversed(clause[-7:-1]):
            if word in CUE_OF:
                return CUE_OF[word]
            if word in ("and", "or", "but", "while"):
                break
    return UNSAID


def _verb(text: str, pair: Pair) -> str:
    """The direction of the verb in whose clause a pair stands: `fell from 8 s to 2 s (75%)`."""
    before = text[max(0, pair.start - 80) : pair.start].lower()
    for stop in (". ", "; ", ": ", " and ", " but ", ", "):
        before = before[before.rfind(stop) + 1 :]
    for word in reversed(before.split()):
        kind = CUE_OF.get(word.strip("(),*_"))
        if kind is not None:
            return kind
    return UNSAID


def _alike(one: Claim, other: Claim) -> bool:
    """Whether two numbers measure one thing, both as points."""
    if (
        one.value is None
        or other.value is None
        or one.kind != other.kind
        or one.kind in ("multiple", "orders")
    ):
        return False
    return one.unit.dims == other.unit.dims


def _pairs(text: str, found: list[Claim]) -> Iterator[Pair]:
    """The pairs of neighbours that the words between them set against each other, the old one first."""
    for one, other in pairwise(found):
        if not _alike(one, other):
            continue
        gap = text[one.end : other.start].lower()
        if len(gap) > 40:
            continue
        if _TO.fullmatch(gap):
            said = gap.strip() not in ("to",) or text[max(0, one.start - 24) : one.start].lower().rstrip(
                " ~≈(about"
            ).endswith("from")
            if said or not _spans(text, one):
                yield Pair(one, other, one.start, other.end, said)
        elif _THEN.fullmatch(gap):
            yield Pair(one, other, one.start, other.end, True)
        elif _INSTEAD.fullmatch(gap) or _WHERE.fullmatch(gap):
            yield Pair(other, one, one.start, other.end, True)
        elif _after(text, one, ("from",)) and _AT_A_TIME.fullmatch(gap):
            yield Pair(one, other, one.start, other.end, True)


def _after(text: str, one: Claim, said: tuple[str, ...]) -> bool:
    """Whether one of the words stands right before a number, an approximation between them passed over."""
    return (
        text[max(0, one.start - 24) : one.start].lower().rstrip(" ~≈(").removesuffix(" about").endswith(said)
    )


def _spans(text: str, one: Claim) -> bool:
    """Whether `X to Y` without `from` may be a span; it always may, unless a verb of change governs it."""
    before = text[max(0, one.start - 40) : one.start].lower().split()
    return not any(CUE_OF.get(word.strip("(),")) in (LESS, MORE, EITHER) for word in before[-4:])


def _bound(text: str, claim: Claim, pair: Pair, found: list[Claim]) -> bool:
    """Whether a percentage stands right beside a pair, with nothing between that has another subject."""
    allowed = _CUE_WORDS | _PEOPLE | _nouns(pair)
    if claim.start >= pair.end:
        between = text[pair.end : claim.start]
        if not pair.new.unit.dims:
            # "from 10 to 15 people, a 50% increase"
            counted = _COUNTED.match(between)
            between = between[counted.end() :] if counted else between
        when = _WHEN.match(between)
        between = between[when.end() :] if when is not None else between
        if _SO.fullmatch(between.lower()) is not None:
            return not text.startswith((" of ", " on "), claim.end)
        return len(between) < 60 and ";" not in between and is_light(between, allowed)
    between = text[claim.end : pair.start]
    if len(between) > 70 or any(claim.end <= other.start < pair.start for other in found):
        return False
    if is_light(between, allowed | {"from"}):
        return True
    # "an 82% reduction in build time (97 s to 17 s)", "cut the bill by 20% from $50 to $40"
    lead = between.rstrip().endswith(("(", "from"))
    said = between.lower().replace("(", " ").split()
    joined = any(word in ("and", "while", "but", "or", "with", "whereas", "than") for word in said)
    measured = any(word in _NOUNS and word not in allowed for word in said)
    return lead and not joined and not measured and not set(",;:") & set(between) and len(said) < 8


def _nouns(pair: Pair) -> frozenset[str]:
    """The nouns that what the pair measures may have."""
    found = {"in", "usage"}
    for base, power in pair.old.unit.dims:
        if power > 0:
            found |= _MEASURED.get(base, frozenset())
    return frozenset(found)


def _around(text: str, claim: Claim, found: list[Claim]) -> Pair | None:
    """The pair whose halves stand on both sides of the percentage.

    `48%, down 12% (from 60%)`, `cut the rate (26%) by 10%, to 16%`, `80 ms, 20% less than 100 ms`.
    """
    at = found.index(claim)
    if not at:
        return None
    before = found[at - 1]
    left = text[before.end : claim.start].lower()
    for after in found[at + 1 : at + 4]:
        if not _alike(before, after) or after is claim:
            continue
        right = text[claim.end : after.start].lower()
        if len(right) > 60 or len(left) > 40 or ". " in left + right or ";" in left + right:
            return None
        if right.rstrip().endswith(("from", "from the", "than", "than the")) and _leads(left):
            others = text[claim.end : after.start].lower()
            than = right.rstrip().endswith(("than", "than the"))
            if "and " in others or (than and not is_light(right, _CUE_WORDS | _NOUNS | {"than"})):
                return None
            return Pair(after, before, before.start, after.end, True)
        if _BY.fullmatch(left) and _ARRIVING.fullmatch(right):
            return Pair(before, after, before.start, after.end, True)
        return None
    return None


def _leads(left: str) -> bool:
    """Whether what stands between a value and its change has no subject of its own: `48%, down `."""
    return is_light(left, _CUE_WORDS) and len(left) < 30
