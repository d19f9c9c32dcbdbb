"""How the time of `claimlint check` grows when a page becomes ten times longer, 100 KB to 1 MB.

    python benchmarks/growth.py [--runs 3] [--check]

CPU time of the whole process less that of one on an empty page; the best of the runs of each
size.  With --check the exit status is 1 when a kind of page takes more than LIMIT times as long.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import pages
from startup import cpu

LIMIT = 12.0
SMALL, LARGE = 100_000, 1_000_000


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    command = [str(Path(sys.executable).with_name("claimlint")), "check", "--no-cache", "page.md"]
    over = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / ".git").mkdir()
        (folder / "CANONICAL-NUMBERS.md").write_text(pages.MODEL, encoding="utf-8")

        def best(text: str) -> float:
            (folder / "page.md").write_text(text, encoding="utf-8")
            return min(cpu(command, folder) for _ in range(options.runs))

        empty = best("5 ms\n")
        for kind, page in pages.KINDS.items():
            small, large = best(page(SMALL)) - empty, best(page(LARGE)) - empty
            ratio = large / small
            over |= ratio > LIMIT
            print(
                f"{kind:10} {SMALL // 1000} KB {small:6.3f} s   {LARGE // 1000} KB {large:6.3f} s"
                f"   {ratio:5.1f} times, at most {LIMIT:g}"
            )
    sys.exit(options.check and over)


if __name__ == "__main__":
    main()
