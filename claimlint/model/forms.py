"""The forms that values in the fenced blocks have, and the entries of `yaml caveats`."""

from __future__ import annotations

from claimlint.model.caveats import PatternError, compile_pattern
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping, Node, Scalar, Sequence
from claimlint.model.quantity import Caveat

CAVEAT_KEYS = ("text", "accept", "within")
PLACES = ("document", "section", "figure", "slide", "block")

Cased = dict[str, tuple[Scalar, Scalar]]
"""Case: its name and its value, as written."""


class Forms:
    """Reads texts, lists, choices and caveats; every mistake is added to `mistakes`."""

    def __init__(self, mistakes: Mistakes) -> None:
        self.mistakes = mistakes
        self.hint = mistakes.hint
        self.caveats: dict[str, Caveat] = {}

    def say(self, node: Node, message: str, at: int = 0) -> None:
        """Report a mistake at a node (at a character of its text)."""
        self.mistakes.add(node.place(at), message)

    def text(self, node: Node, key: str, hint: str = "") -> Scalar | None:
        """The text of a node; None, and a mistake, when it has none."""
        if isinstance(node, Scalar):
            if not node.text.strip():
                self.say(node, f"`{key}` is empty")
            return node if node.text.strip() and not node.bad else None
        self.say(
            node, f"`{key}` must be text, not a {'mapping' if isinstance(node, Mapping) else 'list'}{hint}"
        )
        return None

    def texts(self, node: Node, key: str) -> list[Scalar]:
        """The texts of a list, or the one text."""
        nodes = node.items if isinstance(node, Sequence) else [node]
        return [text for each in nodes if (text := self.text(each, key)) is not None]

    def cased(self, block: Mapping, what: str = "a case") -> Cased:
        """The texts of a mapping, by case; `what` its keys name."""
        cases = {}
        for key, node in block.entries.values():
            text = self.text(node, key.text)
            if not key.text.strip():
                self.say(key, f"{what} must have a name")
            elif text is not None and not key.bad:
                cases[key.text] = (key, text)
        return cases

    def choice(self, node: Node, key: str, choices: tuple[str, ...]) -> str | None:
        """The one of the choices that a node names; None, and a mistake, when it names none."""
        text = self.text(node, key)
        if text is None:
            return None
        word = " ".join(text.text.split())
        if word in choices:
            return word
        known = ", ".join(choices[:-1]) + " or " + choices[-1]
        self.say(text, f"`{word}` is no `{key}`{self.hint(word, choices) or f': {known}'}")
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
            accept: list[Scalar] = []
            within: str | None = None
            if isinstance(node, Mapping):
                entries = node.entries
                for each, _ in entries.values():
                    if each.text not in CAVEAT_KEYS and not each.bad:
                        hint = self.hint(each.text, CAVEAT_KEYS)
                        self.say(each, f"`{each.text}` is not a key of a caveat{hint}")
                if "text" in entries:
                    text = self.text(entries["text"][1], "text")
                else:
                    self.say(key, f"caveat `{key.text}` has no `text`")
                if "accept" in entries:
                    accept = self.texts(entries["accept"][1], "accept")
                if "within" in entries:
                    within = self.choice(entries["within"][1], "within", PLACES)
            else:
                text = self.text(node, key.text)
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
