"""The draft as a canonical file: people read it, confirm it and delete what they do not need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimlint.life.draft.items import Item
from claimlint.life.draft.quantity import Quantity
from claimlint.report.terminal import visible

_MOST_PLACES = 6
_HEAD = """\
# Canonical numbers

A draft, made by `claimlint init` from the numbers that the documents state, those that are stated most often first. Each value is an assumption until a person has confirmed it:

- delete what the documents need not agree on, and give the rest its right name;
- replace `status: assumed` by `measured` or `cited`, with a `source`, or the value by the formula that it follows from;
- add to `aka` what prose, labels and table headers call it, then run `claimlint check`.

"""  # noqa: E501
_REPEATED = "## 1. Stated in several places\n\n"
_ONCE = "## 2. Stated once\n\n"


def to_markdown(quantities: Sequence[Quantity]) -> str:
    """The text of the file."""
    repeated = [each for each in quantities if each.times > 1]
    once = [each for each in quantities if each not in repeated]
    parts = [_HEAD]
    for title, some in ((_REPEATED, repeated), (_ONCE, once)):
        if some:
            parts.append(title + "```yaml quantities\n" + "\n".join(map(_entry, some)) + "```\n\n")
    return "".join(parts).rstrip("\n") + "\n"


def _entry(quantity: Quantity) -> str:
    lines = [f"{quantity.name}:"]
    single = len(quantity.values) == 1
    if single:
        value = quantity.values[0]
        lines += _places(value.items, "  ")
        lines.append(f"  value: {scalar(value.finest.text)}")
    if quantity.formula is not None:
        lines.append(f"  # the numbers fit a formula; to compute it, write: value: = {quantity.formula}")
    lines.append("  status: assumed")
    if quantity.aka:
        lines.append(f"  aka: [{', '.join(map(scalar, quantity.aka))}]")
    if not single:
        lines.append("  cases:")
        for value in quantity.values:
            lines += _places(value.items, "    ")
            lines.append(f"    {scalar(value.case)}: {scalar(value.finest.text)}")
    return "\n".join(lines) + "\n"


def _places(items: Iterable[Item], indent: str) -> list[str]:
    places = list(dict.fromkeys(item.place for item in items))
    more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
    return [f"{indent}# {visible(', '.join(places[:_MOST_PLACES]))}{more}"]


def scalar(text: str) -> str:
    """A text as YAML: plain where that is read as it stands."""
    plain = text.isprintable() and text == text.strip() and text[:1].isalnum() | text.startswith(("$", "€"))
    if plain and not any(mark in text for mark in ":#,[]{}'\"&*!|>`\\"):
        return text
    return "'" + text.replace("'", "''") + "'"
