"""Settings files, in YAML and as `[tool.claimlint]` of a pyproject.toml: values, or mistakes with places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import harness
import tokens
from properties import check_mistakes, lines_of

from claimlint import rules
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Mapping
from claimlint.settings import formats, keys
from claimlint.settings.options import read_options

WORDS = (
    *tokens.YAML[4:],
    *tokens.split(
        """
        [tool.claimlint] [tool.claimlint.severity] [tool.claimlint.options.bare-multiple] [[ ]] = extends:
        model: baseline: select: ignore: severity: per-file-ignores: exclude: rules: options: bare-multiple
        over-precise ALL off error warning info within \""" true false 1979-05-27 0x1F inf ../ *.md
        """
    ),
)
RULES = {rule.name: rule for rule in rules.load(examples=False)}


def check(text: str) -> None:
    for read in (formats.from_yaml, formats.from_toml):
        found = _read(read, text)
        assert repr(found) == repr(_read(read, text))
    _read(formats.from_toml, "[tool.claimlint]\n" + text)


def _read(read: Callable[[str, Mistakes], Mapping | None], text: str) -> Any:
    lines = lines_of(text)
    mistakes = Mistakes()
    tree = read(text, mistakes)
    reading = keys.Reading("/root/repository", mistakes, [])
    fields: dict[str, Any] = {}
    if tree is not None:
        fields = keys.read(tree, reading)
        for name, options in fields.get("options", {}).items():
            if name in RULES:
                read_options(RULES[name], options, mistakes)
        fields.pop("options", None)
    check_mistakes(mistakes.all(), lines)
    for name, (line, column) in reading.named:
        assert name.strip() or mistakes
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
    return fields, mistakes.all()


def seeds() -> Iterator[str]:
    yield from harness.strings("test_settings", "test_own_rules", "test_directives")
