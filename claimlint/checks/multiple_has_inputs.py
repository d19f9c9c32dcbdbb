"""A multiple without the two quantities it was computed from, or with inputs that do not give it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from claimlint.checks._wording import like
from claimlint.checks.flaw import Flaw
from claimlint.claim.claims import Claim
from claimlint.reason.inputs import suggested_inputs
from claimlint.reason.page import Page

_AFTER = re.compile(
    r"[\s)*_”\"']*(?:as\s+)?(?:\w+\s+)?(?:faster|slower|quicker|cheaper|dearer|pricier|costlier|expensive|fast|slow|cheap|quick"
    r"|more|less|fewer|better|worse|higher|lower|larger|smaller|bigger|greater|longer|shorter|lighter|heavier|sooner"
    r"|denser|speed-?ups?|slow-?downs?|improvements?|increases?|decreases?|reductions?|gains?|savings?|advantage"
    r"|than|over|compared|vs|versus|(?:the\s+)?(?:\w+\s)?(?:performance|throughput|latency|bandwidth|speed|efficiency|cost|price))\b",
    re.I,
)
_BEFORE = re.compile(
    r"\b(?:speed-?ups?|slow-?downs?|ratio|gains?|improv\w+|increas\w+|decreas\w+|reduc\w+|advantage|outperform\w*"
    r"|beats?|rose|grew|fell|dropped|cut|boost\w*|sav\w+|faster|slower|cheaper|better|worse|by)\b[^.;]{0,40}$",
    re.I,
)
_LOOSE = frozenset({"half", "twice", "double", "doubled", "doubles", "halved", "halves", "triple", "in half"})


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each multiple that is bare or does not follow from the inputs stated with it.

    Fields: claim, problem, suggestion.
    """
    tied = {relation.result for relation in page.relations if relation.form != "orders"}
    for failure in page.failures:
        if failure.relation.form == "ratio":
            claim = failure.claim
            expected = like(claim, failure.expected) if failure.expected is not None else None
            problem = f"does not follow from its inputs: {failure.relation.working}"
            yield Flaw(claim, {"claim": claim.text, "problem": problem, "suggestion": ""}, expected)
    for claim in page.claims:
        if claim.kind != "multiple" or page.left_alone(claim) or claim.value == 1 or claim in tied:
            continue
        if not _compares(page, claim) or _settled(page, claim):
            continue
        inputs = suggested_inputs(page, claim)
        suggestion = f"; write {claim.text} ({inputs})" if inputs else ""
        problem = "is quoted without the two quantities that give it"
        yield Flaw(claim, {"claim": claim.text, "problem": problem, "suggestion": suggestion}, None)


def _compares(page: Page, claim: Claim) -> bool:
    """Whether the multiple compares two quantities, rather than counting, zooming or naming something."""
    text = claim.block.text
    words = claim.text.lower()
    after = _AFTER.match(text, claim.end)
    if words in _LOOSE or words.endswith("fold"):
        # "Twice the memory", "the reason is twofold": only "twice as fast", "threefold faster" compare.
        return after is not None and (words not in _LOOSE or re.match(r"\s+as\s", text[claim.end :]) is not None)
    if re.search(r"\b(?:not|no|never)\s+$", text[: claim.start], re.I):
        return False
    if after or _BEFORE.search(text[max(0, claim.start - 80) : claim.start]):
        return True
    if page.readings[claim].quantities:
        return True
    if page.model is None:
        return False
    return any(not q.dims and q.formula is not None for q in page.model.quantities.values())


def _settled(page: Page, claim: Claim) -> bool:
    """Whether the model itself states the multiple, or already says that it is wrong."""
    reading = page.readings[claim]
    if page.model is None or not reading.quantities:
        return False
    entries = [page.model.quantities[name] for name in reading.quantities]
    if any(entry.quote is not None and entry.quote.orders for entry in entries):
        return False
    return reading.fault is not None or all(entry.formula is None for entry in entries)
