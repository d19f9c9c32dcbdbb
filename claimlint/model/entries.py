"""The entries of the fenced blocks: which keys they have, and of what form; nothing is worked out yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from claimlint.model.caveats import PatternError, compile_pattern
from claimlint.model.mistakes import Mistake, nearest
from claimlint.model.nodes import Mapping, Node, Scalar, Sequence
from claimlint.model.quantity import Caveat, QuotePolicy

KEYS = (
    "value", "cases", "from", "unit", "expect", "status", "bound", "aka", "caveat", "quote", "source",
    "tolerance",
)  # fmt: skip
CAVEAT_KEYS = ("text", "accept", "within")
STATUSES = ("assumed", "measured", "cited")
BOUNDS = ("at least", "at most")
PLACES = ("document", "section", "figure", "slide", "block")

Cased = dict[str, tuple[Scalar, Scalar]]


class Draft:
    """A quantity as written.  `broken` says that a mistake in it was reported: it has no value."""

    __slots__ = (
        "aka", "bound", "broken", "cases", "caveat", "expect", "key", "name", "quote", "source", "status",
        "tolerance", "unit", "value",
    )  # fmt: skip

    def __init__(self, key: Scalar) -> None:
        self.key = key
        self.name = key.text
        self.value: Scalar | None = None
        self.cases: Cased = {}
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


class Reader:
    """Reads the mappings of fences into drafts and caveats, and keeps every mistake."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        self.mistakes = mistakes
        self.drafts: dict[str, Draft] = {}
        self.caveats: dict[str, Caveat] = {}

    def say(self, node: Node, message: str, at: int = 0) -> None:
        """Report a mistake at a node (at a character of its text)."""
        self.mistakes.append(Mistake(*node.place(at), message))

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
                draft.value = self._text(node, key.text)
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
                self.say(key, f"`{key.text}` is not a key of a quantity{nearest(key.text, KEYS)}")
        if not given:
            if not draft.broken:
                self.say(draft.key, f"`{draft.name}` has no `value` (or `cases`)")
            draft.broken = True
        for key in given[1:]:
            draft.broken = True
            self.say(
                key, f"`{given[0].text}` and `{key.text}`: a quantity has exactly one of value, cases, from"
            )

    # Each of these reads the value of one key, and says whether it could.

    def _value(self, draft: Draft, node: Node) -> bool:
        hint = "; values by case stand under `cases`" if isinstance(node, Mapping) else ""
        draft.value = self._text(node, "value", hint)
        return draft.value is not None

    def _cases(self, draft: Draft, node: Node) -> bool:
        if not isinstance(node, Mapping):
            if not (isinstance(node, Scalar) and node.bad):
                self.say(node, "`cases` must be a mapping of case to value")
            return False
        draft.cases = self._cased(node)
        if not node.entries:
            self.say(node, "`cases` names no case")
        return bool(draft.cases) and len(draft.cases) == len(node.entries)

    def _from(self, draft: Draft, node: Node) -> bool:
        self.say(node, "`from` is not supported yet: write the number as `value`")
        return False

    def _unit(self, draft: Draft, node: Node) -> bool:
        draft.unit = self._text(node, "unit")
        return draft.unit is not None

    def _expect(self, draft: Draft, node: Node) -> bool:
        if isinstance(node, Mapping):
            draft.expect = self._cased(node)
        else:
            draft.expect = self._text(node, "expect")
        return True

    def _status(self, draft: Draft, node: Node) -> bool:
        draft.status = self._choice(node, "status", STATUSES)
        return True

    def _bound(self, draft: Draft, node: Node) -> bool:
        draft.bound = self._choice(node, "bound", BOUNDS)
        return True

    def _aka(self, draft: Draft, node: Node) -> bool:
        draft.aka = tuple(self._texts(node, "aka"))
        return True

    def _caveat(self, draft: Draft, node: Node) -> bool:
        draft.caveat = tuple(self._texts(node, "caveat"))
        return True

    def _quote(self, draft: Draft, node: Node) -> bool:
        text = self._text(node, "quote")
        if text is not None:
            words = text.text.split()
            count = words[0] if len(words) == 2 and words[1] in ("digit", "digits") else ""
            if words == ["orders", "of", "magnitude"]:
                draft.quote = QuotePolicy(None, True)
            elif count.isascii() and count.isdecimal() and 1 <= int(count[:4]) <= 30:
                draft.quote = QuotePolicy(int(count), False)
            else:
                forms = ("orders of magnitude", "2 digits")
                self.say(text, f"`quote` is `N digits` or `orders of magnitude`{nearest(text.text, forms)}")
        return True

    def _source(self, draft: Draft, node: Node) -> bool:
        if isinstance(node, Sequence):
            draft.source = "; ".join(each.text for each in self._texts(node, "source"))
        else:
            text = self._text(node, "source")
            draft.source = " ".join(text.text.split()) if text is not None else None
        return True

    def _tolerance(self, draft: Draft, node: Node) -> bool:
        draft.tolerance = self._text(node, "tolerance")
        return True

    # The forms that values have.

    def _text(self, node: Node, key: str, hint: str = "") -> Scalar | None:
        if isinstance(node, Scalar):
            if not node.text.strip():
                self.say(node, f"`{key}` is empty")
            return node if node.text.strip() and not node.bad else None
        self.say(
            node, f"`{key}` must be text, not a {'mapping' if isinstance(node, Mapping) else 'list'}{hint}"
        )
        return None

    def _texts(self, node: Node, key: str) -> Iterable[Scalar]:
        nodes = node.items if isinstance(node, Sequence) else [node]
        return [text for each in nodes if (text := self._text(each, key)) is not None]

    def _cased(self, block: Mapping) -> Cased:
        cases = {}
        for key, node in block.entries.values():
            text = self._text(node, key.text)
            if not key.text.strip():
                self.say(key, "a case must have a name")
            elif text is not None and not key.bad:
                cases[key.text] = (key, text)
        return cases

    def _choice(self, node: Node, key: str, choices: tuple[str, ...]) -> str | None:
        text = self._text(node, key)
        if text is None:
            return None
        word = " ".join(text.text.split())
        if word in choices:
            return word
        known = ", ".join(choices[:-1]) + " or " + choices[-1]
        self.say(text, f"`{word}` is no `{key}`{nearest(word, choices) or f': {known}'}")
        return None

    def caveat_block(self, block: Mapping) -> None:
        """Read a `yaml caveats` block."""
        for key, node in block.entries.values():
            if key.bad:
                continue
            line, column = key.place()
            if key.text in self.caveats:
                self.say(
                    key, f"caveat `{key.text}` is defined twice: first on line {self.caveats[key.text].line}"
                )
                continue
            text: Scalar | None = None
            accept: Iterable[Scalar] = ()
            within: str | None = None
            if isinstance(node, Mapping):
                entries = node.entries
                for each, _ in entries.values():
                    if each.text not in CAVEAT_KEYS and not each.bad:
                        hint = nearest(each.text, CAVEAT_KEYS)
                        self.say(each, f"`{each.text}` is not a key of a caveat{hint}")
                if "text" in entries:
                    text = self._text(entries["text"][1], "text")
                else:
                    self.say(key, f"caveat `{key.text}` has no `text`")
                if "accept" in entries:
                    accept = self._texts(entries["accept"][1], "accept")
                if "within" in entries:
                    within = self._choice(entries["within"][1], "within", PLACES)
            else:
                text = self._text(node, key.text)
            for pattern in accept:
                self._pattern(pattern)
            self.caveats[key.text] = Caveat(
                key.text,
                text.text if text is not None else key.text,
                tuple(pattern.text for pattern in accept),
                within or "document",
                line,
                column,
            )

    def _pattern(self, pattern: Scalar) -> None:
        try:
            compile_pattern(pattern.text)
        except PatternError as error:
            self.say(pattern, f"the pattern does not compile: {error.message}", error.offset)


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
