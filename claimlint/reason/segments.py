"""Sentences cut into segments: the stretches in which a number, its subject and its inputs stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TypeVar

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.document.sentences import kept_sentences
from claimlint.document.structure import Block
from claimlint.reason.names import CaseMention, Mention
from claimlint.reason.words import Word, stem
from claimlint.records import NamedTuple

Placed = TypeVar("Placed", Word, Mention, CaseMention, Claim)

# Each branch begins with the characters it needs, which is four times as fast as `\s?[—–]`.
_BOUNDARY = Lazy(
    r"[;,:](?=\s|$)|[()\[\]]|→|[—–]\s?|\s(?:[—–]\s?|-\s|[·•]\s|->\s|\|\s)|\n(?=[^\W\d_a-z])"
    r"|\b(?:and|or|but|while|whereas|versus|vs|than|against|compared|then|plus)\b"
    r"|\b(?:to|through)(?=\s+(?:about\s+|around\s+)?[~≈≤≥<>]?\s?[$€£]?\d)"
)
_NUMBER = Lazy(r"(?<![\w.§#-])\d")
# Words without a subject of their own: a segment of nothing else still speaks of what came before.
_MOST_CLAIMS = 16  # of one segment
_EMPTY_WORDS = """
one two three case cases scenario scenarios hold holds contain contains keep keeps measure measures amount
amounts at for with and or to per of in on from through about around only roughly nearly almost some is
are was were be been being take takes took taken cost costs need needs require requires run runs reach
reaches span spans come comes go goes get gets give gives gave last use uses using read range between then
also just it its this that these those they each which so as by via over under than up down all both
respectively i e g approximately exactly least most more less fewer no not equals equal become becomes
became makes make would will can could may might has have had hence thus therefore here there total totals
value point against versus vs compared circa ca if when where we our you your their her his do does
"""
_EMPTY = frozenset(map(stem, _EMPTY_WORDS.split()))


class Segment(NamedTuple):
    """Part of a sentence with its claims and the names in it.

    `sentence` numbers the sentence within the block; `covered` are the ranges of its claims and names.
    A bare segment (`is_bare`) has no subject of its own.
    """

    start: int
    end: int
    sentence: int
    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...]
    cases: tuple[CaseMention, ...]
    words: Sequence[Word]
    covered: list[tuple[int, int]]


class _Piece(NamedTuple):
    """A stretch between two boundaries.

    `bracket` is 0 outside brackets, else the bracket's number.  `apart` says that it starts at a
    semicolon; `stands` that it holds a number, so that it speaks of something itself.
    """

    start: int
    end: int
    claims: tuple[Claim, ...]
    bracket: int
    apart: bool
    stands: bool


def segments(
    block: Block,
    claims: list[Claim],
    folded: list[Word],
    mentions: tuple[Mention, ...],
    cases: tuple[CaseMention, ...],
) -> list[Segment]:
    """The segments of a block, in order; with its claims, its words and the names in it, all in order."""
    if len(claims) == 1 and claims[0].start == 0 and claims[0].end == len(block.text):
        return [_alone(block, claims[0], folded, mentions, cases)]
    found: list[Segment] = []
    pending = list(reversed(claims))
    for number, (start, end) in enumerate(kept_sentences(block.text)):
        mine: list[Claim] = []
        while pending and pending[-1].start < end:
            mine.append(pending.pop())
        for piece in _merge(_cut(block.text, start, end, mine)):
            inside = between(mentions, piece.start, piece.end)
            named = between(cases, piece.start, piece.end)
            covered = [(c.start, c.end) for c in piece.claims]
            covered += [(m.start, m.end) for m in inside] + [(c.start, c.end) for c in named]
            found.append(
                Segment(
                    piece.start,
                    piece.end,
                    number,
                    piece.claims,
                    tuple(inside),
                    tuple(named),
                    between(folded, piece.start, piece.end),
                    covered,
                )
            )
    return found


def _alone(
    block: Block,
    claim: Claim,
    folded: list[Word],
    mentions: tuple[Mention, ...],
    cases: tuple[CaseMention, ...],
) -> Segment:
    """The segment of a block that is one claim, as most cells of a table are: a claim is not cut."""
    covered = [(0, claim.end), *((m.start, m.end) for m in mentions), *((c.start, c.end) for c in cases)]
    return Segment(0, claim.end, 0, (claim,), mentions, cases, folded, covered)


def _cut(text: str, start: int, end: int, claims: list[Claim]) -> list[_Piece]:
    """The sentence cut at every boundary that is not inside a claim or a list of one form."""
    solid = _solid(claims)
    pieces: list[_Piece] = []
    last, bracket, opened = start, 0, 0
    waiting = list(reversed(claims))

    def close(until: int) -> None:
        mine = []
        while waiting and waiting[-1].start < until:
            mine.append(waiting.pop())
        begin = last
        while len(mine) > _MOST_CLAIMS:
            # Text without end or boundary is no clause that anybody reads as one.
            end = mine[_MOST_CLAIMS].start
            pieces.append(_Piece(begin, end, tuple(mine[:_MOST_CLAIMS]), bracket, text[begin] == ";", True))
            mine, begin = mine[_MOST_CLAIMS:], end
        if until > begin and text[begin:until].strip():
            stands = bool(mine) or _NUMBER.search(text, begin, until) is not None
            pieces.append(_Piece(begin, until, tuple(mine), bracket, text[begin] == ";", stands))

    place = 0
    for match in _BOUNDARY.finditer(text, start, end):
        while place < len(solid) and solid[place][1] <= match.start():
            place += 1
        if place < len(solid) and solid[place][0] < match.end() and match.start() < solid[place][1]:
            continue
        if match[0] in ("to", "through") and not (waiting and waiting[-1].start < match.start()):
            continue  # "rises to 3 GB" is one clause, "from 1 GB to 3 GB" is two.
        close(match.start())
        last = match.end() if match[0] in "()[]" else match.start()
        if match[0] in "([":
            opened += 1
            bracket = opened
        elif match[0] in ")]":
            bracket = 0
    close(end)
    return pieces


def _solid(claims: list[Claim]) -> list[tuple[int, int]]:
    """The ranges that are not cut: each claim, and each list from its first to its last member."""
    ranges: list[tuple[int, int]] = []
    series: int | None = None
    shares = False
    for claim in claims:
        if ranges and shares and claim.series is not None and claim.series == series:
            ranges[-1] = ranges[-1][0], claim.end
        else:
            ranges.append((claim.start, claim.end))
        # Members that bring their own unit can stand alone.
        series, shares = claim.series, not claim.unit_written
    return ranges


def _merge(pieces: list[_Piece]) -> list[_Piece]:
    """Join pieces without a number to their neighbours, and a bracket with one claim to what it explains."""
    weight: dict[int, int] = {}
    for piece in pieces:
        weight[piece.bracket] = weight.get(piece.bracket, 0) + len(piece.claims)
    merged: list[_Piece] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if last is not None and not piece.apart and _belongs(piece, last, weight[piece.bracket]):
            merged[-1] = _join(last, piece)
        else:
            merged.append(piece)
    if len(merged) > 1 and not merged[-1].stands and not merged[-1].apart:
        merged[-2:] = [_join(merged[-2], merged[-1])]
    return merged


def _belongs(piece: _Piece, last: _Piece, weight: int) -> bool:
    """Whether a piece is read together with the one before it; `weight` counts the claims of its bracket."""
    if not last.stands:
        return True
    if not piece.bracket:
        return False
    return weight < 2 or (piece.bracket == last.bracket and not (piece.claims and last.claims))


def _join(one: _Piece, other: _Piece) -> _Piece:
    stands = one.stands or other.stands
    return _Piece(one.start, other.end, one.claims + other.claims, one.bracket, one.apart, stands)


def between(found: Sequence[Placed], start: int, end: int) -> Sequence[Placed]:
    """What of a sorted sequence of words, names or claims starts in [start, end)."""
    return found[bisect_left(found, start, key=_start) : bisect_left(found, end, key=_start)]


def _start(placed: Word | Mention | CaseMention | Claim) -> int:
    return placed.start


def is_bare(segment: Segment) -> bool:
    """Whether every word of the segment is part of a claim, a name of the model, or empty."""
    return next(loose(segment), None) is None


def is_empty(word: Word) -> bool:
    """Whether a word brings no subject."""
    return word.stem in _EMPTY


def loose(segment: Segment) -> Iterator[Word]:
    """The words of the segment that are neither part of a claim nor of a name, and not empty."""
    ranges = sorted(segment.covered)
    at = 0
    for word in segment.words:
        while at < len(ranges) and ranges[at][1] <= word.start:
            at += 1
        inside = at < len(ranges) and ranges[at][0] <= word.start
        if not inside and word.stem not in _EMPTY and word.stem.isalpha():
            yield word
