"""The baseline: what a repository has accepted stays unsaid, and nothing else does."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint.baselinefile import BrokenBaseline, parse, render
from tests.conftest import Run

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
PAGE = "# Reads\n\nMoving a block is 218× cheaper than that.\n\nA read takes 95 µs on this machine.\n"
FILE = ".claimlint-baseline.json"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "docs" / "a.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def entries(root: Path, name: str = FILE) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((root / name).read_text(encoding="utf-8"))["findings"]
    return found


def rules(found: dict[str, Any]) -> list[str]:
    return [finding["rule"] for finding in found["findings"]]


def test_known_findings_are_not_reported(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    assert rules(report()) == ["bare-multiple", "canonical-drift"]
    done = claimlint("baseline")
    assert (done.returncode, done.stdout) == (0, f"{FILE}: 2 findings (2 added, 0 removed)\n")
    assert entries(repository)[0] == {
        "path": "docs/a.md",
        "rule": "bare-multiple",
        "claim": "218×",
        "context": "Moving a block is 218× cheaper than that.",
    }
    found = report("--baseline")
    assert (rules(found), found["status"], found["summary"]["known"]) == ([], 0, 2)
    assert "2 known findings in the baseline" in claimlint("check", "--baseline").stdout
    # Without the option the file has no say.
    assert len(rules(report())) == 2


@pytest.mark.parametrize(
    "page",
    [
        "\n\n" + PAGE,
        PAGE.replace("\n", "\r\n"),
        "\ufeff" + PAGE,
        "A line.\n\n" + PAGE + "\nAnother line.\n",
        PAGE.replace("block is 218× cheaper", "block\nis 218× cheaper").replace("95 µs on", "95\nµs\non"),
        PAGE.replace("Moving", "A sentence before. Moving").replace("machine.", "machine. One after."),
        "# Reads\n\nA read takes 95 µs on this machine.\n\nMoving a block is 218× cheaper than that.\n",
    ],
)
def test_an_old_finding_stays_old_where_it_moves(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]], page: str
) -> None:
    claimlint("baseline")
    (repository / "docs" / "a.md").write_bytes(page.encode())
    found = report("--baseline")
    assert (rules(found), found["summary"]["known"]) == ([], 2)
    assert "notes" not in found


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("218×", "219×", "bare-multiple"),
        ("cheaper than that", "cheaper than this", "bare-multiple"),
        ("Moving a block", "Moving every block", "bare-multiple"),
        ("95 µs", "96 µs", "canonical-drift"),
        ("95 µs", "0.095 ms", "canonical-drift"),
        ("on this machine", "on that machine", "canonical-drift"),
    ],
)
def test_an_edited_sentence_is_new(
    repository: Path,
    claimlint: Callable[..., Run],
    report: Callable[..., dict[str, Any]],
    old: str,
    new: str,
    rule: str,
) -> None:
    claimlint("baseline")
    (repository / "docs" / "a.md").write_text(PAGE.replace(old, new), encoding="utf-8")
    found = report("--baseline")
    assert rules(found) == [rule]
    [note] = found["notes"]
    assert note["path"] == FILE
    assert note["message"].startswith("1 finding in it no longer occurs; `claimlint baseline --prune`")


def test_a_copy_of_an_old_finding_is_new(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    page = repository / "docs" / "a.md"
    page.write_text("It is 218× cheaper.\n\nIt is 218× cheaper.\n", encoding="utf-8")
    claimlint("baseline")
    assert [entry["count"] for entry in entries(repository)] == [2]
    assert rules(report("--baseline")) == []
    page.write_text("It is 218× cheaper.\n\n" * 3, encoding="utf-8")
    assert len(rules(report("--baseline"))) == 1
    # The same words on another page are another finding.
    page.with_name("b.md").write_text("It is 218× cheaper.\n", encoding="utf-8")
    assert [f["path"] for f in report("--baseline")["findings"]] == ["docs/a.md", "docs/b.md"]


def test_what_has_gone_is_said_and_pruned(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    (repository / "docs" / "b.md").write_text("It is 300× cheaper.\n", encoding="utf-8")
    claimlint("baseline")
    (repository / "docs" / "a.md").write_text("A read takes 95 µs on this machine.\n", encoding="utf-8")
    (repository / "docs" / "b.md").unlink()
    assert "2 findings in it no longer occur" in claimlint("check", "--baseline").stdout
    # A run over one page knows nothing of the other.
    assert "1 finding in it no longer" in report("--baseline", "docs/a.md")["notes"][0]["message"]
    assert "notes" not in report("--baseline", "--select", "canonical-drift", "docs/a.md")
    done = claimlint("baseline", "--prune", "docs/a.md")
    assert done.stdout == f"{FILE}: 2 findings (0 added, 1 removed)\n"
    # Pruning never adds.
    (repository / "docs" / "c.md").write_text("It is 400× cheaper.\n", encoding="utf-8")
    assert claimlint("baseline", "--prune").stdout == f"{FILE}: 1 finding (0 added, 1 removed)\n"
    assert [entry["rule"] for entry in entries(repository)] == ["canonical-drift"]
    assert rules(report("--baseline")) == ["bare-multiple"]


def test_a_baseline_of_some_paths_leaves_the_others(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    (repository / "b.md").write_text("It is 300× cheaper.\n", encoding="utf-8")
    claimlint("baseline")
    (repository / "docs" / "a.md").write_text("It is 400× cheaper.\n", encoding="utf-8")
    assert claimlint("baseline", "docs").stdout == f"{FILE}: 2 findings (1 added, 2 removed)\n"
    assert rules(report("--baseline")) == []


def test_settings_name_the_baseline(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    (repository / ".claimlint.yaml").write_text("baseline: ci/known.json\n", encoding="utf-8")
    found = report("docs/a.md")
    assert found["status"] == 2
    assert found["errors"][0]["path"] == "ci/known.json"
    assert "does not exist; `claimlint baseline` writes it" in found["errors"][0]["message"]
    (repository / "ci").mkdir()
    assert claimlint("baseline").returncode == 0
    assert entries(repository, "ci/known.json")[0]["path"] == "../docs/a.md"
    # As a hook calls it, with a path and no option; from another folder too.
    assert rules(report("docs/a.md")) == []
    assert rules(report("a.md", cwd=repository / "docs")) == []
    assert len(rules(report("--no-baseline", "docs/a.md"))) == 2
    assert not (repository / FILE).exists()


def test_the_option_does_not_eat_a_path(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    claimlint("baseline", "-o", "known.json")
    claimlint("baseline")
    (repository / "docs" / "b.md").write_text("It is 300× cheaper.\n", encoding="utf-8")
    assert report("--baseline", "docs/a.md")["summary"]["files"] == 1
    found = report("--baseline", "known.json", "docs")
    assert (found["summary"]["known"], found["summary"]["files"]) == (2, 2)
    assert claimlint("check", "--baseline", "--no-baseline", "docs").returncode == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "a baseline is an object"),
        ("[]", 1, 1, "a baseline is an object"),
        ("{}", 1, 1, "the key 'version' is missing"),
        ('{"version": 1}', 1, 1, "the key 'findings' is missing"),
        ('{"version": 2, "findings": []}', 1, 13, "version 1 is expected here"),
        ('{"version": true, "findings": []}', 1, 13, "version 1 is expected here"),
        ('{"version": 1, "findings": {}}', 1, 28, "a list of findings is expected here"),
        ('{"version": 1, "findings": [\n  7]}', 2, 3, "an entry is expected here"),
        ('{"version": 1, "findings": [\n  {"path": "a"}]}', 2, 3, "needs a text for 'rule'"),
        ('{"version": 1, "findings": [\n  {"path": 1}]}', 2, 3, "needs a text for 'path'"),
        ('{"version": 1, "findings": [\n  {"pth": "a"}]}', 2, 3, "unknown key 'pth'"),
        ('{"version": 1, "findings": [\n  {"path": "a", "path": "b"}]}', 2, 3, "stands twice"),
        ('{"version": 1, "findings": [],\n "findings": []}', 2, 2, "stands twice"),
        ('{"version": 1, "findings": []} x', 1, 32, "goes on after its end"),
        ('{"version": 1, "findings": [\n<<<<<<< HEAD\n]}', 2, 1, "a merge conflict?"),
        ('{"version": 1,\n"findings": [' + "[" * 100_000, 2, 14, "not a baseline"),
        ('{"version": ' + "1" * 10_000 + "}", 1, 13, "not a baseline"),
        ('{"version": 1, "other": 1}', 1, 16, "unknown key 'other'"),
    ],
)
def test_a_damaged_file_holds_nothing(
    repository: Path,
    report: Callable[..., dict[str, Any]],
    text: str,
    line: int,
    column: int,
    message: str,
) -> None:
    (repository / FILE).write_text(text, encoding="utf-8")
    found = report("--baseline")
    [error] = found["errors"]
    assert (error["path"], error["line"], error["column"]) == (FILE, line, column)
    assert message in error["message"]
    assert (found["status"], len(found["findings"])) == (2, 2)


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "true", '"2"', "null", "1e400"])
def test_counts_are_whole_numbers(count: str) -> None:
    entry = f'{{"path": "a", "rule": "b", "claim": "c", "context": "d", "count": {count}}}'
    with pytest.raises(BrokenBaseline, match="must be a whole number from 1 on"):
        parse(f'{{"version": 1, "findings": [{entry}]}}', FILE)


def test_an_entry_stands_once(repository: Path, claimlint: Callable[..., Run]) -> None:
    claimlint("baseline")
    text = (repository / FILE).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "218" in line)
    (repository / FILE).write_text(text.replace(line, f"{line}\n{line}"), encoding="utf-8")
    done = claimlint("check", "--baseline")
    assert f"{FILE}:6:5: error: this entry stands twice" in done.stdout
    assert claimlint("baseline").returncode == 2  # It is not overwritten either.


def test_problems_are_never_in_it(repository: Path, claimlint: Callable[..., Run]) -> None:
    (repository / "docs" / "bad.md").write_bytes(b"A read takes 95 \xff\xfe\xfa s.\n")
    done = claimlint("baseline")
    assert done.returncode == 2
    assert "docs/bad.md" in done.stderr
    assert len(entries(repository)) == 2
    # A page that cannot be read has lost none of its findings.
    (repository / "docs" / "a.md").write_bytes(b"A read takes 95 \xff\xfe\xfa s.\n")
    claimlint("baseline", "--prune")
    assert len(entries(repository)) == 2
    assert claimlint("check", "--baseline").returncode == 2


def test_a_model_that_does_not_load_removes_nothing(repository: Path, claimlint: Callable[..., Run]) -> None:
    claimlint("baseline")
    before = (repository / FILE).read_bytes()
    (repository / "CANONICAL-NUMBERS.md").write_text("```yaml quantities\na: = b\n```\n", encoding="utf-8")
    done = claimlint("baseline")
    assert done.returncode == 2
    assert (repository / FILE).read_bytes() == before


def test_it_is_not_written_through_a_link(
    repository: Path, claimlint: Callable[..., Run], tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repository / FILE).symlink_to(outside / "target")
    assert claimlint("baseline").returncode == 2
    assert list(outside.iterdir()) == []
    (repository / "ci").symlink_to(outside)
    (repository / ".claimlint.yaml").write_text("baseline: ci/known.json\n", encoding="utf-8")
    assert claimlint("baseline").returncode == 2
    assert list(outside.iterdir()) == []


def test_settings_lead_to_no_file_outside(tmp_path: Path, claimlint: Callable[..., Run]) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    (root / "a.md").write_text(PAGE, encoding="utf-8")
    (root / ".claimlint.yaml").write_text("baseline: ../known.json\n", encoding="utf-8")
    done = claimlint("baseline", cwd=root)
    assert (done.returncode, (tmp_path / "known.json").exists()) == (2, False)
    (tmp_path / "known.json").write_text(render({}), encoding="utf-8")
    done = claimlint("check", cwd=root)
    assert done.returncode == 2
    assert "leads outside the repository" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not have")
def test_hostile_names_and_claims(
    repository: Path, claimlint: Callable[..., Run], report: Callable[..., dict[str, Any]]
) -> None:
    name = "a\n::error::\x1b[31m\u202e.md"
    (repository / name).write_text("It\u202e is \u20dd 218× cheaper\x07.\n", encoding="utf-8")
    with open(os.fsencode(repository) + b"/b\xff.md", "wb") as file:
        file.write(b"It is 218x cheaper.\n")
    done = claimlint("baseline")
    assert done.returncode == 0, done.stderr
    text = (repository / FILE).read_text(encoding="utf-8")
    assert all(line.isprintable() for line in text.split("\n"))
    assert rules(report("--baseline")) == []


def test_a_second_run_changes_nothing(repository: Path, claimlint: Callable[..., Run]) -> None:
    claimlint("baseline")
    before = (repository / FILE).stat()
    assert claimlint("baseline").stdout == f"{FILE}: 2 findings (0 added, 0 removed)\n"
    assert (repository / FILE).stat().st_mtime_ns == before.st_mtime_ns
    assert [p.name for p in repository.iterdir() if p.name.endswith(".tmp")] == []


KEY = st.tuples(*(st.text(max_size=8) for _ in range(4)))


@given(st.dictionaries(KEY, st.integers(1, 5)))
def test_what_is_written_is_read(counts: dict[tuple[str, str, str, str], int]) -> None:
    text = render(counts)
    assert parse(text, FILE) == counts
    assert render(dict(sorted(counts.items(), reverse=True))) == text
    assert all(line.isprintable() for line in text.split("\n"))


@given(st.text(alphabet='{}[],:"\\ \n1ae', max_size=40))
def test_every_text_is_read_or_refused(text: str) -> None:
    with suppress(BrokenBaseline):
        parse(text, FILE)


BLOCKS = (
    "Moving a block is 218× cheaper than that.",
    "A read takes 95 µs on this machine. It is 40× slower there.",
    "| tier | read |\n|---|---|\n| near | 95 µs |\n| far | 7× |",
    "- The cost fell by 12% from 40 ms to 30 ms.\n- It is 218× cheaper.",
    "> A read takes 96 µs, which\n> is 7× less.",
)
FILLER = st.sampled_from(
    ["Text.", "# Heading", "- item\n- item", "    code 5 ms", "<!-- note -->", "---", ""]
)
PLACES = st.lists(st.lists(FILLER, max_size=3), min_size=len(BLOCKS) + 1, max_size=len(BLOCKS) + 1)


@given(PLACES, st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=40)
def test_lines_between_blocks_make_nothing_new(places: list[list[str]], newline: str) -> None:
    import claimlint

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".git").mkdir()
        (root / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
        page = root / "a.md"
        page.write_text("\n\n".join(BLOCKS) + "\n", encoding="utf-8")
        first = claimlint.lint(page)
        assert len(first.findings) >= 5
        from claimlint.baseline import write
        from claimlint.files import find
        from claimlint.project import Project

        write(first, [str(page)], find([str(page)])[0], Project(), None)
        parts = [part for place, block in zip(places, (*BLOCKS, ""), strict=True) for part in (*place, block)]
        page.write_bytes("\n\n".join(parts).replace("\n", newline).encode())
        again = claimlint.lint(page, baseline=True)
        assert again.findings == ()
        assert again.summary.known == len(first.findings)
        assert again.notes == ()
