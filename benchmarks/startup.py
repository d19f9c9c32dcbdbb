"""CPU time of `claimlint check` on one 20 KB page, against `python -c 'import click'`.

    python benchmarks/startup.py [--runs 40] [--check]

The commands take turns, so that whatever else the machine does slows all of them alike; the
medians are compared.  With --check the exit status is 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import pages

LIMITS = {"claims": 2.3, "claims, with a model": 2.3, "no candidate": 1.2}
SIZE = 20_000


def cpu(command: list[str], folder: Path) -> float:
    """CPU seconds, user and system, of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} failed: {done.stdout.decode()[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--runs", type=int, default=40)
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    claimlint = str(Path(sys.executable).with_name("claimlint"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part, text in (
            ("plain", pages.prose(SIZE)),
            ("model", pages.prose(SIZE)),
            ("words", pages.words(SIZE)),
        ):
            (folder / part / ".git").mkdir(parents=True)
            (folder / part / "page.md").write_text(text, encoding="utf-8")
        (folder / "model" / "CANONICAL-NUMBERS.md").write_text(pages.MODEL, encoding="utf-8")
        commands = {
            "import click": ([sys.executable, "-c", "import click"], folder),
            "claims": ([claimlint, "check", "page.md"], folder / "plain"),
            "claims, with a model": ([claimlint, "check", "page.md"], folder / "model"),
            "no candidate": ([claimlint, "check", "page.md"], folder / "words"),
        }
        times: dict[str, list[float]] = {what: [] for what in commands}
        for turn in range(options.runs + 2):
            for what, (command, place) in commands.items():
                seconds = cpu(command, place)
                if turn > 1:  # The first turns fill caches.
                    times[what].append(seconds)
    base = statistics.median(times["import click"])
    over = False
    for what, seconds in times.items():
        median = statistics.median(seconds)
        limit = LIMITS.get(what)
        over |= limit is not None and median / base > limit
        note = f", at most {limit}" if limit else ""
        print(f"{what:22} {1000 * median:6.1f} ms CPU  {median / base:5.2f} times{note}")
    sys.exit(options.check and over)


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    main()
