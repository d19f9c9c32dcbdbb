"""What stands at a place of a page: a claim, a marker, or a name of the model in the canonical file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimlint.claim.claims import Claim
from claimlint.life.quotes import agreeing
from claimlint.model.model import Model, Scenario
from claimlint.reason.markers import Marker
from claimlint.reason.page import Page
from claimlint.records import NamedTuple

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CASE = re.compile(r"\[([^\]\n]*)\]")


class Subject(NamedTuple):
    """What is at source offsets [start, end): the quantities it is about, with a case where it names one.

    `claim` is the number itself, None at a marker or a name.
    """

    start: int
    end: int
    quantities: tuple[str, ...]
    case: str | None
    claim: Claim | None


def subject_at(page: Page, offset: int) -> Subject | None:
    """What stands at an offset of the source, or ends there."""
    found = [each for each in _subjects(page, offset) if each.start <= offset <= each.end]
    within = [each for each in found if offset < each.end]
    return next(iter(within or found), None)


def _subjects(page: Page, offset: int) -> Iterator[Subject]:
    for claim in page.claims:
        start, end = claim.block.source(claim.start, claim.end)
        if start <= offset <= end:
            marker = marker_of(page, claim)
            quantities = page.readings[claim].quantities
            yield Subject(start, end, quantities, marker.case if marker is not None else None, claim)
    for marker in page.markers:
        known = page.model is not None and marker.quantity in page.model.quantities
        names = (marker.quantity,) if known else ()
        yield Subject(marker.comment.start, marker.comment.end, names, marker.case, None)
    if page.is_model and page.model is not None:
        name = _name_at(page.model, offset)
        if name is not None:
            yield name


def marker_of(page: Page, claim: Claim) -> Marker | None:
    """The marker that says what the claim is."""
    return next((marker for marker in page.markers if marker.claim is claim), None)


def _name_at(model: Model, offset: int) -> Subject | None:
    """The quantity whose name stands at an offset of the canonical file, in a block or in backticks."""
    text = model.text
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    for match in _NAME.finditer(text, start):
        if match.start() > offset:
            break
        after, before = text[match.end() : match.end() + 1], text[match.start() - 1 : match.start()]
        if match.end() < offset or match[0] not in model.quantities or after == "-" or before == "-":
            continue
        if not (before == "`" or _in_block(text, offset)):
            continue
        case = _CASE.match(text, match.end())
        return Subject(match.start(), match.end(), (match[0],), case[1] if case else None, None)
    return None


def _in_block(text: str, offset: int) -> bool:
    """Whether an offset lies in a block that defines quantities."""
    from claimlint.document.structure import line_starts
    from claimlint.model.fences import scan

    starts = line_starts(text)
    return any(
        starts[fence.line] <= offset < starts[min(fence.line + len(fence.starts), len(starts) - 1)]
        for fence in scan(text).fences
        if fence.kind == "quantities" and fence.line < len(starts)
    )


def scenarios_of(page: Page, subject: Subject, name: str) -> tuple[Scenario, ...]:
    """The scenarios of a quantity that the subject names, or with which its claim agrees; () when none."""
    model = page.model
    assert model is not None
    if subject.case is not None:
        picked = model.pick(name, subject.case)
        if picked or subject.claim is None:
            return picked
    if subject.claim is None:
        return ()
    fault = page.readings[subject.claim].fault
    if fault is not None and fault.quantity == name:
        return (fault.scenario,) if fault.scenario or not model.cased(name) else ()
    return agreeing(model, subject.claim, name)
