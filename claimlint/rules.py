"""Rules: which check runs, with which options, how severe it is, and what it says.

A rule is a file `rules/<name>.yaml` (see CONTRIBUTING.md).  All of them are also kept as one JSON
file with a digest of their content, because importing PyYAML alone takes longer than checking a
page; when the digest differs, the YAML files are read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from claimlint.checks.flaw import Flaw

PACKAGE = os.path.dirname(os.path.abspath(__file__))
COMPILED = os.path.join(PACKAGE, "_rules.json")
FIELD = re.compile(r"\{([a-z_]+)\}")


class Example(NamedTuple):
    """A page that a rule says nothing of, or one where it flags exactly what stands between « and ».

    `file` is the page's name, whose extension is its format; `model` the text of the
    CANONICAL-NUMBERS.md beside it, or None; `line` the line of the rule file where it starts.
    """

    doc: str
    model: str | None
    file: str
    line: int


class Rule(NamedTuple):
    """One rule; `without_model` is its severity on pages without a canonical model."""

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

    def run(self, page: Any) -> Iterator[Flaw]:
        """The flaws that the rule's check finds on a `claimlint.reason` page."""
        return check_function(self.check)(page, self.options)

    def say(self, fields: Mapping[str, str]) -> str:
        """The rule's message with its `{field}`s filled; KeyError names a field the check lacks."""
        return FIELD.sub(lambda match: fields[match[1]], self.message)


def check_function(name: str) -> Callable[[Any, Mapping[str, Any]], Iterator[Flaw]]:
    """The `check` function of claimlint/checks/<name>.py; ValueError for what cannot be such a name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", name):
        raise ValueError(f"no check can have the name {name!r}")
    module = __import__("claimlint.checks." + name.replace("-", "_"), fromlist=["check"])
    function: Callable[[Any, Mapping[str, Any]], Iterator[Flaw]] = module.check
    return function


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


def load() -> tuple[Rule, ...]:
    """All rules, by name; RuleError (of claimlint.rulefile) when a rule file is at fault."""
    import json

    files = sources()
    try:
        with open(COMPILED, encoding="utf-8") as file:
            compiled = json.load(file)
        if compiled["digest"] == digest(files):
            return tuple(from_json(rule) for rule in compiled["rules"])
    except (OSError, ValueError, TypeError, KeyError):
        pass  # A missing or damaged compiled file only costs time.
    from claimlint.rulefile import parse_all

    return parse_all(files)


def from_json(data: dict[str, Any]) -> Rule:
    """A rule out of what `to_json` made."""
    examples = {key: tuple(Example(*example) for example in data[key]) for key in ("good", "bad")}
    return Rule(**{**data, **examples})


def to_json(rule: Rule) -> dict[str, Any]:
    """The rule as plain data."""
    return rule._asdict()
