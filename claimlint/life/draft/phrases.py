"""What may name a number: the words before and behind it, its row label and header, its labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from claimlint.claim.claims import Claim
from claimlint.document.structure import Block
from claimlint.reason.page import Page
from claimlint.reason.segments import is_empty
from claimlint.reason.words import Word, stem

Phrase = tuple[tuple[str, str], ...]
"""Folded words with their surfaces, in the order of the text."""

_COMPOUND = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_LONGEST = 3
_LONGEST_LABEL = 40
_BETWEEN = 4  # empty words between a name and its number: "is up to about"
_WEAK_WORDS = """
value values result results number numbers default defaults example examples note size sizes
assumption assumptions using uses used use see set sets only new old same other first second last
next each every estimate estimates typical average mean median minimum maximum min max here
currently usually often very quite if unless until after before within during without like such etc
via your our file files page add adds increase reduce roughly recent following respectively support
supports supported
"""
_WEAK = frozenset(map(stem, _WEAK_WORDS.split()))
"""Words that name nothing when they stand alone."""


def phrases(
    page: Page, claim: Claim
) -> tuple[tuple[Phrase, ...], tuple[tuple[str, str], ...], tuple[object, ...]]:
    """What may name a claim, likely ones first; all words around it; what it stands together with."""
    block = claim.block
    if block.cell is not None:
        return _of_cell(page, claim)
    if block.figure is not None and block.kind == "label":
        return _of_label(page, claim)
    context = page.context
    start, end = context.sentence_range(claim)
    words = [word for word in context.words(block) if start <= word.start < end]
    found = list(_around(page, claim, words))
    subject = _subject(page, block, words)
    if subject and not is_weak(subject) and subject not in found:
        found.append(subject)
    return tuple(found), _surfaces(page, block, words), (block.index, context.segment(claim).sentence)


def row_label(page: Page, claim: Claim) -> tuple[str, bool]:
    """The label of the table row that holds a claim, empty when it has none that is short.

    With it, whether the label itself holds a claim.
    """
    cell = claim.block.cell
    if cell is None or not cell.column:
        return "", False
    first = page.context.rows[cell.table, cell.row][0]
    text = " ".join(first.text.split())
    if first.cell is None or first.cell.column or len(text) > _LONGEST_LABEL:
        return "", False
    return text, bool(page.context.by_block.get(first.index))


def is_weak(phrase: Phrase) -> bool:
    """Whether a phrase says too little to name anything."""
    return all(folded in _WEAK or len(surface) < 2 for folded, surface in phrase)


def _subject(page: Page, block: Block, words: Sequence[Word]) -> Phrase:
    """The first words of a sentence that name something: what it is about, often."""
    claims = page.context.by_block.get(block.index, ())
    run: list[tuple[str, str]] = []
    for word in words:
        if any(claim.start < word.end and word.start < claim.end for claim in claims):
            break
        if _names(word, block):
            if run and not word.glued:
                break
            run.append((word.stem, block.text[word.start : word.end]))
            if len(run) == _LONGEST:
                break
        elif run:
            break
    return tuple(run)


def _around(page: Page, claim: Claim, words: Sequence[Word]) -> tuple[Phrase, ...]:
    """The words right behind a claim, and those before it with nothing but empty words between."""
    block = claim.block
    claims = page.context.by_block.get(block.index, ())
    before = _before(block, claims, claim, words)
    behind = _behind(block, claims, claim, words)
    found = [before[at:] for at in range(len(before))]
    found += [behind[:size] for size in range(len(behind), 0, -1)]
    return tuple(dict.fromkeys(phrase for phrase in found if phrase and not is_weak(phrase)))


def _before(block: Block, claims: Iterable[Claim], claim: Claim, words: Sequence[Word]) -> Phrase:
    run: list[tuple[str, str]] = []
    passed = 0
    behind = claim.start
    for word in reversed([word for word in words if word.end <= claim.start]):
        if any(other.start < behind and word.start < other.end for other in claims if other is not claim):
            break
        gap = block.text[word.end : behind]
        if run and (gap.strip("-\u2011 ") or len(gap) > 2):
            break
        if any(mark in gap for mark in ".;()[]|") and gap.strip() not in ("(", "", "["):
            break
        if _names(word, block):
            run.insert(0, (word.stem, block.text[word.start : word.end]))
            if len(run) == _LONGEST:
                break
        elif run:
            break
        else:
            passed += 1
            if passed > _BETWEEN:
                break
        behind = word.start
    return tuple(run)


def _behind(block: Block, claims: Iterable[Claim], claim: Claim, words: Sequence[Word]) -> Phrase:
    run: list[tuple[str, str]] = []
    at = claim.end
    for word in [word for word in words if word.start >= claim.end]:
        gap = block.text[at : word.start]
        if gap.strip("-\u2011 ") or any(o.start < word.end and word.start < o.end for o in claims):
            break
        surface = block.text[word.start : word.end]
        if not run and surface.lower() == "of":
            at = word.end
            continue
        if not _names(word, block):
            break
        run.append((word.stem, surface))
        at = word.end
        if len(run) == 2:
            break
    return tuple(run)


def _of_cell(
    page: Page, claim: Claim
) -> tuple[tuple[Phrase, ...], tuple[tuple[str, str], ...], tuple[object, ...]]:
    block, context = claim.block, page.context
    assert block.cell is not None
    table = block.cell.table
    row = context.rows[table, block.cell.row]
    heads = [_phrase(page, head) for head in context.heads(block)]
    label = next((phrase for each in row[:1] if each is not block and (phrase := _phrase(page, each))), ())
    header = next((head for head in heads if head), ())
    kin = {
        each.cell.row
        for each in page.document.blocks
        if each.cell is not None
        and each.cell[:1] == block.cell[:1]
        and each.cell.column == block.cell.column
        and any(other.unit.dims == claim.unit.dims for other in context.by_block.get(each.index, ()))
    }
    both = tuple(dict.fromkeys((*label[:2], *header[:2])))
    order = [header, both, label] if len(kin) > 1 and not is_weak(header) else [label, both, header]
    corner = page.document.tables[table].rows[0][:1]
    if corner and corner[0] is not None and block.cell.column:
        order.append(_phrase(page, page.document.blocks[corner[0]]))
    around = _around(page, claim, context.words(block))
    found = [phrase[:_LONGEST] for phrase in (*around, *order) if phrase and not is_weak(phrase)]
    words = tuple(pair for each in row for pair in _surfaces(page, each, context.words(each)))
    return tuple(dict.fromkeys(found)), words, ("row", table, block.cell.row)


def _of_label(
    page: Page, claim: Claim
) -> tuple[tuple[Phrase, ...], tuple[tuple[str, str], ...], tuple[object, ...]]:
    block, context = claim.block, page.context
    assert block.figure is not None
    group = [
        each
        for each in context.figures[block.figure]
        if each.kind == "label" and block.group and each.group == block.group
    ]
    found = list(_around(page, claim, context.words(block)))
    for each in group[:8]:
        if each is not block:
            found.append(_phrase(page, each)[:_LONGEST])
    words = tuple(pair for each in (group or [block]) for pair in _surfaces(page, each, context.words(each)))
    named = tuple(dict.fromkeys(phrase for phrase in found if phrase and not is_weak(phrase)))
    return named, words, ("figure", block.figure, block.group or block.index)


def _phrase(page: Page, block: Block) -> Phrase:
    """The first words of a label or header that name something."""
    run: list[tuple[str, str]] = []
    claims = page.context.by_block.get(block.index, ())
    for word in page.context.words(block):
        if any(claim.start < word.end and word.start < claim.end for claim in claims):
            break
        if "(" in block.text[: word.start] and run:
            break
        if _names(word, block):
            run.append((word.stem, block.text[word.start : word.end]))
    return tuple(run[: _LONGEST + 1])


def _surfaces(page: Page, block: Block, words: Iterable[Word]) -> tuple[tuple[str, str], ...]:
    """The words of a block that name something, and are no part of a number."""
    claims = page.context.by_block.get(block.index, ())
    found = []
    end = 0
    for word in words:
        if word.start < end or not _names(word, block):
            continue
        whole = _COMPOUND.match(block.text, word.start)
        end = whole.end() if whole is not None else word.end
        if not any(claim.start < end and word.start < claim.end for claim in claims):
            found.append((word.stem, block.text[word.start : end]))
    return tuple(found)


def _names(word: Word, block: Block) -> bool:
    """Whether a word may be part of a name."""
    surface = block.text[word.start : word.end]
    return surface.isascii() and surface.isalpha() and not is_empty(word)
