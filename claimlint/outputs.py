"""Where a report goes: each format to a file of its own, or to standard output."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from claimlint import streams
from claimlint.findings import Report
from claimlint.records import NamedTuple

PEOPLE = ("text", "concise")
"""The formats that say themselves what made the exit status; of the others standard error says it."""


class Output(NamedTuple):
    """A format and the file that it is written to; None is standard output."""

    format: str
    file: str | None = None


class OutputError(ValueError):
    """Outputs that contradict each other; the message says how to write them."""


def parse(values: Iterable[str], file: str | None = None) -> tuple[Output, ...]:
    """The outputs of repeated `--output-format NAME[=FILE]` and of `--output-file FILE`.

    A file `-` is standard output, and no value at all is text.  Raises OutputError.
    """
    outputs = [_output(value) for value in values] or [Output("text")]
    if file is not None:
        free = [at for at, output in enumerate(outputs) if output.file is None]
        if len(free) != 1:
            wrong = "every format has a file of its own" if not free else _more(outputs)
            raise OutputError(f"--output-file is for the one format without a file of its own: {wrong}")
        if not file:
            raise OutputError("--output-file: the name of the file is missing")
        outputs[free[0]] = Output(outputs[free[0]].format, file)
    outputs = [Output(output.format, None if output.file == "-" else output.file) for output in outputs]
    if sum(output.file is None for output in outputs) > 1:
        raise OutputError(f"two formats would go to standard output: {_more(outputs)}")
    seen: dict[str, Output] = {}
    for output in outputs:
        place = os.path.abspath(output.file) if output.file is not None else ""
        if place in seen:
            raise OutputError(f"two formats would go to one file: {output.file}")
        seen[place] = output
    return tuple(outputs)


def write(outputs: Sequence[Output], report: Report, color: str, *, to_error: bool = False) -> bool:
    """Write the report in every format, files first; whether all of it could be written.

    With `to_error` standard error stands in for standard output.  A file that cannot be written is said on
    standard error and keeps none of the others back.
    """
    whole = True
    for output in sorted(outputs, key=lambda output: output.file is None):
        if output.file is None:
            _print(output.format, report, color, to_error)
        else:
            whole &= _save(output.format, output.file, report, color)
    printed = {output.format for output in outputs if output.file is None}
    if printed.isdisjoint(PEOPLE):
        for failure in report.failures:
            streams.say(f"claimlint: {failure}")
    return whole


def _print(name: str, report: Report, color: str, to_error: bool) -> None:
    from claimlint import report as formats

    colour = streams.wants_colour(color) and not to_error
    streams.write(lambda stream: formats.write(name, report, stream, colour=colour), to_error=to_error)


def _save(name: str, file: str, report: Report, color: str) -> bool:
    import io

    from claimlint import atomic
    from claimlint import report as formats

    text = io.StringIO()
    formats.write(name, report, text, colour=color == "always")
    try:
        atomic.write(file, text.getvalue().encode("utf-8", "backslashreplace"))
    except atomic.CannotWriteError as error:
        streams.say(f"claimlint: cannot write {file}: {error}")
        return False
    return True


def _output(value: str) -> Output:
    from claimlint.report import formats

    name, equals, file = value.partition("=")
    known = formats()
    if name not in known:
        import difflib

        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
        raise OutputError(f"--output-format: there is no format {name!r}{hint}")
    if equals and not file:
        raise OutputError(f"--output-format {value}: the name of the file is missing")
    return Output(name, file if equals else None)


def _more(outputs: Sequence[Output]) -> str:
    """Which formats have no file, and how to give them one."""
    free = [output.format for output in outputs if output.file is None]
    return f"{' and '.join(free)}; give one a file: --output-format {free[-1]}=FILE"
