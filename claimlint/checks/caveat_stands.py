"""A number that rests on an assumption, where the sentence that says so does not stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimlint.checks._wording import section_of
from claimlint.checks.flaw import Flaw
from claimlint.document.structure import Block
from claimlint.model.caveats import fold, stands
from claimlint.model.model import Model
from claimlint.reason.page import Page

Scope = tuple[str, object]


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield, once for each place where a caveat must stand and does not, the first claim that owes it.

    Fields: claim, quantity, assumption (the quantities that bring the caveat), caveat (its id), text (the
    sentence to add), where, section.
    """
    model = page.model
    if model is None or page.is_model:
        return
    seen: dict[tuple[str, Scope], bool] = {}
    for claim in page.claims:
        reading = page.readings[claim]
        if reading.state != "canonical" or not reading.pinned or page.left_alone(claim):
            continue
        debts = [model.owed(name) for name in reading.quantities]
        for caveat_id in debts[0]:
            if not all(caveat_id in debt for debt in debts):
                continue
            caveat = model.caveats[caveat_id]
            scope = scope_of(page, claim.block, caveat.within)
            key = caveat_id, scope
            if key in seen:
                continue
            seen[key] = stands(caveat, scope_text(page, scope), folded=True)
            if not seen[key]:
                name = reading.quantities[0]
                fields = {
                    "claim": claim.text,
                    "quantity": name,
                    "assumption": _assumption(model, name, caveat_id),
                    "caveat": caveat_id,
                    "text": caveat.text,
                    "where": _where(scope),
                    "section": section_of(model, name),
                }
                from claimlint.checks._caveat_fixes import caveat_fix

                fix = caveat_fix(page, claim, caveat, list(blocks_of(page, scope)))
                yield Flaw(claim, fields, expected=caveat.text, fix=fix)


def scope_of(page: Page, block: Block, within: str) -> Scope:
    """The place where a caveat must stand for a claim in `block`: a kind and what identifies it."""
    if within == "section":
        return "section", block.section
    if within == "figure" and block.figure is not None:
        return "figure", block.figure
    if within == "slide" and block.slide is not None:
        return "slide", block.slide
    if within == "block":
        if block.cell is not None:
            return "table", block.cell.table
        if block.item is not None:
            return "item", block.item
        if block.kind == "label" and block.figure is not None:
            return "group", (block.figure, block.group)
        return "block", block.index
    return "document", None


def scope_text(page: Page, scope: Scope) -> str:
    """The folded text of a place, for `stands`."""
    return fold("\n".join(block.text for block in blocks_of(page, scope)))


def blocks_of(page: Page, scope: Scope) -> Iterator[Block]:
    """The blocks of a place, without code."""
    kind, key = scope
    wanted: set[object] = {key}
    if kind == "section":
        sections = page.document.sections
        at = sections[key].parent if isinstance(key, int) else None
        for section in sections:
            if section.parent in wanted:
                wanted.add(section.index)
        while at is not None and sections[at].level > 1:
            wanted.add(at)
            at = sections[at].parent
    for block in page.document.blocks:
        if block.kind == "code":
            continue
        found: Mapping[str, object] = {
            "document": None,
            "section": block.section,
            "figure": block.figure,
            "slide": block.slide if block.kind != "note" else None,
            "table": block.cell.table if block.cell else None,
            "item": block.item,
            "group": (block.figure, block.group),
            "block": block.index,
        }
        if found[kind] in wanted:
            yield block


def _assumption(model: Model, name: str, caveat_id: str) -> str:
    resting = [
        each
        for each in model.quantities
        if each == name or each in model.inputs(name)
        if caveat_id in model.quantities[each].caveat
    ]
    return ", ".join(resting)


def _where(scope: Scope) -> str:
    kind, key = scope
    names = {
        "document": "the document",
        "block": "the paragraph",
        "item": "the list item",
        "group": "the label group",
    }
    return f"slide {key}" if kind == "slide" else names.get(kind, f"the {kind}")
