"""The canonical file: fences, YAML nodes, values, formulas, caveats; a model, or all its mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import harness
import tokens
from properties import check_mistakes, lines_of

from claimlint.model.fences import scan
from claimlint.model.load import load
from claimlint.model.mistakes import Mistakes, ModelError
from claimlint.model.model import Model
from claimlint.model.nodes import Mapping, Scalar, Sequence, read

WORDS = (*tokens.YAML, *tokens.MODEL, *tokens.SPACES[:5])
HEAD = "```yaml quantities\n"


def check(text: str) -> None:
    for source in (text, HEAD + text):
        _nodes(source)
        assert _load(source) == _load(source)


def _nodes(text: str) -> None:
    """Every node stands inside the file, and its plain text is what stands there."""
    lines = lines_of(text)
    for fence in scan(text).fences:
        root = read(fence, Mistakes())
        nodes: list[object] = [root]
        while nodes:
            node = nodes.pop()
            if isinstance(node, Mapping):
                for key, value in node.entries.values():
                    nodes += (key, value)
            elif isinstance(node, Sequence):
                nodes += node.items
            if isinstance(node, Scalar | Mapping | Sequence):
                line, column = node.place()
                assert 1 <= line <= len(lines)
                assert 1 <= column <= len(lines[line - 1]) + 1
            if isinstance(node, Scalar):
                if node.plain and "\n" not in fence.text[node.start : node.end]:
                    line, column = node.place()
                    assert lines[line - 1].startswith(fence.text[node.start : node.end], column - 1)
                for at in range(0, len(node.text), 7):
                    line, column = node.place(at)
                    assert 1 <= line <= len(lines)
                    assert 1 <= column <= len(lines[line - 1]) + 1


def _load(text: str) -> object:
    """The model as plain data, or its mistakes, each with a place inside the file."""
    lines = lines_of(text)
    try:
        model = load("CANONICAL-NUMBERS.md", text)
    except ModelError as error:
        assert error.mistakes
        check_mistakes(error.mistakes, lines)
        return error.mistakes
    check_mistakes(model.warnings, lines)
    return [(name, list(_values(model, name))) for name in model.quantities]


def _values(model: Model, name: str) -> Iterator[Fraction]:
    assert 1 <= model.quantities[name].line <= model.text.count("\n") + model.text.count("\r") + 1
    for scenario in model.scenarios(name):
        yield model.value(name, scenario)


def seeds() -> Iterator[str]:
    for text in harness.strings(
        "test_model_load", "test_model_errors", "test_model_caveats", "test_model_cache"
    ):
        yield text
        if ":" in text and "```" not in text:
            yield f"{HEAD}{text}\n```\n"
    yield from harness.corpus("corpus/*/with/CANONICAL-NUMBERS.md")
    yield from harness.corpus("golden/*/CANONICAL-NUMBERS.md")
    yield from harness.examples("model")
