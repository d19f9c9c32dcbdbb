"""What settings say, whatever file they were written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimlint.findings import Problem
from claimlint.records import NamedTuple

OFF = "off"
"""The severity of a rule that is not run."""
ALL = "all"
"""Stands for every rule in `select`."""


class Settings(NamedTuple):
    """The settings that hold for the files of a folder.

    `path` is the file they stand in, as reports name it (None for the defaults), and `folder` its absolute
    folder, to which the patterns of `exclude` and `per_file_ignores` are relative.  `model`, `baseline`
    and `rules` are absolute paths.  `select` is None when all rules run.  `extended` are the further files
    that were read.
    """

    path: str | None = None
    folder: str = ""
    model: str | None = None
    baseline: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = {}
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = {}
    extended: tuple[str, ...] = ()


class BrokenSettings(Exception):  # noqa: N818
    """Settings that do not load; `problems` say why.  Nothing that they hold for is linted."""

    def __init__(self, path: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(path)
        self.path = path
        self.problems = problems
