"""One quantity told differently on two pages of a run: the README against the others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from claimlint.findings import Finding, Told

if TYPE_CHECKING:
    from claimlint.rules import Rule

# Pages of another version or of another package may well differ.
_VERSIONED = re.compile(
    r"(?:^|/)[^/]*\d+[._]\d[^/]*/|(?:^|/)v\d+/|(?:^|/)(?:node_modules|vendor|third_party|archive|old)/", re.I
)


def conflicts(told: Iterable[Told], rules: Mapping[str, Rule]) -> Iterator[Finding]:
    """A finding for each page that says what a README says, in the same words, with another number.

    `rules` has the rule for each page on which it runs, by the path of the page.
    """
    readmes: dict[object, Told] = {}
    others: list[Told] = []
    for each in told:
        if _VERSIONED.search(each.path):
            continue
        if os.path.basename(each.path).lower().startswith("readme"):
            readmes.setdefault(each.key, each)
        else:
            others.append(each)
    for each in others:
        first = readmes.get(each.key)
        rule = rules.get(each.path)
        if rule is not None and first is not None and first.path != each.path and _differ(first, each):
            fields = {
                "claim": each.claim,
                "problem": "is told differently elsewhere",
                "working": f"{first.path}:{first.line} says {first.claim} in the same words",
                "advice": "",
            }
            yield Finding(
                each.path,
                each.line,
                each.column,
                each.end_line,
                each.end_column,
                rule.name,
                rule.severity if rule.fixed_severity else "warning",
                rule.say(fields),
                each.claim,
                None,
                each.location,
                each.source_line,
                _words(each.key),
            )


def _words(key: Any) -> str:
    """The words by which a sentence is known, in an order of their own."""
    return " ".join(sorted(key[0]))


def _differ(one: Told, other: Told) -> bool:
    return one.low > other.high or other.low > one.high
