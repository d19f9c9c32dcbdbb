"""The evaluated model as a table: every case with its value, status, formula and owed caveats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from claimlint.claim.format import preferred_unit
from claimlint.model.model import Model
from claimlint.model.show import number, show
from claimlint.records import NamedTuple


class Row(NamedTuple):
    """One value of the model.  `value` is the number in `unit`, to four digits unless it is short."""

    name: str
    label: str
    scenario: dict[str, str]
    value: str
    unit: str
    shown: str
    status: str | None
    bound: str | None
    assumed: tuple[str, ...]
    formula: str
    caveats: tuple[str, ...]
    section: str | None
    line: int


def rows(model: Model) -> Iterator[Row]:
    """A row for each quantity in each of its scenarios, in the order of the file."""
    for name, quantity in model.quantities.items():
        assumed, owed = model.assumed_by(name), model.owed(name)
        for scenario in model.scenarios(name):
            value = model.value(name, scenario)
            unit = quantity.unit or preferred_unit(quantity.dims, value)
            yield Row(
                name,
                model.label(name, scenario),
                dict(scenario),
                number(value / unit.factor),
                unit.symbol,
                show(value, unit, quantity.dims),
                quantity.status,
                quantity.bound,
                assumed,
                model.formula_text(name, scenario),
                owed,
                quantity.section,
                quantity.line,
            )


def to_json(model: Model) -> dict[str, Any]:
    """The table as one JSON object; `exact` is the value in base units as a fraction.

    `value` is null where a JSON number cannot hold it.
    """
    quantities = []
    for row in rows(model):
        entry = row._asdict()
        exact = model.value(row.name, tuple(row.scenario.items()))
        unit = model.quantities[row.name].unit or preferred_unit(model.quantities[row.name].dims, exact)
        entry["value"] = _float(exact / unit.factor)
        entry["exact"] = str(exact)
        quantities.append(entry)
    return {
        "version": 1,
        "path": model.path,
        "quantities": quantities,
        "caveats": [
            {"id": each.id, "text": each.text, "within": each.within, "line": each.line}
            for each in model.caveats.values()
        ],
        "warnings": [each._asdict() for each in model.warnings],
    }


def _float(value: Fraction) -> float | None:
    """The number for JSON, None when it is beyond floats."""
    try:
        return float(value)
    except OverflowError:
        return None


_HEADERS = ("quantity", "value", "status", "formula", "owes", "§")


def to_text(model: Model) -> str:
    """The table in columns, for a terminal; each line ends with a newline."""
    table: list[Sequence[str]] = [_HEADERS]
    before: tuple[str, ...] = ()
    for row in rows(model):
        status = row.status or ""
        if row.assumed and row.assumed != (row.name,):
            status += f" (assumes {', '.join(row.assumed)})"
        bound = {"at least": "≥ ", "at most": "≤ "}.get(row.bound or "", "")
        formula = f"= {row.formula}" if row.formula else ""
        notes = (row.name, status.strip(), formula, ", ".join(row.caveats), row.section or "")
        # What the row above says already stays blank, so that the cases of one quantity stand out.
        shown = notes[1:] if notes != before else ("", "", "", "")
        table.append((row.label, bound + row.shown, *shown))
        before = notes
    widths = [min(60, max(len(line[column]) for line in table)) for column in range(len(_HEADERS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in table]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "".join(line.rstrip() + "\n" for line in lines)
