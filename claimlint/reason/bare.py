"""Numbers without a unit that the text plainly gives as a count or ratio of the model: `cores needed: 12`."""

from __future__ import annotations

import re
from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.lazy import Lazy
from claimlint.claim.numerals import Number, meant_step
from claimlint.claim.unit_table import SCALES
from claimlint.claim.units import NONE, Unit, is_counting
from claimlint.document.structure import Block
from claimlint.model.model import Model
from claimlint.reason.context import Context
from claimlint.reason.names import Mention
from claimlint.reason.words import phrase

_NUMERAL = r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
_AFTER = Lazy(
    r"[\s*_]*(?:\([^()]{0,30}\)\s*)?(?:(?:on|in|at|for|with|per)\s[\w\s-]{1,30}(?=:))?"
    r"(?:(?:is|are|was|were|of|at|to|come to|comes to|:|=|≈|—)[\s*_]*)"
    r"(?:(?:then|now|about|around|just|only|thus)\s+|[~≈]\s?)?"
    + _NUMERAL
    + r"(?![\w%$€£.,]*[\w%$€£])(?:\s(?P<scale>thousand|million|billion|trillion)\b)?"
)
_BEFORE = Lazy(r"(?<![\w.,$€£×§#-])" + _NUMERAL + r"[\s*_]+$")
_CELL = Lazy(r"[\s*_~≈]*" + _NUMERAL + r"[\s*_]*")


def bare_claims(model: Model, context: Context) -> list[Claim]:
    """Claims that only the model lets one read, in the order of the blocks."""
    able = _able(model)
    if not able:
        return []
    found: list[Claim] = []
    for block in context.document.blocks:
        if block.kind == "code" or not any(map(str.isdigit, block.text)):
            continue
        if block.cell is not None and not block.cell.header and not context.by_block.get(block.index):
            claim = _cell(context, block, able)
            if claim is not None:
                found.append(claim)
                continue
        for mention in context.names(block)[0]:
            names = [name for name in mention.quantities if name in able]
            claim = _beside(context, block, mention, able[names[0]]) if len(names) == 1 else None
            if claim is not None and all(claim.block is not c.block or claim.start != c.start for c in found):
                found.append(claim)
    return found


def _able(model: Model) -> dict[str, Unit]:
    """The quantities that a bare number can state, each with the unit that it then has."""
    return {name: unit for name in model.quantities if (unit := _unit(model, name)) is not None}


def first_words(model: Model) -> frozenset[str]:
    """The folded words with which the names of those quantities begin."""
    names = (phrase(name) for quantity in _able(model) for name in model.names(quantity))
    return frozenset(words[0] for words in names if words)


def _unit(model: Model, name: str) -> Unit | None:
    """The unit in which a bare number states the quantity: none, or what it counts; else None."""
    entry = model.quantities[name]
    if not entry.dims:
        symbol = entry.unit.symbol if entry.unit is not None else ""
        return NONE if symbol in ("", "×") else None
    if len(entry.dims) == 1 and entry.dims[0][1] == 1 and is_counting(entry.dims[0][0]):
        return Unit("", entry.dims, Fraction(1))
    return None


def _cell(context: Context, block: Block, able: dict[str, Unit]) -> Claim | None:
    """A cell of nothing but a number whose header or row label names a count."""
    match = _CELL.fullmatch(block.text)
    if match is None:
        return None
    assert block.cell is not None
    label = [b for b in context.rows[block.cell.table, block.cell.row][:1] if b is not block]
    for group in (context.heads(block), label):
        names = {q for m in context.gather(group)[0] for q in m.quantities}
        if len(names) == 1 and (name := names.pop()) in able:
            return _claim(block, match, able[name])
        if names:
            return None
    return None


def _beside(context: Context, block: Block, mention: Mention, unit: Unit) -> Claim | None:
    """A number right after `name is`, or right before the name."""
    match = _AFTER.match(block.text, mention.end) or _BEFORE.search(
        block.text, max(0, mention.start - 24), mention.start
    )
    if match is None:
        return None
    start, end = match.span("number")
    taken = any(c.start < end and start < c.end for c in context.by_block.get(block.index, ()))
    opaque = any(low < end and start < high for low, high in block.opaque)
    return None if taken or opaque else _claim(block, match, unit)


def _claim(block: Block, match: re.Match[str], unit: Unit) -> Claim:
    text = match["number"].replace(",", "")
    scale = SCALES.get(match.groupdict().get("scale") or "", 1)
    value = Fraction(text) * scale
    place = Fraction(1, 10 ** len(text.partition(".")[2]))
    start = match.start("number")
    end = match.end("scale") if scale > 1 else match.end("number")
    whole = scale == 1 and "." not in text and (value < 100 or value % 10 != 0)
    step = meant_step(Number(Fraction(text), place)) * scale
    return Claim(
        block,
        start,
        end,
        "quantity",
        unit,
        value=value,
        step=step,
        exact=whole and bool(unit.dims),
        unit_written=False,
    )
