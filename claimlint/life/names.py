"""Quantities as people name them: `move_time`, `move_time[mid-range]`, or one of their `aka`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from claimlint.model.model import Model, Scenario
from claimlint.records import NamedTuple

_NAME = re.compile(r"([^\[\]]+?)\s*(?:\[(.*)\])?", re.S)


class UnknownName(ValueError):  # noqa: N818
    """A text that names no quantity of a model, or no case of one; it says what would."""


class Target(NamedTuple):
    """A quantity that is asked for; `case` is the text in brackets, `scenarios` those that it leaves."""

    name: str
    case: str | None
    scenarios: tuple[Scenario, ...]


def targets(models: Iterable[Model], text: str) -> list[tuple[Model, Target]]:
    """What a text names in each of the models; a name goes before an `aka`, which several may share.

    Raises UnknownName when it names nothing in any of them.
    """
    everything = list(models)
    match = _NAME.fullmatch(text.strip())
    if match is None:
        raise UnknownName(f"{text!r} is no name: write NAME or NAME[CASE]")
    word, case = match[1].strip(), match[2]
    found: list[tuple[Model, Target]] = []
    without_case: list[tuple[Model, str]] = []
    for model in everything:
        for name in _named(model, word):
            scenarios = model.scenarios(name) if case is None else model.pick(name, case)
            if scenarios:
                found.append((model, Target(name, case, scenarios)))
            else:
                without_case.append((model, name))
    if found:
        return found
    if without_case:
        model, name = without_case[0]
        raise UnknownName(_no_case(model, name, case or ""))
    raise UnknownName(_unknown(everything, word))


def leaves(model: Model, name: str) -> list[str]:
    """The inputs that a computed quantity rests on and that stand as numbers in the model, case by case."""
    found = []
    reached = {name, *model.inputs(name)}
    for each in model.quantities:
        if each not in reached:
            continue
        quantity = model.quantities[each]
        if quantity.cases:
            found += [f"{each}[{case}]" for case in quantity.cases if case not in quantity.case_formulas]
        elif quantity.formula is None:
            found.append(each)
    return found


def _named(model: Model, word: str) -> list[str]:
    if word in model.quantities:
        return [word]
    folded = _folded(word)
    return [name for name in model.quantities if folded in map(_folded, model.names(name))]


def _folded(words: str) -> str:
    return " ".join(words.replace("-", " ").replace("_", " ").split()).casefold()


def _no_case(model: Model, name: str, case: str) -> str:
    known = [each for cased in model.cased(name) for each in model.quantities[cased].cases]
    if not known:
        return f"`{name}` has no cases: leave out `[{case}]`"
    return f"`{case}` is not a case of `{name}`{_near(case, known) or ': it has ' + ', '.join(known[:12])}"


def _unknown(models: list[Model], word: str) -> str:
    known = [each for model in models for name in model.quantities for each in (name, *model.names(name))]
    files = list(dict.fromkeys(model.path for model in models))
    where = files[0] if len(files) == 1 else f"any of {len(files)} models ({', '.join(files[:3])}, …)"
    return f"`{word}` is not a quantity of {where}{_near(word, known)}"


def _near(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    if len(word) > 200:
        return ""
    folded = {each.casefold(): each for each in reversed(known)}
    near = get_close_matches(word.casefold(), list(folded), 1)
    return f"; did you mean `{folded[near[0]]}`?" if near else ""
