"""Looking up the unit that one word names, and the known one nearest to an unknown word."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from claimlint.claim.count_table import COUNTING
from claimlint.claim.unit_table import (
    CENTS,
    CURRENCIES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    FORMS,
    PREFIXES,
    SYMBOLS,
)
from claimlint.claim.unit_words import PREFIX_WORDS, WORDS
from claimlint.claim.units import Unit, count_unit, currency_unit, fold, plural, singular, symbol_unit

_NO_WORDS: Mapping[str, str] = {}
_COUNT_PREFIXES = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "B": 10**9, "T": 10**12}
_COUNT_WORDS = {
    spelling: base for base, more in COUNTING.items() for spelling in (base, plural(base), *more.split())
}
_MEMO: dict[str, Unit | None] = {}
_MOST_WORDS = 20_000
"""The memo is emptied beyond it, so that hostile input cannot fill the memory."""


def atom(word: str, declared: Mapping[str, str] = _NO_WORDS) -> Unit | None:
    """The unit that one word or symbol names, or None.

    `declared` maps the folded singular of a model's own counting words to their base.
    """
    try:
        found = _MEMO[word]
    except KeyError:
        found = _find(word)
        if len(_MEMO) > _MOST_WORDS:
            _MEMO.clear()
        _MEMO[word] = found
    if found is None and declared:
        base = declared.get(fold(word))
        if base is not None:
            return Unit(plural(base), ((base, 1),), Fraction(1))
    return found


def _find(word: str) -> Unit | None:
    form = FORMS.get(word)
    if form is not None and form != "T":
        if form in ("Mbit", "Gbit", "Tbit"):
            return symbol_unit("bit", form[0])
        return symbol_unit(form)
    if word in _COUNT_WORDS:
        return count_unit(_COUNT_WORDS[word])
    for size in (2, 1):
        prefix, rest = word[:size], word[size:]
        form = FORMS.get(rest)
        if prefix in PREFIXES and form in SYMBOLS and prefix.replace("u", "µ") in SYMBOLS[form][3]:
            return symbol_unit(form, prefix)
    scale = _COUNT_PREFIXES.get(word[:1])
    if scale:
        base = _COUNT_WORDS.get(word[1:]) or _COUNT_WORDS.get(word[1:].lower())
        if base:
            return Unit(word[0].replace("K", "k") + plural(base), ((base, 1),), Fraction(scale))
    if word in CURRENCY_SIGNS:
        return currency_unit(CURRENCY_SIGNS[word])
    if word in CURRENCIES:
        return currency_unit(word)
    return _find_spelled(word) if len(word) > 2 else None


def _find_spelled(word: str) -> Unit | None:
    """A unit spelled out, in any case: `Gigabytes`, `REQUESTS`."""
    low = word.lower()
    if low in CENTS:
        return Unit("cents", (("USD", 1),), Fraction(1, 100))
    code = CURRENCY_WORDS.get(low) or CURRENCY_WORDS.get(word)
    if code:
        return currency_unit(code)
    if len(low) > 3 and low in _COUNT_WORDS:
        return count_unit(_COUNT_WORDS[low])
    if low == "percentage":
        return None
    symbol = WORDS.get(low) or WORDS.get(singular(low))
    if symbol and low != "folds":
        return symbol_unit(symbol)
    for size in (5, 4, 3):
        prefix = PREFIX_WORDS.get(low[:size])
        if prefix:
            symbol = WORDS.get(low[size:]) or WORDS.get(singular(low[size:]))
            if symbol and prefix in SYMBOLS[symbol][3]:
                return symbol_unit(symbol, prefix)
    return None


def nearest_unit(word: str) -> str | None:
    """The known unit that is one letter or a change of case away from an unknown word, or None."""
    known = [*FORMS, *_COUNT_WORDS, *CURRENCIES, *CURRENCY_WORDS]
    for form, symbol in FORMS.items():
        if symbol in SYMBOLS and form != "b":
            known += [prefix + form for prefix in SYMBOLS[symbol][3]]
    for name, symbol in WORDS.items():
        whole = [name, plural(name)]
        known += whole
        known += [
            first + rest for first, p in PREFIX_WORDS.items() if p in SYMBOLS[symbol][3] for rest in whole
        ]
    known = [name for name in known if name not in ("x", "X", "×", "%", "T")]
    low = word.lower()
    recased = [name for name in known if name != word and name.lower() == low]
    if recased:
        return max(recased, key=lambda name: sum(a == b for a, b in zip(name, word, strict=True)))
    return next((name for name in known if _one_apart(word, name)), None)


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter added, dropped, changed or swapped with its neighbour turns `a` into `b`."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return False
    at = 0
    while at < len(a) and at < len(b) and a[at] == b[at]:
        at += 1
    if len(a) == len(b):
        swapped = a[at : at + 2] == b[at : at + 2][::-1]
        return a[at + 1 :] == b[at + 1 :] or (swapped and a[at + 2 :] == b[at + 2 :])
    return a[at + 1 :] == b[at:] if len(a) > len(b) else a[at:] == b[at + 1 :]
