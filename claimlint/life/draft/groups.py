"""Claims put together into quantities: one value, one name; several values of one name are its cases."""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from claimlint.claim.units import Dims, physical
from claimlint.life.draft.cases import set_cases
from claimlint.life.draft.items import Item
from claimlint.life.draft.phrases import Phrase
from claimlint.life.draft.quantity import Quantity, Value, noun_of
from claimlint.reason.words import phrase as words
from claimlint.reason.words import stem

_KNOWN_WORDS = """
time latency duration delay timeout interval period age size memory space storage capacity length width
rate bandwidth throughput speed share ratio fraction percentage percent utilization utilisation usage
cost price fee power energy frequency mass weight compute overhead limit budget count number accuracy
"""
_KNOWN = frozenset(map(stem, _KNOWN_WORDS.split()))

_MANY = 40
_SHARE = 0.3
"""Of so many numbers and more, a word that stands around more than this share says nothing."""
_MOST_AKA = 4
_MOST_CASES = 8
"""With more than that, the cases that are stated once are left out."""


def quantities(items: Iterable[Item]) -> list[Quantity]:
    """The quantities that the claims may be of, those that are stated most often first."""
    named: dict[tuple[str, tuple[Dims, bool]], list[Value]] = defaultdict(list)
    everything = list(items)
    common = _common(everything)
    everywhere: dict[tuple[Dims, bool], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for item in everything:
        everywhere[item.kind].update(map(_folded, item.named))
    for cluster in _clusters(everything):
        for part in _components(cluster, common):
            value = Value(_best(part, everywhere[part[0].kind]), part)
            named[_name(value), value.items[0].kind].append(value)
    found = _join([Quantity(name, _merged(values)) for (name, _), values in named.items()])
    found.sort(key=lambda quantity: (-quantity.times, -len(quantity.items)))
    taken: Counter[str] = Counter()
    for quantity in found:
        noun = noun_of(quantity.values[0].items[0])
        if taken[quantity.name] and noun and not quantity.name.endswith(noun):
            quantity.name = f"{quantity.name}_{noun}"
        taken[quantity.name] += 1
        if taken[quantity.name] > 1:
            quantity.name = f"{quantity.name}_{taken[quantity.name]}"
        if len(quantity.values) > _MOST_CASES:
            repeated = [value for value in quantity.values if len(value.items) > 1]
            quantity.values = repeated or quantity.values[:_MOST_CASES]
        set_cases(quantity)
    _call(found)
    return found


def _call(found: Sequence[Quantity]) -> None:
    """Say what else the quantities are called, each word for one of a dimension only."""

    def kind(quantity: Quantity) -> Dims:
        return physical(quantity.values[0].items[0].unit.dims)

    taken = {(kind(quantity), words(quantity.name.replace("_", " "))) for quantity in found}
    for quantity in found:
        for text in _aka(quantity):
            if (kind(quantity), words(text)) not in taken:
                taken.add((kind(quantity), words(text)))
                quantity.aka.append(text)


def _clusters(items: Iterable[Item]) -> Iterable[list[Item]]:
    """Claims of one kind and one value; a coarser number joins a finer one that rounds to it."""
    kinds: dict[tuple[Dims, bool], list[Item]] = defaultdict(list)
    for item in items:
        if item.named:
            kinds[item.kind].append(item)
    for members in kinds.values():
        values: list[Fraction] = []
        clusters: dict[Fraction, list[Item]] = {}
        for item in sorted(members, key=lambda each: (each.coarseness, each.path, each.line, each.column)):
            home = _nearest(values, item)
            if home is None:
                home = item.value
                insort(values, home)
                clusters[home] = []
            clusters[home].append(item)
        yield from clusters.values()


def _nearest(values: Sequence[Fraction], item: Item) -> Fraction | None:
    from bisect import bisect_left

    start = bisect_left(values, item.low)
    inside = []
    for at in range(start, min(len(values), start + 50)):
        if values[at] > item.high:
            break
        inside.append(values[at])
    return min(inside, key=lambda value: abs(value - item.value), default=None)


def _components(cluster: list[Item], common: frozenset[str]) -> Iterable[list[Item]]:
    """The claims of one value that are about one thing: what may name one may name the other.

    In one file it is enough that it stands around the other.  `common` are words that stand around so many
    numbers that they say nothing.
    """
    home = list(range(len(cluster)))

    def root(at: int) -> int:
        while home[at] != at:
            home[at] = home[home[at]]
            at = home[at]
        return at

    around: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, item in enumerate(cluster):
        for folded, _ in item.words:
            around[folded, item.path].append(at)
        for folded in _naming(item):
            around[folded, ""].append(at)
    for at, item in enumerate(cluster):
        for folded in _naming(item) - common:
            for other in (*around[folded, ""], *around[folded, item.path]):
                home[root(other)] = root(at)
    parts: dict[int, list[Item]] = defaultdict(list)
    for at, item in enumerate(cluster):
        parts[root(at)].append(item)
    return parts.values()


def _naming(item: Item) -> set[str]:
    return {folded for phrase in item.named for folded, _ in phrase}


def _common(items: Sequence[Item]) -> frozenset[str]:
    """Words that stand around a good part of all numbers."""
    if len(items) < _MANY:
        return frozenset()
    count = Counter(folded for item in items for folded in {folded for folded, _ in item.words})
    return frozenset(folded for folded, number in count.items() if number > len(items) * _SHARE)


def _best(items: list[Item], everywhere: Counter[tuple[str, ...]]) -> Phrase:
    """The phrase that most of the claims share; of equals the one that names more elsewhere."""
    votes: dict[tuple[str, ...], float] = defaultdict(float)
    surfaces: dict[tuple[str, ...], Phrase] = {}
    for item in items:
        for at, phrase in enumerate(item.named):
            key = _folded(phrase)
            votes[key] += 1.4 if at == 0 else 1
            surfaces.setdefault(key, phrase)
    best = max(
        votes, key=lambda key: (votes[key] + 0.3 * min(len(key), 2) + 0.05 * min(everywhere[key], 10), key)
    )
    return surfaces[best]


def _folded(phrase: Phrase) -> tuple[str, ...]:
    return tuple(folded for folded, _ in phrase)


def _name(value: Value) -> str:
    """`block_size`: the phrase, and the noun of its dimension where the phrase has none."""
    words = [re.sub("[^a-z0-9]", "", surface.lower()) for _, surface in value.phrase]
    item = value.items[0]
    noun = noun_of(item)
    if noun and not any(folded in _KNOWN or folded == stem(noun) for folded, _ in value.phrase):
        words.append(noun)
    return re.sub(r"^[^a-z]+", "", "_".join(word for word in words if word))[:60].strip("_") or "number"


def _merged(values: list[Value]) -> list[Value]:
    """Values of one name; those of equal number are one."""
    found: dict[Fraction, Value] = {}
    for value in values:
        same = found.setdefault(value.finest.value, value)
        if same is not value:
            same.items = [*same.items, *value.items]
    return list(found.values())


def _join(found: list[Quantity]) -> list[Quantity]:
    """The quantities, those whose values are all cases of another one put into it.

    Only numbers that are not found everywhere say that: 43 µs and 82 µs, but not 50 % or 30 s.
    """
    kept: list[Quantity] = []
    for quantity in sorted(found, key=lambda each: (-len(each.values), -len(each.items))):
        home = next((each for each in kept if _holds(each, quantity)), None)
        if home is None:
            kept.append(quantity)
            continue
        for value in quantity.values:
            same = _same(home, value)
            assert same is not None
            same.items = [*same.items, *value.items]
    return kept


def _holds(home: Quantity, other: Quantity) -> bool:
    if home.values[0].items[0].kind != other.values[0].items[0].kind:
        return False
    least = 2 if len(home.values) > 1 else 3
    return all(_is_telling(value.finest, least) and _same(home, value) is not None for value in other.values)


def _same(home: Quantity, value: Value) -> Value | None:
    item = value.finest
    return next((each for each in home.values if item.low <= each.finest.value <= item.high), None)


def _is_telling(item: Item, least: int) -> bool:
    """Whether a number has so many digits, and is no round one."""
    whole, point, places = item.text.split()[0].partition(".")
    digits = "".join(filter(str.isdigit, whole + places)).lstrip("0")
    if not point:
        digits = digits.rstrip("0")
    return len(digits) > 2 or (len(digits) == 2 >= least and digits[-1] not in "05")


def _aka(quantity: Quantity) -> list[str]:
    """The phrases that name it, as they are written, where its name does not say them already."""
    found: dict[str, str] = {}
    for value in quantity.values:
        left = value.items
        phrase = value.phrase
        while left and len(found) < _MOST_AKA:
            text = " ".join(surface for _, surface in phrase)
            found.setdefault(text.casefold(), text)
            key = _folded(phrase)
            left = [item for item in left if not any(_folded(each) == key for each in item.named)]
            if left:
                phrase = _best(left, Counter())
    own = quantity.name.replace("_", " ")
    return [text for folded, text in found.items() if folded != own]
