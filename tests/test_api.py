"""The interface for programs gives what the commands print."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import claimlint

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "bad.md").write_text("A read takes 95 µs.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_lint_gives_what_check_prints(folder: Path, report: Callable[..., dict[str, Any]]) -> None:
    found = claimlint.lint(folder / "bad.md")
    printed = report("bad.md")
    assert [f.message for f in found.findings] == [f["message"] for f in printed["findings"]]
    assert found.exit_status == printed["status"] == 1
    assert claimlint.lint(["bad.md", Path("CANONICAL-NUMBERS.md")]).summary.files == 2


def test_lint_of_a_text(folder: Path) -> None:
    right = claimlint.lint("new.md", text="A read takes 90 µs.\n")
    wrong = claimlint.lint("new.md", text="A read takes 91 µs.\n", explain=True)
    assert (right.findings, [f.expected for f in wrong.findings]) == ((), ["90 µs"])
    assert wrong.explanations is not None
    assert wrong.explanations[0].quantities == ("read_time",)
    with pytest.raises(ValueError, match="one name"):
        claimlint.lint(["a.md", "b.md"], text="")


def test_a_project_chooses_the_rules(folder: Path) -> None:
    assert claimlint.lint("bad.md", project=claimlint.Project(ignore=["canonical-drift"])).findings == ()
    from claimlint.project import UnknownRule

    with pytest.raises(UnknownRule, match="did you mean 'canonical-drift'"):
        claimlint.lint("bad.md", project=claimlint.Project(ignore=["canonical-drif"]))


def test_what_cannot_be_read_is_a_problem(folder: Path) -> None:
    found = claimlint.lint("none.md")
    assert [problem.message for problem in found.problems] == ["does not exist"]
    assert found.exit_status == 2


def test_extract_gives_what_the_command_prints(folder: Path, claimlint_json: Callable[..., Any]) -> None:
    assert list(claimlint.extract("bad.md").claims) == claimlint_json("extract", "bad.md")["claims"]


@pytest.fixture
def claimlint_json(folder: Path) -> Callable[..., Any]:
    def run(command: str, *arguments: str) -> Any:
        line = [sys.executable, "-m", "claimlint", command, "--output-format", "json", *arguments]
        return json.loads(subprocess.run(line, cwd=folder, capture_output=True, check=True).stdout)

    return run


def test_load_model(folder: Path) -> None:
    model = claimlint.load_model("CANONICAL-NUMBERS.md")
    assert list(model.quantities) == ["read_time"]
    (folder / "broken.md").write_text("```yaml quantities\nx: 1 µs\ny: = z\n```\n", encoding="utf-8")
    with pytest.raises(claimlint.BrokenModel) as caught:
        claimlint.load_model("broken.md")
    assert [(p.path, p.line) for p in caught.value.problems] == [("broken.md", 3)]


def test_every_name_is_there_and_no_other() -> None:
    for name in claimlint.__all__:
        assert getattr(claimlint, name) is not None
    with pytest.raises(AttributeError):
        claimlint.nothing  # noqa: B018
