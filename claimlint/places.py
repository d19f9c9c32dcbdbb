"""What of a page is worth reading: the places in its raw text at which there may be something to say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from claimlint.document import format_of
from claimlint.document.structure import Places

if TYPE_CHECKING:
    from claimlint.model.model import Model

_BEFORE, _AFTER = 48, 160
"""How far a bare number may stand from the name of what it counts."""
SMALL = 64 << 10
"""Code points of a page that is read whole as soon as it has one claim: in a
run over few pages to look for more costs as much."""
_OWN_WORDS = ("claimlint", "claim:")


def places(path: str, text: str, model: Model | None, small: int = SMALL) -> Places | None:
    """Where a page may hold a claim, a statement about numbers, or a word to claimlint itself.

    None means that all of it has to be read, as a page of up to `small` code points is once it has anything;
    two empty lists, that nothing need be.
    """
    if format_of(path) not in ("markdown", "plain") or (model is not None and text == model.text):
        return None
    from claimlint.claim.candidates import claims_at

    found = claims_at(text, model.declared) if model is not None else claims_at(text)
    is_small = len(text) <= small
    if is_small and next(found, None) is not None:
        return None
    from claimlint.reason.traces import statements_at

    prose = list(found)
    code: list[int] = []
    for at, in_code in statements_at(text):
        (code if in_code else prose).append(at)
    for word in _OWN_WORDS:
        prose += _all(text, word)
    if model is not None:
        name = model.path.replace("\\", "/").rpartition("/")[2]
        prose += _all(text, max(re.findall(r"[A-Za-z0-9]+", name) or [name], key=len))
        prose += _named(text, model)
    return None if is_small and (prose or code) else (prose, code)


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _named(text: str, model: Model) -> Iterator[int]:
    """The names of what a bare number may count, with a number near them."""
    from claimlint.reason.bare import first_words
    from claimlint.reason.words import WORD, stem

    firsts = first_words(model)
    found = {word for word in set(WORD.findall(text)) if stem(word) in firsts} if firsts else set()
    if not found:
        return
    pattern = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    digit = re.compile(r"[0-9]")
    for match in re.finditer(pattern, text):
        if digit.search(text, max(0, match.start() - _BEFORE), match.end() + _AFTER) is not None:
            yield match.start()
