"""What pages gave before, kept in the cache folder of their repository and found by all that it rests on.

The key of a result is a digest of the page's name and content, of the rules and the model that it was
linted with, and of claimlint's own code.  So nothing is ever out of date; what is not asked for any more is
dropped after a while.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from claimlint import cachefile

if TYPE_CHECKING:
    from claimlint.model.model import Model
    from claimlint.plain import Plain
    from claimlint.rules import Rule

FILE = "results"
_AGE = 32  # writes after which a result that no run asked for is dropped
_MOST, _LARGEST = 200_000, 64 * 2**20  # results, and characters of all of them


class Results:
    """The results that are kept in one folder; they are read when the first is asked for."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._kept: dict[str, tuple[int, str]] | None = None
        self._round = 0
        self._used: set[str] = set()
        self._new: dict[str, Plain] = {}

    def load(self) -> None:
        """Read the file, so that processes forked from this one need not."""
        if self._kept is not None:
            return
        self._kept = {}
        try:
            body = cachefile.read(self.folder, FILE)
            first, _, rest = (body or "").partition("\n")
            kept = {}
            for line in rest.split("\n") if rest else ():
                key, age, text = line.split("\t", 2)
                kept[key] = int(age), text
            self._round, self._kept = int(first or 0), kept
        except cachefile.IGNORED:
            return

    def get(self, key: str) -> Plain | None:
        """The result of that key as plain data, None when there is none."""
        self.load()
        assert self._kept is not None
        found = self._kept.get(key)
        if found is None:
            return None
        if not found[1]:
            return []
        import json

        try:
            plain: Plain = json.loads(found[1])
        except ValueError:
            return None
        return plain

    def note(self, key: str, plain: Plain | None) -> None:
        """Note that a key was asked for, and its result when that is new."""
        self._used.add(key)
        if plain is not None:
            self._new[key] = plain

    def save(self) -> None:
        """Write the file when there is something new; one that cannot be written is not."""
        if not self._new:
            return
        import json

        self.load()
        assert self._kept is not None
        this = self._round + 1
        kept = {
            key: (this if key in self._used else age, text)
            for key, (age, text) in self._kept.items()
            if key in self._used or this - age < _AGE
        }
        for key, plain in self._new.items():
            text = json.dumps(plain, ensure_ascii=True, separators=(",", ":")) if plain else ""
            kept[key] = this, text
        lines, size = [], 0
        for key, (age, text) in sorted(kept.items(), key=lambda entry: -entry[1][0]):
            lines.append(f"{key}\t{age}\t{text}")
            size += len(lines[-1])
            if len(lines) >= _MOST or size > _LARGEST:
                break
        cachefile.write(self.folder, FILE, "\n".join([str(this), *lines]))


class Keys:
    """Makes the keys of results.  `how` is what else they depend on: whether claims are explained, say."""

    def __init__(self, how: Iterable[object]) -> None:
        self._base = repr((_own_code(), *how))
        self._models: dict[int, tuple[Model, str]] = {}
        self._contexts: dict[tuple[int, int], tuple[Any, str]] = {}

    def key(
        self,
        path: str,
        data: bytes,
        model: Model | None,
        rules: tuple[Rule, ...],
        known: frozenset[str] = frozenset(),
    ) -> str:
        """The key of a page's result; `known` are the names of rules of the project's own."""
        from hashlib import blake2b

        found = self._contexts.get((id(model), id(rules)))
        if found is None:
            told = repr([_of_rule(rule) for rule in rules]), repr(sorted(known))
            text = "\0".join((self._base, self._of_model(model), *told))
            found = (model, rules), cachefile.digest(text)
            self._contexts[id(model), id(rules)] = found
        digest = blake2b(data, digest_size=16)
        digest.update(f"\0{os.path.basename(path)}\0{found[1]}".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def _of_model(self, model: Model | None) -> str:
        """All that a model says: its text, where it stands, and the values that it read from elsewhere."""
        if model is None:
            return ""
        if id(model) not in self._models:
            import json

            from claimlint.model.dump import to_dict

            told = f"{model.path}\0{model.text}\0{json.dumps(to_dict(model), sort_keys=True)}"
            self._models[id(model)] = model, cachefile.digest(told)
        return self._models[id(model)][1]


def _of_rule(rule: Rule) -> tuple[object, ...]:
    """What a rule does; its examples and its reasons do nothing."""
    options = sorted((name, repr(value)) for name, value in rule.options.items())
    said = rule.message, rule.severity, rule.without_model, rule.fixed_severity
    return rule.name, rule.check, options, *said


def _own_code() -> str:
    """What tells this code from another version of it, an edited checkout included."""
    import sys

    from claimlint import __version__

    here = os.path.dirname(os.path.abspath(__file__))
    files = []
    for folder, folders, names in os.walk(here):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith((".py", ".json")):
                status = os.stat(os.path.join(folder, name))
                files.append((folder[len(here) :], name, status.st_mtime_ns, status.st_size))
    return cachefile.digest(repr((__version__, sys.version_info[:2], files)))
