"""Quotes that go stale: numbers that a page takes from the model, and that the model would no longer give.

Linting alone does not find them all: `82 µs at 64 GB/s` still follows from its own input when the model's
bandwidth becomes 60 GB/s, but it is no longer what the model says.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.checks._fixes import one_value
from claimlint.checks._numerals import numerals, rewritten
from claimlint.checks._wording import bounded, like, section_of
from claimlint.claim.claims import Claim, Interval
from claimlint.findings import Edit, Finding, Fix
from claimlint.model.model import Model, Scenario
from claimlint.pipeline import place
from claimlint.reason.agree import agrees, ends, inverse, meets, widen
from claimlint.reason.page import Page, Reading
from claimlint.reason.stance import hypothetical
from claimlint.records import NamedTuple

RULE = "canonical-drift"

_FAR = (
    "named in the heading",
    "named in the line above",
    "named in the item before",
    "named in the sentence before",
    "named in the figure's title or caption",
)

Held = tuple[str, Scenario]
"""A value of the model: a quantity in one of its scenarios."""


class _Stale(NamedTuple):
    """The values of the model that a claim quotes; of a range the first are those of its low end."""

    held: tuple[Held, ...]
    values: tuple[Fraction, ...]
    sure: bool


def stale(page: Page, later: Page) -> Iterator[Finding]:
    """The claims of a page that quote a value of its model which is another one in that of `later`.

    `later` is the same page with the other model.  A finding has a fix where the words pin the claim to
    one value, and nothing speaks against it as soon as it has another.
    """
    old, new, source = page.model, later.model, page.document
    assert old is not None
    assert new is not None
    doubted = _doubted(later)
    for claim in page.claims:
        reading = page.readings[claim]
        if reading.state != "canonical" or reading.fault is not None or reading.what_if:
            continue
        found = _stale(old, new, claim, reading.quantities)
        if found is None:
            continue
        name = found.held[-1][0]
        targets = [Interval(value, value) for value in found.values]
        texts = list(dict.fromkeys(like(claim, each, new.quantities[name].unit) for each in targets))
        expected = bounded(new, name, " to ".join(texts)) if found.sure else None
        labels = list(dict.fromkeys(new.label(each, case) for each, case in found.held))
        becomes = f", which becomes {expected}" if expected is not None else ", and would no longer"
        line, column, end_line, end_column = place(source, claim.block, claim.start, claim.end)
        text = " ".join(claim.text.split())
        yield Finding(
            source.path,
            line,
            column,
            end_line,
            end_column,
            RULE,
            "error",
            f"{text} quotes {' or '.join(labels[:4])}{becomes} ({section_of(new, name)})",
            text,
            expected,
            source.location(claim.block),
            source.line_text(line),
            fix=_fix(page, claim, found)
            if found.sure and (line, column) not in doubted and _is_near(page, reading, found.held)
            else None,
        )


def _fix(page: Page, claim: Claim, found: _Stale) -> Fix | None:
    fix = one_value(page, claim, [Interval(value, value) for value in found.values])
    if fix is not None or claim.low is None or claim.op is not None or claim.tol is not None:
        return fix
    ends_ = numerals(page.document.text, claim)
    if len(ends_) != len(found.values):
        return None
    edits = []
    for end, value in zip(ends_, found.values, strict=True):
        text = rewritten(end, value / claim.unit.factor, claim.exact)
        if text is None:
            return None
        edits.append(Edit(end.start, end.end, text))
    return Fix(tuple(sorted(edits)), True, "both ends of the range")


def _doubted(later: Page) -> set[tuple[int, int]]:
    """Where claims stand that are not held to be wrong because of what is said of them.

    The price of our sister depot may be ours by chance; that it is not, only shows when it differs.
    """
    found = set()
    for claim, reading in later.readings.items():
        if reading.state == "unchecked" and reading.quantities and not reading.evidence.startswith("only "):
            line, column, _, _ = place(later.document, claim.block, claim.start, claim.end)
            found.add((line, column))
    return found


def _is_near(page: Page, reading: Reading, held: tuple[Held, ...]) -> bool:
    """Whether the words near a number say that it is the model's, so that the model may change it."""
    if hypothetical(page.context.sentence(reading.claim)):
        return False
    if reading.pinned or reading.evidence not in _FAR:
        return True
    text = reading.claim.block.text.casefold()
    return all(any(case.casefold() in text for _, case in scenario) for _, scenario in held)


def _stale(old: Model, new: Model, claim: Claim, names: tuple[str, ...]) -> _Stale | None:
    if claim.kind == "orders":
        return None
    if claim.low is not None and claim.high is not None:
        return _stale_range(old, new, claim, names)
    held = [
        (name, scenario)
        for name in names
        for scenario in old.scenarios(name)
        if _says(old, claim, name, scenario)
    ]
    if not held or any(_says(new, claim, name, scenario) for name, scenario in held):
        return None
    values = {_turned(old, new, claim, name, scenario) for name, scenario in held}
    sure = len(values) == 1 and claim.op != "~"
    return _Stale(tuple(held), tuple(values) if sure else (), sure)


def _stale_range(old: Model, new: Model, claim: Claim, names: tuple[str, ...]) -> _Stale | None:
    """A range both of whose ends are values of one quantity, of which at least one is another now."""
    for name in names:
        held: list[Held] = []
        values: list[Fraction] = []
        still = True
        for end in ends(claim):
            here = [
                scenario for scenario in old.scenarios(name) if meets(end, _interval(old, name, scenario))
            ]
            found = {new.value(name, scenario) for scenario in here}
            if len(found) != 1:
                break
            still &= any(meets(end, _interval(new, name, scenario)) for scenario in here)
            held += [(name, scenario) for scenario in here]
            values.append(found.pop())
        else:
            return None if still else _Stale(tuple(held), tuple(values), True)
    return None


def _says(model: Model, claim: Claim, name: str, scenario: Scenario) -> bool:
    """Whether the claim states the value that a quantity has in a scenario."""
    value, bound = _interval(model, name, scenario), model.quantities[name].bound
    if agrees(claim, [value], bound):
        return True
    turned = inverse(value) if claim.kind == "multiple" else None
    return turned is not None and agrees(claim, [turned], bound)


def _turned(old: Model, new: Model, claim: Claim, name: str, scenario: Scenario) -> Fraction:
    """The new value, turned over where the claim states the ratio the other way round."""
    value = new.value(name, scenario)
    straight = agrees(claim, [_interval(old, name, scenario)], old.quantities[name].bound)
    return value if straight or not value else 1 / value


def _interval(model: Model, name: str, scenario: Scenario) -> Interval:
    value = model.value(name, scenario)
    return widen(Interval(value, value), model.quantities[name].tolerance)
