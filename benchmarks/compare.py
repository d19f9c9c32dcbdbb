"""Time and memory of claimlint and of other linters, on the same folder of real Markdown pages.

    python benchmarks/compare.py CORPUS --peers FOLDER [--runs 3] [--only NAME,…] [--check]

CORPUS is what `gather.py` wrote, FOLDER where the other linters are installed (see README.md).  The pages
are copied, so that every tool reads the same ones and claimlint's cache starts empty.  The tools take turns,
and the medians are compared: what else the machine does slows all of them alike.  A tool whose first run
takes longer than PATIENCE is run once.  With --check the exit status is 1 when a figure is over its limit.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PATIENCE = 120.0
LEAST = 2_000
"""Pages: with fewer nothing is said."""
CLAIMLINT = str(Path(sys.executable).with_name("claimlint"))

LIMITS = {
    "no cache / rumdl": 1.5,
    "no cache / markdownlint-cli2": 0.08,
    "warm / cold": 0.2,
    "cold / no cache": 1.25,
    "five files / markdownlint-cli2": 0.25,
    "10 MB / 1 MB": 11.0,
    "four times the pages": 4.4,
    "MiB, folder": 100.0,
    "MiB, 10 MB page": 200.0,
}


class Run(NamedTuple):
    """One run: seconds on the clock, CPU seconds of all its processes, MiB of the largest of them."""

    wall: float
    cpu: float
    memory: float


def measured(command: list[str], folder: Path) -> Run:
    """One run; ends the program when the tool itself fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1, 2, 65):  # They tell findings in several ways.
            said.seek(0)
            sys.exit(
                f"{command[0]} failed ({process.returncode}): {said.read()[-2000:].decode(errors='replace')}"
            )
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20)


class Case(NamedTuple):
    """A command to measure, and what is done before each of its runs."""

    command: list[str]
    folder: Path
    before: Callable[[], object] = lambda: None


def in_turns(cases: dict[str, Case], runs: int) -> dict[str, Run]:
    """The median run of each case; one turn after another, so that the machine treats all alike."""
    found: dict[str, list[Run]] = {name: [] for name in cases}
    for turn in range(runs):
        for name, case in cases.items():
            if turn and found[name][0].wall > PATIENCE:
                continue
            case.before()
            found[name].append(measured(case.command, case.folder))
    return {
        name: Run(*(statistics.median(values) for values in zip(*each, strict=True)))
        for name, each in found.items()
    }


def pages_of(corpus: Path) -> list[Path]:
    """The Markdown pages of a corpus, each content once."""
    seen: dict[str, Path] = {}
    for path in sorted(corpus.rglob("*")):
        if path.suffix.lower() in (".md", ".markdown") and path.is_file():
            seen.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(), path)
    return list(seen.values())


def copied(pages: list[Path], folder: Path, times: int = 1) -> Path:
    """A repository with copies of the pages, a few hundred to a folder."""
    (folder / ".git").mkdir(parents=True)
    for time_ in range(times):
        for number, page in enumerate(pages):
            place = folder / f"pages{time_}" / f"{number // 200:03}" / f"{number:05}" / page.name
            place.parent.mkdir(parents=True)
            shutil.copyfile(page, place)
    return folder


