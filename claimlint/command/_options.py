"""Options that several commands share, and what they come to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from claimlint.report import FORMATS

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Problem

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


def find(paths: tuple[str, ...], stdin_filename: str | None) -> tuple[list[File], list[Problem]]:
    """The files that the paths name, the current folder without any; `-` is standard input."""
    from claimlint import files

    paths = paths or (".",)
    if "-" not in paths:
        if stdin_filename is not None:
            raise click.UsageError("--stdin-filename goes with the path -")
        return files.find(paths)
    if len(paths) > 1:
        raise click.UsageError("- cannot be combined with other paths")
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    data = sys.stdin.buffer.read(files.MAX_SIZE + 1)
    return [files.standard_input(data, stdin_filename or STDIN_NAME)], []
