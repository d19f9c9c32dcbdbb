"""The rules that can be named in a folder: those that claimlint brings, and those of its settings."""

from __future__ import annotations

import os

from claimlint import rules
from claimlint.findings import Problem
from claimlint.rules import Rule


def rules_here(examples: bool = True) -> tuple[tuple[Rule, ...], tuple[Problem, ...]]:
    """The rules of the current folder by name, and why its own ones are not among them, if so."""
    from claimlint.files import repository
    from claimlint.project import BrokenSettings, Project
    from claimlint.settings.own import own_rules

    here = os.getcwd()
    root = repository(here)
    project = Project()
    shipped = rules.load(examples)
    try:
        folders = project.finder.of(here, root).rules
        own = own_rules(folders, root, project.tree) if folders else ()
    except BrokenSettings as broken:
        return shipped, broken.problems
    return tuple(sorted((*shipped, *own), key=lambda rule: rule.name)), ()
