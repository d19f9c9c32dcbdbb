"""What holds for each file of a run: its settings, its rules, its canonical model."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from claimlint.findings import Problem
from claimlint.models import BrokenModel, Models
from claimlint.settings.find import Finder
from claimlint.settings.record import ALL, OFF, BrokenSettings, Settings
from claimlint.tree import DISK, Tree

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.ignore import Chain
    from claimlint.model.model import Model
    from claimlint.rules import Rule

__all__ = ["BrokenModel", "BrokenSettings", "Project", "UnknownRule"]


class UnknownRule(ValueError):  # noqa: N818
    """A rule that was asked for by a name that no rule has; the text says what was meant."""


class Project:
    """Finds settings, rules and models, each once.

    `tree` is where they are read from.  `config` is a settings file in place of those found, and with
    `isolated` there is none.  `select` and `ignore` are names of rules as the command line gives them:
    `select` replaces that of the settings, `ignore` adds to it.  `model` is a canonical file for all.
    With `cache` results and models are kept in the repository; `progress` is called with how many files are
    done, of how many.
    """

    def __init__(
        self,
        *,
        tree: Tree = DISK,
        config: str | None = None,
        isolated: bool = False,
        select: Iterable[str] | None = None,
        ignore: Iterable[str] = (),
        model: str | None = None,
        cache: bool = True,
    ) -> None:
        self.cache = cache
        self.progress: Callable[[int, int], None] | None = None
        self.tree = tree
        self.finder = Finder(tree, config, isolated)
        self.models = Models(model, tree, cache)
        self.select = tuple(select) if select is not None else None
        self.ignore = tuple(ignore)
        self._rules: dict[tuple[str | None, tuple[str, ...]], tuple[Rule, ...]] = {}
        self._excluded: dict[str | None, Chain] = {}
        self._own_names: dict[str | None, frozenset[str]] = {}

    def at(self, tree: Tree) -> Project:
        """The same, read from elsewhere."""
        return Project(
            tree=tree,
            config=self.finder.named,
            isolated=self.finder.isolated,
            select=self.select,
            ignore=self.ignore,
            model=self.models.named,
            cache=self.cache,
        )

    @property
    def elsewhere(self) -> Tree | None:
        """Where it is read from, None when that is the files as they are."""
        return None if self.tree is DISK else self.tree

    def settings(self, file: File) -> Settings:
        """The file's settings; raises BrokenSettings."""
        return self.finder.of(file.folder, file.root)

    def model(self, file: File) -> Model | None:
        """The file's canonical model, None when it has none; raises BrokenModel and BrokenSettings."""
        settings = self.settings(file)
        if settings.model is not None and self.models.named is None:
            return self.models.load(os.path.relpath(settings.model))
        return self.models.of(file)

    def has_baseline(self, file: File) -> bool:
        """Whether the file's settings, if they load, name a baseline."""
        try:
            return self.settings(file).baseline is not None
        except BrokenSettings:
            return False

    def rules(self, file: File) -> tuple[Rule, ...]:
        """The rules that run on the file, with the severities and options that hold there.

        Raises BrokenSettings, and UnknownRule for a name of the command line.
        """
        settings = self.settings(file)
        left_out = self._ignored_for(settings, file)
        key = settings.path, left_out
        if key not in self._rules:
            self._rules[key] = self._effective(settings, left_out, file.root)
        return self._rules[key]

    def own_names(self, file: File) -> frozenset[str]:
        """The names of the rules in the folders of its settings, run or not; raises BrokenSettings."""
        settings = self.settings(file)
        if not settings.rules:
            return frozenset()
        if settings.path not in self._own_names:
            from claimlint.settings.own import own_rules

            names = frozenset(rule.name for rule in own_rules(settings.rules, file.root, self.tree))
            self._own_names[settings.path] = names
        return self._own_names[settings.path]

    def excludes(self, folder: str, root: str, path: str, is_folder: bool) -> bool:
        """Whether the settings of an absolute folder leave out what it holds at an absolute path.

        Settings that do not load leave out nothing: they are reported with the files below them.
        """
        try:
            settings = self.finder.of(folder, root)
        except BrokenSettings:
            return False
        if not settings.exclude:
            return False
        from claimlint import ignore

        if settings.path not in self._excluded:
            self._excluded[settings.path] = ignore.chain(settings.folder, settings.exclude)
        return ignore.matches(self._excluded[settings.path], path, is_folder)

    def broken(self) -> list[Problem]:
        """The problems of all settings and models that were met and do not load."""
        settings = (problem for met in self.finder.broken.values() for problem in met.problems)
        return [*settings, *(problem for met in self.models.broken.values() for problem in met.problems)]

    def _ignored_for(self, settings: Settings, file: File) -> tuple[str, ...]:
        if not settings.per_file_ignores:
            return ()
        from claimlint import ignore

        path = os.path.abspath(file.path)
        found: dict[str, None] = {}
        for line, names in settings.per_file_ignores:
            if ignore.covers(ignore.chain(settings.folder, (line,)), path, settings.folder):
                found.update(dict.fromkeys(names))
        return tuple(found)

    def _effective(self, settings: Settings, left_out: tuple[str, ...], root: str) -> tuple[Rule, ...]:
        if settings.rules:
            from claimlint.settings.own import all_rules

            rules = all_rules(settings.rules, root, self.tree)
        else:
            from claimlint.rules import load

            rules = load(examples=False)
        known = {rule.name for rule in rules}
        for name in (*(self.select or ()), *self.ignore):
            if name not in known and name != ALL:
                raise UnknownRule(_unknown(name, known))
        chosen = settings.select if self.select is None else None if ALL in self.select else self.select
        ignored = {*settings.ignore, *self.ignore, *left_out}
        if self.select is not None:  # Who asks for a rule by name gets it.
            ignored -= set(self.select) - set(self.ignore)
        return tuple(
            _adjusted(rule, settings.severity, settings.options)
            for rule in rules
            if (chosen is None or rule.name in chosen)
            and rule.name not in ignored
            and (settings.severity.get(rule.name) != OFF or rule.name in (self.select or ()))
        )


def _adjusted(rule: Rule, severity: Mapping[str, str], options: Mapping[str, Mapping[str, object]]) -> Rule:
    wanted = severity.get(rule.name)
    if wanted is not None and wanted != OFF:
        rule = rule._replace(severity=wanted, without_model=wanted, fixed_severity=True)
    if rule.name in options:
        rule = rule._replace(options={**rule.options, **options[rule.name]})
    return rule


def _unknown(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1)
    return f"unknown rule {name!r}; " + (
        f"did you mean {near[0]!r}?" if near else "`claimlint rules` lists them"
    )
