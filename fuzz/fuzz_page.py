"""The whole way of a page: read, claims, what the text states, the model, every check."""

from __future__ import annotations

from collections.abc import Iterator

import harness
import tokens
from properties import check_result

from claimlint import rules
from claimlint.model.load import load
from claimlint.pipeline import claims_of, is_worth_reading, lint_text, may_hold_claims

WORDS = (
    *tokens.NUMBERS,
    *tokens.SPACES[:6],
    *tokens.MARKDOWN[:12],
    "restore",
    "read rate",
    "disk",
    "outer tracks",
)
RULES = rules.load(examples=False)
MODEL = load(
    "CANONICAL-NUMBERS.md",
    (harness.TESTS / "golden" / "pages" / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8"),
)


def check(text: str) -> None:
    path = "a.svg" if text.startswith("<svg") else "slides.md" if text.startswith("---") else "a.md"
    for model in (None, MODEL):
        result = lint_text(path, text, model, RULES, explain=True, compare=True)
        document, claims = claims_of(path, text, model)
        check_result(result, text, document, claims)
        assert may_hold_claims(text) or not claims
        assert is_worth_reading(text) or not result.findings
        assert result == lint_text(path, text, model, RULES, explain=True, compare=True)


def seeds() -> Iterator[str]:
    yield from harness.examples("doc")
    yield from harness.corpus("golden/pages/*.md")
    yield from harness.corpus("corpus/reports*.jsonl")
    yield from harness.strings("test_reason_faults", "test_reason_prose", "test_tables_grid")
