"""The entries of `yaml quantities`: which keys they have, and of what form; nothing is worked out yet."""

from __future__ import annotations

import re
from collections.abc import Callable

from claimlint.model.forms import Cased, Forms
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping, Node, Scalar, Sequence
from claimlint.model.quantity import QuotePolicy
from claimlint.model.sources import From, read_from

KEYS = (
    "value", "cases", "from", "unit", "expect", "status", "bound", "aka", "caveat", "quote", "source",
    "tolerance",
)  # fmt: skip
STATUSES = ("assumed", "measured", "cited")
BOUNDS = ("at least", "at most")


class Draft:
    """A quantity as written.  `broken` says that a mistake in it was reported: it has no value.

    `origins` has the `from` of each case that has one, or of the whole quantity under None; such a case
    stands in `cases` too, in its place.
    """

    __slots__ = (
        "aka", "bound", "broken", "cases", "caveat", "expect", "key", "name", "origins", "quote", "source",
        "status", "tolerance", "unit", "value",
    )  # fmt: skip

    def __init__(self, key: Scalar) -> None:
        self.key = key
        self.name = key.text
        self.value: Scalar | None = None
        self.cases: Cased = {}
        self.origins: dict[str | None, From] = {}
        self.unit: Scalar | None = None
        self.expect: Scalar | Cased | None = None
        self.status: str | None = None
        self.bound: str | None = None
        self.aka: tuple[Scalar, ...] = ()
        self.caveat: tuple[Scalar, ...] = ()
        self.quote: QuotePolicy | None = None
        self.source: str | None = None
        self.tolerance: Scalar | None = None
        self.broken = False


class Reader(Forms):
    """Reads the mappings of fences into drafts and caveats, and keeps every mistake."""

    def __init__(self, mistakes: Mistakes) -> None:
        super().__init__(mistakes)
        self.drafts: dict[str, Draft] = {}

    def quantities(self, block: Mapping) -> None:
        """Read a `yaml quantities` block."""
        for key, node in block.entries.values():
            if key.bad:
                continue
            if key.text in self.drafts:
                line = self.drafts[key.text].key.place()[0]
                self.say(key, f"`{key.text}` is defined twice: first on line {line}")
                continue
            draft = self.drafts[key.text] = Draft(key)
            if not re.fullmatch("[a-z][a-z0-9_]*", key.text):
                draft.broken = True
                self.say(key, f"`{key.text}` is not a name{_name_hint(key.text)}")
            if isinstance(node, Mapping):
                self._quantity(draft, node)
            else:
                draft.value = self.text(node, key.text)
                draft.broken |= draft.value is None

    def _quantity(self, draft: Draft, block: Mapping) -> None:
        given = []
        for key, node in block.entries.values():
            if key.text in ("value", "cases", "from"):
                given.append(key)
            read = _READERS.get(key.text)
            if read is not None:
                draft.broken |= not read(self, draft, node)
            elif not key.bad:
                self.say(key, f"`{key.text}` is not a key of a quantity{self.hint(key.text, KEYS)}")
        if not given:
            if not draft.broken:
                self.say(draft.key, f"`{draft.name}` has no `value` (or `cases`, or `from`)")
            draft.broken = True
        for key in given[1:]:
            draft.broken = True
            self.say(
                key, f"`{given[0].text}` and `{key.text}`: a quantity has exactly one of value, cases, from"
            )

    # Each of these reads the value of one key, and says whether it could.

    def _value(self, draft: Draft, node: Node) -> bool:
        hint = "; values by case stand under `cases`" if isinstance(node, Mapping) else ""
        draft.value = self.text(node, "value", hint)
        return draft.value is not None

    def _cases(self, draft: Draft, node: Node) -> bool:
        if not isinstance(node, Mapping):
            if not (isinstance(node, Scalar) and node.bad):
                self.say(node, "`cases` must be a mapping of case to value")
            return False
        if not node.entries:
            self.say(node, "`cases` names no case")
        plain: dict[str, tuple[Scalar, Node]] = {}
        for key, value in node.entries.values():
            if isinstance(value, Mapping) and list(value.entries) == ["from"]:
                origin = read_from(self, value.entries["from"][1])
                if origin is not None:
                    draft.origins[key.text] = origin
                    plain[key.text] = key, origin.file
            else:
                plain[key.text] = key, value
        draft.cases = self.cased(Mapping(plain, node.fence, node.start))
        return bool(draft.cases) and len(draft.cases) == len(node.entries)

    def _from(self, draft: Draft, node: Node) -> bool:
        origin = read_from(self, node)
        if origin is not None:
            draft.origins[None] = origin
        return origin is not None

    def _unit(self, draft: Draft, node: Node) -> bool:
        draft.unit = self.text(node, "unit")
        return draft.unit is not None

    def _expect(self, draft: Draft, node: Node) -> bool:
        if isinstance(node, Mapping):
            draft.expect = self.cased(node)
        else:
            draft.expect = self.text(node, "expect")
        return True

    def _status(self, draft: Draft, node: Node) -> bool:
        draft.status = self.choice(node, "status", STATUSES)
        return True

    def _bound(self, draft: Draft, node: Node) -> bool:
        draft.bound = self.choice(node, "bound", BOUNDS)
        return True

    def _aka(self, draft: Draft, node: Node) -> bool:
        draft.aka = tuple(self.texts(node, "aka"))
        return True

    def _caveat(self, draft: Draft, node: Node) -> bool:
        draft.caveat = tuple(self.texts(node, "caveat"))
        return True

    def _quote(self, draft: Draft, node: Node) -> bool:
        text = self.text(node, "quote")
        if text is not None:
            words = text.text.split()
            count = words[0] if len(words) == 2 and words[1] in ("digit", "digits") else ""
            if words == ["orders", "of", "magnitude"]:
                draft.quote = QuotePolicy(None, True)
            elif count.isascii() and count.isdecimal() and 1 <= int(count[:4]) <= 30:
                draft.quote = QuotePolicy(int(count), False)
            else:
                forms = ("orders of magnitude", "2 digits")
                self.say(text, f"`quote` is `N digits` or `orders of magnitude`{self.hint(text.text, forms)}")
        return True

    def _source(self, draft: Draft, node: Node) -> bool:
        if isinstance(node, Sequence):
            draft.source = "; ".join(each.text for each in self.texts(node, "source"))
        else:
            text = self.text(node, "source")
            draft.source = " ".join(text.text.split()) if text is not None else None
        return True

    def _tolerance(self, draft: Draft, node: Node) -> bool:
        draft.tolerance = self.text(node, "tolerance")
        return True


_READERS: dict[str, Callable[[Reader, Draft, Node], bool]] = {
    "value": Reader._value,
    "cases": Reader._cases,
    "from": Reader._from,
    "unit": Reader._unit,
    "expect": Reader._expect,
    "status": Reader._status,
    "bound": Reader._bound,
    "aka": Reader._aka,
    "caveat": Reader._caveat,
    "quote": Reader._quote,
    "source": Reader._source,
    "tolerance": Reader._tolerance,
}


def _name_hint(text: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    rule = ": a name is lower-case letters, digits and `_`, and starts with a letter"
    return f"{rule}; write `{name}`" if re.match("[a-z]", name) and len(name) < 80 else rule
