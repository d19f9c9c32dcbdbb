"""A quantity of a draft: its name and its values, each with the claims that state it."""

from __future__ import annotations

from claimlint.claim.units import Dims, is_currency
from claimlint.life.draft.items import Item
from claimlint.life.draft.phrases import Phrase

_NOUNS: dict[Dims, str] = {
    (("s", 1),): "time",
    (("byte", 1),): "size",
    (("byte", 1), ("s", -1)): "rate",
    (("flop", 1), ("s", -1)): "compute",
    (("J", 1),): "energy",
    (("J", 1), ("s", -1)): "power",
    (("m", 1),): "length",
    (("g", 1),): "mass",
    (("s", -1),): "frequency",
}


class Value:
    """One value: the claims that state it."""

    __slots__ = ("case", "items", "phrase")

    def __init__(self, phrase: Phrase, items: list[Item]) -> None:
        self.phrase = phrase
        self.items = items
        self.case = ""

    @property
    def finest(self) -> Item:
        """The claim with the most digits."""
        return min(self.items, key=lambda item: item.coarseness)


class Quantity:
    """A quantity of the draft: a name, and one value or one for each case."""

    __slots__ = ("aka", "formula", "name", "values")

    def __init__(self, name: str, values: list[Value]) -> None:
        self.name = name
        self.values = values
        self.aka: list[str] = []
        self.formula: str | None = None

    @property
    def times(self) -> int:
        """In how many places the most repeated of its values is stated."""
        return max(len(value.items) for value in self.values)

    def longer(self) -> bool:
        """Give it a longer name, which no text says by chance; False when it has that already."""
        noun = noun_of(self.values[0].items[0]) or "value"
        if self.name.endswith(f"_{noun}"):
            return False
        self.name = f"{self.name}_{noun}"
        return True

    @property
    def items(self) -> list[Item]:
        """All claims, by place."""
        return [item for value in self.values for item in value.items]


def noun_of(item: Item) -> str:
    """What numbers of its dimension are called: `time`, `size`; empty without such a word."""
    if item.unit.symbol == "%":
        return "share"
    dims = item.unit.dims
    if dims in _NOUNS:
        return _NOUNS[dims]
    if any(is_currency(base) for base, _ in dims):
        return "cost"
    if len(dims) == 1 and dims[0][1] == 1 and dims[0][0].isalpha():
        word = item.unit.symbol.lower()
        return word if word.isascii() and word.isalpha() and len(word) > 2 else ""
    return ""
