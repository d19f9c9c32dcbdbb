"""What a change of ours adds and removes on real documents.

    python benchmarks/ecosystem.py --base REV FOLDER
    python benchmarks/ecosystem.py --save FILE FOLDER
    python benchmarks/ecosystem.py --base FILE FOLDER

Lints every package of a corpus (see `gather.py`) with the working tree and with a revision, and prints the
findings and problems that one has and the other has not.  The revision is checked out into a temporary
folder; it runs on this Python, with the packages that are installed here.  Instead of a revision, `--base`
takes the findings that an earlier run saved.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TIME_LIMIT = 900
"""Seconds for one package."""
WIDTH = 160
"""Characters of a source line that are shown around what is flagged."""


class Place(NamedTuple):
    """Where something is said: file, 1-based line and column (0 where there is none), and rule."""

    path: str
    line: int
    column: int
    rule: str


Said = dict[Place, tuple[str, str]]
"""The severity and the message at each place; a problem has the rule `problem`."""


class RunError(Exception):
    """claimlint could not be run; the message says why."""


def packages(corpus: Path) -> list[Path]:
    """The folders that are linted on their own: documents of two packages do not contradict each other."""
    found = []
    for registry in ("npm", "pypi"):
        for path in sorted((corpus / registry).glob("*")):
            found.extend(sorted(path.iterdir()) if path.name.startswith("@") else [path])
    return [path for path in found if path.is_dir()] or [corpus]


def fingerprint(corpus: Path) -> str:
    """A digest of the names and contents of a corpus."""
    digest = hashlib.sha256()
    for path in sorted(corpus.rglob("*")):
        if path.is_file() and ".claimlint_cache" not in path.parts:
            digest.update(os.fsencode(path.relative_to(corpus)) + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


class Program:
    """claimlint as a source tree has it."""

    def __init__(self, tree: Path) -> None:
        # -P keeps the current folder, which is the corpus, from being a place of modules.
        self.command = [sys.executable, "-P", "-m", "claimlint"]
        self.environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONIOENCODING": "utf-8"}
        version = self.run(tree, "check", "--help")
        # Two trees of one version must not read each other's cache.
        self.options = ["--no-cache"] if "--no-cache" in version else []

    def run(self, folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIME_LIMIT,
        )
        if done.returncode not in (0, 1, 2) or (done.returncode and not done.stdout):
            raise RunError(f"{folder}: exit status {done.returncode}\n{done.stderr.strip()[-2000:]}")
        return done.stdout

    def lint(self, package: Path, corpus: Path) -> Said:
        name = package.relative_to(corpus)
        try:
            report = json.loads(self.run(package, "check", "--output-format", "json", *self.options, "."))
        except subprocess.TimeoutExpired:
            message = f"not done after {TIME_LIMIT} s"
            return {Place(str(name), 0, 0, "problem"): ("error", message)}
        said: Said = {}
        for each in report["findings"]:
            place = Place(str(name / each["path"]), each["line"], each["column"], each["rule"])
            said[place] = each["severity"], each["message"]
        for each in report["errors"]:
            place = Place(str(name / each["path"]), each["line"] or 0, each["column"] or 0, "problem")
            said[place] = "error", each["message"]
        return said


def findings(tree: Path, corpus: Path, jobs: int) -> Said:
    """What claimlint of a source tree says of every package."""
    program = Program(tree)
    said: Said = {}
    with ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(lambda package: program.lint(package, corpus), packages(corpus)):
            said.update(part)
    return said


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """A temporary folder with the files of a revision of this repository."""
    with tempfile.TemporaryDirectory(prefix="claimlint-") as folder:
        archive = Path(folder, "tree.tar")
        git = ["git", "-C", str(ROOT)]
        try:
            commit = subprocess.run(
                [*git, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.strip()
            subprocess.run([*git, "archive", "-o", str(archive), commit], check=True)
            tree = Path(folder, "tree")
            tree.mkdir()
            subprocess.run(["tar", "-xf", str(archive), "-C", str(tree)], check=True)
        except subprocess.CalledProcessError as error:
            raise RunError(f"{revision}: neither a revision nor a file of findings") from error
        yield tree


def save(path: Path, said: Said, corpus: str) -> None:
    """Write findings for a later run."""
    rows = [[*place, *what] for place, what in sorted(said.items())]
    path.write_text(
        json.dumps({"corpus": corpus, "said": rows}, ensure_ascii=False, indent=0) + "\n", encoding="utf-8"
    )


def saved(path: Path, corpus: str) -> Said:
    """The findings that an earlier run saved; RunError when they are of another corpus."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        rows, of = data["said"], data["corpus"]
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: not findings that --save wrote") from error
    if of != corpus:
        raise RunError(f"{path}: the findings are those of other documents")
    return {Place(*row[:4]): (row[4], row[5]) for row in rows}


