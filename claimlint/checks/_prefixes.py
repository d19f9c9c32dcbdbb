"""Units that differ from a written one by their prefix, or as bits from bytes: what was meant by a slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from claimlint.claim.claims import Claim
from claimlint.claim.unit_atoms import LETTERS
from claimlint.claim.unit_names import atom
from claimlint.claim.unit_table import PREFIXES
from claimlint.claim.unit_words import PREFIX_WORDS

_DECIMAL = [prefix for prefix in PREFIXES if len(prefix) == 1]
_BINARY = [prefix for prefix in PREFIXES if len(prefix) == 2]
_DECIMAL_WORDS = [word for word, symbol in PREFIX_WORDS.items() if symbol in _DECIMAL]
_BINARY_WORDS = [word for word, symbol in PREFIX_WORDS.items() if symbol in _BINARY]
_MICRO = "µuμ"


def siblings(word: str) -> Iterator[tuple[str, Fraction]]:
    """The words for the unit that `word` names with another prefix, and how many times `word` each is.

    Spelled as it is: symbols for a symbol, words for a word, powers of 1024 for powers of 1024.
    """
    own = atom(word.replace("μ", "µ"))
    if own is None or not own.dims:
        return
    seen = {own.factor}
    for kind in (_DECIMAL, _BINARY, _DECIMAL_WORDS, _BINARY_WORDS):
        binary = kind in (_BINARY, _BINARY_WORDS)
        bases = [
            word[len(prefix) :] for prefix in kind if word.startswith(prefix) and len(word) > len(prefix)
        ]
        # A bare second or byte has every prefix; a bare byte's are those of 1000.
        bases += [] if binary else [word]
        for base in bases:
            for prefix in ("", *kind):
                other = atom(prefix + base)
                if (
                    other is None
                    or other.dims != own.dims
                    or other.factor in seen
                    or not _is_step(other.factor / own.factor, 1024 if binary else 1000)
                ):
                    continue
                seen.add(other.factor)
                yield prefix + base, other.factor / own.factor


_BITS = (("bytes", "bits"), ("byte", "bit"), ("Bps", "bps"), ("B", "bit"), ("bit", "B"), ("b", "B"))


def bits_or_bytes(word: str) -> Iterator[tuple[str, Fraction]]:
    """The words that name bits where `word` names bytes of the same prefix, or the other way round."""
    own = atom(word)
    pairs = [*_BITS, *((other, one) for one, other in _BITS[:3])]
    for one, other in pairs:
        if own is None or not word.endswith(one):
            continue
        unit = atom(word[: -len(one)] + other)
        if unit is not None and unit.dims == own.dims and unit.factor / own.factor in (8, Fraction(1, 8)):
            yield word[: -len(one)] + other, unit.factor / own.factor
            return


def _is_step(ratio: Fraction, step: int) -> bool:
    """Whether a ratio is a power of `step`."""
    ratio = max(ratio, 1 / ratio)
    while ratio >= step and ratio % step == 0:
        ratio /= step
    return ratio == 1


def first_word(text: str) -> str:
    """The first word of a unit's text."""
    match = LETTERS.match(text)
    return match.group() if match else ""


def as_usual(word: str, claims: Iterable[Claim], model: str) -> str:
    """A unit's word with its micro sign as the page writes it (`µs`, `us`), or else the canonical file."""
    if word[:1] != "µ":
        return word
    used = Counter(mark for mark in _MICRO for c in claims if first_word(_tail(c)) == mark + word[1:])
    if used:
        return used.most_common(1)[0][0] + word[1:]
    return ("μ" if "μ" in model and "µ" not in model else "µ") + word[1:]


def _tail(claim: Claim) -> str:
    return claim.text.lstrip("~≈<>≤≥=+-−0123456789.,' \xa0\u202f\u2009_–")
