"""Finds the settings of each file: the nearest above it, never above its repository."""

from __future__ import annotations

import os
from typing import Any

from claimlint import files
from claimlint.document import DecodeError, decode
from claimlint.findings import Problem
from claimlint.settings.record import ALL, BrokenSettings, Settings
from claimlint.tree import DISK, Tree

NAMES = (".claimlint.yaml", "claimlint.yaml", "pyproject.toml")
"""Settings files, the first of a folder decides; the last one only with a `[tool.claimlint]`."""

_DEEPEST = 16
_MERGED = ("severity", "options")
_JOINED = ("ignore", "exclude", "per_file_ignores", "rules")
_DEFAULTS = Settings()


class Finder:
    """Finds and loads settings files, each once.

    `named` is a file that holds for everything in place of those found; with `isolated` there are none.
    `broken` are the settings that do not load, by their path as reports name it.
    """

    def __init__(self, tree: Tree = DISK, named: str | None = None, isolated: bool = False) -> None:
        self.tree = tree
        self.named = named
        self.isolated = isolated
        self.broken: dict[str, BrokenSettings] = {}
        self.warnings: list[Problem] = []
        self._near: dict[tuple[str, str], Settings | BrokenSettings] = {}
        self._loaded: dict[str, Settings | BrokenSettings | None] = {}

    def of(self, folder: str, root: str) -> Settings:
        """The settings of the files in an absolute folder of a repository; raises BrokenSettings."""
        if self.isolated:
            return _DEFAULTS
        key = folder, root
        if key not in self._near:
            self._near[key] = self._nearest(folder, root)
        found = self._near[key]
        if isinstance(found, BrokenSettings):
            raise found
        return found

    def _nearest(self, folder: str, root: str) -> Settings | BrokenSettings:
        if self.named is not None:
            path = os.path.abspath(self.named)
            found = self._load(path, os.path.dirname(path) or root)
            if found is None:
                where = "has no [tool.claimlint]" if self.tree.exists(path) else "does not exist"
                found = self._fail(path, Problem(self.named, None, None, where))
            return found
        chosen: Settings | BrokenSettings | None = None
        present = [name for name in NAMES if self.tree.exists(os.path.join(folder, name))]
        for name in present:
            path = os.path.join(folder, name)
            if chosen is None:
                chosen = self._load(path, root)
            elif name != NAMES[-1]:
                about = f"is not read: {present[0]} stands beside it"
                self.warnings.append(Problem(_shown(path), None, None, about))
        above = os.path.dirname(folder)
        if chosen is not None or folder == root or above == folder:
            return chosen or _DEFAULTS
        try:
            return self.of(above, root)
        except BrokenSettings as broken:
            return broken

    def _load(self, path: str, root: str) -> Settings | BrokenSettings | None:
        if path not in self._loaded:
            try:
                self._loaded[path] = self._read(path, root)
            except BrokenSettings as broken:
                self.broken[broken.path] = broken
                self._loaded[path] = broken
        return self._loaded[path]

    def _fail(self, path: str, *problems: Problem) -> BrokenSettings:
        broken = BrokenSettings(_shown(path), problems)
        self.broken[broken.path] = broken
        return broken

    def _read(self, path: str, root: str) -> Settings | None:
        """The settings in a file; None for a pyproject.toml without any.  Raises BrokenSettings."""
        parts = self._parts(path, root, ())
        if parts is None:
            return None
        fields: dict[str, Any] = {}
        for part in parts:
            for name, value in part.items():
                if name in _MERGED:
                    fields[name] = {**fields.get(name, {}), **value}
                elif name in _JOINED:
                    fields[name] = (*fields.get(name, ()), *value)
                else:
                    fields[name] = value
        extended = tuple(dict.fromkeys(part["path"] for part in parts[:-1]))
        fields.pop("extends", None)
        return Settings(
            **{**fields, "path": _shown(path), "folder": os.path.dirname(path), "extended": extended}
        )

    def _parts(self, path: str, root: str, users: tuple[str, ...]) -> list[dict[str, Any]] | None:
        """What a file and those that it extends say, the farthest first."""
        shown = _shown(path)
        text = self._text(path, root)
        if text is None:
            if users:
                raise BrokenSettings(
                    shown, (Problem(shown, None, None, f"does not exist; {users[-1]} extends it"),)
                )
            return None
        is_toml = path.endswith(".toml")
        if is_toml and "claimlint" not in text:
            return None
        from claimlint.model.mistakes import Mistakes
        from claimlint.settings import formats, keys

        mistakes = Mistakes()
        tree = formats.from_toml(text, mistakes) if is_toml else formats.from_yaml(text, mistakes)
        if tree is None and is_toml and not mistakes:
            return None
        reading = keys.Reading(os.path.dirname(path), mistakes, [])
        fields = keys.read(tree, reading) if tree is not None else {}
        model = fields.get("model")
        if tree is not None and model and not files.lies_in(model, files.repository(os.path.dirname(path))):
            about = "leads outside the repository: only the command line names files out there"
            mistakes.add(tree.entries["model"][1].place(), about)
        before: list[dict[str, Any]] = []
        base = fields.get("extends")
        if base is not None and tree is not None:
            node = tree.entries["extends"][1]
            if base == path or _shown(base) in users:
                way = " → ".join((*users, shown, _shown(base)))
                mistakes.add(node.place(), f"settings that extend each other in a circle: {way}")
            elif len(users) >= _DEEPEST:
                mistakes.add(node.place(), f"more than {_DEEPEST} settings files extend each other")
            elif not mistakes:
                before = self._parts(base, root, (*users, shown)) or []
                if not before:
                    mistakes.add(node.place(), f"{_shown(base)} has no settings")
        rules = [*(folder for part in before for folder in part.get("rules", ())), *fields.get("rules", ())]
        if tree is not None:
            self._check_rules(tuple(rules), root, reading, fields)
        if mistakes:
            raise BrokenSettings(shown, tuple(Problem(shown, *mistake) for mistake in mistakes.all()))
        return [*before, {**fields, "path": shown}]

    def _check_rules(self, folders: tuple[str, ...], root: str, reading: Any, fields: dict[str, Any]) -> None:
        """Adds a mistake for every rule and option that is named and does not exist."""
        from claimlint.settings.options import read_options
        from claimlint.settings.own import all_rules

        known = {rule.name: rule for rule in all_rules(folders, root, self.tree)}
        for name, place in reading.named:
            if name not in known:
                hint = reading.mistakes.hint(name, known) or "; `claimlint rules` lists them"
                if name == ALL:
                    hint = "; only `select` knows it"
                reading.mistakes.add(place, f"unknown rule {name!r}{hint}")
        for name, options in fields.get("options", {}).items():
            if name in known:
                fields["options"][name] = read_options(known[name], options, reading.mistakes)

    def _text(self, path: str, root: str) -> str | None:
        shown = _shown(path)
        try:
            data = self.tree.read(path, root)
            return decode(data) if data is not None else None
        except DecodeError as error:
            raise BrokenSettings(shown, (Problem(shown, error.line, error.column, error.message),)) from None
        except OSError as error:
            raise BrokenSettings(shown, (files.unreadable(shown, error),)) from None


def _shown(path: str) -> str:
    """The path as reports name it."""
    return os.path.relpath(path)
