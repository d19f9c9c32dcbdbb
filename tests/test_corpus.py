"""Documents about eight models: the clean ones are silent, and nearly every changed number is caught."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from claimlint import rules
from claimlint.lint import lint_text
from claimlint.model.load import load
from tests.mutation import mutants, render

CORPUS = Path(__file__).parent / "corpus"
TEMPLATES = sorted(CORPUS.glob("*/*.tmpl"))
RULES = rules.load()


def lines(name: str, text: str, model: object) -> Counter[tuple[int, str]]:
    """How often each rule stands on each line, errors and warnings only."""
    found: Counter[tuple[int, str]] = Counter()
    for finding in lint_text(name, text, model, RULES).findings:  # type: ignore[arg-type]
        if finding.severity != "info":
            found.update((line, finding.rule) for line in range(finding.line, finding.end_line + 1))
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: f"{p.parent.name}/{p.name.removesuffix('.tmpl')}")
def test_clean_is_silent_and_changes_are_caught(path: Path) -> None:
    file = path.parent / "with" / "CANONICAL-NUMBERS.md"
    model = load(file.name, file.read_text(encoding="utf-8"))
    clean, sites = render(path.read_text(encoding="utf-8"))
    name = path.name.removesuffix(".tmpl")
    assert not lines(name, clean, model)
    made = list(mutants(clean, sites))
    survivors = [
        mutant
        for mutant in made
        if not any(line == mutant.line for line, _ in lines(name, mutant.text, model))
    ]
    told = [f"{m.way} on line {m.line}: {m.text.split(chr(10))[m.line - 1].strip()}" for m in survivors]
    assert len(survivors) <= 0.12 * len(made), told
