"""`claimlint extract`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams
from claimlint.command._options import chosen, debug_option, format_option, paths_argument, stdin_option


@click.command()
@paths_argument
@format_option
@stdin_option
@debug_option
def command(paths: tuple[str, ...], output_format: str, stdin_filename: str | None, debug: bool) -> None:
    """List every claim of files, folders, or standard input (-), and how it was read."""
    from claimlint import api
    from claimlint.report import claims

    found = api.extract(chosen(paths, stdin_filename), on_crash=shell.on_crash(debug))
    streams.write(lambda stream: claims.write(output_format, found.claims, found.problems, stream))
    sys.exit(shell.NOT_CHECKED if found.problems else 0)
