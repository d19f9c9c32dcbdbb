"""A cell of a CSV file, by the values of other columns in its row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimlint.model.mistakes import Mistakes
from claimlint.model.pointer import DataError, listed

if TYPE_CHECKING:
    from claimlint.model.nodes import Scalar

_MOST_KEYS = 50


class Row:
    """A row: its cells, and the 1-based line that it ends on."""

    __slots__ = ("cells", "line")

    def __init__(self, cells: list[str], line: int) -> None:
        self.cells = cells
        self.line = line


class Grid:
    """A CSV file: a header and rows; the cells without white space around them."""

    def __init__(self, text: str, tabs: bool = False) -> None:
        """Reads the text; what separates cells is a tab, or what the header has: `,`, `;` or a tab.

        Raises DataError.
        """
        first = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
        mark = "\t" if tabs else max(",;\t", key=first.count)
        self.rows = _rows(text, mark)
        if not self.rows:
            raise DataError("the file is empty")
        self.header = self.rows.pop(0).cells
        self._by: dict[tuple[int, ...], dict[tuple[str, ...], list[Row]]] = {}

    def cell(self, column: Scalar, where: Sequence[tuple[Scalar, Scalar]], mistakes: Mistakes) -> str:
        """The cell of a column in the one row that `where` describes.

        Raises Misplaced with the node that is at fault.
        """
        wanted = self._column(column, mistakes)
        keys = tuple(self._column(key, mistakes) for key, _ in where)
        values = tuple(value.text.strip() for _, value in where)
        found = self._index(keys, where[0][0] if where else column).get(values, [])
        if len(found) != 1:
            raise self._not_one(found, column, where, keys, mistakes)
        row = found[0]
        if wanted >= len(row.cells) or not row.cells[wanted]:
            raise Misplaced(column, f"the cell is empty in line {row.line}")
        if len(row.cells) > len(self.header):
            message = f"line {row.line} has {len(row.cells)} cells, but the header has {len(self.header)}"
            raise Misplaced(column, message)
        return row.cells[wanted]

    def _column(self, name: Scalar, mistakes: Mistakes) -> int:
        text = name.text.strip()
        places = [at for at, each in enumerate(self.header) if each == text]
        if len(places) > 1:
            raise Misplaced(name, f"the header has `{text}` {len(places)} times")
        if not places:
            hint = mistakes.hint(text, self.header) or f" ({listed(self.header)})"
            raise Misplaced(name, f"there is no column `{text}`{hint}")
        return places[0]

    def _index(self, keys: tuple[int, ...], node: Scalar) -> dict[tuple[str, ...], list[Row]]:
        """The rows by the values of some columns, kept for the next question."""
        if keys not in self._by:
            if len(self._by) >= _MOST_KEYS:
                raise Misplaced(node, f"one file is asked in at most {_MOST_KEYS} ways")
            index: dict[tuple[str, ...], list[Row]] = {}
            for row in self.rows:
                cells = row.cells
                index.setdefault(tuple(cells[key] if key < len(cells) else "" for key in keys), []).append(
                    row
                )
            self._by[keys] = index
        return self._by[keys]

    def _not_one(
        self,
        found: list[Row],
        column: Scalar,
        where: Sequence[tuple[Scalar, Scalar]],
        keys: tuple[int, ...],
        mistakes: Mistakes,
    ) -> Misplaced:
        if not where:
            if not self.rows:
                return Misplaced(column, "the file has a header and no row")
            others = [at for at, name in enumerate(self.header) if name != column.text.strip()]
            apart = next((at for at in others if self._tells_apart(at, found)), None)
            hint = f" ({listed(self.header[at] for at in others)})"
            if apart is not None:
                hint = f", such as `where: {{{self.header[apart]}: {found[0].cells[apart]}}}`"
            return Misplaced(column, f"{len(found)} rows: say which by `where`{hint}")
        said = " and ".join(f"`{key.text.strip()}` = `{value.text.strip()}`" for key, value in where)
        if found:
            lines = ", ".join(str(row.line) for row in found[:4]) + (", …" if len(found) > 4 else "")
            others = [at for at in range(len(self.header)) if at not in keys]
            apart = next((at for at in others if self._tells_apart(at, found)), None)
            hint = ""
            if apart is not None:
                values = ", ".join(f"`{row.cells[apart]}`" for row in found[:4])
                hint = f"; `{self.header[apart]}` tells them apart: {values}"
            return Misplaced(where[0][0], f"{len(found)} rows have {said} (lines {lines}){hint}")
        # Which of the conditions leaves no row?
        for last in range(len(where)):
            before = tuple(value.text.strip() for _, value in where[:last])
            left = self._index(keys[:last], where[0][0]).get(before, [])
            known = list(
                dict.fromkeys(row.cells[keys[last]] for row in left[:10_000] if keys[last] < len(row.cells))
            )
            name, wanted = where[last]
            text = wanted.text.strip()
            if text not in known:
                hint = mistakes.hint(text, known) or f" ({listed(known)})"
                given = f" where {' and '.join(f'`{k.text}` = `{v.text}`' for k, v in where[:last])}"
                message = f"no row has `{name.text.strip()}` = `{text}`{given if last else ''}{hint}"
                return Misplaced(wanted, message)
        return Misplaced(where[-1][1], f"no row has {said}")

    def _tells_apart(self, at: int, rows: list[Row]) -> bool:
        values = [row.cells[at] for row in rows[:1_000] if at < len(row.cells)]
        return len(values) == min(len(rows), 1_000) and len(set(values)) == len(values) and all(values)


class Misplaced(Exception):  # noqa: N818
    """A question that a data file does not answer; `node` is the part of it that is at fault."""

    def __init__(self, node: Scalar, message: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message


def _rows(text: str, mark: str) -> list[Row]:
    import csv
    from io import StringIO

    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, strict=True)
    rows = []
    try:
        for cells in reader:
            if any(cells):
                rows.append(Row([cell.strip() for cell in cells], reader.line_num))
    except csv.Error as error:
        raise DataError(f"not CSV at line {reader.line_num}: {error}") from None
    return rows