def joined(pages: list[Path], times: int, folder: Path) -> Path:
    """A repository with one page of `times` MB: as many times the same 1 MB of real pages."""
    (folder / ".git").mkdir(parents=True)
    data = b""
    for page in pages[:: max(1, len(pages) // 400)]:
        if page.stat().st_size < 50_000:
            data += page.read_bytes() + b"\n\n"
    text = data[: 10**6].decode("utf-8", "ignore") + "\n\n"
    with open(folder / "page.md", "w", encoding="utf-8", newline="") as file:
        for _ in range(times):
            file.write(text)
    return folder


def tool(peers: Path, name: str) -> str | None:
    """The program of another linter, None where it is not installed."""
    for place in ("bin", "node_modules/.bin", "venv/bin"):
        if (peers / place / name).exists():
            return str((peers / place / name).resolve() if place == "bin" else peers / place / name)
    return shutil.which(name)


def others(peers: Path, folder: Path) -> dict[str, Case]:
    """The other linters that are installed, each on the whole folder."""
    rumdl, codespell = tool(peers, "rumdl"), tool(peers, "codespell")
    pymarkdown, markdownlint = tool(peers, "pymarkdown"), tool(peers, "markdownlint-cli2")
    cases = {}
    if rumdl:
        cases["rumdl, no cache"] = Case([rumdl, "check", "--no-cache", "--silent", "."], folder)
        cases["rumdl, warm"] = Case([rumdl, "check", "--silent", "."], folder)
    if codespell:
        cases["codespell"] = Case([codespell, "--quiet-level", "3", "."], folder)
    if markdownlint:
        cases["markdownlint-cli2"] = Case([markdownlint, "**/*.md"], folder)
    if pymarkdown:
        cases["pymarkdownlnt"] = Case([pymarkdown, "--stack-trace", "scan", "--recurse", "."], folder)
    return cases


def report(title: str, runs: dict[str, Run]) -> None:
    print(f"\n{title}\n")
    for name, run in runs.items():
        print(f"{name:28} {run.wall:8.2f} s wall {run.cpu:8.2f} s CPU {run.memory:7.0f} MiB")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("corpus", type=Path, metavar="CORPUS")
    arguments.add_argument("--peers", type=Path, default=Path(), metavar="FOLDER")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--only", metavar="NAME,…", help="measure these cases of the folder only")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    pages = pages_of(options.corpus)
    if len(pages) < LEAST:
        sys.exit(f"{len(pages)} pages in {options.corpus}; {LEAST} are needed")
    with tempfile.TemporaryDirectory(prefix="claimlint-compare-") as name:
        work = Path(name)
        figures = measure(pages, work, options.peers.resolve(), options.runs, options.only)
    print("\nFigures\n")
    over = False
    for what, value in figures.items():
        limit = LIMITS[what]
        over |= value > limit
        print(f"{what:34} {value:8.3f}, at most {limit:g}{'  OVER' if value > limit else ''}")
    sys.exit(options.check and over)


def measure(pages: list[Path], work: Path, peers: Path, runs: int, only: str | None) -> dict[str, float]:
    """All figures, by the names of LIMITS; those of a tool that is not installed are missing."""
    folder = copied(pages, work / "folder")
    cache = folder / ".claimlint_cache"

    def empty() -> None:
        shutil.rmtree(cache, ignore_errors=True)

    check = [CLAIMLINT, "check", "."]
    cases = {
        "claimlint, no cache": Case([CLAIMLINT, "check", "--no-cache", "."], folder),
        "claimlint, cold": Case(check, folder, empty),
        "claimlint, warm": Case(check, folder),
        **others(peers, folder),
    }
    if only is not None:
        cases = {name: case for name, case in cases.items() if any(part in name for part in only.split(","))}
    size = sum(page.stat().st_size for page in pages)
    found = in_turns(cases, runs)
    report(
        f"{len(pages):,} Markdown pages, {size / 1e6:.1f} MB, on {len(os.sched_getaffinity(0))} processors",
        found,
    )
    figures: dict[str, float] = {}

    def ratio(what: str, one: Run | None, other: Run | None) -> None:
        if one is not None and other is not None:
            figures[what] = one.wall / other.wall

    none, cold = found.get("claimlint, no cache"), found.get("claimlint, cold")
    ratio("no cache / rumdl", none, found.get("rumdl, no cache"))
    ratio("no cache / markdownlint-cli2", none, found.get("markdownlint-cli2"))
    ratio("warm / cold", found.get("claimlint, warm"), cold)
    ratio("cold / no cache", cold, none)
    if none is not None:
        figures["MiB, folder"] = max(run.memory for run in (none, cold) if run is not None)

    five = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.md"))[:: len(pages) // 5][:5]
    few = {"claimlint": Case([CLAIMLINT, "check", *five], folder)}
    markdownlint = tool(peers, "markdownlint-cli2")
    if markdownlint:
        few["markdownlint-cli2"] = Case([markdownlint, *five], folder)
    found = in_turns(few, max(runs, 5))
    report("Five changed files", found)
    ratio("five files / markdownlint-cli2", found["claimlint"], found.get("markdownlint-cli2"))

    four = copied(pages, work / "four", times=4)
    small, large = joined(pages, 1, work / "small"), joined(pages, 10, work / "large")
    found = in_turns(
        {
            "the pages": Case([CLAIMLINT, "check", "--no-cache", "."], folder),
            "four times the pages": Case([CLAIMLINT, "check", "--no-cache", "."], four),
            "a page of 1 MB": Case([CLAIMLINT, "check", "--no-cache", "page.md"], small),
            "a page of 10 MB": Case([CLAIMLINT, "check", "--no-cache", "page.md"], large),
        },
        runs,
    )
    report("Growth, without cache", found)
    ratio("four times the pages", found["four times the pages"], found["the pages"])
    ratio("10 MB / 1 MB", found["a page of 10 MB"], found["a page of 1 MB"])
    figures["MiB, 10 MB page"] = found["a page of 10 MB"].memory
    return figures


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    main()
