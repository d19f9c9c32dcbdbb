"""What a shell completes: commands, options and choices by click; files, rules and quantities are here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = ("bash", "fish", "zsh")
VARIABLE = "_CLAIMLINT_COMPLETE"
"""Set by the scripts when they ask."""

_SAFE = re.compile(r"[a-z][a-z0-9_-]*")
"""What may reach a shell of what a repository names."""


def script(shell: str, group: click.Group) -> str:
    """The script that makes a shell complete `claimlint`; ValueError for a shell that is not known."""
    found = get_completion_class(shell)
    if found is None:
        raise ValueError(f"no completion for {shell}")
    return found(group, {}, "claimlint", VARIABLE).source()


def attach(command: click.Command) -> None:
    """Give the parameters of a command the types that complete them, by their names and metavars."""
    for param in command.params:
        if param.type is not click.STRING:
            continue
        shown = param.metavar or ""
        if param.name in ("rule", "select", "ignore"):
            param.type = _Names(_rules, several=param.name != "rule")
        elif param.name in ("name", "assignments"):
            param.type = _Names(_quantities)
        elif param.name == "stdin_filename" or re.search("FILE|PATH|FOLDER", shown) or param.name == "file":
            param.type = _Files()


if TYPE_CHECKING:
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType  # Older releases have no type arguments.


class _Files(_Type):
    """The shell completes names of files itself."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
        return [CompletionItem(start, type="file")]


class _Names(_Type):
    """Names; with `several`, after commas too."""

    name = "name"

    def __init__(self, known: Callable[[], Iterable[tuple[str, str]]], several: bool = False) -> None:
        self.known = known
        self.several = several

    def shell_complete(self, ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
        before, comma, last = start.rpartition(",") if self.several else ("", "", start)
        given = set(before.split(","))
        return [
            CompletionItem(before + comma + name, help=about)
            for name, about in self.known()
            if name.startswith(last) and name not in given and _SAFE.fullmatch(name)
        ]


def _rules() -> Iterator[tuple[str, str]]:
    from claimlint.known import rules_here
    from claimlint.report.terminal import visible

    for rule in rules_here(examples=False)[0]:
        yield rule.name, visible(rule.summary)


def _quantities() -> Iterator[tuple[str, str]]:
    from claimlint.files import standard_input
    from claimlint.project import BrokenModel, BrokenSettings, Project

    try:
        model = Project().model(standard_input(b"", os.path.join(os.curdir, "page.md")))
    except (BrokenModel, BrokenSettings):
        return
    for name in model.quantities if model is not None else ():
        yield name, ""
