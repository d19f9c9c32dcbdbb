"""`claimlint what-if`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams
from claimlint.command._options import debug_option, format_option, project_options
from claimlint.project import Project


@click.command()
@click.argument("assignments", nargs=-1, required=True, metavar="NAME[CASE]=VALUE... [PATH]...")
@project_options
@format_option
@debug_option
def command(assignments: tuple[str, ...], project: Project, output_format: str, debug: bool) -> None:
    """Show what another value would change: in the canonical model, and in the lines that quote it.

    Give one or more assignments, such as 'bandwidth[mid-range]=60 GB/s', then the paths to look at (the
    current folder by default).
    """
    from claimlint import files
    from claimlint.life import whatif
    from claimlint.life.assign import WrongAssignment, is_assignment
    from claimlint.life.names import UnknownName
    from claimlint.report import whatif as whatif_report

    count = next((at for at, each in enumerate(assignments) if not is_assignment(each)), len(assignments))
    if not count:
        raise click.UsageError(f"{assignments[0]!r} is no assignment: write NAME=VALUE or NAME[CASE]=VALUE")
    found, problems = files.find(assignments[count:] or (".",), project.excludes)
    try:
        result = whatif.what_if(assignments[:count], found, problems, project, shell.on_crash(debug))
    except (UnknownName, WrongAssignment) as error:
        raise click.UsageError(str(error)) from None
    streams.write(lambda stream: whatif_report.write(output_format, result, stream))
    sys.exit(shell.NOT_CHECKED if result.problems else 0)
