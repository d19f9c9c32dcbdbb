"""Every command, when its reader leaves, and when a person presses Ctrl-C at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from claimlint.cli import cli

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
RULE = """\
rule: own-rule
check: over-precise
severity: info
summary: A summary.
why: Why.
message: "{claim}"
good: [5 ms]
bad: ["«5 ms»"]
"""

COMMANDS: dict[str, tuple[str, ...]] = {
    "baseline": ("baseline",),
    "check": ("check", "--output-format=text", "--output-format=json=report.json"),
    "completion": ("completion", "bash"),
    "explain": ("explain", "bare-multiple"),
    "extract": ("extract",),
    "init": ("init", "--stdout"),
    "model": ("model",),
    "rules": ("rules",),
    "schema": ("schema", "settings"),
    "test-rules": ("test-rules", "lint"),
    "what-if": ("what-if", "read_time=95 µs"),
    "where": ("where", "read_time"),
}
WRITING = {
    "fix": ("check", "--fix"),
    "what-if-fix": ("what-if", "--fix", "read_time=97 µs"),
    "init-file": ("init", "-o", "draft.md"),
    "plain": ("check", "docs"),
}
# A signal at a time that is counted from the first line of ours: Python's own start is not ours to guard.
ALARM = """\
import signal, sys
delay = float(sys.argv[1])
sys.argv = ["claimlint", *sys.argv[2:]]
from claimlint.__main__ import main
signal.signal(signal.SIGALRM, signal.default_int_handler)  # what Python does at SIGINT
signal.setitimer(signal.ITIMER_REAL, delay)
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    for name in ("docs", "lint", "free"):
        (tmp_path / name).mkdir()
    (tmp_path / "lint" / "own-rule.yaml").write_text(RULE, encoding="utf-8")
    for name in ("a", "b"):
        (tmp_path / "free" / f"{name}.md").write_text("The disk scan takes 7 s.\n")
    for number in range(8):
        (tmp_path / "docs" / f"page-{number}.md").write_text("A read takes 95 µs.\n\n" * 20, encoding="utf-8")
    return tmp_path


def test_every_command_is_tried() -> None:
    import click

    assert {*COMMANDS, "lsp"} == set(cli.list_commands(click.Context(cli)))


def run(arguments: tuple[str, ...], folder: Path, **options: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        arguments, cwd=folder, env=environment, encoding="utf-8", timeout=60, **options
    )  # type: ignore[call-overload]
    return done


@pytest.mark.parametrize("arguments", [*COMMANDS.values(), ("--help",), ("--version",), ("check", "--help")])
def test_a_reader_that_has_gone_is_no_fault(arguments: tuple[str, ...], folder: Path) -> None:
    command = (sys.executable, "-m", "claimlint", *arguments)
    expected = run(command, folder, capture_output=True)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(command, folder, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert expected.stdout or arguments[0] == "baseline"
    assert done.stderr == expected.stderr
    # click itself ends with 1 where its help cannot be written.
    assert done.returncode == expected.returncode or arguments[-1] in ("--help", "--version")


@pytest.mark.parametrize("delay", [0.001, 0.05, 0.15])
@pytest.mark.parametrize("arguments", [*COMMANDS.values(), *WRITING.values()])
def test_an_interrupt_leaves_nothing_half_done(
    arguments: tuple[str, ...], delay: float, folder: Path
) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = run((sys.executable, "-c", ALARM, str(delay), *arguments), folder, capture_output=True)
    assert done.returncode in (0, 1, 130), done.stderr
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    new = {path.relative_to(folder).as_posix() for path in after.keys() - before.keys()}
    assert before.keys() <= after.keys()
    written = {"report.json", "draft.md", ".claimlint-baseline.json"}
    assert {name for name in new if not name.startswith(".claimlint_cache/")} <= written
    for path, content in after.items():
        if path.suffix == ".md":
            text = content.decode("utf-8")
            assert text.endswith("\n"), path
            whole = {95: text.count("95 µs"), 90: text.count("90 µs"), 97: text.count("97 µs")}
            if path.parent.name == "docs":
                assert sorted(whole.values()) == [0, 0, 20], path
