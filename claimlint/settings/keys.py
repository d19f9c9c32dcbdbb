"""The keys of a settings file: how the value of each is read, and the schema that editors use.

To add a key, add it to KEYS, and a field to `Settings`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from claimlint.findings import SEVERITIES
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping, Node, Scalar, Sequence
from claimlint.records import NamedTuple
from claimlint.settings.record import ALL, OFF

Place = tuple[int, int]


class Reading(NamedTuple):
    """One file that is being read: its absolute folder, its mistakes, and the rules it names with places."""

    folder: str
    mistakes: Mistakes
    named: list[tuple[str, Place]]


def _text(node: Node, reading: Reading, what: str) -> str | None:
    if isinstance(node, Scalar):
        if node.bad:
            return None
        if node.text.strip():
            return node.text
    reading.mistakes.add(node.place(), f"{what} is expected here")
    return None


def _texts(node: Node, reading: Reading, what: str) -> list[tuple[str, Place]]:
    """The texts of a list, or of one that stands alone."""
    items: Iterable[Node] = node.items if isinstance(node, Sequence) else (node,)
    found = ((_text(item, reading, what), item.place()) for item in items)
    return [(text, place) for text, place in found if text is not None]


def _path(node: Node, reading: Reading) -> str | None:
    text = _text(node, reading, "a path, relative to this file,")
    if text is None:
        return None
    if os.path.isabs(text) or "\0" in text:
        reading.mistakes.add(node.place(), f"{text!r} must be a path relative to this file")
        return None
    return os.path.normpath(os.path.join(reading.folder, text))


def _paths(node: Node, reading: Reading) -> tuple[str, ...]:
    items = node.items if isinstance(node, Sequence) else [node]
    return tuple(path for item in items if (path := _path(item, reading)) is not None)


def _rule_names(node: Node, reading: Reading) -> tuple[str, ...]:
    found = _texts(node, reading, "the name of a rule")
    reading.named.extend(found)
    return tuple(name for name, _ in found)


def _selected(node: Node, reading: Reading) -> tuple[str, ...] | None:
    found = _texts(node, reading, "the name of a rule")
    names = [(name, place) for name, place in found if name != ALL]
    reading.named.extend(names)
    return None if len(names) < len(found) else tuple(name for name, _ in names)


def _patterns(node: Node, reading: Reading) -> tuple[str, ...]:
    return tuple(text for text, place in _texts(node, reading, "a pattern") if _pattern(text, place, reading))


def _pattern(text: str, place: Place, reading: Reading) -> bool:
    from claimlint import ignore

    if ignore.parse(text) is None:
        reading.mistakes.add(place, f"{text!r} matches nothing; patterns are those of .gitignore files")
        return False
    return True


def _entries(node: Node, reading: Reading, what: str) -> Iterable[tuple[Scalar, Node]]:
    if isinstance(node, Mapping):
        return node.entries.values()
    reading.mistakes.add(node.place(), f"a mapping of {what} is expected here")
    return ()


def _severities(node: Node, reading: Reading) -> dict[str, str]:
    found = {}
    for key, value in _entries(node, reading, "rules to severities"):
        reading.named.append((key.text, key.place()))
        choices = (*SEVERITIES, OFF)
        text = _text(value, reading, f"a severity ({', '.join(choices)})")
        if text is None:
            continue
        if text not in choices:
            hint = reading.mistakes.hint(text, choices) or f"; one of {', '.join(choices)}"
            reading.mistakes.add(value.place(), f"unknown severity {text!r}{hint}")
        found[key.text] = text
    return found


def _ignores(node: Node, reading: Reading) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    for key, value in _entries(node, reading, "patterns to lists of rules"):
        if _pattern(key.text, key.place(), reading):
            found.append((key.text, _rule_names(value, reading)))
    return tuple(found)


def _options(node: Node, reading: Reading) -> dict[str, dict[str, Any]]:
    """Options by rule; what a value must be is known only once the rule is."""
    found: dict[str, dict[str, Any]] = {}
    for key, value in _entries(node, reading, "rules to their options"):
        reading.named.append((key.text, key.place()))
        found[key.text] = {
            name.text: option for name, option in _entries(value, reading, "options to values")
        }
    return found


# The parts of schemas that several keys share stand in `claimlint.schemas`.
_TEXT: dict[str, Any] = {"$ref": "#/$defs/text"}
_TEXTS: dict[str, Any] = {"$ref": "#/$defs/texts"}
_NAMES: dict[str, Any] = {"$ref": "#/$defs/names"}


class Key(NamedTuple):
    """How the value of a key is read, its JSON schema, and what it is for."""

    read: Callable[[Node, Reading], Any]
    schema: dict[str, Any]
    about: str


KEYS: dict[str, Key] = {
    "extends": Key(_path, _TEXT, "Another settings file, whose settings hold where this says nothing."),
    "model": Key(_path, _TEXT, "The canonical model, in place of the nearest CANONICAL-NUMBERS.md."),
    "baseline": Key(
        _path,
        _TEXT,
        "The file of findings that are known and not reported; `claimlint baseline` writes it.",
    ),
    "select": Key(_selected, {"$ref": "#/$defs/selected"}, "The rules that run; all of them by default."),
    "ignore": Key(_rule_names, _NAMES, "Rules that do not run."),
    "severity": Key(
        _severities,
        {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/severity"},
            "propertyNames": {"$ref": "#/$defs/rule"},
        },
        "The severity of a rule, in place of its own.",
    ),
    "per-file-ignores": Key(
        _ignores,
        {"type": "object", "additionalProperties": _NAMES},
        "Rules that do not run on the files that a pattern matches.",
    ),
    "exclude": Key(_patterns, _TEXTS, "Files and folders that are not read, as patterns of a .gitignore."),
    "rules": Key(_paths, _TEXTS, "Folders with rule files of your own."),
    "options": Key(
        _options,
        {"$ref": "#/$defs/options"},
        "Options of rules.",
    ),
}


def read(root: Mapping, reading: Reading) -> dict[str, Any]:
    """The values of a settings file by field of `Settings`; mistakes are added."""
    found = {}
    for name, (key, node) in root.entries.items():
        if name not in KEYS:
            hint = reading.mistakes.hint(name, KEYS) or f"; the keys are {', '.join(KEYS)}"
            reading.mistakes.add(key.place(), f"unknown key {name!r}{hint}")
        elif not (isinstance(node, Scalar) and node.bad):
            found[name.replace("-", "_")] = KEYS[name].read(node, reading)
    return found
