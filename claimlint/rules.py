"""Rules: which check runs, with which options, how severe it is, and what it says.

A rule is a file `rules/<name>.yaml` (see CONTRIBUTING.md).  All of them are also kept as JSON, with a
digest of their content, because importing PyYAML alone takes longer than checking a page; when the
digest differs, the YAML files are read.  Their examples, which no run needs, have a JSON file of their own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from claimlint.checks import may_find
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.checks.flaw import Flaw

PACKAGE = os.path.dirname(os.path.abspath(__file__))
COMPILED = os.path.join(PACKAGE, "_rules.json")
EXAMPLES = os.path.join(PACKAGE, "_examples.json")
FIELD = r"\{([a-z_]+)\}"


class Example(NamedTuple):
    """A page that a rule says nothing of, or one where it flags exactly what stands between « and ».

    `file` is the page's name, whose extension is its format; `model` the text of the
    CANONICAL-NUMBERS.md beside it, or None; `line` the line of the rule file where it starts.
    `fixed` is the page that `--fix` makes of it, `fixed_unsafely` that of `--unsafe-fixes`, or None
    where that is not told.
    """

    doc: str
    model: str | None
    file: str
    line: int
    fixed: str | None = None
    fixed_unsafely: str | None = None


class Rule(NamedTuple):
    """One rule; `without_model` is its severity on pages without a canonical model.

    With `fixed_severity` all that it finds has that severity, however sure it is.
    """

    name: str
    check: str
    severity: str
    without_model: str
    summary: str
    why: str
    options: Mapping[str, Any]
    message: str
    good: tuple[Example, ...]
    bad: tuple[Example, ...]
    fixed_severity: bool = False

    def run(self, page: Any) -> Iterator[Flaw]:
        """The flaws that the rule's check finds on a `claimlint.reason` page."""
        if not may_find(self.check, page):
            return iter(())
        return check_function(self.check)(page, self.options)

    def say(self, fields: Mapping[str, str]) -> str:
        """The rule's message with its `{field}`s filled; KeyError names a field the check lacks."""
        return re.sub(FIELD, lambda match: fields[match[1]], self.message)


def check_function(name: str) -> Callable[[Any, Mapping[str, Any]], Iterator[Flaw]]:
    """The `check` function of claimlint/checks/<name>.py; ValueError for what cannot be such a name."""
    function: Callable[[Any, Mapping[str, Any]], Iterator[Flaw]] = _module(name).check
    return function


def declared_options(check: str) -> Mapping[str, Any]:
    """The options of a check that settings may set, with their defaults; a value has its default's type."""
    options: Mapping[str, Any] = getattr(_module(check), "OPTIONS", {})
    return options


def _module(name: str) -> Any:
    parts = name.split("-")
    if not (name[:1].isalpha() and name.isascii() and all(p.isalnum() and p == p.lower() for p in parts)):
        raise ValueError(f"no check can have the name {name!r}")
    return __import__("claimlint.checks." + name.replace("-", "_"), fromlist=["check"])


def folder() -> str:
    """Where the rule files are: inside the installed package, or beside it in a checkout."""
    shipped = os.path.join(PACKAGE, "_rules")
    return shipped if os.path.isdir(shipped) else os.path.join(os.path.dirname(PACKAGE), "rules")


def sources() -> dict[str, bytes]:
    """The content of every rule file by its file name, in the order of the names."""
    found = {}
    place = folder()
    for name in sorted(os.listdir(place)):
        if name.endswith(".yaml"):
            with open(os.path.join(place, name), "rb") as file:
                found[name] = file.read()
    return found


def digest(files: Mapping[str, bytes]) -> str:
    """A digest of the rule files, to tell whether the compiled rules are current.

    A checksum is enough: nobody gains by forging it, and hashlib costs start-up time.
    """
    from zlib import crc32

    value = 0
    for name, content in files.items():
        # A checkout with CR LF line ends has the same rules.
        value = crc32(name.encode() + b"\0" + content.replace(b"\r\n", b"\n") + b"\0", value)
    return f"{value:08x}"


def load(examples: bool = True) -> tuple[Rule, ...]:
    """All rules, by name; RuleError (of claimlint.rulefile) when a rule file is at fault.

    Without `examples` the rules have none where that saves time.
    """
    files = sources()
    expected = digest(files)
    try:
        found = _compiled(COMPILED, expected)
        told = _compiled(EXAMPLES, expected) if examples else [{"good": (), "bad": ()}] * len(found)
        return tuple(from_json(rule, more) for rule, more in zip(found, told, strict=True))
    except (OSError, ValueError, TypeError, KeyError):
        pass  # A missing or damaged compiled file only costs time.
    from claimlint.rulefile import parse_all

    return parse_all(files)


def names() -> frozenset[str]:
    """The names of the rules that claimlint brings."""
    place = folder()
    return frozenset(name.removesuffix(".yaml") for name in os.listdir(place) if name.endswith(".yaml"))


def _compiled(path: str, expected: str) -> list[dict[str, Any]]:
    """The content of a compiled file; ValueError when it is not of the rule files as they are."""
    import json

    with open(path, encoding="utf-8") as file:
        compiled = json.load(file)
    if compiled["digest"] != expected:
        raise ValueError(f"{path} is out of date")
    rules: list[dict[str, Any]] = compiled["rules"]
    return rules


def from_json(data: dict[str, Any], examples: dict[str, Any]) -> Rule:
    """A rule out of what `to_json` made."""
    good, bad = (tuple(Example(*example) for example in examples[key]) for key in ("good", "bad"))
    return Rule(**data, good=good, bad=bad)


def to_json(rule: Rule) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rule as plain data: what a run needs, and its examples."""
    data = rule._asdict()
    del data["fixed_severity"]  # It is of settings, not of a rule file.
    return data, {key: data.pop(key) for key in ("good", "bad")}
