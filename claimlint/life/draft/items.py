"""The claims of a page that a model could hold, each with the words that may name it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.quantity import QuantityError, parse_quantity
from claimlint.claim.units import Dims, Unit, physical
from claimlint.life.draft.phrases import Phrase, phrases, row_label
from claimlint.model.show import number
from claimlint.pipeline import place
from claimlint.reason.agree import written
from claimlint.reason.page import Page
from claimlint.reason.stance import hypothetical, is_change
from claimlint.reason.ticks import axis_ticks
from claimlint.records import NamedTuple


class Item(NamedTuple):
    """A claim that may go into a model.

    `value`, `low` and `high` are in base units; `text` is a VALUE of a model that says the same.
    `named` are the phrases that may name it, likely ones first, and `words` all the folded words of its
    row, label group or sentence with their surfaces; `together` is equal for claims that stand together
    in one of these.  `label` is the label of its table row, empty elsewhere, and
    `numbered` says that there is a claim in that.
    """

    path: str
    line: int
    column: int
    value: Fraction
    low: Fraction
    high: Fraction
    unit: Unit
    text: str
    named: tuple[Phrase, ...]
    words: tuple[tuple[str, str], ...]
    together: tuple[object, ...]
    label: str = ""
    numbered: bool = False

    @property
    def kind(self) -> tuple[Dims, bool]:
        """Equal for claims that could be of one quantity."""
        return self.unit.dims, self.unit.symbol == "%"

    @property
    def coarseness(self) -> Fraction:
        """How much of the number its rounding may be."""
        return (self.high - self.low) / abs(self.value) if self.value else Fraction(1)

    @property
    def place(self) -> str:
        """`path:line:column`."""
        return f"{self.path}:{self.line}:{self.column}"


def items(page: Page) -> Iterator[Item]:
    """The exact numbers that the page states as facts of its own, in order."""
    context = page.context
    ticks = axis_ticks(page.claims)
    for claim in page.claims:
        if claim.kind not in ("quantity", "percent") or claim.value is None or claim.tol is not None:
            continue
        if claim.op is not None or claim in ticks or page.left_alone(claim):
            continue
        if claim.text[:1] in "+-−" or _is_small_count(claim):
            continue
        sentence = context.sentence(claim)
        if hypothetical(sentence):
            continue
        if is_change(claim, context.sentence_range(claim)[0]):
            continue
        text = _value_text(claim)
        interval = written(claim)
        if text is None or interval.low is None or interval.high is None:
            continue
        line, column, _, _ = place(page.document, claim.block, claim.start, claim.end)
        named, words, together = phrases(page, claim)
        yield Item(
            page.document.path,
            line,
            column,
            claim.value * claim.unit.factor,
            interval.low,
            interval.high,
            claim.unit,
            text,
            named,
            words,
            (page.document.path, *together),
            *row_label(page, claim),
        )


def _is_small_count(claim: Claim) -> bool:
    """`two files`, `3 steps`: there are too many of them in any text."""
    counted = not physical(claim.unit.dims) and claim.kind == "quantity"
    assert claim.value is not None
    return counted and (abs(claim.value) < 10 or claim.text[:1].isalpha())


def _value_text(claim: Claim) -> str | None:
    """The claim as a VALUE of a model; None when no VALUE says the same."""
    assert claim.value is not None
    own = " ".join(claim.text.split())
    unit = claim.unit.symbol
    for text in (own, f"{number(claim.value, 15)} {unit}", f"{number(claim.value, 15)}{unit}"):
        if not claim.unit_written and text == own:
            continue
        try:
            parsed = parse_quantity(text)
        except QuantityError:
            continue
        same = parsed.value * parsed.unit.factor == claim.value * claim.unit.factor
        if same and parsed.unit.dims == claim.unit.dims and text.isprintable():
            return text
    return None
