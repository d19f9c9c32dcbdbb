"""Where reports go, what fails a run, and that no file is ever half-written."""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint import atomic
from claimlint.findings import Report, Summary
from claimlint.limits import limited
from claimlint.outputs import Output, OutputError, parse
from tests.conftest import Run
from tests.reports import VALIDATE

Command = Callable[..., Run]
COMMAND = [sys.executable, "-m", "claimlint", "check"]

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One error in bad.md; in warn.md two warnings, as no model is above it."""
    (tmp_path / "with" / "sub").mkdir(parents=True)
    (tmp_path / "with" / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "with" / "bad.md").write_text("A read takes 95 µs.\n", encoding="utf-8")
    (tmp_path / "with" / "good.md").write_text(
        "A read takes 90 µs. It is open for 8 hours.\n", encoding="utf-8"
    )
    (tmp_path / "warn.md").write_text("It is 12x faster. It was 13x slower.\n")
    (tmp_path / "none.md").write_text("No number at all.\n")
    return tmp_path


def left_over(folder: Path) -> list[str]:
    """Files that a write left behind."""
    return [file.name for file in folder.rglob("*.claimlint")]


# Which output


@pytest.mark.parametrize(
    ("values", "file", "outputs"),
    [
        ([], None, [("text", None)]),
        ([], "out.txt", [("text", "out.txt")]),
        (["json"], None, [("json", None)]),
        (["sarif=out.sarif"], None, [("sarif", "out.sarif")]),
        (["github", "sarif=out.sarif"], None, [("github", None), ("sarif", "out.sarif")]),
        (["github", "sarif=a=b.sarif"], "log", [("github", "log"), ("sarif", "a=b.sarif")]),
        (["json=-"], None, [("json", None)]),
        (["json"], "-", [("json", None)]),
        (["json=a", "json=b"], None, [("json", "a"), ("json", "b")]),
    ],
)
def test_the_outputs(values: list[str], file: str | None, outputs: list[tuple[str, str | None]]) -> None:
    assert parse(values, file) == tuple(Output(*output) for output in outputs)


@pytest.mark.parametrize(
    ("values", "file", "part"),
    [
        (["text", "json"], None, "two formats would go to standard output: text and json; give one a file: "),
        (["text", "json=-"], None, "--output-format json=FILE"),
        (["text", "json"], "out", "--output-format json=FILE"),
        (["json=a"], "out", "every format has a file of its own"),
        (["json=a", "text=./a"], None, "two formats would go to one file: ./a"),
        (["jsno"], None, "there is no format 'jsno'; did you mean 'json'?"),
        (["xyz"], None, "there are text, "),
        (["json="], None, "the name of the file is missing"),
        (["json"], "", "the name of the file is missing"),
    ],
)  # fmt: skip
def test_outputs_that_contradict_each_other(values: list[str], file: str | None, part: str) -> None:
    with pytest.raises(OutputError) as error:
        parse(values, file)
    assert part in str(error.value)


def test_the_shell_completes_formats(folder: Path, claimlint: Command) -> None:
    done = claimlint(
        _CLAIMLINT_COMPLETE="bash_complete",
        COMP_WORDS="claimlint check --output-format j",
        COMP_CWORD="3",
    )
    assert done.stdout.splitlines() == ["plain,json", "plain,jsonl", "plain,junit"]


def test_a_contradiction_is_a_usage_error(folder: Path, claimlint: Command) -> None:
    done = claimlint("check", "--output-format", "text", "--output-format", "json", "warn.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--output-format json=FILE" in done.stderr


def test_several_formats_in_one_run(folder: Path, claimlint: Command) -> None:
    plain = claimlint("check", "with").stdout
    names = [name for name in VALIDATE if name != "text"]
    options = [part for name in names for part in ("--output-format", f"{name}=out/{name}")]
    (folder / "out").mkdir()
    done = claimlint("check", *options, "--output-format", "text", "with")
    assert (done.returncode, done.stdout, done.stderr) == (1, plain, "")
    for name in names:
        text = (folder / "out" / name).read_text(encoding="utf-8")
        assert text == claimlint("check", "--output-format", name, "with").stdout
        VALIDATE[name](text)
    assert left_over(folder) == []


def test_the_output_file_is_for_the_format_without_one(folder: Path, claimlint: Command) -> None:
    done = claimlint(
        "check", "--output-format", "json=a.json", "--output-format", "concise", "--output-file", "b", "with"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    assert json.loads((folder / "a.json").read_text())["summary"]["errors"] == 1
    assert (folder / "b").read_text(encoding="utf-8").startswith("with/bad.md:1:14: error canonical-drift: ")


def test_no_colour_in_a_file_unless_asked_for(folder: Path, claimlint: Command) -> None:
    claimlint("check", "--output-file", "plain", "with")
    claimlint("check", "--color", "always", "--output-file", "painted", "with")
    assert b"\x1b" not in (folder / "plain").read_bytes()
    assert b"\x1b[1;31m" in (folder / "painted").read_bytes()


# Files are written whole or not at all


def test_a_file_is_replaced_and_keeps_its_mode(folder: Path, claimlint: Command) -> None:
    out = folder / "out.json"
    out.write_text("old")
    out.chmod(0o640)
    before = out.stat().st_ino
    claimlint("check", "--output-format", "json=out.json", "with")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert out.stat().st_ino != before
    VALIDATE["json"](out.read_text())
    previous = os.umask(0o027)
    try:
        claimlint("check", "--output-format", "json=new.json", "with")
    finally:
        os.umask(previous)
    assert stat.S_IMODE((folder / "new.json").stat().st_mode) == 0o640


@pytest.mark.parametrize("kind", ["file", "dangling", "folder", "deep"])
def test_nothing_is_written_through_a_symbolic_link(kind: str, folder: Path, claimlint: Command) -> None:
    outside = folder / "outside"
    outside.mkdir()
    (outside / "secret").write_text("old")
    work = folder / "with"
    name = {"file": "out", "dangling": "out", "folder": "out/secret", "deep": "sub/out/secret"}[kind]
    target = {"file": "../outside/secret", "dangling": "../outside/new", "folder": "../outside"}
    if kind == "deep":
        (work / "sub" / "out").symlink_to("../../outside")
    else:
        (work / "out").symlink_to(target[kind])
    done = claimlint(
        "check", "--output-format", "text", "--output-format", f"json={name}", "bad.md", cwd=work
    )
    assert done.returncode == 2
    assert f"cannot write {name}: " in done.stderr
    assert "symbolic link" in done.stderr
    assert "canonical-drift" in done.stdout
    assert (outside / "secret").read_text() == "old"
    assert [file.name for file in outside.iterdir()] == ["secret"]
    assert left_over(folder) == []


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("missing/out.json", "No such file or directory"),
        ("with", "not a file"),
        ("warn.md/out.json", "Not a directory"),
        ("read-only", "it is read-only"),
        ("/dev/null", "not a file"),
        ("x" * 300, "File name too long"),
    ],
)
def test_an_unwritable_file_keeps_no_other_output_back(
    name: str, part: str, folder: Path, claimlint: Command
) -> None:
    (folder / "read-only").write_text("old")
    (folder / "read-only").chmod(0o444)
    done = claimlint(
        "check",
        "--output-format", f"json={name}",
        "--output-format", "concise",
        "--output-format", "sarif=out.sarif",
        "with/good.md",
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == f"claimlint: cannot write {name}: {done.stderr.split(': ', 2)[-1]}"
    assert part in done.stderr
    assert done.stdout.endswith("0 errors, 0 warnings\n")
    VALIDATE["sarif"]((folder / "out.sarif").read_text())
    assert (folder / "read-only").read_text() == "old"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert left_over(folder) == []


def test_a_disk_that_is_full_leaves_the_old_file(folder: Path) -> None:
    (folder / "out.json").write_text("old")
    done = subprocess.run(
        [*COMMAND, "--output-format", "json=out.json", "with"],
        cwd=folder,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 2
    assert "claimlint: cannot write out.json: File too large" in done.stderr
    assert (folder / "out.json").read_text() == "old"
    assert left_over(folder) == []


def test_what_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    with pytest.raises(TypeError):
        atomic.write(str(target), "text")  # type: ignore[arg-type]
    assert target.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_reader_that_leaves_keeps_no_file_back(folder: Path) -> None:
    (folder / "many.md").write_text("It is 12x faster.\n\n" * 3_000)
    process = subprocess.Popen(
        [*COMMAND, "--output-format", "text", "--output-format", "sarif=out.sarif", "many.md"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == ""
    assert process.wait() == 0
    run = VALIDATE["sarif"]((folder / "out.sarif").read_text())["runs"][0]
    assert len(run["results"]) == 3_000


@pytest.mark.parametrize("wait", [0.1, 0.4, 0.8, 1.2, 2.0])
def test_an_interrupt_leaves_nothing_half_written(wait: float, folder: Path) -> None:
    (folder / "many.md").write_text("It is 12x faster.\n\n" * 6_000)
    (folder / "out.sarif").write_text("old")
    process = subprocess.Popen(
        [*COMMAND, "--output-format", "sarif=out.sarif", "many.md"], cwd=folder, stderr=subprocess.PIPE
    )
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    process.communicate()
    text = (folder / "out.sarif").read_text()
    if text != "old":
        VALIDATE["sarif"](text)
    assert left_over(folder) == []


# What fails a run


def test_too_many_warnings(folder: Path, claimlint: Command) -> None:
    assert claimlint("check", "warn.md").returncode == 0
    assert claimlint("check", "--max-warnings", "2", "warn.md").returncode == 0
    done = claimlint("check", "--max-warnings", "1", "warn.md")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("no canonical model\nfailed: 2 warnings, and --max-warnings is 1\n")
    assert claimlint("check", "--max-warnings", "-1", "warn.md").returncode == 2


@pytest.mark.parametrize("name", [name for name in VALIDATE if name not in ("text", "concise")])
def test_other_formats_say_it_on_standard_error(name: str, folder: Path, claimlint: Command) -> None:
    done = claimlint("check", "--max-warnings", "0", "--output-format", name, "warn.md")
    assert done.returncode == 1
    assert done.stderr == "claimlint: failed: 2 warnings, and --max-warnings is 0\n"
    VALIDATE[name](done.stdout)


def test_it_is_said_when_text_goes_to_a_file(folder: Path, claimlint: Command) -> None:
    done = claimlint("check", "--max-warnings", "0", "--output-file", "out.txt", "warn.md")
    assert done.stderr == "claimlint: failed: 2 warnings, and --max-warnings is 0\n"
    assert (folder / "out.txt").read_text().endswith("failed: 2 warnings, and --max-warnings is 0\n")


def test_a_limit_that_is_broken_is_in_the_machine_formats(folder: Path, claimlint: Command) -> None:
    def of(name: str) -> str:
        return claimlint("check", "--max-warnings", "0", "--output-format", name, "warn.md").stdout

    said = "failed: 2 warnings, and --max-warnings is 0"
    assert json.loads(of("json"))["failures"] == [said]
    assert json.loads(of("jsonl").splitlines()[-1])["failures"] == [said]
    (invocation,) = json.loads(of("sarif"))["runs"][0]["invocations"]
    assert (invocation["exitCode"], invocation["exitCodeDescription"]) == (1, said)
    assert VALIDATE["junit"](of("junit")).find(".//failure").get("message") == said


def test_too_little_coverage(folder: Path, claimlint: Command) -> None:
    good = ("check", "with/good.md", "--require-coverage")
    assert claimlint(*good, "50").returncode == 0
    assert claimlint(*good, "50%").returncode == 0
    done = claimlint(*good, "50.1")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == (
        "failed: 1 of 2 claims (50 %) were tied to the model or recomputed, and --require-coverage is 50.1"
    )
    assert claimlint("check", "none.md", "--require-coverage", "100").returncode == 0
    for wrong in ("101", "-1", "many", "1/0", "nan"):
        assert claimlint(*good, wrong).returncode == 2


@given(st.integers(0, 50), st.integers(0, 50), st.fractions(0, 100))
def test_coverage_is_exact(tied: int, unchecked: int, least: Fraction) -> None:
    claims = tied + unchecked
    report = Report((), (), Summary(1, claims, tied, 0, unchecked, 0, 0))
    failed = bool(limited(report, require_coverage=least).failures)
    assert failed == (claims > 0 and Fraction(tied, claims) * 100 < least)


def test_what_could_not_be_checked_outranks_a_limit(folder: Path, claimlint: Command) -> None:
    assert claimlint("check", "--max-warnings", "0", "warn.md", "missing.md").returncode == 2


def test_statistics(folder: Path, claimlint: Command) -> None:
    done = claimlint("check", "--statistics", ".")
    lines = done.stdout.splitlines()
    assert lines[-5:-1] == ["", "2 bare-multiple", "1 canonical-drift", ""]
    data = json.loads(claimlint("check", "--statistics", "--output-format", "json", ".").stdout)
    assert data["statistics"] == {"bare-multiple": 2, "canonical-drift": 1}
    clean = claimlint("check", "--statistics", "none.md")
    assert clean.stdout == "1 file, 0 claims; 0 errors, 0 warnings\n"
