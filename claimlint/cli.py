"""The command line.  Whatever costs start-up time is imported by the command that needs it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from claimlint import __version__, commands, streams
from claimlint.report import FORMATS

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Problem

STDIN_NAME = "stdin.md"

paths_argument = click.argument("paths", nargs=-1, metavar="[PATH]...")
format_option = click.option(
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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="claimlint")
def cli() -> None:
    """A linter for the numbers in technical documents."""


@cli.command()
@paths_argument
@click.option(
    "--model", metavar="FILE", help="The canonical model, in place of the nearest CANONICAL-NUMBERS.md."
)
@format_option
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
def check(
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
    found, problems = _find(paths or (".",), stdin_filename)
    status = commands.check(
        found,
        problems,
        model=model,
        output_format=output_format,
        color=color,
        explain=explain,
        debug=debug,
    )
    sys.exit(status)


@cli.command()
@paths_argument
@format_option
@stdin_option
@debug_option
def extract(paths: tuple[str, ...], output_format: str, stdin_filename: str | None, debug: bool) -> None:
    """List every claim of files, folders, or standard input (-), and how it was read."""
    from claimlint import run
    from claimlint.models import Models
    from claimlint.report import claims

    found, problems = _find(paths or (".",), stdin_filename)
    entries = list(run.extract(found, problems, Models(), commands.on_crash(debug)))
    streams.write(lambda stream: claims.write(output_format, entries, problems, stream))
    sys.exit(commands.NOT_CHECKED if problems else 0)


@cli.command()
@click.argument("file", required=False)
@format_option
def model(file: str | None, output_format: str) -> None:
    """Print a canonical model with every value it defines; by default the nearest above this folder."""
    import os

    from claimlint.files import repository
    from claimlint.models import MODEL_NAME, BrokenModel, Models
    from claimlint.report import model as model_report

    here = os.getcwd()
    try:
        loaded = Models(file).of_folder(here, repository(here))
    except BrokenModel as broken:
        problems = broken.problems
        streams.write(lambda stream: model_report.write_problems(output_format, problems, stream))
        sys.exit(commands.NOT_CHECKED)
    if loaded is None:
        raise click.UsageError(
            f"there is no {MODEL_NAME} in this folder or above it, up to the repository's root"
        )
    streams.write(lambda stream: model_report.write(output_format, loaded, stream))


@cli.command()
def rules() -> None:
    """List the rules."""
    from claimlint import rules as rule_files
    from claimlint.report import stories

    streams.write(lambda stream: stories.write_list(rule_files.load(), stream))


@cli.command()
@click.argument("rule")
def explain(rule: str) -> None:
    """Say what a rule asks for and why, with examples."""
    from claimlint import rules as rule_files
    from claimlint.report import stories

    known = {each.name: each for each in rule_files.load()}
    if rule not in known:
        import difflib

        near = difflib.get_close_matches(rule, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
        raise click.UsageError(f"there is no rule {rule!r}; {hint}")
    streams.write(lambda stream: stories.write_story(known[rule], stream))


def main() -> NoReturn:
    """Run the command; never returns."""

    def read_and_run() -> object:
        try:
            return cli.main(standalone_mode=False)
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except click.Abort:
            return commands.INTERRUPTED

    commands.end_with(read_and_run)


def _find(paths: tuple[str, ...], stdin_filename: str | None) -> tuple[list[File], list[Problem]]:
    from claimlint import files

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
