"""Options that several commands share, and what they come to."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from claimlint.report import FORMATS

if TYPE_CHECKING:
    from claimlint.files import File

STDIN_NAME = "stdin.md"

paths_argument = click.argument("paths", nargs=-1, metavar="[PATH]...")
model_option = click.option(
    "--model", metavar="FILE", help="The canonical model, in place of the nearest CANONICAL-NUMBERS.md."
)
format_option = click.option(
    "--output-format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="text for people, json for programs.",
)
report_option = click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="text for people, json for programs.",
)
stdin_option = click.option(
    "--stdin-filename",
    metavar="NAME",
    help=f"The name of what `-` reads: its extension is the format, its folder is where the canonical"
    f" model is looked for.  [default: {STDIN_NAME}]",
)
debug_option = click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")


def chosen(paths: tuple[str, ...], stdin_filename: str | None) -> tuple[str, ...] | File:
    """The paths, the current folder without any, or the file that `-`, standard input, stands for."""
    from claimlint import files

    if "-" not in paths:
        if stdin_filename is not None:
            raise click.UsageError("--stdin-filename goes with the path -")
        return paths or (".",)
    if len(paths) > 1:
        raise click.UsageError("- cannot be combined with other paths")
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    data = sys.stdin.buffer.read(files.MAX_SIZE + 1)
    return files.standard_input(data, stdin_filename or STDIN_NAME)


def names(values: tuple[str, ...]) -> list[str]:
    """The names of repeated options, each of which may hold several with commas between."""
    return [name for value in values for part in value.split(",") if (name := part.strip())]


def project_options(function: Callable[..., None]) -> Callable[..., None]:
    """Options that make the `Project` of a command, which takes it as `project`."""

    @functools.wraps(function)
    def command(
        *,
        model: str | None,
        config: str | None,
        isolated: bool,
        select: tuple[str, ...],
        ignore: tuple[str, ...],
        **rest: Any,
    ) -> None:
        from claimlint.project import Project, UnknownRule

        project = Project(
            config=config,
            isolated=isolated,
            select=names(select) if select else None,
            ignore=names(ignore),
            model=model,
        )
        try:
            function(project=project, **rest)
        except UnknownRule as error:
            raise click.UsageError(str(error)) from None

    options = (
        model_option,
        click.option("--config", metavar="FILE", help="A settings file, in place of those found."),
        click.option("--isolated", is_flag=True, help="Read no settings file."),
        click.option(
            "--select", multiple=True, metavar="RULE,…", help="Run these rules only (all: every one)."
        ),
        click.option("--ignore", multiple=True, metavar="RULE,…", help="Do not run these rules."),
    )
    for option in reversed(options):
        command = option(command)
    return command
