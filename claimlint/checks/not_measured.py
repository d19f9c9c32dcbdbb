"""A number that the model assumes, or derives from what it assumes, worded as a measurement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from claimlint.checks._wording import section_of
from claimlint.checks.flaw import Flaw
from claimlint.reason.measured import worded_as_measured
from claimlint.reason.page import Page

OPTIONS: Mapping[str, Any] = {"words": ()}
"""`words`: further words that present a number as measured."""


def check(page: Page, options: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield, once a sentence, the first claim that its words present as measured though it is assumed.

    Fields: claim, words, quantity, assumption, section.
    """
    model = page.model
    if model is None:
        return
    seen: set[tuple[int, str]] = set()
    for claim in page.claims:
        reading = page.readings[claim]
        if reading.state != "canonical" or not reading.pinned or page.left_alone(claim):
            continue
        resting = [model.assumed_by(name) for name in reading.quantities]
        if not all(resting) or any(model.quantities[n].status == "measured" for n in reading.quantities):
            continue
        for text in page.context.framing(claim):
            words = worded_as_measured(text, options.get("words", ()))
            if words is None:
                continue
            if (claim.block.index, text) not in seen:
                seen.add((claim.block.index, text))
                name = reading.quantities[0]
                fields = {
                    "claim": claim.text,
                    "words": words[0],
                    "quantity": name,
                    "assumption": ", ".join(resting[0]),
                    "section": section_of(model, name),
                }
                yield Flaw(claim, fields)
            break
