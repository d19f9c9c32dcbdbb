"""`claimlint init`."""

from __future__ import annotations

import os
import sys

import click

from claimlint import shell, streams
from claimlint.command._options import debug_option
from claimlint.models import MODEL_NAME


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", metavar="FILE", help=f"Where the draft goes.  [default: {MODEL_NAME}]")
@click.option("--stdout", is_flag=True, help="Print the draft, and write no file.")
@click.option(
    "--least",
    type=click.IntRange(1),
    metavar="N",
    help="Draft what is stated in at least so many places.  [default: 2, or 1 where little is repeated]",
)
@click.option(
    "--most", type=click.IntRange(1), metavar="N", help="Draft at most so many quantities.  [default: 200]"
)
@debug_option
def command(
    paths: tuple[str, ...], output: str | None, stdout: bool, least: int | None, most: int | None, debug: bool
) -> None:
    """Draft a canonical model from the numbers that documents state, the most repeated first.

    Every value is an assumption until a person confirms it.  The documents have no contradiction with the
    draft that they came from.
    """
    from claimlint import files
    from claimlint.life import init
    from claimlint.project import Project
    from claimlint.report.text import problem_line

    if stdout and output is not None:
        raise click.UsageError("--stdout and --output: the draft goes to one place")
    target = output or MODEL_NAME
    if not stdout and os.path.lexists(target):
        raise click.UsageError(f"{target} exists: nothing is overwritten; --stdout prints the draft")
    found, problems = files.find(paths or (".",), Project().excludes)
    draft = init.draft(found, problems, shell.on_crash(debug), least=least, most=most or init.MOST)
    for problem in draft.problems:
        streams.say(problem_line(problem).rstrip("\n"))
    if draft.model is None:
        streams.say("no number is stated in a way that a model could hold: nothing was drafted")
        sys.exit(shell.NOT_CHECKED if draft.problems else 1)
    if stdout:
        streams.write(lambda stream: stream.writelines([draft.text]))
    else:
        try:
            create(target, draft.text)
        except OSError as error:
            streams.say(f"claimlint: {target} cannot be written: {error.strerror or error}")
            sys.exit(shell.NOT_CHECKED)
    streams.say(init.told(draft, None if stdout else target))
    sys.exit(shell.NOT_CHECKED if draft.problems else 0)


def create(path: str, text: str) -> None:
    """Write a file that is not there yet, whole or not at all, and never through a symbolic link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o644)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except BaseException:
        os.unlink(path)
        raise
