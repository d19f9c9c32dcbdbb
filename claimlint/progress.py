"""A bar on a terminal while many files are checked; elsewhere nothing is said before the report."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

PATIENCE = 0.5
"""Seconds after which it is worth saying that something goes on."""
_EVERY = 0.1
_WIDTH = 30


def bar() -> Callable[[int, int], None] | None:
    """What to call with how many files are done, of how many; None where nobody watches."""
    stream = sys.stderr
    if stream is None or not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return None
    start = time.monotonic()
    due = start + PATIENCE
    shown = False

    def tell(done: int, of: int) -> None:
        nonlocal due, shown
        if done >= of:
            if shown:
                stream.write("\r\x1b[K")
                stream.flush()
                shown = False
            return
        now = time.monotonic()
        if now < due:
            return
        due, shown = now + _EVERY, True
        filled = _WIDTH * done // of
        stream.write(f"\r\x1b[K[{'#' * filled}{' ' * (_WIDTH - filled)}] {done:,} of {of:,} files")
        stream.flush()

    return tell
