"""Load CANONICAL-NUMBERS.md: every mistake in one run, or a model."""

from __future__ import annotations

from collections.abc import Mapping

from claimlint.model import expect
from claimlint.model.build import Builder
from claimlint.model.datafiles import Files
from claimlint.model.dimension import agree
from claimlint.model.entries import Reader
from claimlint.model.expect import Failed
from claimlint.model.fences import Outline, scan
from claimlint.model.mistakes import Mistake, ModelError
from claimlint.model.model import Model, Section
from claimlint.model.nodes import read
from claimlint.model.sources import Key, read_all
from claimlint.model.values import Units
from claimlint.records import NamedTuple

__all__ = ["ModelError", "draft", "load"]

MOST_QUANTITIES = 20_000


class Drafts(NamedTuple):
    """A canonical file as written: its outline, and a reader with its entries; nothing is worked out yet."""

    outline: Outline
    reader: Reader


def draft(text: str) -> Drafts:
    """Read the text of a canonical file; mistakes are kept in the reader."""
    outline = scan(text)
    reader = Reader(outline.mistakes)
    for fence in outline.fences:
        block = read(fence, outline.mistakes)
        if block is not None:
            if fence.kind == "quantities":
                reader.quantities(block)
            else:
                reader.caveat_block(block)
    return Drafts(outline, reader)


def load(
    path: str,
    text: str,
    files: Files | None = None,
    *,
    given: Mapping[Key, str] = {},
    failed: list[Failed] | None = None,
) -> Model:
    """Load a model from the text of its file; `path` is how messages name it.

    `files` gives the data files that it reads values from; `given` has VALUEs that take the place of some
    of those.  What is expected and does not hold is a mistake, unless `failed` takes it.  Raises ModelError
    with all mistakes, each with its line and column.
    """
    outline, reader = draft(text)
    mistakes = outline.mistakes
    if len(reader.drafts) > MOST_QUANTITIES:
        mistakes.add((1, 1), f"a model has at most {MOST_QUANTITIES:,} quantities")
        raise ModelError(path, mistakes.all())
    for entry in reader.drafts.values():
        for id_ in entry.caveat:
            if id_.text not in reader.caveats:
                hint = mistakes.hint(id_.text, reader.caveats)
                reader.say(id_, f"caveat `{id_.text}` is not defined{hint}")
    values, sources = read_all(reader, reader.drafts, files)
    builder = Builder(reader, outline.headings, Units(), values, given)
    built = builder.build()
    sections = tuple(Section(each.number, each.title, each.line) for each in outline.headings)
    quantities = {name: built[name] for name in reader.drafts if name in built}
    model = Model(path, text, quantities, reader.caveats, sections)
    without = expect.evaluate(model, builder)
    for miss in expect.compare(model, builder, without):
        if failed is None:
            reader.say(miss.scalar, miss.message)
        else:
            failed.append(miss)
    if mistakes:
        raise ModelError(path, mistakes.all())
    warnings = [*builder.warnings, *_shared(model)]
    if not outline.fences:
        warnings.append(Mistake(1, 1, "the file has no `yaml quantities` block: it defines nothing"))
    declared = builder.units.declared
    return Model(
        path,
        text,
        expect.settle(model),
        reader.caveats,
        sections,
        declared,
        tuple(sorted(set(warnings))),
        sources,
    )


def _shared(model: Model) -> list[Mistake]:
    """A warning for each name that two quantities of one dimension share."""
    owners: dict[str, list[str]] = {}
    warnings = []
    for name, quantity in model.quantities.items():
        for words in dict.fromkeys(_folded(each) for each in model.names(name)):
            others = owners.setdefault(words, [])
            for other in others[:20]:
                if agree(model.quantities[other].dims, quantity.dims):
                    message = (
                        f"`{name}` and `{other}` (line {model.quantities[other].line}) are both named"
                        f" “{words}”: their claims cannot be told apart"
                    )
                    warnings.append(Mistake(quantity.line, quantity.column, message))
            others.append(name)
    return warnings


def _folded(words: str) -> str:
    return " ".join(words.replace("-", " ").replace("_", " ").split()).casefold()
