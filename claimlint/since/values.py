"""Which values of the canonical models a change alters, and how many places quote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from claimlint import files
from claimlint.document import DecodeError, decode
from claimlint.findings import Change, Note, Report
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.claim.units import Dims, Unit
    from claimlint.files import File
    from claimlint.model.model import Model

_MOST_UNQUOTED = 10
"""So many values that no page quotes are told one by one."""
_DIGITS = (4, 8, 16, 40)


class Pair(NamedTuple):
    """The models of a page: now, and at the base."""

    now: Model | None
    before: Model | None

    @classmethod
    def of(cls, file: File, was: File, project: Project, base: Project) -> Pair:
        """The models of a page; raises BrokenModel and BrokenSettings."""
        return cls(project.model(file), base.model(was))

    @property
    def differs(self) -> bool:
        """Whether a page can read differently against the one than against the other."""
        if self.now is None or self.before is None:
            return self.now is not self.before
        return self.now is not self.before and (
            self.now.text != self.before.text
            or self.now.path != self.before.path
            or (bool(self.now.sources or self.before.sources) and values(self.now) != values(self.before))
        )


class Changes(NamedTuple):
    """The values that changed, as data and as notes."""

    changes: tuple[Change, ...]
    notes: tuple[Note, ...]


class Value(NamedTuple):
    """One value of a model, in base units."""

    exact: Fraction
    dims: Dims


def pairs(pages: Iterable[tuple[File, File]], project: Project, base: Project) -> list[Pair]:
    """The models that the pages have and had, each pair once; those that do not load are left out."""
    found: dict[tuple[int, int], Pair] = {}
    for file, was in pages:
        try:
            pair = Pair.of(file, was, project, base)
        except (BrokenModel, BrokenSettings):
            continue
        found.setdefault((id(pair.now), id(pair.before)), pair)
    return list(found.values())


def values(model: Model) -> dict[str, Value]:
    """The values of a model by their labels (`move_time[mid-range]`)."""
    return {
        model.label(name, scenario): Value(model.value(name, scenario), quantity.dims)
        for name, quantity in model.quantities.items()
        for scenario in model.scenarios(name)
    }


def changes(
    moved: Sequence[Pair],
    pages: Iterable[File],
    project: Project,
    reports: Iterable[Report],
    name: str,
) -> Changes:
    """What changed in the models that differ; `reports` tell what the pages' claims are about.

    `name` is how the base is called.
    """
    if not moved:
        return Changes((), ())
    found: list[Change] = []
    notes: list[Note] = []
    hints: dict[str, set[str]] = {}
    for report in reports:
        for told in report.explanations or ():
            hints.setdefault(told.path, set()).update(told.quantities)
    known = list(pages)
    for pair in moved:
        if pair.now is None or pair.before is None:
            model = pair.now or pair.before
            assert model is not None
            count = len(model.quantities)
            defines = f"{count} quantit{'y' if count == 1 else 'ies'}"
            text = f"is not the model of pages here at {name}: it defines {defines}"
            if pair.now is None:
                text = f"was the model of pages here at {name}, and no longer is: it defines {defines}"
            notes.append(Note(model.path, None, None, text))
            continue
        here, new = _compare(pair.now, pair.before, known, project, hints)
        found += here
        notes += new
    return Changes(tuple(found), tuple(notes))


def _compare(
    now: Model, before: Model, pages: Sequence[File], project: Project, hints: Mapping[str, set[str]]
) -> tuple[list[Change], list[Note]]:
    old, new = values(before), values(now)
    labels = [label for label in dict.fromkeys((*new, *old)) if old.get(label) != new.get(label)]
    if not labels:
        return [], []
    places = _places(labels, (now, before), pages, project, hints)
    found: list[Change] = []
    notes: list[Note] = []
    silent = 0
    for label in labels:
        was, is_ = _shown(label, before, old.get(label), now, new.get(label))
        count = len(places.get(label, ()))
        owner = now if label in new else before
        quantity = owner.quantities[_name(label)]
        line, column = (quantity.line, quantity.column) if label in new else (None, None)
        found.append(Change(now.path, line, column, label, was, is_, count))
        if not count:
            silent += 1
            if silent > _MOST_UNQUOTED:
                continue
        notes.append(Note(now.path, line, column, _sentence(label, was, is_, count)))
    if silent > _MOST_UNQUOTED:
        more = silent - _MOST_UNQUOTED
        values_ = "value that no place quotes" if more == 1 else "values that no place quotes"
        notes.append(Note(now.path, None, None, f"{more} more changed {values_}"))
    return found, notes


def _sentence(label: str, was: str | None, is_: str | None, count: int) -> str:
    quoting = (
        "no place quotes it"
        if not count
        else "1 place quotes it"
        if count == 1
        else (f"{count} places quote it")
    )
    if was is None:
        return f"`{label}` is new and is {is_}: {quoting}"
    if is_ is None:
        return f"`{label}` was {was} and is no longer there: {quoting}"
    return f"`{label}` was {was} and is {is_}: {quoting}"


def _name(label: str) -> str:
    return label.partition("[")[0]


def _shown(
    label: str, before: Model, old: Value | None, now: Model, new: Value | None
) -> tuple[str | None, str | None]:
    """Both values in their quoting units, with as many digits as tell them apart."""
    texts: tuple[str | None, str | None] = (None, None)
    for digits in _DIGITS:
        was, is_ = (
            None if value is None else _text(value, model.quantities[_name(label)].unit, digits)
            for model, value in ((before, old), (now, new))
        )
        texts = was, is_
        if was != is_:
            break
    return texts


def _text(value: Value, unit: Unit | None, digits: int) -> str:
    from claimlint.claim.format import preferred_unit, with_unit
    from claimlint.model.show import DIGITS, number, show

    if digits == DIGITS:
        return show(value.exact, unit, value.dims)
    if unit is None:
        unit = preferred_unit(value.dims, value.exact)
    return with_unit(number(value.exact / unit.factor, digits), unit)


def _places(
    labels: Sequence[str],
    models: tuple[Model, Model],
    pages: Sequence[File],
    project: Project,
    hints: Mapping[str, set[str]],
) -> dict[str, set[tuple[str, int, int]]]:
    """Where each value is quoted on the pages of a model, as the one or the other model reads them."""
    wanted = dict.fromkeys(map(_name, labels))
    gone = set(wanted) - set(models[0].quantities)
    found: dict[str, set[tuple[str, int, int]]] = {}
    for file in pages:
        # A page that came with the change was never read against the model as it was.
        asked = [n for n in wanted if n in hints.get(file.path, ()) or (n in gone and file.path in hints)]
        if not asked:
            continue
        try:
            if project.model(file) is not models[0]:
                continue
            text = decode(files.read(file))
        except (BrokenModel, BrokenSettings, OSError, DecodeError):
            continue
        for model in models:
            # A page that claimlint fails on is a problem of the run already.
            with suppress(Exception):
                for label, place in list(_quoted(file, text, model, asked)):
                    found.setdefault(label, set()).add(place)
    return found


def _quoted(
    file: File, text: str, model: Model, names: Sequence[str]
) -> Iterator[tuple[str, tuple[str, int, int]]]:
    """The labels that a page quotes of some quantities, each with its place."""
    from claimlint.life.names import Target
    from claimlint.life.pages import Source, page
    from claimlint.life.quotes import quotes

    targets = [Target(name, None, model.scenarios(name)) for name in names if name in model.quantities]
    for quote in quotes(page(Source(file, text, model)), targets) if targets else ():
        labels = set(quote.labels)
        if quote.labels == (quote.name,):  # Said of every case.
            labels.update(model.label(quote.name, scenario) for scenario in model.scenarios(quote.name))
        for label in labels:
            yield label, (quote.path, quote.line, quote.column)
