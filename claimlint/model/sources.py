"""`from`: values that stand in data files of the repository, such as the output of a benchmark."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from claimlint.model.datafiles import Files
from claimlint.model.forms import Forms
from claimlint.model.grid import Grid, Misplaced
from claimlint.model.nodes import Mapping as Block
from claimlint.model.nodes import Node, Scalar
from claimlint.model.pointer import DataError, parse, resolve
from claimlint.records import NamedTuple

if TYPE_CHECKING:
    from claimlint.model.entries import Draft

KEYS = ("file", "pointer", "where", "column", "unit")
KINDS = (".json", ".csv", ".tsv")
"""The files that a model may read: what it says of others would tell what stands in them."""

MOST_BYTES = 16 * 2**20
"""The largest data file."""
MOST_BYTES_TOGETHER = 64 * 2**20
"""All data files of a model together."""


class From(NamedTuple):
    """Where a value stands, as the model says it."""

    node: Block
    file: Scalar
    pointer: Scalar | None
    column: Scalar | None
    where: tuple[tuple[Scalar, Scalar], ...]
    unit: Scalar | None

    def __str__(self) -> str:
        if self.pointer is not None:
            return f"{self.file.text} {self.pointer.text}".rstrip()
        assert self.column is not None
        row = ", ".join(f"{key.text.strip()} = {value.text.strip()}" for key, value in self.where)
        return f"{self.file.text}{f' [{row}]' if row else ''} {self.column.text.strip()}"


def read_from(forms: Forms, node: Node) -> From | None:
    """The `from` that a node writes; None, and mistakes, when it is none."""
    if not isinstance(node, Block):
        if not (isinstance(node, Scalar) and node.bad):
            example = "{file: bench/results.json, pointer: /mean, unit: s}"
            forms.say(node, f"`from` must be a mapping, such as `{example}`")
        return None
    found: dict[str, Scalar] = {}
    where: tuple[tuple[Scalar, Scalar], ...] = ()
    good = True
    for key, value in node.entries.values():
        if key.bad:
            good = False
        elif key.text == "where":
            if isinstance(value, Block):
                where = tuple(forms.cased(value, "a column").values())
                good &= bool(where) and len(where) == len(value.entries)
                if not value.entries:
                    forms.say(value, "`where` names no column")
            else:
                good = False
                forms.say(value, "`where` must be a mapping of column to value, such as `{name: copy}`")
        elif key.text in KEYS:
            # The empty pointer is the whole file.
            whole = key.text == "pointer" and isinstance(value, Scalar) and value.text == ""
            text = value if whole else forms.text(value, key.text)
            if isinstance(text, Scalar) and not text.bad:
                found[key.text] = text
            else:
                good = False
        else:
            good = False
            forms.say(key, f"`{key.text}` is not a key of `from`{forms.hint(key.text, KEYS)}")
    entries = node.entries
    if "file" not in entries:
        good = False
        forms.say(node, "`from` has no `file`")
    if "pointer" in entries and ("column" in entries or "where" in entries):
        good = False
        other = entries["column" if "column" in entries else "where"][0]
        forms.say(
            other, f"`pointer` and `{other.text}`: a pointer leads into JSON, a column is one of a CSV file"
        )
    elif "pointer" not in entries and "column" not in entries:
        good = False
        forms.say(node, "`from` has neither `pointer` (into a JSON file) nor `column` (of a CSV file)")
    if not good:
        return None
    return From(node, found["file"], found.get("pointer"), found.get("column"), where, found.get("unit"))


Key = tuple[str, str | None]
"""A quantity and its case, None without cases."""


def read_all(
    forms: Forms, drafts: Mapping[str, Draft], files: Files | None
) -> tuple[dict[Key, str], tuple[str, ...]]:
    """What stands at every `from`, as written; and the data files that were read, in order.

    Each file is read and parsed once.  What cannot be read is a mistake, and is left out.
    """
    asked: dict[str, list[tuple[Key, From]]] = {}
    for name, draft in drafts.items():
        for case, origin in draft.origins.items():
            path = _path(forms, origin.file, files)
            if path is not None:
                asked.setdefault(path, []).append(((name, case), origin))
    found: dict[Key, str] = {}
    left = MOST_BYTES_TOGETHER
    for path, questions in asked.items():
        assert files is not None
        try:
            data = files.read(path)
            left -= len(data)
            if len(data) > MOST_BYTES or left < 0:
                limit = MOST_BYTES if len(data) > MOST_BYTES else MOST_BYTES_TOGETHER
                together = "" if len(data) > MOST_BYTES else ", all data files together,"
                raise DataError(f"it is larger{together} than {limit >> 20} MiB")
            content = _content(path, data)
        except (OSError, DataError) as error:
            what = error.message if isinstance(error, DataError) else _unreadable(error)
            for _, origin in questions:
                forms.say(origin.file, f"`{path}`: {what}")
            continue
        for key, origin in questions:
            text = _answer(forms, path, content, origin)
            if text is not None:
                found[key] = text
    return found, tuple(sorted(asked))


def _path(forms: Forms, file: Scalar, files: Files | None) -> str | None:
    """The path of a data file in the repository; None, and a mistake, when it may not be read."""
    text = file.text
    if files is None:
        forms.say(file, f"`{text}` cannot be read: the model is in no repository")
        return None
    if "\x00" in text or "\n" in text or len(text) > 1_000:
        forms.say(file, "`file` is not a path")
        return None
    if text.startswith("/") or "\\" in text or re.match("[A-Za-z]:", text):
        forms.say(file, f"`{text}`: a data file is named by its path from the model, with `/`")
        return None
    path = posixpath.normpath(posixpath.join(files.folder, text))
    if path == ".." or path.startswith("../"):
        forms.say(file, f"`{text}` leaves the repository")
        return None
    if any(part.casefold() == ".git" for part in path.split("/")):
        forms.say(file, f"`{text}` is git's own")
        return None
    if not path.lower().endswith(KINDS):
        forms.say(file, f"`{text}` is no data file: {', '.join(KINDS[:-1])} or {KINDS[-1]}")
        return None
    return path


def _unreadable(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file in the repository"
    return f"cannot be read: {error.strerror or error}"


def _content(path: str, data: bytes) -> Any:
    from claimlint.document import DecodeError, decode

    try:
        text = decode(data)
    except DecodeError as error:
        raise DataError(error.message) from None
    lower = path.lower()
    return parse(text) if lower.endswith(".json") else Grid(text, lower.endswith(".tsv"))


def _answer(forms: Forms, path: str, content: Any, origin: From) -> str | None:
    try:
        if origin.pointer is not None:
            if isinstance(content, Grid):
                message = f"`{path}` is a CSV file: name a `column`, and the row by `where`"
                raise Misplaced(origin.pointer, message)
            try:
                return resolve(content, origin.pointer.text, forms.mistakes)
            except DataError as error:
                forms.say(origin.pointer, f"`{path}`: {error.message}", error.at)
                return None
        assert origin.column is not None
        if not isinstance(content, Grid):
            raise Misplaced(origin.column, f"`{path}` is a JSON file: name the value by a `pointer`")
        return content.cell(origin.column, origin.where, forms.mistakes)
    except Misplaced as error:
        prefix = "" if error.message.startswith("`" + path) else f"`{path}`: "
        forms.say(error.node, prefix + error.message)
        return None
