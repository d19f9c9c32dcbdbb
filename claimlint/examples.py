"""The examples of rule files, run: what is flagged must be what stands between « and », and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from claimlint.findings import Finding, PageResult
from claimlint.records import NamedTuple
from claimlint.rules import Example, Rule

if TYPE_CHECKING:
    from claimlint.fixes import Lint

Span = tuple[int, int, int, int]
"""A 1-based line and column, and the line and exclusive column of the end."""


class Failure(NamedTuple):
    """An example that is not as its rule file says: the line where it starts, and what is wrong."""

    line: int
    message: str


def unmarked(doc: str) -> tuple[str, list[Span]]:
    """The page without its marks, and the places of what they enclose."""
    text = ""
    places: list[tuple[int, int]] = []
    for piece in re.split("([«»])", doc):
        if piece in ("«", "»"):
            places.append((text.count("\n") + 1, len(text) - text.rfind("\n")))
        else:
            text += piece
    return text, [(*start, *end) for start, end in zip(places[::2], places[1::2], strict=True)]


def failures(rule: Rule) -> Iterator[Failure]:
    """What is wrong with the examples of a rule that runs alone, in the order of its file."""
    examples = [("good", example) for example in rule.good] + [("bad", example) for example in rule.bad]
    for kind, example in sorted(examples, key=lambda each: each[1].line):
        for message in differences(rule, example, (rule,)):
            yield Failure(example.line, f"{kind} example: {message}")


def differences(rule: Rule, example: Example, rules: Sequence[Rule]) -> Iterator[str]:
    """What of an example of a rule is not as it says, when `rules`, which hold that rule, run on it."""
    from claimlint.model.load import load
    from claimlint.model.mistakes import ModelError
    from claimlint.pipeline import lint_text

    text, marked = unmarked(example.doc)
    try:
        model = load("CANONICAL-NUMBERS.md", example.model) if example.model is not None else None
    except ModelError as error:
        for line, column, message in error.mistakes:
            yield f"its model does not load: line {line}, column {column}: {message}"
        return

    def lint(page: str) -> PageResult:
        return lint_text(example.file, page, model, rules)

    try:
        page = lint(text)
        fixed = list(_not_fixed(example, text, lambda page: lint(page).findings))
    except Exception as error:
        yield _failed(rule, error)
        return
    for problem in page.problems:
        yield f"it cannot be read: line {problem.line}, column {problem.column}: {problem.message}"
    flagged = [(finding.rule, _span(finding)) for finding in page.findings]
    for finding in page.findings:
        if (finding.rule, _span(finding)) not in {(rule.name, span) for span in marked}:
            yield (
                f"{finding.rule} flags {_cut(text, _span(finding))}, which is not marked:"
                f" line {finding.line}, column {finding.column}: {finding.message}"
            )
    for span in marked:
        if (rule.name, span) not in flagged:
            yield f"{_cut(text, span)} is marked and not flagged: line {span[0]}, column {span[1]}"
    yield from fixed


def _not_fixed(example: Example, text: str, lint: Lint) -> Iterator[str]:
    """Where fixing makes something else of a page than its example says."""
    from claimlint.fixes import fix_text

    for option, unsafe, expected in (
        ("--fix", False, example.fixed),
        ("--fix --unsafe-fixes", True, example.fixed_unsafely),
    ):
        if expected is None:
            continue
        done = fix_text(text, lint, unsafe)
        if done.text != expected:
            yield f"{option} makes something else of it: {_first_difference(done.text, expected)}"
        elif done.refused:
            yield f"{option} refuses a fix: {done.refused[0].summary}"
        elif fix_text(expected, lint, unsafe).text != expected:
            yield f"{option} finds more to fix in what it made"


def _first_difference(made: str, expected: str) -> str:
    pairs = zip_longest(made.split("\n"), expected.split("\n"))
    at, (line, wanted) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    if line is None or wanted is None:
        return f"it has {'no' if line is None else 'a'} line {at}"
    return f"its line {at} is “{line}”, not “{wanted}”"


def _failed(rule: Rule, error: Exception) -> str:
    """Why the rule cannot run: it may name fields and options that its check does not know."""
    if isinstance(error, KeyError) and f"{{{error.args[0]}}}" in rule.message:
        return f"the message of the rule has {{{error.args[0]}}}, which the check {rule.check} does not give"
    return f"the check {rule.check} fails with the rule's options: {type(error).__name__}: {error}"


def _span(finding: Finding) -> Span:
    return finding.line, finding.column, finding.end_line, finding.end_column


def _cut(text: str, place: Span) -> str:
    """The text at a place, as a quotation."""
    lines = re.split(r"\r\n|\r|\n", text)[place[0] - 1 : place[2]]
    lines[-1] = lines[-1][: place[3] - 1]
    lines[0] = lines[0][place[1] - 1 :]
    words = " ".join(" ".join(lines).split())
    return f"“{words if len(words) <= 80 else words[:79] + '…'}”"
