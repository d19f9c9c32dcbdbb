"""Numbers in words, and the ends of ranges: an input is a sequence of words that belong to them."""

from __future__ import annotations

from collections.abc import Iterator

import harness
from properties import check_claims

from claimlint.claim.extract import claims
from claimlint.claim.number_words import ONES, SCALES, TENS, read_words
from claimlint.claim.numerals import DIGITS, meant_step, numeral_end, read_digits
from claimlint.document.structure import Block

VOCABULARY = (
    *ONES, *TENS, *SCALES, "a", "an", "half", "and", "point", "to", "from", "between", "–", "-", "±", "+/-",
    "..", "—", "(", ")", ",", ".", "1", "2.5", "10", "300", "1,000", "ms", "%", "GB/s", "$", "USD", "times",
    "tokens", "orders of magnitude", "about", "at least", "up to", "fewer", "dropped", "fell", "twice",
    "thirds", "quarter", "nines", "or", "/", "second", "hours", "10^3", "1e6", "×", "\n", "the", "per",
)  # fmt: skip
WORDS = [chr(code) for code in range(33, 127)]


def check(text: str) -> None:
    _words(text)
    # A byte is a word: what follows from one change of a byte is near by.
    gap = "" if text[:1] == "\t" else " "
    _words(gap.join(VOCABULARY[ord(letter) % len(VOCABULARY)] for letter in text[:120]))


def _words(text: str) -> None:
    check_claims(claims(Block(0, "paragraph", text, ())))
    for at in range(min(len(text), 100)):
        spelled = read_words(text, at)
        if spelled is not None:
            assert at < spelled.end <= len(text)
            assert spelled.place > 0
            assert spelled.value >= 0
            assert (spelled.value / spelled.place).denominator == 1
            # What was read reads as the same on its own, whatever stands behind it.
            assert read_words(text[: spelled.end], at) == spelled
    for match in DIGITS.finditer(text[:500]):
        end = numeral_end(text, *match.span())
        assert match.end() <= end <= len(text)
        number = read_digits(text[match.start() : end])
        if number is not None:
            assert number.place > 0
            assert meant_step(number) >= number.place


def seeds() -> Iterator[str]:
    for text in harness.strings("test_claim_extract", "test_claim_interval", "test_claim_property"):
        yield text
        words = text.split()
        if words and all(word in VOCABULARY for word in words):
            yield "".join(chr(VOCABULARY.index(word)) for word in words)
    for first in range(len(VOCABULARY)):
        yield "".join(chr((first * step + step) % len(VOCABULARY)) for step in range(1, 7))
