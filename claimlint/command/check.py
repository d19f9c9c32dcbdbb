"""`claimlint check`."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from claimlint import shell
from claimlint.command._options import (
    chosen,
    debug_option,
    output_options,
    paths_argument,
    project_options,
    stdin_option,
)
from claimlint.findings import Report
from claimlint.outputs import Output
from claimlint.project import Project


@click.command()
@paths_argument
@project_options
@output_options
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
@click.option("--fix", is_flag=True, help="Write what has one right answer into the files (docs/fixing.md).")
@click.option(
    "--dry-run", is_flag=True, help="With --fix: print what would change as a diff, and change nothing."
)
@click.option("--unsafe-fixes", is_flag=True, help="With --fix: also write what only the author can judge.")
@click.option(
    "--baseline",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Do not report what a baseline holds: FILE.json, that of the settings, or .claimlint-baseline.json"
    " at the repository's root.",
)
@click.option("--no-baseline", is_flag=True, help="Report what the baseline of the settings holds, too.")
@click.option(
    "--hook",
    is_flag=True,
    help="The paths are the files that a commit changes: check the documents among them, and all that rest on"
    " a model, settings, rules or data among them (docs/ci.md).",
)
@click.option(
    "--diff",
    metavar="BASE",
    help="Report only what changed since a revision of git: its common ancestor with HEAD is compared with"
    " the files as they are.",
)
@click.option(
    "--trust",
    metavar="BASE",
    help="Read settings, rules, models and baselines from a revision of git, so that a change cannot loosen"
    " what it is checked against.",
)
@click.option("--show-settings", is_flag=True, help="Print the settings of each file, and check nothing.")
@click.option("--show-files", is_flag=True, help="Print which files would be checked, and check nothing.")
@stdin_option
@debug_option
def command(
    paths: tuple[str, ...],
    project: Project,
    outputs: tuple[Output, ...],
    judge: Callable[[Report], Report],
    color: str,
    explain: bool,
    fix: bool,
    dry_run: bool,
    unsafe_fixes: bool,
    baseline: str | None,
    no_baseline: bool,
    hook: bool,
    diff: str | None,
    trust: str | None,
    show_settings: bool,
    show_files: bool,
    stdin_filename: str | None,
    debug: bool,
) -> None:
    """Check the numbers in files, folders, or standard input (-); the current folder by default.

    Exit status: 0 without errors, 1 with errors or when a limit is broken, 2 when something could not be
    checked or written; with --fix of what is left, and 1 when a dry run would change anything.
    """
    if (dry_run or unsafe_fixes) and not fix:
        raise click.UsageError(f"{'--dry-run' if dry_run else '--unsafe-fixes'} goes with --fix")
    fixing = None
    if fix:
        from claimlint.rewrite import Fixing

        fixing = Fixing(unsafe_fixes, dry_run)
    if baseline is not None and no_baseline:
        raise click.UsageError("--baseline and --no-baseline exclude each other")
    if baseline and not baseline.endswith(".json"):
        paths, baseline = (baseline, *paths), ""  # `--baseline docs/` names a folder to check.
    if fix and (diff is not None or trust is not None):
        raise click.UsageError(f"--fix and {'--diff' if diff is not None else '--trust'} exclude each other")
    if trust is not None:
        from claimlint import since

        project = since.trusted(project, () if "-" in paths else paths, trust)
    what = _changed(paths, project) if hook else chosen(paths, stdin_filename)
    if show_settings or show_files:
        from claimlint.showing import show

        sys.exit(show(what, project, settings=show_settings))
    status = shell.check(
        what,
        project,
        outputs=outputs,
        judge=judge,
        color=color,
        explain=explain,
        debug=debug,
        fixing=fixing,
        baseline=False if no_baseline else True if baseline == "" else baseline,
        diff=diff,
    )
    sys.exit(status)


def _changed(paths: tuple[str, ...], project: Project) -> list[str]:
    import os

    from claimlint import hook
    from claimlint.git import GitError

    given = sys.argv[1 : sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    for name in given:
        if name.startswith("-") and os.path.lexists(name):
            raise click.UsageError(
                f"--hook: {name!r} names a file and reads as an option; end the options with --"
            )
    try:
        return hook.paths(paths, project)
    except GitError as error:
        raise click.UsageError(f"--hook: {error}") from None
