"""Rule files: a rule, or every mistake in it with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import harness
import tokens
from properties import lines_of

from claimlint import rules
from claimlint.rulefile import RuleError, parse_all

WORDS = (
    *tokens.YAML,
    *tokens.split(
        """
        rule: check: severity: error warning info summary: why: message: good: bad: without_model: options:
        model: doc: file: sample over-precise relation-holds {claim} {expected} « » 5 ms form:
        """
    ),
)
_PLACE = re.compile(r"(?s)sample\.yaml:(\d+):(\d+): .")


def check(text: str) -> None:
    found = _read(text)
    assert found == _read(text)
    if isinstance(found, tuple):
        for rule in found:
            assert rules.from_json(*rules.to_json(rule)) == rule


def _read(text: str) -> object:
    lines = lines_of(text)
    try:
        return parse_all({"sample.yaml": text.encode("utf-8")})
    except RuleError as error:
        for message in re.split(r"\n(?=sample\.yaml:\d)", str(error)):
            place = _PLACE.match(message)
            assert place is not None, message
            line, column = int(place[1]), int(place[2])
            assert 1 <= line <= len(lines) + 1
            assert 1 <= column <= (len(lines[line - 1]) if line <= len(lines) else 0) + 1
        return str(error)


def seeds() -> Iterator[str]:
    yield from harness.strings("test_rules")
    for name, content in rules.sources().items():
        yield content.decode("utf-8").replace(name.removesuffix(".yaml"), "sample")
