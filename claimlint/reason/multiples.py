"""Which multiples compare two quantities, and which count, zoom or name something."""

from __future__ import annotations

import re

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy

_AFTER = Lazy(
    r"[\s)*_”\"']*(?:as\s+)?(?:\w+\s+)?(?:faster|slower|quicker|cheaper|dearer|pricier|costlier|expensive|fast|slow|cheap|quick"
    r"|more|less|fewer|better|worse|higher|lower|larger|smaller|bigger|greater|longer|shorter|lighter|heavier|sooner"
    r"|denser|speed-?ups?|slow-?downs?|improvements?|increases?|decreases?|reductions?|gains?|savings?|advantage"
    r"|than|over|compared|vs|versus|(?:the\s+)?(?:\w+\s)?(?:performance|throughput|latency|bandwidth|speed|efficiency|cost|price))\b",
    re.I,
)
_BEFORE = Lazy(
    r"\b(?:speed-?ups?|slow-?downs?|ratio|gains?|improv\w+|increas\w+|decreas\w+|reduc\w+|advantage|outperform\w*"
    r"|beats?|rose|grew|fell|dropped|cut|boost\w*|sav\w+|faster|slower|cheaper|better|worse|by)\b[^.;]{0,40}$",
    re.I,
)
_LOOSE = frozenset({"half", "twice", "double", "doubled", "doubles", "halved", "halves", "triple", "in half"})
_DENIED = Lazy(r"\b(?:not|no|never)\s+$", re.I)
_SETTING = Lazy(r"\b(?:at|an?|each|per|with|for|the|in|of)\s+$", re.I)


def compares(claim: Claim) -> bool:
    """Whether the words around the multiple compare: `10x faster`, `a speed-up of 4x`, `twice as fast`."""
    text = claim.block.text
    words = claim.text.lower()
    after = _AFTER.match(text, claim.end)
    if words in _LOOSE or words.endswith("fold"):
        # "Twice the memory", "the reason is twofold": only "twice as fast", "threefold faster" compare.
        if after is None:
            return False
        return words not in _LOOSE or re.match(r"\s+as\s", text[claim.end : claim.end + 8]) is not None
    if _DENIED.search(text, max(0, claim.start - 12), claim.start):
        return False
    return after is not None or _BEFORE.search(text, max(0, claim.start - 80), claim.start) is not None


def is_setting(claim: Claim) -> bool:
    """Whether the multiple is a setting or a name, as of a zoom: `at 30x`, `a 60x sample`, `(2x)`."""
    text = claim.block.text
    before, after = text[max(0, claim.start - 12) : claim.start], text[claim.end : claim.end + 1]
    return _SETTING.search(before) is not None or (before.endswith("(") and after == ")")