def visible(text: str) -> str:
    """Text of a document as a terminal may show it."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def shown(place: Place, what: tuple[str, str], corpus: Path) -> str:
    """A finding and the source line it is about."""
    where = f":{place.line}:{place.column}" if place.line else ""
    lines = f"{visible(place.path)}{where}: {what[0]} {place.rule}: {visible(what[1])}\n"
    if place.line:
        # Lines end as claimlint counts them, and not at every character that Python takes for an end.
        text = (corpus / place.path).read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        source = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[place.line - 1]
        start = max(0, place.column - 1 - WIDTH // 2)
        piece = source[start : start + WIDTH].strip()
        lines += f"    {'…' * bool(start)}{visible(piece)}{'…' * (start + WIDTH < len(source))}\n"
    return lines


def compare(before: Said, after: Said, corpus: Path, most: int) -> str:
    """What is added, removed and said differently, first in numbers and then each with its line."""
    parts = {
        "added": {place: what for place, what in after.items() if place not in before},
        "removed": {place: what for place, what in before.items() if place not in after},
        "changed": {place: what for place, what in after.items() if before.get(place, what) != what},
    }
    counts = {name: Counter(place.rule for place in part) for name, part in parts.items()}
    rules = sorted({place.rule for place in (*before, *after)})
    wide = max((len(rule) for rule in rules), default=0)
    text = f"{'':{wide}}  {'before':>7}{'after':>7}{'added':>7}{'removed':>8}{'changed':>8}\n"
    for rule in rules:
        old, new = (sum(place.rule == rule for place in said) for said in (before, after))
        told = [counts[name][rule] for name in ("added", "removed", "changed")]
        text += f"{rule:{wide}}  {old:>7}{new:>7}{told[0]:>7}{told[1]:>8}{told[2]:>8}\n"
    for name, part in parts.items():
        if not part:
            continue
        text += f"\n== {name}\n"
        for place, what in sorted(part.items())[:most]:
            if name == "changed":
                old = before[place]
                text += f"was: {old[0]}: {visible(old[1])}\n"
            text += shown(place, what, corpus)
        if len(part) > most:
            text += f"… and {len(part) - most} more\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path, metavar="FOLDER", help="the documents")
    parser.add_argument("--base", metavar="REV|FILE", help="a revision, or findings that --save wrote")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the findings of the working tree")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="packages at a time")
    parser.add_argument("--most", type=int, default=100, help="findings shown of each kind")
    options = parser.parse_args()
    if options.base is None and options.save is None:
        parser.error("name --base, --save or both")
    corpus: Path = options.corpus.resolve()
    if not corpus.is_dir():
        parser.error(f"{options.corpus} is no folder")
    try:
        digest = fingerprint(corpus)
        after = findings(ROOT, corpus, options.jobs)
        if options.save is not None:
            save(options.save, after, digest)
        if options.base is None:
            print(f"{len(after)} findings and problems in {len(packages(corpus))} packages")
            return 0
        if Path(options.base).is_file():
            before = saved(Path(options.base), digest)
        else:
            with checked_out(options.base) as tree:
                before = findings(tree, corpus, options.jobs)
    except RunError as error:
        print(error, file=sys.stderr)
        return 2
    print(compare(before, after, corpus, options.most), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
