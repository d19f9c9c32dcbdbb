"""Completion in comments to claimlint: names and cases in markers, rules in what is ignored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from lsprotocol import types

from claimlint.directives import UNREADABLE, UNUSED
from claimlint.editor.analysis import Analysis
from claimlint.editor.diagnostics import range_of
from claimlint.editor.hover import Line, to_markdown, to_text
from claimlint.editor.positions import Lines
from claimlint.model.model import Model, Scenario
from claimlint.model.show import show
from claimlint.project import BrokenModel, BrokenSettings
from claimlint.records import NamedTuple
from claimlint.rules import load

TRIGGERS = [":", "[", ",", " "]
MOST = 500
_FAR = 1_000

_OPENED = re.compile(r"<!--|\{/\*")
_MARKER = re.compile(r"\s*claim:\s*(?P<name>[a-z0-9_]*)(?P<case>\[(?P<text>[^\]\r\n]*))?")
_DIRECTIVE = re.compile(r"\s*claimlint:\s*(?P<word>[a-z-]*)(?P<rules>\[(?P<text>[^\]\r\n]*))?")
_START = re.compile(r"\s*(?P<word>[a-z]*)")

DIRECTIVES = {
    "ignore": "ignore rules here or on the next line, with a reason",
    "ignore-file": "ignore rules in this file, with a reason",
    "off": "ignore rules from here on, with a reason",
    "on": "no longer ignore rules from here on",
    "history": "what follows is history and is not checked",
    "end": "the history ends here",
    "caveats": "caveats that are owed are inserted here",
}
_WITH_RULES = ("ignore", "ignore-file", "off", "on")


class Spot(NamedTuple):
    """A place where something can be completed: what is wanted, the part that is written, and its start.

    `what` is name, case, rule, directive or start; `of` is the quantity whose case is wanted.
    """

    what: str
    written: str
    start: int
    of: str = ""


class Entry(NamedTuple):
    """One thing to choose: the text, what is shown behind it, and a longer story."""

    text: str
    detail: str
    story: tuple[Line, ...] = ()


def spot(text: str, offset: int) -> Spot | None:
    """What can be completed at an offset; None outside a comment that speaks to claimlint."""
    before = text[max(0, offset - _FAR) : offset]
    opened = None
    for match in _OPENED.finditer(before):
        opened = match
    if opened is None:
        return None
    inner = before[opened.end() :]
    if ("-->" if opened[0] == "<!--" else "*/") in inner:
        return None
    for pattern, shapes in ((_MARKER, ("name", "case")), (_DIRECTIVE, ("directive", "rule"))):
        found = pattern.fullmatch(inner)
        if found is None:
            continue
        if found["text"] is None:
            return Spot(shapes[0], found[1], offset - len(found[1]))
        written: str = found["text"] if shapes[1] == "case" else found["text"].rpartition(",")[2].lstrip()
        if shapes[1] == "rule" and found[1] not in _WITH_RULES:
            return None
        return Spot(shapes[1], written, offset - len(written), found[1])
    word = _START.fullmatch(inner)
    return Spot("start", word[1], offset - len(word[1])) if word else None


def entries(found: Spot, model: Model | None, rules: Iterable[tuple[str, str]]) -> Iterator[Entry]:
    """What can stand at a spot; `rules` are names and summaries."""
    if found.what == "start":
        yield Entry("claim: ", "says which canonical quantity the number beside it is")
        yield Entry("claimlint: ", "speaks to claimlint")
    elif found.what == "directive":
        for word, about in DIRECTIVES.items():
            yield Entry(word, about)
    elif found.what == "rule":
        for name, summary in rules:
            yield Entry(name, summary)
    elif model is None:
        return
    elif found.what == "name":
        for name, quantity in model.quantities.items():
            scenarios = model.scenarios(name)
            value = _value(model, name, scenarios[0]) if len(scenarios) == 1 else f"{len(scenarios)} cases"
            about = f"{value}, §{quantity.section}" if quantity.section else value
            yield Entry(name, about, tuple(_story(model, name)))
    elif found.of in model.quantities:
        for scenario in model.scenarios(found.of):
            case = model.label(found.of, scenario)[len(found.of) :].strip("[]")
            if case:
                yield Entry(case, _value(model, found.of, scenario))


def _value(model: Model, name: str, scenario: Scenario) -> str:
    quantity = model.quantities[name]
    return show(model.value(name, scenario), quantity.unit, quantity.dims)


def _story(model: Model, name: str) -> Iterator[Line]:
    quantity = model.quantities[name]
    if quantity.aka:
        yield Line("also", ", ".join(quantity.aka))
    for formula in quantity.formulas()[:3]:
        yield Line("formula", "", f"= {formula.text.strip()}")
    if quantity.source:
        yield Line("source", quantity.source)


def items(
    found: Spot, offered: Iterable[Entry], lines: Lines, offset: int, markdown: bool
) -> types.CompletionList:
    """The entries in which what is written stands, as the editor takes them."""
    where = range_of(lines, found.start, offset)
    kind = {
        "name": types.CompletionItemKind.Constant,
        "case": types.CompletionItemKind.EnumMember,
        "rule": types.CompletionItemKind.Value,
    }.get(found.what, types.CompletionItemKind.Keyword)
    fitting = [entry for entry in offered if found.written.casefold() in entry.text.casefold()]
    return types.CompletionList(
        is_incomplete=len(fitting) > MOST,
        items=[
            types.CompletionItem(
                label=entry.text.strip(),
                kind=kind,
                detail=entry.detail,
                documentation=_documentation(entry.story, markdown),
                filter_text=entry.text,
                sort_text=f"{at:05}",
                text_edit=types.TextEdit(where, entry.text),
            )
            for at, entry in enumerate(fitting[:MOST])
        ],
    )


def _documentation(story: tuple[Line, ...], markdown: bool) -> types.MarkupContent | None:
    if not story:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.MarkupContent(kind, to_markdown(list(story)) if markdown else to_text(list(story)))


def known(analysis: Analysis) -> tuple[Model | None, list[tuple[str, str]]]:
    """What can be named in a document: its model, and the names and summaries of its rules."""
    file = analysis.file
    if file is None:
        return None, []
    model, rules = None, load(examples=False)
    with suppress(BrokenModel, BrokenSettings):
        rules = analysis.project.rules(file)
        model = analysis.project.model(file)
    return model, [(rule.name, rule.summary) for rule in rules if rule.name not in (UNUSED, UNREADABLE)]
