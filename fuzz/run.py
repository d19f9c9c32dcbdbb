"""Run fuzz targets one after another: `python fuzz/run.py [--minutes N] [TARGET…]`.

What breaks a target is kept in fuzz/found/TARGET/, and the inputs that reach new code in
fuzz/grown/TARGET/, from which the next run goes on.  Exit status 1 when anything was found.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import harness

FOLDER = Path(__file__).resolve().parent
_DONE = re.compile(r"(?:stat::number_of_executed_units:|Done|#)\s*(\d+)")
_MOST_FOUND = 20


def main() -> int:
    """Run what the command line names, or every target."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=20, help="wall time of each target (default 20)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(harness.names()))
    options = parser.parse_args()
    unknown = [name for name in options.targets if name not in harness.names()]
    if unknown:
        parser.error(f"no target {unknown[0]!r}: one of {', '.join(harness.names())}")
    found = 0
    for name in options.targets or harness.names():
        executions, minutes, artefacts = fuzz(name, options.minutes)
        found += len(artefacts)
        print(f"| {name} | {minutes:.1f} | {executions:,} | {len(artefacts)} |", flush=True)
        for path in artefacts:
            print(f"  {path}", flush=True)
    return 1 if found else 0


def fuzz(name: str, minutes: float) -> tuple[int, float, list[Path]]:
    """Run one target for so many minutes of wall time, again after each crash.

    Returns the executions, the minutes that it ran, and the inputs that broke it.
    """
    seeds, grown, found = (FOLDER / kind / name for kind in ("seeds", "grown", "found"))
    shutil.rmtree(seeds, ignore_errors=True)
    for folder in (seeds, grown, found):
        folder.mkdir(parents=True, exist_ok=True)
    target = harness.load(name)
    for text in target.seeds():
        data = text.encode("utf-8", "surrogatepass")[: harness.LONGEST]
        (seeds / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    words = FOLDER / "seeds" / f"{name}.dict"
    words.write_text("".join(f'"{_quoted(word)}"\n' for word in dict.fromkeys(target.WORDS) if word))
    known = set(found.iterdir())
    executions, start = 0, time.monotonic()
    end = start + 60 * minutes
    while (left := end - time.monotonic()) > 1:
        command = [
            sys.executable, str(FOLDER / "harness.py"), name, f"-max_total_time={int(left)}",
            f"-max_len={harness.LONGEST}", f"-dict={words}", f"-artifact_prefix={found}/", "-timeout=60",
            "-rss_limit_mb=2048", "-print_final_stats=1", "-use_value_profile=1", str(grown), str(seeds),
        ]  # fmt: skip
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        output = done.stdout.decode("utf-8", "replace")
        (FOLDER / "seeds" / f"{name}.log").write_text(output, encoding="utf-8")
        executions += max((int(count) for count in _DONE.findall(output)), default=0)
        if done.returncode and not set(found.iterdir()) - known:
            raise SystemExit(f"{name} does not run:\n{output[-3000:]}")
        if done.returncode == 0 or len(set(found.iterdir()) - known) >= _MOST_FOUND:
            break
    return executions, (time.monotonic() - start) / 60, sorted(set(found.iterdir()) - known)


def _quoted(word: str) -> str:
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02X}" for byte in word.encode()
    )


if __name__ == "__main__":
    sys.exit(main())
