"""The places of `claimlint where`."""

from __future__ import annotations

from collections import Counter
from typing import TextIO

from claimlint.life.quotes import AGREES, DRIFTED, WHAT_IF, Definition, Quote
from claimlint.life.where import Where
from claimlint.report.terminal import visible

_MOST_VALUES = 12
_STATES = {AGREES: "agree", DRIFTED: "drifted", WHAT_IF: "follow from other inputs"}


def write(name: str, result: Where, stream: TextIO) -> None:
    """Write definitions, places and problems in the format of that name."""
    if name == "json":
        from claimlint.report import json

        json.dump(
            {
                "version": json.VERSION,
                "definitions": [_definition(each) for each in result.definitions],
                "places": [{**each._asdict(), "labels": list(each.labels)} for each in result.quotes],
                "errors": [json.problem_entry(problem) for problem in result.problems],
            },
            stream,
        )
        return
    from claimlint.report.text import problem_line

    for definition in result.definitions:
        section = f" (§{definition.section})" if definition.section else ""
        formula = f" = {definition.formula}" if definition.formula else ""
        place = f"{definition.path}:{definition.line}:{definition.column}"
        stream.write(visible(f"{definition.name}{formula}: defined at {place}{section}") + "\n")
        for label, value in definition.values[:_MOST_VALUES]:
            stream.write(visible(f"    {label} = {value}") + "\n")
        if len(definition.values) > _MOST_VALUES:
            stream.write(f"    … {len(definition.values) - _MOST_VALUES:,} more\n")
    for quote in result.quotes:
        stream.write(visible(_line(quote)) + "\n")
    for problem in result.problems:
        stream.write(problem_line(problem))
    stream.write(_summary(result))


def _line(quote: Quote) -> str:
    state = quote.state
    if quote.state == DRIFTED and quote.expected is not None:
        state += f"; expected {quote.expected}"
    place = f"{quote.path}:{quote.line}:{quote.column}"
    return f"{place}: {quote.claim}  {' or '.join(quote.labels[:4])}  {state}"


def _definition(definition: Definition) -> dict[str, object]:
    values = [{"label": label, "value": value} for label, value in definition.values]
    return {**definition._asdict(), "values": values}


def _summary(result: Where) -> str:
    count = len(result.quotes)
    if not count:
        return f"\nno place in {counted(result.files, 'file')}\n"
    states = Counter(quote.state for quote in result.quotes)
    told = ", ".join(f"{states[state]} {word}" for state, word in _STATES.items() if states[state])
    pages = len({quote.path for quote in result.quotes})
    return f"\n{counted(count, 'place')} in {pages} of {counted(result.files, 'file')}: {told}\n"


def counted(count: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
