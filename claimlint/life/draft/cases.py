"""The names of cases: row labels, words that stand around one value only, or the number itself."""

from __future__ import annotations

from collections.abc import Sequence

from claimlint.life.draft.items import Item
from claimlint.life.draft.quantity import Quantity, Value


def set_cases(quantity: Quantity) -> None:
    """Name the cases by their row labels, by words that only their own claims have, or by the number."""
    if len(quantity.values) == 1:
        return
    quantity.values.sort(key=lambda value: value.finest.value)
    labels, plain = [], True
    for value in quantity.values:
        item = next((item for item in value.items if item.label), value.items[0])
        labels.append(item.label)
        plain &= not item.numbered
    able = all(map(_is_label, labels)) and len({label.casefold() for label in labels}) == len(labels)
    telling = _telling(quantity.values)
    # A label such as "at 64 GB/s" goes stale with its number.
    names = labels if able and (plain or not all(telling)) else telling
    taken: set[str] = set()
    for at, (value, name) in enumerate(zip(quantity.values, names, strict=True)):
        if not name or name.casefold() in taken:
            name = value.finest.text
        if name.casefold() in taken:
            name = f"{name} ({at + 1})"
        taken.add(name.casefold())
        value.case = name


def _telling(values: Sequence[Value]) -> list[str]:
    """For each value one or two words that stand around it and around no other; empty without."""
    own = [_words(value) for value in values]
    names = []
    for at, value in enumerate(values):
        elsewhere = {folded for other, words in enumerate(own) if other != at for folded in words}
        telling = [word for folded, word in own[at].items() if folded not in elsewhere]
        most = max((count for _, count in telling), default=0)
        few = 2 * most < sum(map(_is_short, value.items))
        names.append("" if few else " ".join([surface for surface, count in telling if count == most][:2]))
    return names


def _is_label(text: str) -> bool:
    """Whether a text may be the name of a case: a word stands in it, and no bracket."""
    return text.isprintable() and any(map(str.isalpha, text)) and not set("[]`") & set(text)


def _is_short(item: Item) -> bool:
    """Whether a claim stands in a row or label group, whose words are few and chosen."""
    return item.together[1] in ("row", "figure")


def _words(value: Value) -> dict[str, tuple[str, int]]:
    """The words of the rows and label groups with claims of a value, and in how many of these they stand."""
    found: dict[str, tuple[str, int]] = {}
    for item in filter(_is_short, value.items):
        for folded, surface in dict(item.words).items():
            known = found.get(folded)
            found[folded] = (known[0] if known else surface, (known[1] if known else 0) + 1)
    return found
