"""`claimlint check --fix` on real files: what is written, what is not, and what is said."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimlint import files, rewrite
from claimlint.project import Project

MODEL = """\
## 1. Disks

```yaml quantities
read_time: {value: 95 µs, status: assumed, aka: [read]}
drives: {value: 24 drives, aka: [drives]}
```
"""
WRONG, RIGHT = "A read takes 59 µs.\n", "A read takes 95 µs.\n"
Run = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    return tmp_path


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def entries(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".claimlint_cache"}


def test_a_file_is_fixed_and_the_rest_reported(folder: Path, claimlint: Run) -> None:
    page = put(folder / "page.md", WRONG + "\nSee CANONICAL-NUMBERS.md §7.\n")
    before = entries(folder)
    done = claimlint("check", ".")
    assert "1 fixable with --fix" in done.stdout.split("\n")[-2]
    assert done.returncode == 1
    done = claimlint("check", "--fix", ".")
    assert page.read_text(encoding="utf-8") == RIGHT + "\nSee CANONICAL-NUMBERS.md §7.\n"
    assert (done.returncode, done.stderr) == (1, "")
    assert "stale-reference" in done.stdout
    assert done.stdout.endswith("1 error, 0 warnings; 1 fixed; 1 fixable with --fix --unsafe-fixes\n")
    assert entries(folder) == before


def test_nothing_is_left_to_say_when_all_is_fixed(folder: Path, claimlint: Run) -> None:
    put(folder / "page.md", WRONG)
    done = claimlint("check", "--fix", "page.md")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("0 errors, 0 warnings; 1 fixed\n")
    again = claimlint("check", "--fix", "page.md")
    assert again.stdout.endswith("0 errors, 0 warnings\n")


def test_a_dry_run_prints_a_diff_and_changes_nothing(folder: Path, claimlint: Run) -> None:
    page = put(folder / "page.md", "# Disks\r\n\r\n" + WRONG.replace("\n", "\r\n"))
    status = page.stat()
    done = claimlint("check", "--fix", "--dry-run", ".")
    assert done.stdout == (
        "--- a/page.md\n+++ b/page.md\n@@ -1,4 +1,4 @@\n"
        " # Disks\n \n-A read takes 59 µs.\n+A read takes 95 µs.\n \n"
    )
    assert (done.returncode, done.stderr) == (1, "1 would be fixed; 0 errors would be left\n")
    assert (page.stat().st_mtime_ns, page.stat().st_ino) == (status.st_mtime_ns, status.st_ino)
    put(page, RIGHT)
    done = claimlint("check", "--fix", "--dry-run", ".")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_diff_lets_nothing_reach_the_terminal(folder: Path, claimlint: Run) -> None:
    name = "pa\x1b[31mge\u202e.md"
    put(folder / name, "\x1b]0;title\x07\u202e A read takes 59 µs. \x1b[2J\n")
    out = claimlint("check", "--fix", "--dry-run", "--color", "never", ".").stdout
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\x07" not in out
    assert "+\\x1b]0;title\\x07\\u202e A read takes 95 µs. \\x1b[2J" in out


def test_unsafe_fixes_are_asked_for(folder: Path, claimlint: Run) -> None:
    page = put(folder / "page.md", "All figures: CANONICAL-NUMBERS.md §7.\n")
    assert "1 fixable with --fix --unsafe-fixes" in claimlint("check", ".").stdout
    assert claimlint("check", "--fix", ".").returncode == 1
    assert "§7" in page.read_text(encoding="utf-8")
    assert claimlint("check", "--fix", "--unsafe-fixes", ".").returncode == 0
    assert "§1" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [["--dry-run"], ["--unsafe-fixes"]])
def test_options_of_fixing_go_with_it(folder: Path, claimlint: Run, options: list[str]) -> None:
    done = claimlint("check", *options, ".")
    assert done.returncode == 2
    assert f"{options[0]} goes with --fix" in done.stderr


def test_standard_input_is_passed_on_fixed(folder: Path, claimlint: Run) -> None:
    for text, status in ((WRONG, 0), (RIGHT, 0), (WRONG + "\nCANONICAL-NUMBERS.md §7\n", 1)):
        done = claimlint("check", "--fix", "-", stdin=b"\xef\xbb\xbf" + text.encode())
        assert done.stdout == "\ufeff" + text.replace("59", "95")
        assert done.returncode == status
        assert "warnings" in done.stderr
    assert entries(folder) == {".git", "CANONICAL-NUMBERS.md"}
    done = claimlint("check", "--fix", "--dry-run", "-", stdin=WRONG.encode())
    assert done.stdout.startswith("--- a/stdin.md\n+++ b/stdin.md\n")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", [True, False])
def test_bytes_outside_the_fix_stay(
    folder: Path, claimlint: Run, mark: bytes, newline: str, end: bool
) -> None:
    lines = ["# Größe\u2028\x0c", "", "A read takes 59 µs.\t ", "", "[x]: \u202fy"]
    data = mark + newline.join(lines + [""] * end).encode()
    page = folder / "page.md"
    page.write_bytes(data)
    assert claimlint("check", "--fix", ".").returncode == 0
    assert page.read_bytes() == data.replace(b"59", b"95")


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o664])
def test_the_mode_is_kept(folder: Path, claimlint: Run, mode: int) -> None:
    page = put(folder / "page.md", WRONG)
    page.chmod(mode)
    claimlint("check", "--fix", ".")
    assert page.read_text(encoding="utf-8") == RIGHT
    assert stat.S_IMODE(page.stat().st_mode) == mode


def test_a_read_only_file_stays(folder: Path, claimlint: Run) -> None:
    page = put(folder / "page.md", WRONG)
    page.chmod(0o444)
    done = claimlint("check", "--fix", ".")
    assert (done.returncode, done.stderr) == (1, "page.md: not fixed: it is read-only\n")
    assert page.read_text(encoding="utf-8") == WRONG
    assert "fixed;" not in done.stdout


@pytest.mark.parametrize("named", [True, False])
def test_nothing_is_written_through_a_link(folder: Path, claimlint: Run, named: bool) -> None:
    # The target has an extension that no walk looks for, so the link alone leads to it.
    target = put(folder / "page.source", WRONG)
    (folder / "page.md").symlink_to("page.source")
    done = claimlint("check", "--fix", "page.md" if named else ".")
    assert done.returncode == 1
    assert done.stderr == "page.md: not fixed: it is a symbolic link, or lies behind one\n"
    assert (folder / "page.md").is_symlink()
    assert target.read_text(encoding="utf-8") == WRONG


def test_nothing_is_written_behind_a_linked_folder(folder: Path, claimlint: Run) -> None:
    page = put(folder / ".real" / "page.md", WRONG)
    (folder / "docs").symlink_to(".real")
    done = claimlint("check", "--fix", "docs/page.md")
    assert done.stderr == "docs/page.md: not fixed: it is a symbolic link, or lies behind one\n"
    assert page.read_text(encoding="utf-8") == WRONG


def test_nothing_is_written_outside_the_repository(folder: Path, tmp_path: Path, claimlint: Run) -> None:
    inside = folder / "inside"
    (inside / ".git").mkdir(parents=True)
    put(inside / "CANONICAL-NUMBERS.md", MODEL)
    page = put(folder / "page.md", WRONG)
    (inside / "page.md").symlink_to("../page.md")
    assert claimlint("check", "--fix", ".", cwd=inside).returncode == 2
    assert page.read_text(encoding="utf-8") == WRONG


def test_a_repository_behind_a_link_is_one(folder: Path, tmp_path_factory: Any, claimlint: Run) -> None:
    page = put(folder / "page.md", WRONG)
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(folder)
    assert claimlint("check", "--fix", "page.md", cwd=link).returncode == 0
    assert page.read_text(encoding="utf-8") == RIGHT


def as_file(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> files.File:
    monkeypatch.chdir(folder)
    file = files.named(name)
    assert isinstance(file, files.File)
    return file


def test_a_file_that_has_changed_meanwhile_is_not_overwritten(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = put(folder / "page.md", WRONG)
    file = as_file(folder, "page.md", monkeypatch)
    put(page, "Somebody else was here.\n")
    with pytest.raises(rewrite.NotWritten, match="it has changed since it was read"):
        rewrite.replace(file, WRONG.encode(), RIGHT.encode())
    assert page.read_text(encoding="utf-8") == "Somebody else was here.\n"
    assert entries(folder) == {".git", "CANONICAL-NUMBERS.md", "page.md"}


def test_a_file_that_has_become_a_link_is_not_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = put(folder / "page.md", WRONG)
    other = put(folder / "other", WRONG)
    file = as_file(folder, "page.md", monkeypatch)
    page.unlink()
    page.symlink_to("other")
    with pytest.raises(rewrite.NotWritten, match="no regular file"):
        rewrite.replace(file, WRONG.encode(), RIGHT.encode())
    assert other.read_text(encoding="utf-8") == WRONG


def test_a_folder_that_cannot_be_written_to_is_said(
    folder: Path, claimlint: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = put(folder / "docs" / "page.md", WRONG)
    file = as_file(folder, "docs/page.md", monkeypatch)
    page.parent.chmod(0o555)
    try:
        if os.access(page.parent, os.W_OK):
            pytest.skip("whoever runs this may write anywhere")
        outcome = rewrite.fix([file], Project(), lambda *_: None, rewrite.Fixing())
        assert outcome.changes == []
        assert outcome.notes == ["docs/page.md: not fixed: Permission denied"]
    finally:
        page.parent.chmod(0o755)


def test_prose_of_the_canonical_file_is_fixed_and_its_blocks_are_not(folder: Path, claimlint: Run) -> None:
    model = folder / "CANONICAL-NUMBERS.md"
    put(model, MODEL + "\nA read takes 59 µs.\n")
    put(folder / "page.md", WRONG)
    assert claimlint("check", "--fix", ".").returncode == 0
    assert model.read_text(encoding="utf-8") == MODEL + "\nA read takes 95 µs.\n"
    assert (folder / "page.md").read_text(encoding="utf-8") == RIGHT


def test_a_canonical_file_that_reads_data_is_fixed_too(folder: Path, claimlint: Run) -> None:
    put(folder / "data.json", '{"read": 95}')
    text = MODEL.replace("value: 95 µs", "from: {file: data.json, pointer: /read, unit: µs}")
    put(folder / "CANONICAL-NUMBERS.md", f"{text}\n{WRONG}")
    done = claimlint("check", "--fix", "--dry-run", ".")
    assert (done.returncode, done.stderr) == (1, "1 would be fixed; 0 errors would be left\n")
    assert claimlint("check", "--fix", ".").returncode == 0
    assert (folder / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8") == f"{text}\n{RIGHT}"


def test_a_model_that_does_not_load_fixes_nothing(folder: Path, claimlint: Run) -> None:
    page = put(folder / "page.md", WRONG)
    put(folder / "CANONICAL-NUMBERS.md", MODEL.replace("95 µs", "95 furlongs of"))
    assert claimlint("check", "--fix", ".").returncode == 2
    assert page.read_text(encoding="utf-8") == WRONG


def test_what_a_directive_silences_is_not_fixed(folder: Path, claimlint: Run) -> None:
    text = "A read takes 59 µs. <!-- claimlint: ignore[canonical-drift] the old disk -->\n"
    page = put(folder / "page.md", text + "\n" + RIGHT.replace(".\n", ". ") + text[20:])
    assert claimlint("check", "--fix", ".").returncode == 0
    assert page.read_text(encoding="utf-8") == text + "\n" + RIGHT


def test_one_unreadable_file_does_not_keep_the_others_from_being_fixed(folder: Path, claimlint: Run) -> None:
    page = put(folder / "b.md", WRONG)
    (folder / "a.md").write_bytes(b"A read takes 59 \xff.\n")
    assert claimlint("check", "--fix", ".").returncode == 2
    assert page.read_text(encoding="utf-8") == RIGHT


TEXTS = st.text(st.sampled_from("ab é\u2028\u00a0\U0001f600\x0c\t#*_`\n\r"), max_size=30)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=TEXTS, after=TEXTS, mark=st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_whatever_stands_around_it_a_fix_changes_its_own_bytes_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, mark: bytes
) -> None:
    data = mark + f"{before}\n\nA read takes 59 µs.\n\n{after}".encode()
    (folder / "page.md").write_bytes(data)
    file = as_file(folder, "page.md", monkeypatch)
    outcome = rewrite.fix([file], Project(), lambda *_: None, rewrite.Fixing())
    written = (folder / "page.md").read_bytes()
    assert written == (data.replace(b"59", b"95") if outcome.changes else data)
    assert rewrite.fix([file], Project(), lambda *_: None, rewrite.Fixing()).changes == []
