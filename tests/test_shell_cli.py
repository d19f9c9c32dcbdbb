"""The commands as they are run: exit status, streams, options, and the shapes of the JSON reports."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Report = Callable[..., dict[str, Any]]

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "report.schema.json").read_text(encoding="utf-8"))
MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"


def validate(data: Any, command: str) -> None:
    jsonschema.validate(data, {"$ref": f"#/$defs/{command}", "$defs": SCHEMA["$defs"]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "good.md").write_text("A read takes 90 µs.\n", encoding="utf-8")
    (tmp_path / "bad.md").write_text("A read takes 95 µs.\n", encoding="utf-8")
    return tmp_path


def test_exit_status_and_broken_outranks_found(folder: Path, claimlint: Command) -> None:
    assert claimlint("check", "good.md").returncode == 0
    assert claimlint("check", "bad.md").returncode == 1
    assert claimlint("check").returncode == 1
    assert claimlint("check", "good.md", "none.md").returncode == 2
    assert claimlint("check", "bad.md", "none.md").returncode == 2
    assert claimlint("extract", "bad.md").returncode == 0
    assert claimlint("extract", "bad.md", "none.md").returncode == 2
    assert claimlint("check", "--nonsense").returncode == 2
    assert claimlint("model").returncode == 0


def test_explain_tells_of_every_claim(folder: Path, claimlint: Command) -> None:
    (folder / "bad.md").write_text("A read takes 95 µs. The office is open for 8 hours.\n", encoding="utf-8")
    lines = claimlint("check", "--explain", "bad.md").stdout.splitlines()
    assert lines[3:5] == [
        "bad.md:1:14: 95 µs: canonical, read_time (named in the same clause)",
        "bad.md:1:44: 8 hours: unchecked (nothing near it names a canonical quantity of its dimension)",
    ]
    data = json.loads(claimlint("check", "--explain", "--output-format", "json", "bad.md").stdout)
    validate(data, "check")
    assert [(claim["claim"], claim["state"], claim["quantities"]) for claim in data["claims"]] == [
        ("95 µs", "canonical", ["read_time"]),
        ("8 hours", "unchecked", []),
    ]


def test_the_readme_is_held_against_the_other_pages(tmp_path: Path, report: Report) -> None:
    (tmp_path / "README.md").write_text(
        "# Tool\n\nThe nightly import of the large set takes 118 s. It is fast.\n", encoding="utf-8"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "import.md").write_text(
        "The nightly import of the large set takes 95 s. The nightly import of the small set takes 7 s.\n"
        "The nightly import of the large set used to take 300 s.\n",
        encoding="utf-8",
    )
    (tmp_path / "docs" / "same.md").write_text(
        "The nightly import of the large set takes about 2 minutes.\n", encoding="utf-8"
    )
    (tmp_path / "v1.2").mkdir()
    (tmp_path / "v1.2" / "old.md").write_text(
        "The nightly import of the large set takes 300 s.\n", encoding="utf-8"
    )
    [finding] = report(".")["findings"]
    assert (finding["path"], finding["line"], finding["column"]) == ("docs/import.md", 1, 43)
    assert finding["rule"] == "conflicting-claims"
    assert finding["severity"] == "warning"
    assert finding["message"] == (
        "95 s is told differently elsewhere: README.md:3 says 118 s in the same words"
    )


def test_warnings_do_not_fail(folder: Path, claimlint: Command) -> None:
    (folder / "CANONICAL-NUMBERS.md").unlink()
    (folder / "bad.md").write_text("It is 12x faster.\n")
    done = claimlint("check", "bad.md")
    assert done.returncode == 0
    last = "1 file, 1 claim (0 canonical, 0 recomputed, 1 unchecked); 0 errors, 1 warning; no canonical model"
    assert done.stdout.endswith(f"\n\n{last}\n")


def test_the_json_report(folder: Path, report: Report) -> None:
    result = report("bad.md", "good.md", "none.md")
    assert result.pop("status") == 2
    assert result.pop("stderr") == ""
    validate(result, "check")
    (finding,) = result["findings"]
    assert re.fullmatch("[0-9a-f]{32}", finding.pop("fingerprint"))
    message = finding.pop("message")
    assert "read_time" in message
    assert "§1" in message
    assert finding == {
        "rule": "canonical-drift",
        "severity": "error",
        "path": "bad.md",
        "line": 1,
        "column": 14,
        "end_line": 1,
        "end_column": 19,
        "claim": "95 µs",
        "expected": "90 µs",
        "location": None,
        "fix": {
            "safe": True,
            "summary": "95 becomes 90",
            "edits": [{"line": 1, "column": 14, "end_line": 1, "end_column": 16, "text": "90"}],
        },
    }
    assert result["errors"] == [
        {"path": "none.md", "line": None, "column": None, "message": "does not exist"}
    ]
    assert result["summary"] == {
        "files": 2,
        "claims": 2,
        "canonical": 2,
        "recomputed": 0,
        "unchecked": 0,
        "errors": 1,
        "warnings": 0,
    }


def test_the_json_list_of_claims(folder: Path, claimlint: Command) -> None:
    (folder / "page.md").write_text(
        "About 1.5–2.0 GB/s in 5 ± 0.2 ms, at least 18 ms, 10%,\ntwo to three orders of magnitude; 43\nµs.\n",
        encoding="utf-8",
    )
    listed = json.loads(claimlint("extract", "--output-format", "json", "page.md").stdout)
    validate(listed, "extract")
    fields = ("text", "kind", "value", "low", "high", "op", "tol", "unit")
    assert [tuple(claim.get(field) for field in fields) for claim in listed["claims"]] == [
        ("1.5–2.0 GB/s", "quantity", None, 1.5, 2, "~", None, "GB/s"),
        ("5 ± 0.2 ms", "quantity", 5, None, None, None, 0.2, "ms"),
        ("18 ms", "quantity", 18, None, None, ">=", None, "ms"),
        ("10%", "percent", 10, None, None, None, None, "%"),
        ("two to three orders of magnitude", "orders", None, 2, 3, None, None, "orders of magnitude"),
        ("43\nµs", "quantity", 43, None, None, None, None, "µs"),
    ]
    last = listed["claims"][-1]
    assert [last[key] for key in ("line", "column", "end_line", "end_column")] == [2, 35, 3, 3]


def test_every_golden_report_follows_the_schema() -> None:
    golden = Path(__file__).parent / "golden"
    for command in ("check", "extract"):
        validate(json.loads((golden / f"{command}.json").read_text(encoding="utf-8")), command)


def test_standard_input(folder: Path, claimlint: Command, report: Report) -> None:
    page = "A read takes 95 µs.\n".encode()
    result = report("-", stdin=page)
    assert [(each["path"], each["line"]) for each in result["findings"]] == [("stdin.md", 1)]
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>read 95 µs</text></svg>'.encode()
    result = report("-", "--stdin-filename", "docs/new.svg", stdin=svg)
    assert [(each["path"], each["claim"]) for each in result["findings"]] == [("docs/new.svg", "95 µs")]
    assert report("-", stdin=b"\xff")["errors"][0]["path"] == "stdin.md"
    assert claimlint("extract", "-", stdin=page).stdout.startswith("stdin.md:1:14: 95 µs")
    assert claimlint("check", "-", "good.md").returncode == 2
    assert claimlint("check", "good.md", "--stdin-filename", "x.md").returncode == 2


def test_a_named_model_is_used_for_every_file(folder: Path, claimlint: Command, report: Report) -> None:
    (folder / "other.md").write_text(MODEL.replace("90", "95"), encoding="utf-8")
    result = report("--model", "other.md", "bad.md", "good.md")
    assert [(each["path"], each["expected"]) for each in result["findings"]] == [("good.md", "95 µs")]
    missing = report("--model", "none.md", "bad.md")
    assert (missing["errors"][0]["path"], missing["findings"], missing["status"]) == ("none.md", [], 2)
    assert claimlint("model", "other.md").stdout.count("95 µs") == 1
    assert claimlint("model", "none.md").returncode == 2


def test_warnings_of_the_model_go_to_standard_error(folder: Path, claimlint: Command) -> None:
    text = MODEL.replace("```\n", "", 1) if MODEL.startswith("```") else MODEL
    text = text.replace("aka: [read]}", "aka: [read]}\nother_time: {value: 5 µs, aka: [read]}")
    (folder / "CANONICAL-NUMBERS.md").write_text(text, encoding="utf-8")
    done = claimlint("check", "--output-format", "json", "good.md")
    json.loads(done.stdout)
    assert done.stderr.startswith("CANONICAL-NUMBERS.md:5:1: warning: ")
    assert "warning: " in claimlint("model").stdout


def test_colour(folder: Path, claimlint: Command) -> None:
    assert "\x1b[" not in claimlint("check").stdout
    assert "\x1b[1;31m" in claimlint("check", "--color", "always").stdout
    assert "\x1b[1;31m" in claimlint("check", "--color", "always", NO_COLOR="1").stdout
    assert "\x1b[" not in claimlint("check", "--color", "always", "--output-format", "json").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal(environment: dict[str, str], coloured: bool, folder: Path) -> None:
    import pty

    main, terminal = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [sys.executable, "-m", "claimlint", "check", "bad.md"]
    subprocess.run(command, cwd=folder, stdout=terminal, env={**kept, "TERM": "xterm", **environment})
    os.close(terminal)
    assert (b"\x1b[" in os.read(main, 65536)) is coloured
    os.close(main)


def test_a_closed_pipe_is_quiet(folder: Path) -> None:
    (folder / "bad.md").write_text("A read takes 95 µs.\n\n" * 5_000, encoding="utf-8")
    check = f"{sys.executable} -m claimlint check bad.md"
    command = ["bash", "-c", f"{check} | head -n 1; echo ${{PIPESTATUS[0]}}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    first, status = done.stdout.splitlines()
    assert first.startswith("bad.md:1:14: error canonical-drift: ")
    assert (status, done.stderr) == ("1", "")


def test_a_closed_standard_output_is_no_crash(folder: Path) -> None:
    check = f"{sys.executable} -m claimlint check bad.md >&-"
    done = subprocess.run(["bash", "-c", check], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_said(folder: Path) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "claimlint", "check", "good.md"]
        done = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "claimlint: cannot write the report: No space left on device\n"


def test_an_interrupt_ends_with_130(folder: Path) -> None:
    # It reads standard input until the end, so it is still there when the signal comes.
    show = "import claimlint.cli as cli\nprint('ready', flush=True)\ncli.main()\n"
    with subprocess.Popen(
        [sys.executable, "-c", show, "check", "-"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A job that a shell put in the background ignores the signal, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"ready\n"
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err.strip()) == (130, b"", b"")


def test_version_and_help(claimlint: Command) -> None:
    from claimlint import __version__

    assert claimlint("--version").stdout == f"claimlint, version {__version__}\n"
    for arguments in ([], ["check"], ["extract"], ["model"], ["rules"], ["explain"]):
        done = claimlint(*arguments, "-h")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Usage: ")


def test_rules_are_listed_and_explained(claimlint: Command) -> None:
    from claimlint import rules

    listed = claimlint("rules").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [rule.name for rule in rules.load()]
    for rule in rules.load():
        story = claimlint("explain", rule.name).stdout
        assert story.startswith(f"{rule.name}: {rule.severity}")
        for example in (*rule.good, *rule.bad):
            assert all(line.strip() in story for line in example.doc.split("\n"))
    unknown = claimlint("explain", "bare-multiples")
    assert unknown.returncode == 2
    assert "did you mean bare-multiple?" in unknown.stderr


def test_no_model_to_print(tmp_path: Path, claimlint: Command) -> None:
    done = claimlint("model")
    assert done.returncode == 2
    assert "there is no CANONICAL-NUMBERS.md" in done.stderr


def imported(folder: Path, *arguments: str) -> tuple[set[str], str]:
    """The modules that a run imports, and what it prints."""
    command = [sys.executable, "-X", "importtime", "-m", "claimlint", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}, done.stdout


def test_a_page_without_candidates_imports_nothing_heavy(folder: Path) -> None:
    (folder / "words.md").write_text("# Words\n\nNothing but words.\n")
    modules, printed = imported(folder, "check", "words.md")
    assert printed == "1 file, 0 claims; 0 errors, 0 warnings\n"
    assert "claimlint.document.scan" in modules
    heavy = {
        "markdown_it",
        "yaml",
        "regex",
        "json",
        "dataclasses",
        "fractions",
        "decimal",
        "hashlib",
        "pathlib",
    }
    own = {"claimlint.claim.claims", "claimlint.model.model", "claimlint.rules", "claimlint.reason"}
    assert modules.isdisjoint(heavy | own | {"subprocess", "multiprocessing", "importlib.metadata"})


def test_a_second_run_reads_the_model_without_yaml(folder: Path, claimlint: Command) -> None:
    assert claimlint("check", "good.md").returncode == 0
    modules, _ = imported(folder, "check", "good.md")
    assert "claimlint.model.dump" in modules
    assert {"yaml", "regex"}.isdisjoint(modules)
