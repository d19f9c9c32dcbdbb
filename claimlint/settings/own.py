"""The rules of a project: those that claimlint brings, and the rule files of its own folders."""

from __future__ import annotations

import os

from claimlint import files
from claimlint import rules as shipped
from claimlint.findings import Problem
from claimlint.rules import Rule
from claimlint.settings.record import BrokenSettings
from claimlint.tree import Tree


def all_rules(folders: tuple[str, ...], root: str, tree: Tree) -> tuple[Rule, ...]:
    """All rules by name, without examples; raises BrokenSettings with the mistakes of the rule files."""
    rules = shipped.load(examples=False)
    return rules if not folders else tuple(sorted((*rules, *own_rules(folders, root, tree)), key=_name))


def own_rules(folders: tuple[str, ...], root: str, tree: Tree) -> tuple[Rule, ...]:
    """The rules in the files of absolute folders, with their examples; raises BrokenSettings."""
    return tuple(rule_files(folders, root, tree).values())


def rule_files(folders: tuple[str, ...], root: str, tree: Tree) -> dict[str, Rule]:
    """The rules in the files of absolute folders by the path of their file; raises BrokenSettings."""
    from claimlint.rulefile import RuleError, parse_all

    content: dict[str, bytes] = {}
    problems: list[Problem] = []
    for folder in folders:
        shown = os.path.relpath(folder)
        try:
            names = [name for name in tree.names(folder, root) if name.endswith(".yaml")]
            if not names:
                problems.append(Problem(shown, None, None, "holds no rule file (NAME.yaml)"))
            for name in names:
                data = tree.read(os.path.join(folder, name), root)
                if data is not None:
                    content[os.path.join(shown, name)] = data
        except OSError as error:
            problems.append(files.unreadable(shown, error))
    found: dict[str, Rule] = {}
    try:
        found = dict(zip(content, parse_all(content), strict=True))
    except RuleError as error:
        problems.extend(error.problems)
    seen = {rule.name: "claimlint itself" for rule in shipped.load(examples=False)}
    for path, rule in found.items():
        if rule.name in seen:
            problems.append(
                Problem(path, 1, 1, f"there is a rule {rule.name!r} already, of {seen[rule.name]}")
            )
        seen[rule.name] = path
    if problems:
        raise BrokenSettings(problems[0].path, tuple(problems))
    return found


def _name(rule: Rule) -> str:
    return rule.name
