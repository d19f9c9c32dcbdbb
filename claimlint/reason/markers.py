"""Explicit markers: `<!-- claim: move_time[mid-range] -->` says what the number beside it is."""

from __future__ import annotations

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.document.structure import Comment, Document
from claimlint.records import NamedTuple

_MARKER = Lazy(r"\s*claim:\s*(?P<name>[a-z][a-z0-9_]*)\s*(?:\[(?P<case>[^\]]*)\])?\s*")


class Marker(NamedTuple):
    """A marker: the quantity it names, the case or None, the claim it stands at or None."""

    comment: Comment
    quantity: str
    case: str | None
    claim: Claim | None


def markers(document: Document, claims: list[Claim]) -> list[Marker]:
    """The markers of a document; one speaks of the claim before it on its line, else of the next claim."""
    found = []
    places = (
        [(claim.block.source(claim.start, claim.end), claim) for claim in claims] if document.comments else []
    )
    for comment in document.comments:
        match = _MARKER.fullmatch(comment.text)
        if match is None:
            continue
        line = document.position(comment.start)[0]
        before = [c for (_, end), c in places if end <= comment.start and document.position(end)[0] == line]
        after = [c for (start, _), c in places if start >= comment.end]
        claim = before[-1] if before else after[0] if after else None
        found.append(Marker(comment, match["name"], match["case"], claim))
    return found
