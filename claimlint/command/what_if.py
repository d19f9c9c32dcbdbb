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
@click.option("--fix", is_flag=True, help="Rewrite the model and the pages that quote it, all or nothing.")
@debug_option
def command(
    assignments: tuple[str, ...], project: Project, output_format: str, fix: bool, debug: bool
) -> None:
    """Show what another value would change: in the canonical model, and in the lines that quote it.

    Give one or more assignments, such as 'bandwidth[mid-range]=60 GB/s', then the paths to look at (the
    current folder by default).

    Exit status: 0, or 1 when --fix had to leave a line that is wrong then, 2 when something could not be
    read or written.
    """
    from claimlint import files
    from claimlint.life import rewriting, whatif
    from claimlint.life.assign import WrongAssignment, is_assignment
    from claimlint.life.names import UnknownName
    from claimlint.report import whatif as whatif_report

    count = next((at for at, each in enumerate(assignments) if not is_assignment(each)), len(assignments))
    if not count:
        raise click.UsageError(f"{assignments[0]!r} is no assignment: write NAME=VALUE or NAME[CASE]=VALUE")
    found, problems = files.find(assignments[count:] or (".",), project.excludes)
    try:
        result = whatif.what_if(assignments[:count], found, problems, project, shell.on_crash(debug))
        rewritten = rewriting.rewrite(result, project) if fix else None
        rewriting.write(rewritten or ())
    except (UnknownName, WrongAssignment) as error:
        raise click.UsageError(str(error)) from None
    except rewriting.NothingWritten as error:
        streams.say(f"claimlint: {error}")
        sys.exit(shell.NOT_CHECKED)
    streams.write(lambda stream: whatif_report.write(output_format, result, rewritten, stream))
    left = any(each.left for each in rewritten or ())
    sys.exit(shell.NOT_CHECKED if result.problems else 1 if left else 0)
