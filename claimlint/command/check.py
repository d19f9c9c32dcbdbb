"""`claimlint check`."""

from __future__ import annotations

import sys

import click

from claimlint import shell
from claimlint.command._options import (
    debug_option,
    find,
    model_option,
    paths_argument,
    report_option,
    stdin_option,
)


@click.command()
@paths_argument
@model_option
@report_option
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="auto: on a terminal, unless NO_COLOR is set.",
)
@click.option(
    "--explain", is_flag=True, help="Say of each claim what it was tied to and why, or why it is unchecked."
)
@stdin_option
@debug_option
def command(
    paths: tuple[str, ...],
    model: str | None,
    output_format: str,
    color: str,
    explain: bool,
    stdin_filename: str | None,
    debug: bool,
) -> None:
    """Check the numbers in files, folders, or standard input (-); the current folder by default.

    Exit status: 0 without errors, 1 with errors, 2 when something could not be checked.
    """
    found, problems = find(paths, stdin_filename)
    status = shell.check(
        found,
        problems,
        model=model,
        output_format=output_format,
        color=color,
        explain=explain,
        debug=debug,
    )
    sys.exit(status)
