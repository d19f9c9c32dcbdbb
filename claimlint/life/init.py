"""`claimlint init`: a canonical model drafted from documents, under which they have no new finding."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from claimlint import files, pipeline
from claimlint.document import decode
from claimlint.files import File
from claimlint.findings import Problem, problem_order
from claimlint.life.draft.formulas import propose
from claimlint.life.draft.groups import quantities
from claimlint.life.draft.items import Item, items
from claimlint.life.draft.quantity import Quantity
from claimlint.life.draft.text import to_markdown
from claimlint.model.load import load
from claimlint.model.mistakes import ModelError
from claimlint.model.model import Model
from claimlint.models import MODEL_NAME
from claimlint.reason.page import Page
from claimlint.reason.words import phrase
from claimlint.records import NamedTuple
from claimlint.run import OnCrash, failure

MOST = 200
"""The quantities that are drafted unless more are asked for."""
_FEW = 5
_ROUNDS = 8


class Draft(NamedTuple):
    """A drafted model; `claims` are those that its quantities state, of all that the `files` hold.

    `left_out` counts the quantities that the documents state too seldom, or beyond the most that are drafted.
    """

    text: str
    model: Model | None
    claims: int
    files: int
    formulas: int
    left_out: int
    problems: tuple[Problem, ...]


class _Text(NamedTuple):
    """A page to draft from."""

    file: File
    text: str


def draft(
    found: Iterable[File],
    problems: Iterable[Problem],
    crashed: OnCrash,
    *,
    least: int | None = None,
    most: int = MOST,
) -> Draft:
    """Draft a model from what is stated in at least `least` places.

    By default that is two, or one where hardly anything is stated twice.
    """
    everything = list(problems)
    found = [file for file in found if os.path.basename(file.path) != MODEL_NAME]
    pages: list[_Text] = []
    stated: list[Item] = []
    for file in found:
        try:
            text = decode(files.read(file))
            if not pipeline.may_hold_claims(text):
                continue
            stated += items(_page(file, text, None))
            pages.append(_Text(file, text))
        except Exception as error:
            everything.append(failure(file, error, crashed))
    every = quantities(stated)
    wanted = [each for each in every if each.times >= (least or 2)]
    if least is None and len(wanted) < _FEW:
        wanted = every
    chosen = _sound(wanted[:most], pages)
    propose(chosen)
    for quantity in chosen:
        if quantity.formula is not None and not _follows(quantity, chosen):
            quantity.formula = None
    text = to_markdown(chosen)
    return Draft(
        text if chosen else "",
        load(MODEL_NAME, text) if chosen else None,
        sum(len(each.items) for each in chosen),
        len(pages),
        sum(each.formula is not None for each in chosen),
        len(every) - len(chosen),
        tuple(sorted(everything, key=problem_order)),
    )


def _page(file: File, text: str, model: Model | None) -> Page:
    from claimlint import reason

    document, claims = pipeline.claims_of(file.path, text, model)
    return reason.read(document, claims, model)


def _sound(chosen: Sequence[Quantity], pages: Sequence[_Text]) -> list[Quantity]:
    """The quantities with which the pages have no claim that contradicts the model.

    One that is contradicted loses the words by which the claim was taken for it, then goes by its name
    alone, and then is left out.
    """
    kept = _loadable(chosen)
    looked = list(pages)
    for turn in range(_ROUNDS):
        if not kept:
            return []
        model = load(MODEL_NAME, to_markdown(kept))
        blamed: dict[str, set[str]] = {}
        again = []
        for page in looked:
            here = _contradicted(_page(page.file, page.text, model))
            for name, words in here:
                blamed.setdefault(name, set()).update(words)
            if here:
                again.append(page)
        if not blamed and len(looked) == len(pages):
            return kept
        # What was taken away may let another name stand out: all pages are looked at once more.
        looked = again or list(pages)
        patient = turn < _ROUNDS - 3
        kept = _distinct(
            [each for each in kept if each.name not in blamed or (_loses(each, blamed) and patient)]
        )
    while kept:
        model = load(MODEL_NAME, to_markdown(kept))
        out = {name for page in pages for name, _ in _contradicted(_page(page.file, page.text, model))}
        if not out:
            break
        kept = [each for each in kept if each.name not in out]
    return kept


def _distinct(chosen: list[Quantity]) -> list[Quantity]:
    """The quantities without those whose name another one has by now."""
    return list({quantity.name: quantity for quantity in reversed(chosen)}.values())[::-1]


def _loses(quantity: Quantity, blamed: Mapping[str, set[str]]) -> bool:
    """Take from a quantity what else it is called, as far as that stands around its contradiction.

    When it is called nothing else its name is made longer; False when that is done already.
    """
    if not quantity.aka:
        return quantity.longer()
    around = blamed[quantity.name]
    left = [text for text in quantity.aka if not around.issuperset(phrase(text))]
    quantity.aka = left if len(left) < len(quantity.aka) else quantity.aka[:-1]
    return True


def _contradicted(page: Page) -> list[tuple[str, set[str]]]:
    """The quantities that claims of the page contradict, with the words around each."""
    found = []
    for claim, reading in page.readings.items():
        if reading.fault is not None:
            blocks = [claim.block]
            if claim.block.cell is not None:
                blocks += [*page.context.rows[claim.block.cell[:2]], *page.context.heads(claim.block)]
            words = {word.stem for block in blocks for word in page.context.words(block)}
            found.append((reading.fault.quantity, words))
    return found


def _loadable(chosen: Sequence[Quantity]) -> list[Quantity]:
    """The quantities without those at which the model would not load."""
    kept = list(chosen)
    while kept:
        text = to_markdown(kept)
        try:
            load(MODEL_NAME, text)
            break
        except ModelError as error:
            lines = text.split("\n")
            bad = set()
            for mistake in error.mistakes:
                at = mistake.line - 1
                while at > 0 and (lines[at].startswith((" ", "#")) or not lines[at].endswith(":")):
                    at -= 1
                bad.add(lines[at].rstrip(":"))
            left = [each for each in kept if each.name not in bad]
            kept = left if len(left) < len(kept) else []
    return kept


def _follows(quantity: Quantity, chosen: Sequence[Quantity]) -> bool:
    """Whether the model loads with the formula in the place of the values, and gives them all."""
    lines = []
    for each in chosen:
        if each is quantity:
            lines.append(
                f"{each.name}: {{value: '= {each.formula}', unit: '{each.values[0].finest.unit.symbol}'}}"
            )
        elif len(each.values) == 1:
            lines.append(f"{each.name}: '{each.values[0].finest.text}'")
        else:
            lines.append(f"{each.name}:\n  cases:")
            lines += [f"    c{at}: '{value.finest.text}'" for at, value in enumerate(each.values)]
    try:
        model = load(MODEL_NAME, "```yaml quantities\n" + "\n".join(lines) + "\n```\n")
    except ModelError:
        return False
    made = [model.value(quantity.name, scenario) for scenario in model.scenarios(quantity.name)]
    return all(
        any(item.low <= value <= item.high for value in made)
        for each in quantity.values
        for item in [each.finest]
    )


def told(draft: Draft, target: str | None) -> str:
    """What the draft came to, in a line."""
    assert draft.model is not None
    where = f"{target}: " if target is not None else ""
    count = counted(len(draft.model.quantities), "quantity", "quantities")
    parts = [f"{where}{count} from {counted(draft.claims, 'claim')} in {counted(draft.files, 'file')}"]
    if draft.formulas:
        parts.append(f"{counted(draft.formulas, 'formula')} proposed")
    if draft.left_out:
        parts.append(f"{draft.left_out:,} left out (--least, --most)")
    return ", ".join(parts)


def counted(count: int, word: str, several: str = "") -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {word if count == 1 else several or word + 's'}"
