"""`claimlint rules`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams


@click.command()
def command() -> None:
    """List the rules, with those of your own that the settings name."""
    from claimlint.known import rules_here
    from claimlint.report import stories
    from claimlint.report.text import problem_line

    known, problems = rules_here(examples=False)
    streams.write(lambda stream: stories.write_list(known, stream))
    for problem in problems:
        streams.say(problem_line(problem).rstrip("\n"))
    sys.exit(shell.NOT_CHECKED if problems else 0)
