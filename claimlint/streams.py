"""Standard output and error: any encoding, readers that leave, colour, and the end of the process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, TextIO, cast

CANNOT_WRITE = 2


def write(report: Callable[[TextIO], None], *, to_error: bool = False) -> None:
    """Write a report to standard output, or error; ends the process when that cannot be written to.

    A terminal that cannot encode µ shows \\xb5 instead.  Quiet when the reader has gone.
    """
    import io

    text = io.StringIO()
    report(text)
    stream = sys.stderr if to_error else sys.stdout
    if stream is None:  # Closed by whoever started the command.
        return

    def put() -> None:
        cast("io.TextIOWrapper", stream).reconfigure(errors="backslashreplace")
        stream.write(text.getvalue())

    _put(stream, put)


def pass_on(data: bytes) -> None:
    """Write the content of a file to standard output as it is."""
    if sys.stdout is not None:
        _put(sys.stdout, lambda: sys.stdout.buffer.write(data))


def _put(stream: TextIO, put: Callable[[], object]) -> None:
    try:
        put()
        stream.flush()
    except BrokenPipeError:
        # Python flushes standard output once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        say(f"claimlint: cannot write the report: {error.strerror or error}")
        sys.exit(CANNOT_WRITE)


def say(text: str) -> None:
    """Write a line to standard error."""
    from claimlint.report.terminal import visible

    if sys.stderr is not None:
        print(visible(text), file=sys.stderr)


def wants_colour(choice: str) -> bool:
    """Whether `--color` auto, always or never means colour on this standard output."""
    if choice != "auto":
        return choice == "always"
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def end(status: int) -> NoReturn:
    """End the process without tearing it down, which takes a tenth of a run's time."""
    for stream in (sys.stdout, sys.stderr):
        # It may be closed, or its reader gone.
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)
