"""`claimlint baseline`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams
from claimlint.command._options import debug_option, paths_argument, project_options
from claimlint.project import Project


@click.command()
@paths_argument
@project_options
@click.option(
    "-o",
    "--output-file",
    "output",
    metavar="FILE",
    help="The baseline, in place of that of the settings or .claimlint-baseline.json at the repository's"
    " root.",
)
@click.option("--prune", is_flag=True, help="Only remove entries that no longer occur.")
@debug_option
def command(paths: tuple[str, ...], project: Project, output: str | None, prune: bool, debug: bool) -> None:
    """Write today's findings into a file, so that `check --baseline` reports only new ones.

    Entries of files outside the paths stay as they are.  What could not be checked is never written.

    Exit status: 0 when everything could be checked, else 2.
    """
    from claimlint import baseline, files, run
    from claimlint.report.terminal import visible
    from claimlint.report.text import problem_line

    named = paths or (".",)
    found, problems = files.find(named, project.excludes)
    report = run.check(found, problems, project, shell.on_crash(debug))
    shell.say_warnings(project)
    for problem in report.problems:
        streams.say(problem_line(problem).rstrip("\n"))
    try:
        written = (baseline.prune if prune else baseline.write)(report, named, found, project, output)
    except baseline.BrokenBaseline as broken:
        streams.say(problem_line(broken.problem).rstrip("\n"))
        sys.exit(shell.NOT_CHECKED)
    except OSError as error:
        streams.say(f"claimlint: the baseline cannot be written: {error.strerror or error}")
        sys.exit(shell.NOT_CHECKED)
    lines = [
        f"{visible(each.path)}: {each.findings} finding{'s' * (each.findings != 1)}"
        f" ({each.added} added, {each.removed} removed)\n"
        for each in written
    ]
    streams.write(lambda stream: stream.writelines(lines))
    sys.exit(shell.NOT_CHECKED if report.problems else 0)
