"""What the commands do, apart from the reader of their options, which takes long to load."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from claimlint import streams

if TYPE_CHECKING:
    from claimlint.files import File
    from claimlint.findings import Report
    from claimlint.outputs import Output
    from claimlint.project import Project
    from claimlint.rewrite import Fixing, Outcome
    from claimlint.run import OnCrash

NOT_CHECKED = 2
INTERRUPTED = 130


def check(
    paths: Iterable[str] | File,
    project: Project,
    *,
    outputs: Sequence[Output] = (),
    judge: Callable[[Report], Report] | None = None,
    color: str = "auto",
    explain: bool = False,
    debug: bool = False,
    fixing: Fixing | None = None,
    baseline: str | bool | None = None,
    diff: str | None = None,
) -> int:
    """Check the files that the paths name, or one file, and write the report; the exit status.

    Without `outputs` it is text on standard output; `judge` may add to the report what fails it.
    """
    from claimlint import api
    from claimlint.outputs import Output, write

    if sys.stderr is not None and sys.stderr.isatty():
        from claimlint import progress

        project.progress = progress.bar()
    fixed = None
    if fixing is None:
        result = api.lint(
            paths,
            project=project,
            explain=explain,
            on_crash=on_crash(debug),
            baseline=baseline,
            diff=diff,
        )
    else:
        from claimlint import rewrite

        fixed, result = rewrite.lint(paths, project, on_crash(debug), explain, fixing)
        result = api.without_known(result, paths, fixed.found, project, baseline)
    say_warnings(project)
    if judge is not None:
        result = judge(result)
    outputs = outputs or (Output("text"),)
    if fixed is not None and show_fixed(fixed, result, streams.wants_colour(color)):
        whole = write([output for output in outputs if output.file is not None], result, color)
        status = result.exit_status or int(bool(fixed.changes))
    else:
        # What was fixed on standard input stands on standard output.
        whole = write(outputs, result, color, to_error=fixed is not None and fixed.on_input)
        status = result.exit_status
    return status if whole else NOT_CHECKED


def show_fixed(fixed: Outcome, result: Report, colour: bool) -> bool:
    """Print what fixing gave: standard input as it is now, or (True: no report follows) a diff."""
    for note in fixed.notes:
        streams.say(note)
    if not fixed.fixing.dry_run:
        for file in fixed.found if fixed.on_input else ():
            streams.pass_on(file.data or b"")
        return False
    from claimlint.report.diff import unified
    from claimlint.report.text import problem_line

    for change in fixed.changes:
        lines = unified(change.path, change.before, change.after, colour=colour)
        streams.write(lambda stream, lines=lines: stream.writelines(lines))  # type: ignore[misc]
    for problem in result.problems:
        streams.write(lambda stream, problem=problem: stream.write(problem_line(problem)), to_error=True)  # type: ignore[misc]
    left = result.summary.errors
    streams.say(f"{fixed.fixes} would be fixed; {left} error{'s' if left != 1 else ''} would be left")
    return True


def say_warnings(project: Project) -> None:
    """Say what is odd about the settings and models that were met, and does not stop a run."""
    for path, _, _, message in project.finder.warnings:
        streams.say(f"{path}: warning: {message}")
    for loaded in project.models.loaded.values():
        for line, column, message in loaded.warnings:
            streams.say(f"{loaded.path}:{line}:{column}: warning: {message}")


def on_crash(debug: bool) -> OnCrash:
    """What to do when claimlint itself fails on a file: with `debug`, show where."""

    def crashed(path: str, error: Exception) -> None:
        if debug:
            import traceback

            streams.say(f"{path}: internal error")
            traceback.print_exception(error)

    return crashed


def end_with(command: Callable[[], object]) -> NoReturn:
    """Run a command and end the process with the status that it returns."""
    status: object
    try:
        status = command()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as exit_:
        status = exit_.code
    except Exception:
        import traceback

        traceback.print_exc()
        streams.say("claimlint: internal error; nothing was checked; please report it")
        status = NOT_CHECKED
    streams.end(status if isinstance(status, int) else 0)


def plain_paths(arguments: list[str]) -> tuple[str, ...] | None:
    """The paths of a command line `check PATH…` without any option; None for every other."""
    if arguments[:1] != ["check"] or any(argument.startswith("-") for argument in arguments):
        return None
    return tuple(arguments[1:]) or (".",)


def main() -> NoReturn:
    """Run the command line; options are read by click, paths alone need no reader."""
    paths = plain_paths(sys.argv[1:])
    if paths is None:
        from claimlint import cli

        cli.main()

    def check_paths() -> int:
        from claimlint.project import Project

        return check(paths, Project())

    end_with(check_paths)
