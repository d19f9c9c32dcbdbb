"""`check --diff`: what a change brings, wherever it shows, and nothing else; on real repositories."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import claimlint as api
from claimlint.findings import Report
from claimlint.git import GitError
from claimlint.project import Project
from claimlint.since import trusted
from tests.conftest import Run
from tests.git_repository import Repository

MODEL = """# Numbers

## 1. Move

```yaml quantities
block_size: 5.00 MiB
bandwidth:
  cases:
    mid-range: 64 GB/s
    pessimistic: 32 GB/s
move_time:
  value: = block_size / bandwidth
  unit: µs
  aka: [move]
read_time: {value: 90 µs, aka: [read]}
```
"""
OLD = "# A\n\nIt is 218× cheaper.\n\nA read takes 90 µs.\n\nIt is 40× slower.\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    made.write("CANONICAL-NUMBERS.md", MODEL)
    made.write("docs/a.md", OLD)
    made.write("docs/b.md", "# B\n\nA read takes 90 µs.\n\nIt is 7× slower.\n")
    made.commit()
    monkeypatch.chdir(made.root)
    return made


def lint(*paths: str, diff: str | None = "main", **options: Any) -> Report:
    return api.lint(paths or ["."], diff=diff, **options)


def told(report: Report) -> list[tuple[str, int, str]]:
    assert report.problems == ()
    return [(each.path, each.line, each.rule) for each in report.findings]


def notes(report: Report) -> list[str]:
    return [each.message for each in report.notes]


def test_without_a_change_nothing_is_said(repository: Repository) -> None:
    assert len(told(lint(diff=None))) == 3
    found = lint()
    assert (told(found), found.notes, found.changes) == ([], (), ())
    assert (found.summary.files, found.summary.since) == (3, "main")


@pytest.mark.parametrize("stage", ["untracked", "unstaged", "staged", "committed", "merged"])
def test_new_findings_wherever_the_change_stands(repository: Repository, stage: str) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    page = "docs/new.md" if stage == "untracked" else "docs/a.md"
    before = "# New\n" if stage == "untracked" else OLD.replace("\n\n", "\n\nText.\n\n", 1)
    repository.write(page, before + "\nIt is 300× cheaper.\n")
    if stage != "unstaged" and stage != "untracked":
        repository.git("add", "-A")
    if stage in ("committed", "merged"):
        repository.commit()
    if stage == "merged":  # The base has moved on; what it did is not ours.
        repository.git("checkout", "-q", "main")
        repository.write("docs/b.md", "# B\n\nIt is 8× slower, 9× there.\n")
        repository.commit()
        repository.git("checkout", "-q", "topic")
    line = before.count("\n") + 2
    assert told(lint()) == [(page, line, "bare-multiple")]


def test_a_base_that_moved_on_is_not_our_change(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    repository.write("docs/c.md", "Text.\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("docs/a.md", "# A\n")  # main has fixed what the topic still has.
    repository.commit()
    repository.git("checkout", "-q", "topic")
    assert told(lint()) == []


def test_an_edited_line_and_a_reflowed_paragraph(repository: Repository) -> None:
    repository.write("docs/a.md", OLD.replace("It is 218× cheaper.", "It is\n218× cheaper."))
    # The line differs, and so it is said; the finding below it only moved.
    assert told(lint()) == [("docs/a.md", 4, "bare-multiple")]
    repository.write("docs/a.md", OLD.replace("\n", "\r\n"))
    assert told(lint()) == []


def test_a_second_copy_is_new_wherever_it_stands(repository: Repository) -> None:
    repository.write("docs/a.md", "It is 218× cheaper.\n\n" + OLD)
    assert told(lint()) == [("docs/a.md", 1, "bare-multiple")]


def test_the_model_changes_and_every_page_that_quotes_it_is_linted(repository: Repository) -> None:
    repository.write("docs/c.md", "A move takes 82 µs in the mid-range case.\n\nA read takes 90 µs.\n")
    repository.write("docs/d.md", "A move takes 164 µs in the pessimistic case.\n")
    repository.commit()
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("64 GB/s", "55 GB/s").replace("90 µs", "95 µs"))
    found = lint()
    assert told(found) == [
        ("docs/a.md", 5, "canonical-drift"),
        ("docs/b.md", 3, "canonical-drift"),
        ("docs/c.md", 1, "canonical-drift"),
        ("docs/c.md", 3, "canonical-drift"),
    ]
    assert notes(found) == [
        "`bandwidth[mid-range]` was 64 GB/s and is 55 GB/s: no place quotes it",
        "`move_time[mid-range]` was 81.92 µs and is 95.33 µs: 1 place quotes it",
        "`read_time` was 90 µs and is 95 µs: 3 places quote it",
    ]
    assert found.changes is not None
    assert [each[3:] for each in found.changes][-1] == ("read_time", "90 µs", "95 µs", 3)
    # Of the pages that a hook names, only those.
    assert told(lint("docs/b.md")) == [("docs/b.md", 3, "canonical-drift")]
    # Once the pages follow, nothing is left but the news.
    for name in "abcd":
        page = repository.root / "docs" / f"{name}.md"
        text = page.read_text(encoding="utf-8").replace("90 µs", "95 µs").replace("82 µs", "95 µs")
        page.write_text(text, encoding="utf-8")
    after = lint()
    assert told(after) == []
    assert notes(after)[1:] == [
        "`move_time[mid-range]` was 81.92 µs and is 95.33 µs: 1 place quotes it",
        "`read_time` was 90 µs and is 95 µs: 3 places quote it",
    ]


def test_quantities_that_come_and_go(repository: Repository) -> None:
    repository.write("docs/c.md", "A read takes 90 µs, and a write 3 ms.\n")
    text = MODEL.replace("read_time: {value: 90 µs, aka: [read]}", "write_time: {value: 3 ms, aka: [write]}")
    repository.write("CANONICAL-NUMBERS.md", text)
    assert notes(lint()) == [
        "`read_time` was 90 µs and is no longer there: 3 places quote it",
        "`write_time` is new and is 3 ms: 1 place quotes it",
    ]
    (repository.root / "CANONICAL-NUMBERS.md").unlink()
    [note] = notes(lint())
    assert note == "was the model of pages here at main, and no longer is: it defines 4 quantities"


def test_values_that_differ_little_are_told_apart(repository: Repository) -> None:
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("90 µs", "90.00001 µs"))
    [note] = notes(lint())
    assert note == "`read_time` was 90 µs and is 90.00001 µs: 2 places quote it"


def test_many_values_that_nothing_quotes(repository: Repository) -> None:
    lines = "".join(f"thing_{number}: {number + 1} J\n" for number in range(30))
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("block_size", lines + "block_size", 1))
    found = lint()
    assert len(found.changes or ()) == 30
    assert len(found.notes) == 11
    assert "20 more changed values that no place quotes" in notes(found)


def test_a_data_file_changes(repository: Repository) -> None:
    text = MODEL.replace("value: 90 µs", "from: {file: r.json, pointer: /read, unit: µs}")
    repository.write("CANONICAL-NUMBERS.md", text)
    repository.write("r.json", '{"read": 90}')
    repository.commit()
    assert (told(lint()), lint().notes) == ([], ())
    repository.write("r.json", '{"read": 95}')
    found = lint()
    assert told(found) == [("docs/a.md", 5, "canonical-drift"), ("docs/b.md", 3, "canonical-drift")]
    assert notes(found) == ["`read_time` was 90 µs and is 95 µs: 2 places quote it"]


def test_settings_change(repository: Repository) -> None:
    repository.write(".claimlint.yaml", "ignore: [bare-multiple]\nexclude: [docs/b.md]\n")
    repository.commit()
    assert told(lint()) == []
    repository.write(".claimlint.yaml", "exclude: [docs/b.md]\n")
    assert told(lint()) == [("docs/a.md", 3, "bare-multiple"), ("docs/a.md", 7, "bare-multiple")]
    repository.write(".claimlint.yaml", "ignore: [bare-multiple]\n")
    repository.write("docs/b.md", "A read takes 95 µs.\n")
    repository.commit()
    repository.write(".claimlint.yaml", "")
    repository.git("checkout", "-q", "HEAD~1", "--", ".claimlint.yaml")
    assert told(lint()) == []


def test_a_page_that_was_excluded_brings_its_findings(repository: Repository) -> None:
    repository.write(".claimlint.yaml", "exclude: [docs/b.md]\n")
    repository.commit()
    repository.write(".claimlint.yaml", "")
    assert told(lint()) == [("docs/b.md", 5, "bare-multiple")]


def test_a_removed_caveat_is_told_where_it_is_owed(repository: Repository) -> None:
    caveat = "```yaml caveats\nlab:\n  text: Measured in the lab.\n```\n"
    text = MODEL.replace("aka: [read]}", "aka: [read], caveat: lab}") + "\n" + caveat
    repository.write("CANONICAL-NUMBERS.md", text)
    repository.write("docs/a.md", "A read takes 90 µs.\n\nMore.\n\nMeasured in the lab.\n")
    (repository.root / "docs/b.md").unlink()
    repository.commit()
    repository.write("docs/a.md", "A read takes 90 µs.\n\nMore.\n")
    assert told(lint()) == [("docs/a.md", 1, "missing-caveat")]


def test_pages_against_each_other(repository: Repository) -> None:
    repository.write("README.md", "An import of the large customer set takes 118 s.\n")
    repository.write("docs/c.md", "An import of the large customer set takes 118 s.\n")
    repository.commit()
    assert told(lint()) == []
    repository.write("README.md", "An import of the large customer set takes 150 s.\n")
    assert told(lint()) == [("docs/c.md", 1, "conflicting-claims")]
    repository.commit()
    repository.write("docs/b.md", "# B\n")
    assert told(lint()) == []


@pytest.mark.parametrize("committed", [True, False])
def test_a_renamed_page_is_compared_with_what_it_was(repository: Repository, committed: bool) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    (repository.root / "guide").mkdir()
    repository.git("mv", "docs/a.md", "guide/z.md")
    repository.write("guide/z.md", OLD + "\nIt is 300× cheaper.\n")
    if committed:
        repository.commit()
    assert told(lint()) == [("guide/z.md", 9, "bare-multiple")]


def test_names_that_are_hard_to_quote(repository: Repository) -> None:
    names = ['a "b".md', "new\nline.md", "tab\t.md", "-x.md", "ü é.md", "a\\b.md", "$(touch pwned).md"]
    if os.name != "nt":
        names.append(os.fsdecode(b"latin-\xe9.md"))
    for name in names:
        repository.write(name, "It is 7× slower.\n")
    repository.commit()
    assert told(lint()) == []
    for name in names:
        repository.write(name, "Text.\n\nIt is 7× slower.\n\nIt is 9× slower.\n")
    assert sorted(told(lint())) == sorted((name, 5, "bare-multiple") for name in names)
    for name in names:
        repository.git("mv", "--", name, "moved " + name)
        repository.write("moved " + name, "Text.\n\nIt is 7× slower.\n\nIt is 9× slower.\n" * 3)
        repository.git("add", "-A")
    assert not (repository.root / "pwned").exists()


def test_from_another_folder(repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repository.write("docs/a.md", OLD + "\nIt is 300× cheaper.\n")
    monkeypatch.chdir(repository.root / "docs")
    assert told(lint()) == [("a.md", 9, "bare-multiple")]
    assert told(lint("../docs/a.md")) == [("../docs/a.md", 9, "bare-multiple")]
    monkeypatch.chdir(tmp_path)
    assert told(lint("repository")) == [("repository/docs/a.md", 9, "bare-multiple")]
    link = tmp_path / "link"
    link.symlink_to(repository.root)
    monkeypatch.chdir(link)
    assert told(lint()) == [("docs/a.md", 9, "bare-multiple")]


def test_a_page_without_a_name(repository: Repository) -> None:
    found = api.lint("docs/a.md", text=OLD + "\nIt is 300× cheaper.\n", diff="HEAD")
    assert told(found) == [("docs/a.md", 9, "bare-multiple")]


def test_a_linked_page_and_model(repository: Repository) -> None:
    (repository.root / "docs/CANONICAL-NUMBERS.md").symlink_to("../CANONICAL-NUMBERS.md")
    (repository.root / "guide").symlink_to("docs")
    (repository.root / "docs/l.md").symlink_to("a.md")
    repository.commit()
    assert told(lint()) == []
    repository.write("docs/a.md", OLD + "\nIt is 300× cheaper.\n")
    assert told(lint()) == [("docs/a.md", 9, "bare-multiple")]
    assert told(lint("guide/a.md")) == [("guide/a.md", 9, "bare-multiple")]


def test_a_base_whose_model_does_not_load(repository: Repository) -> None:
    repository.write("CANONICAL-NUMBERS.md", "```yaml quantities\na: = b\n```\n")
    repository.commit()
    repository.write("CANONICAL-NUMBERS.md", MODEL)
    found = lint()
    assert [each[0] for each in told(found)] == ["docs/a.md", "docs/a.md", "docs/b.md"]
    assert notes(found)[0].startswith("at main: ")
    repository.commit()
    repository.write("CANONICAL-NUMBERS.md", "```yaml quantities\na: = b\n```\n")
    assert lint().exit_status == 2


def test_pages_that_cannot_be_read(repository: Repository) -> None:
    (repository.root / "docs/bad.md").write_bytes(b"It is 7x slower \xff\xfe\xfa.\n")
    assert lint().exit_status == 2
    repository.commit()
    assert lint().exit_status == 2  # An old problem is one.
    repository.write("docs/bad.md", "It is 7× slower.\n")
    assert told(lint()) == [("docs/bad.md", 1, "bare-multiple")]


@pytest.mark.parametrize(
    "base", ["nope", "", "-x", "--output=x", "HEAD~5", "main..main", "^main", "a\0b", ":/x"]
)
def test_what_is_no_revision(repository: Repository, base: str) -> None:
    with pytest.raises(GitError, match="revision"):
        lint(diff=base)
    assert not (repository.root / "x").exists()


def test_what_is_no_commit(repository: Repository) -> None:
    with pytest.raises(GitError, match="no revision 'main:docs'"):
        lint(diff="main:docs")
    repository.git("tag", "-a", "-m", "v1", "v1")
    assert told(lint(diff="v1")) == []


def test_outside_of_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claimlint: Callable[..., Run]
) -> None:
    (tmp_path / "a.md").write_text("It is 7× slower.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GitError, match="is not in a git repository"):
        lint()
    done = claimlint("check", "--diff", "main")
    assert (done.returncode, "is not in a git repository" in done.stderr) == (2, True)
    (tmp_path / ".git").mkdir()
    with pytest.raises(GitError, match="git cannot read the repository"):
        lint()


def test_a_broken_repository_does_not_lead_to_the_one_around_it(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = repository.root / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / "a.md").write_text("It is 7× slower.\n", encoding="utf-8")
    monkeypatch.chdir(inner)
    with pytest.raises(GitError, match=r"git cannot read the repository at \.: not a git repository"):
        lint()


def test_without_git(repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (repository.root / "git").write_text("#!/bin/sh\ntouch pwned\n", encoding="utf-8")
    (repository.root / "git").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path), "", ".")))
    with pytest.raises(GitError, match="there is no git program"):
        lint()
    assert not (repository.root / "pwned").exists()


def test_a_shallow_clone_says_what_to_do(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("docs/c.md", "Text.\n")
    repository.commit()
    repository.git("clone", "-q", "--depth=1", f"file://{repository.root}", str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    with pytest.raises(GitError, match=r"the clone is shallow: fetch more of it"):
        lint(diff="HEAD~1")
    assert told(lint(diff="HEAD")) == []


def test_histories_without_a_common_ancestor(repository: Repository) -> None:
    repository.git("checkout", "-q", "--orphan", "other")
    assert told(lint()) == []  # No commit yet: the branch itself is the base.
    repository.commit()
    with pytest.raises(GitError, match="'main' and HEAD have no common ancestor"):
        lint()


def test_a_repository_in_the_repository_is_left_out(repository: Repository) -> None:
    inner = Repository(repository.root / "inner")
    inner.write("a.md", "It is 7× slower.\n")
    inner.commit()
    found = lint()
    assert told(found) == []
    assert notes(found) == ["1 file of another repository left out: main is not of it"]


def test_a_worktree(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.git("worktree", "add", "-q", "-b", "topic", str(tmp_path / "tree"))
    monkeypatch.chdir(tmp_path / "tree")
    (tmp_path / "tree/docs/a.md").write_text(OLD + "\nIt is 300× cheaper.\n", encoding="utf-8")
    assert told(lint()) == [("docs/a.md", 9, "bare-multiple")]


def test_nothing_that_the_repository_configures_is_run(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "run"
    script = tmp_path / "script"
    script.write_text(f'#!/bin/sh\necho "$0 $@" >> {mark}\ncat\n', encoding="utf-8")
    script.chmod(0o755)
    repository.write(".gitattributes", "*.md diff=evil filter=evil\n*.svg diff=evil\n")
    repository.commit()
    for key in (
        *("core.fsmonitor", "core.pager", "pager.rev-parse", "pager.cat-file", "pager.diff-index"),
        *("diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean"),
        *("filter.evil.smudge", "filter.evil.process", "core.sshCommand", "core.editor"),
        *("alias.cat-file", "alias.rev-parse", "alias.diff-index", "alias.merge-base"),
    ):
        value = f"!{script}" if key.startswith("alias") else str(script)
        repository.git("config", key, value)
    hooks = repository.root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"):
        shutil.copy(script, hooks / name)
    for name in ("GIT_PAGER", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_ASKPASS"):
        monkeypatch.setenv(name, str(script))
    repository.write("docs/a.md", OLD + "\nIt is 300× cheaper.\n")
    mark.unlink(missing_ok=True)
    assert told(lint()) == [("docs/a.md", 9, "bare-multiple")]
    assert not mark.exists()


def test_variables_do_not_lead_elsewhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository(tmp_path / "other")
    other.write("a.md", "It is 7× slower.\n")
    other.commit()
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / ".git/index"))
    assert told(lint()) == []


def test_a_partial_clone_fetches_nothing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.write("docs/a.md", "Text.\n")
    repository.commit()
    clone = tmp_path / "clone"
    repository.git("clone", "-q", "--filter=blob:none", f"file://{repository.root}", str(clone))
    mark = tmp_path / "run"
    script = tmp_path / "upload-pack"
    script.write_text(f"#!/bin/sh\ntouch {mark}\nexit 1\n", encoding="utf-8")
    script.chmod(0o755)
    partial = Repository(clone)
    partial.git("config", "remote.origin.uploadpack", str(script))
    partial.write("docs/c.md", "It is 7× slower.\n")
    monkeypatch.chdir(clone)
    # What was checked out is there; what was not would make old findings new.
    assert told(lint(diff="HEAD")) == [("docs/c.md", 1, "bare-multiple")]
    with pytest.raises(GitError, match="the clone is partial, and nothing is fetched here"):
        lint(diff="HEAD~1")
    with pytest.raises(GitError, match="the clone is partial"):
        lint(diff=None, project=trusted(Project(model="docs/a.md"), ["."], "HEAD~1"))
    assert not mark.exists()


def test_a_clone_without_folders(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.write(".claimlint.yaml", "ignore: [bare-multiple]\n")
    repository.commit()
    (repository.root / ".claimlint.yaml").unlink()
    repository.commit()
    clone = tmp_path / "clone"
    repository.git("clone", "-q", "--filter=tree:0", f"file://{repository.root}", str(clone))
    monkeypatch.chdir(clone)
    # Settings that cannot be seen are not settings that are not there.
    with pytest.raises(GitError, match="the clone is partial"):
        lint(diff=None, project=trusted(Project(), ["."], "HEAD~1"))


def test_the_command(
    repository: Repository, claimlint: Callable[..., Run], report: Callable[..., Any]
) -> None:
    repository.write("docs/a.md", OLD.replace("90 µs", "95 µs"))
    done = claimlint("check", "--diff", "main", cwd=repository.root)
    assert done.returncode == 1
    assert "docs/a.md:5:14: error canonical-drift" in done.stdout
    assert "only what changed since main" in done.stdout
    found = report("--diff", "main", cwd=repository.root)
    assert [each["line"] for each in found["findings"]] == [5]
    assert (found["summary"]["since"], found["changes"]) == ("main", [])
    bad = claimlint("check", "--diff", "nope", cwd=repository.root)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "there is no revision 'nope'" in bad.stderr
    assert claimlint("check", "--diff", "main", "--fix", cwd=repository.root).returncode == 2


def test_with_a_baseline(repository: Repository, claimlint: Callable[..., Run]) -> None:
    claimlint("baseline", cwd=repository.root)
    repository.commit()
    assert told(lint(baseline=True)) == []
    # What did not change has not gone from the baseline.
    assert lint(baseline=True).notes == ()
    repository.write("docs/a.md", "It is 218× cheaper.\n\n" + OLD)
    found = lint(baseline=True)
    # Of two that read alike, the baseline stands for the old one.
    assert told(found) == [("docs/a.md", 1, "bare-multiple")]
    assert (found.summary.known, found.notes) == (3, ())
    repository.write("docs/a.md", "# A\n")
    assert [each.message for each in lint(baseline=True).notes] == [
        "2 findings in it no longer occur; `claimlint baseline --prune` removes what is gone"
    ]


def test_pages_that_stand_elsewhere(repository: Repository) -> None:
    # As Git LFS has it: the commit holds a pointer, the working tree the content.
    text = "It is 7× slower.\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(text.encode())}\n"
    repository.write("docs/large.md", pointer)
    repository.commit()
    repository.write("docs/large.md", text)
    assert told(lint()) == []
    repository.write("docs/large.md", "It is 8× slower.\n")
    assert told(lint()) == [("docs/large.md", 1, "bare-multiple")]


def test_a_large_run_on_several_processes(repository: Repository) -> None:
    filler = "Nothing to see here.\n\n" * 20_000
    for number in range(8):
        repository.write(f"docs/p{number}.md", filler + "A read takes 90 µs.\n\nIt is 7× slower.\n")
    repository.commit()
    assert told(lint()) == []
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("90 µs", "95 µs"))
    found = lint(project=trusted(Project(), ["."], "main"))
    assert told(found) == []
    assert any("was 90 µs and is 95 µs: 10 places quote it" in note for note in notes(found))
    found = lint()
    assert {each[2] for each in told(found)} == {"canonical-drift"}
    assert len(found.findings) == 10


BLOCKS = (
    "Moving a block is 218× cheaper than that.",
    "A read takes 95 µs on this machine. It is 40× slower there.",
    "| tier | read |\n|---|---|\n| near | 95 µs |\n| far | 7× |",
    "- The cost fell by 12% from 40 ms to 30 ms.\n- It is 219× cheaper.",
)
FILLER = st.sampled_from(
    ["Text.", "# Heading", "- item\n- item", "    code 5 ms", "<!-- note -->", "It is 9× slower."]
)
PLACES = st.lists(st.lists(FILLER, max_size=2), min_size=len(BLOCKS) + 1, max_size=len(BLOCKS) + 1)


@given(PLACES, st.sampled_from(["\n", "\r\n"]), st.permutations(BLOCKS))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exactly_the_findings_of_the_lines_that_were_put_in(
    repository: Repository, places: list[list[str]], newline: str, blocks: list[str]
) -> None:
    repository.write("docs/a.md", "\n\n".join(blocks) + "\n")
    repository.write("docs/b.md", "\n\n".join(BLOCKS) + "\n")
    repository.commit()
    parts = [part for place, block in zip(places, (*blocks, ""), strict=True) for part in (*place, block)]
    text = "\n\n".join(parts)
    repository.write("docs/a.md", text.replace("\n", newline))
    expected = [
        ("docs/a.md", number, "bare-multiple")
        for number, line in enumerate(text.split("\n"), 1)
        if line == "It is 9× slower."
    ]
    assert told(lint(diff="HEAD")) == expected
