"""Options that several commands share, and what they come to."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Report
    from claimlint.outputs import Output

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
        no_cache: bool,
        **rest: Any,
    ) -> None:
        from claimlint.git import GitError
        from claimlint.project import Project, UnknownRule

        project = Project(
            config=config,
            isolated=isolated,
            select=names(select) if select else None,
            ignore=names(ignore),
            model=model,
            cache=not no_cache,
        )
        try:
            function(project=project, **rest)
        except (GitError, UnknownRule) as error:
            from claimlint.report.terminal import visible

            raise click.UsageError(visible(str(error))) from None

    options = (
        model_option,
        click.option("--config", metavar="FILE", help="A settings file, in place of those found."),
        click.option("--isolated", is_flag=True, help="Read no settings file."),
        click.option(
            "--select", multiple=True, metavar="RULE,…", help="Run these rules only (all: every one)."
        ),
        click.option("--ignore", multiple=True, metavar="RULE,…", help="Do not run these rules."),
        click.option(
            "--no-cache", is_flag=True, help="Read nothing from .claimlint_cache, and write nothing there."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def output_options(function: Callable[..., None]) -> Callable[..., None]:
    """Options that say where reports go and what fails a run; the command takes `outputs` and `judge`."""
    from claimlint.report import formats

    @functools.wraps(function)
    def command(
        *,
        output_format: tuple[str, ...],
        output_file: str | None,
        statistics: bool,
        max_warnings: int | None,
        require_coverage: Fraction | None,
        **rest: Any,
    ) -> None:
        from claimlint import limits
        from claimlint.outputs import OutputError, parse

        try:
            outputs: tuple[Output, ...] = parse(output_format, output_file)
        except OutputError as error:
            raise click.UsageError(str(error)) from None

        def judge(report: Report) -> Report:
            judged = limits.limited(report, max_warnings=max_warnings, require_coverage=require_coverage)
            return limits.counted(judged) if statistics else judged

        function(outputs=outputs, judge=judge, **rest)

    options = (
        click.option(
            "--output-format",
            multiple=True,
            metavar="FORMAT[=FILE]",
            shell_complete=lambda _context, _option, start: [
                name for name in formats() if name.startswith(start)
            ],
            help=f"{', '.join(formats())}; several, when all but one have a file.  [default: text]",
        ),
        click.option("--output-file", metavar="FILE", help="Where the format without a file goes."),
        click.option("--statistics", is_flag=True, help="Count the findings of each rule."),
        click.option(
            "--max-warnings",
            type=click.IntRange(min=0),
            metavar="N",
            help="Exit with 1 when there are more warnings.",
        ),
        click.option(
            "--require-coverage",
            callback=_percent,
            metavar="PERCENT",
            help="Exit with 1 when fewer of the claims were tied to the model or recomputed.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _percent(ctx: click.Context, param: click.Parameter, value: str | None) -> Fraction | None:
    """A percentage from 0 to 100, read exactly; a % sign may follow."""
    if value is None:
        return None
    try:
        percent = Fraction(value.strip().removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        percent = Fraction(-1)
    if not 0 <= percent <= 100:
        raise click.BadParameter(f"{value!r} is not a percentage from 0 to 100")
    return percent
