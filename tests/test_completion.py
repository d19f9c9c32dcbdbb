"""Shell completion, by the shells themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: 90 µs\nwrite_time: 90 µs\nsize: 5 GB\n```\n"
OWN = """\
rule: own-rule
check: over-precise
severity: info
summary: "A\\nsum\\tmary $(touch caught) \\e[2J"
why: Why.
message: "{claim}"
good: [5 ms]
bad: [«5 ms»]
"""

BASH = """\
source ./script
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { local IFS=' '; printf 'compopt %s\\n' "$*"; }
_claimlint_completion claimlint
printf '%s\\n' "${COMPREPLY[@]}"
"""
# The builtins that only work while a person presses a key, replaced by what they are given.
ZSH = """\
compdef() { print -r -- "$*" > registered }
source ./script
[[ $(<registered) == "_claimlint_completion claimlint" ]] || exit 9
_describe() { [[ $1 == -V ]] && shift 2; print -rl -- "${(@P)1}" }
compadd() { print -rl -- "${(@P)@[-1]}" }
words=("$@")
CURRENT=$#
_claimlint_completion
"""
FISH = "source ./script; complete -C $argv[1]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "claimlint.yaml").write_text("rules: [lint]\n")
    (tmp_path / "lint").mkdir()
    (tmp_path / "lint" / "own-rule.yaml").write_text(OWN)
    return tmp_path


def completed(shell: str, line: str, folder: Path, claimlint: Run) -> set[str]:
    """What the shell offers at the end of a line, each with its help cut off."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    script = claimlint("completion", shell, cwd=folder)
    assert script.returncode == 0, script.stderr
    (folder / "script").write_text(script.stdout)
    words = line.split(" ")
    code = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell]
    quiet = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    arguments = [line] if shell == "fish" else words
    name = [] if shell == "fish" else ["shell"]
    done = subprocess.run(
        [program, *quiet, "-c", code, *name, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert not (folder / "caught").exists()
    assert "\x1b" not in done.stdout
    separator = {"bash": "\0", "zsh": ":", "fish": "\t"}[shell]
    return {each.split(separator)[0] for each in done.stdout.splitlines() if each}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("claimlint ex", {"explain", "extract"}),
        ("claimlint explain o", {"order-mismatch", "orders-of-magnitude", "over-precise", "own-rule"}),
        ("claimlint check --select ra", {"rate-mismatch", "ratio-mismatch"}),
        ("claimlint check --output-format ju", {"junit"}),
        ("claimlint check --color ", {"always", "auto", "never"}),
        ("claimlint where ", {"read_time", "write_time", "size"}),
        ("claimlint what-if w", {"write_time"}),
        ("claimlint schema ", {"caveats", "quantities", "rules", "settings"}),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_offers(shell: str, line: str, expected: set[str], folder: Path, claimlint: Run) -> None:
    assert completed(shell, line, folder, claimlint) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh"])  # The script for fish splits at commas.
def test_rules_after_a_comma(shell: str, folder: Path, claimlint: Run) -> None:
    expected = {"own-rule,rate-mismatch", "own-rule,ratio-mismatch"}
    assert completed(shell, "claimlint check --ignore own-rule,ra", folder, claimlint) == expected


@pytest.mark.parametrize("line", ["claimlint check d", "claimlint check --model x", "claimlint test-rules "])
def test_files_are_completed_by_the_shell(line: str, folder: Path, claimlint: Run) -> None:
    assert completed("bash", line, folder, claimlint) == {"compopt -o default"}


def test_what_does_not_load_offers_nothing_and_says_nothing(folder: Path, claimlint: Run) -> None:
    (folder / "CANONICAL-NUMBERS.md").write_text("```yaml quantities\na: [\n```\n")
    (folder / "lint" / "own-rule.yaml").write_text("rule: [\n")
    assert completed("bash", "claimlint where ", folder, claimlint) == set()
    assert completed("bash", "claimlint explain over", folder, claimlint) == {"over-precise"}
    assert completed("bash", "claimlint nosuch --v", folder, claimlint) == {"--version"}


def test_a_shell_that_is_not_known(claimlint: Run) -> None:
    done = claimlint("completion", "csh")
    assert done.returncode == 2
    assert "'csh' is not one of 'bash', 'fish', 'zsh'" in done.stderr
