"""References to sections of the canonical file, and markers, that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from claimlint.checks.flaw import Flaw, Span
from claimlint.document.structure import Block
from claimlint.findings import Edit, Fix
from claimlint.model.model import Model
from claimlint.reason.agree import agrees
from claimlint.reason.markers import Marker
from claimlint.reason.page import Page

_NUMBER = r"(?:§+\s*|[Ss]ections?\s+|[Ss]ec\.\s*)(\d+(?:\.\d+)*)"


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each cited section that does not exist or does not hold what its sentence quotes.

    Fields: reference, problem, expected.
    """
    model = page.model
    if model is None:
        return
    file = re.escape(model.path.replace("\\", "/").rpartition("/")[2])
    cited = re.compile(
        rf"{file}[\s,;:()\[\]`*_#]*{_NUMBER}|{_NUMBER}\s+(?:of|in)\s+(?:the\s+)?[`*_\[]*{file}"
    )
    numbers = {section.number for section in model.sections if section.number}
    for block in page.document.blocks:
        if block.kind == "code" or ("§" not in block.text and "ec" not in block.text):
            continue
        for match in cited.finditer(block.text):
            group = 1 if match[1] else 2
            number = match[group]
            span = Span(block, match.start(group), match.end(group))
            if number not in numbers:
                held = _sections_of(model, _quoted(page, block, match.start()))
                nearest = held or get_close_matches(number, sorted(numbers), 1, 0.0)
                expected = f"§{nearest[0]}" if nearest else None
                hint = f"; did you mean {expected}?" if expected else ""
                fields = {"reference": match[0], "problem": f"does not exist{hint}"}
                yield Flaw(span, fields, expected, fix=_renumbered(page, span, nearest, len(held) == 1))
                continue
            quoted = _quoted(page, block, match.start())
            holding = _sections_of(model, quoted)
            if (
                quoted
                and holding
                and not any(_under(number, other) or _under(other, number) for other in holding)
            ):
                where = f"§{holding[0]}"
                problem = f"does not hold {', '.join(quoted)}, which the sentence quotes; {where} does"
                fix = _renumbered(page, span, holding, len(holding) == 1)
                yield Flaw(span, {"reference": match[0], "problem": problem}, where, fix=fix)
    yield from _markers(page, model)


def _renumbered(page: Page, span: Span, numbers: list[str], safe: bool) -> Fix | None:
    """The reference with the first of the numbers; `safe` where what the sentence quotes leaves no other."""
    if not numbers:
        return None
    start, end = span.block.source(span.start, span.end)
    old = page.document.text[start:end]
    if old != span.block.text[span.start : span.end]:
        return None
    return Fix((Edit(start, end, numbers[0]),), safe, f"§{old} becomes §{numbers[0]}")


def _quoted(page: Page, block: Block, at: int) -> list[str]:
    """The quantities that the sentence at an offset of a block quotes."""
    found: list[str] = []
    for claim in page.context.by_block.get(block.index, ()):
        reading = page.readings[claim]
        if reading.state == "canonical" and reading.pinned and len(reading.quantities) == 1:
            start, end = page.context.sentence_range(claim)
            if start <= at <= end:
                found.append(reading.quantities[0])
    return list(dict.fromkeys(found))


def _sections_of(model: Model, names: list[str]) -> list[str]:
    return list(dict.fromkeys(s for name in names if (s := model.quantities[name].section)))


def _under(number: str, other: str) -> bool:
    return number == other or number.startswith(other + ".")


def _markers(page: Page, model: Model) -> Iterator[Flaw]:
    for marker in page.markers:
        if marker.claim is None:
            continue
        known = marker.quantity in model.quantities
        if known and (marker.case is None or model.pick(marker.quantity, marker.case)):
            continue
        label = marker.quantity if marker.case is None else f"{marker.quantity}[{marker.case}]"
        if known:
            names = [case for each in model.cased(marker.quantity) for case in model.quantities[each].cases]
        else:
            names = list(model.quantities)
        near = get_close_matches((marker.case or "") if known else marker.quantity, names, 1, 0.3)
        hint = f"; did you mean {near[0]}?" if near else ""
        fields = {"reference": f"claim: {label}", "problem": f"names nothing in the model{hint}"}
        fix = _renamed(page, marker, near[0], known) if near else None
        yield Flaw(marker.claim, fields, near[0] if near else None, fix=fix)


def _renamed(page: Page, marker: Marker, name: str, is_case: bool) -> Fix | None:
    """The marker with the nearest name; safe where the claim beside it has the value of what that names."""
    assert page.model is not None
    assert marker.claim is not None
    wrong = marker.case if is_case else marker.quantity
    quantity = marker.quantity if is_case else name
    case = name if is_case else marker.case
    scenarios = page.model.pick(quantity, case) if case is not None else page.model.scenarios(quantity)
    safe = any(agrees(marker.claim, [page.model.evaluate(quantity, t, {})]) for t in scenarios)
    start = page.document.text.find(wrong or "", marker.comment.start, marker.comment.end)
    if (
        not wrong
        or start < 0
        or page.document.text.count(wrong, marker.comment.start, marker.comment.end) > 1
    ):
        return None
    return Fix((Edit(start, start + len(wrong), name),), safe, f"{wrong} becomes {name}")
