"""What a model reads by `from`, and a baseline: JSON with a pointer, CSV, the list of known findings.

The first line of an input is the pointer or the column, the rest is the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import harness
import tokens
from properties import lines_of

from claimlint import baselinefile
from claimlint.model.fences import Fence
from claimlint.model.grid import Grid, Misplaced
from claimlint.model.mistakes import Mistakes
from claimlint.model.nodes import Scalar
from claimlint.model.pointer import DataError, exact, parse, resolve, steps

WORDS = tokens.split(
    r"""
    { } [ ] : , " / ~ ~0 ~1 /a /a/0 /results/0/mean "a" "mean" 1 -1 1.5 1e9 1e-9 1e999 NaN Infinity true
    null \" \u0041 \ud800 {"a":[1]} ; name,mean "version":1 "findings": "about": "path": "rule": "claim":
    "context": "count": \n
    """
)


def check(text: str) -> None:
    question, _, content = text.partition("\n")
    assert _json(question, content) == _json(question, content)
    for tabs in (False, True):
        assert _csv(question, content, tabs) == _csv(question, content, tabs)
    number = exact(question)
    assert number is None or abs(number) < 10**1401
    _baseline(content)


def _json(pointer: str, content: str) -> str:
    try:
        found = resolve(parse(content), pointer, Mistakes())
    except DataError as error:
        assert error.message
        assert 0 <= error.at <= max(len(pointer), 1)
        return error.message
    # The standard reader finds a number or a text in the same place.
    here = json.loads(content)
    for token, _ in steps(pointer):
        here = here[int(token)] if isinstance(here, list) else here[token]
    assert isinstance(here, int | float | str)
    assert not isinstance(here, bool)
    if isinstance(here, str):
        assert found == here
    else:
        number = exact(found)
        assert number is not None
        assert float(here) == float(found)
    return found


def _scalar(text: str) -> Scalar:
    return Scalar(text, Fence("", text, 0, (0,), (0,), None), 0, len(text), True)


def _csv(column: str, content: str, tabs: bool) -> str:
    name, _, row = column.partition("=")
    where = [(_scalar(name), _scalar(row))] if row else []
    wanted = _scalar(name)
    try:
        return Grid(content, tabs).cell(wanted, where, Mistakes())
    except DataError as error:
        return error.message
    except Misplaced as error:
        assert error.node in (wanted, *(node for pair in where for node in pair))
        return error.message


def _baseline(content: str) -> None:
    lines = lines_of(content)
    try:
        counts = baselinefile.parse(content, "baseline.json")
    except baselinefile.BrokenBaseline as error:
        line, column = error.problem.line, error.problem.column
        assert line is not None
        assert column is not None
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 2
        return
    assert all(count > 0 for count in counts.values())
    rendered = baselinefile.render(counts)
    assert baselinefile.parse(rendered, "baseline.json") == counts
    assert "\x1b" not in rendered


def seeds() -> Iterator[str]:
    for text in harness.strings("test_model_from", "test_baseline"):
        for question in ("/mean", "/results/0/mean", "mean", "name=copy"):
            if len(text) > 3:
                yield f"{question}\n{text}"
    yield "\n" + baselinefile.render(
        {("bare-multiple", "a.md", "5×", "is 5× as fast"): 2, ("a", "b", "c", "d"): 1}
    )
