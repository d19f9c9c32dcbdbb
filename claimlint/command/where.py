"""`claimlint where`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams
from claimlint.command._options import debug_option, format_option, model_option


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@model_option
@format_option
@debug_option
def command(name: str, paths: tuple[str, ...], model: str | None, output_format: str, debug: bool) -> None:
    """List every place that quotes a quantity of the canonical model.

    NAME is a quantity (move_time), one case of it ('move_time[mid-range]'), or what prose calls it.
    """
    from claimlint import files
    from claimlint.life import where
    from claimlint.life.names import UnknownName
    from claimlint.project import Project
    from claimlint.report import places

    project = Project(model=model)
    found, problems = files.find(paths or (".",), project.excludes)
    try:
        result = where.where(name, found, problems, project, shell.on_crash(debug))
    except UnknownName as error:
        raise click.UsageError(str(error)) from None
    streams.write(lambda stream: places.write(output_format, result, stream))
    sys.exit(shell.NOT_CHECKED if result.problems else 0)
