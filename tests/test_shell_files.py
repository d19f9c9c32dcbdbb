"""Which files a run reads, and which model stands above each."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from claimlint import files
from claimlint.findings import Problem
from claimlint.models import Models

MODEL = "## 1. Sizes\n\n```yaml quantities\npage_size: {value: 16 KiB, aka: [page]}\n```\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    monkeypatch.chdir(root)
    return root


def write(root: Path, *names: str, text: str = "5 ms\n") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(*paths: str) -> list[str]:
    names, problems = files.find(paths)
    assert problems == []
    return [file.path for file in names]


def problems(*paths: str) -> list[tuple[str, str]]:
    return [(problem.path, problem.message) for problem in files.find(paths)[1]]


def test_a_folder_is_walked_for_known_extensions(repository: Path) -> None:
    write(repository, "b.md", "a/c.SVG", "a/d.txt", "e.markdown", "f.py", "g", "h.md.orig", "i.mdx")
    assert found(".") == ["a/c.SVG", "a/d.txt", "b.md", "e.markdown", "i.mdx"]
    assert found("a") == ["a/c.SVG", "a/d.txt"]
    assert found("./a/") == ["a/c.SVG", "a/d.txt"]
    assert found(str(repository / "a")) == [f"{repository}/a/c.SVG", f"{repository}/a/d.txt"]


def test_hidden_and_vendored_folders_are_skipped_unless_named(repository: Path) -> None:
    write(
        repository,
        ".github/a.md",
        "node_modules/x/a.md",
        "docs/vendor/a.md",
        "env/lib/a.md",
        "cache/a.md",
        "build/a.md",
        ".hidden.md",
    )
    write(repository, "env/pyvenv.cfg", "cache/CACHEDIR.TAG")
    assert found(".") == [".hidden.md", "build/a.md"]
    assert found(".github") == [".github/a.md"]
    assert found("docs/vendor", "env") == ["docs/vendor/a.md", "env/lib/a.md"]


def test_gitignore_of_every_folder_and_exclude_are_respected(repository: Path) -> None:
    write(repository, "keep.md", "draft.md", "docs/draft.md", "docs/old/a.md", "docs/new/a.md", "local.md")
    write(repository, ".gitignore", text="/draft.md\n")
    write(repository, "docs/.gitignore", text="old/\n")
    write(repository, ".git/info/exclude", text="local.md\n")
    assert found(".") == ["docs/draft.md", "docs/new/a.md", "keep.md"]
    assert found("docs") == ["docs/draft.md", "docs/new/a.md"]
    # What is named is read.
    assert found("draft.md", "docs/old") == ["docs/old/a.md", "draft.md"]


def test_gitignore_reaches_a_folder_that_is_named(repository: Path) -> None:
    write(repository, "docs/a.md", "docs/a.tmp.md")
    write(repository, ".gitignore", text="*.tmp.md\n")
    assert found("docs") == ["docs/a.md"]


def test_a_file_is_read_once(repository: Path) -> None:
    write(repository, "a.md", "docs/b.md")
    (repository / "AGENTS.md").symlink_to("a.md")
    (repository / "alias").symlink_to("docs")
    assert found(".") == ["a.md", "docs/b.md"]
    assert found("docs/b.md", "docs", ".", "a.md") == ["a.md", "docs/b.md"]


def test_links_inside_the_repository_are_followed_and_loops_end(repository: Path) -> None:
    write(repository, "parts/a.md", "docs/b.md")
    (repository / "docs" / "parts").symlink_to("../parts")
    (repository / "docs" / "up").symlink_to("..")
    (repository / "parts" / "self").symlink_to(".")
    (repository / "parts" / "round").symlink_to("round.md")
    assert found("docs") == ["docs/b.md", "docs/parts/a.md"]


def test_a_link_to_itself_hides_no_other_file(repository: Path) -> None:
    write(repository, "a.md")
    (repository / "loop.md").symlink_to("loop.md")
    (repository / "other").symlink_to("other")
    names, errors = files.find(["."])
    assert [file.path for file in names] == ["a.md"]
    assert [(error.path, error.line) for error in errors] == [("loop.md", None)]
    assert "symbolic link" in errors[0].message


def test_a_link_out_of_the_repository_is_an_error_and_not_read(repository: Path, tmp_path: Path) -> None:
    write(tmp_path, "secret.md", "outside/secret.md")
    write(repository, "a.md")
    (repository / "file.md").symlink_to(tmp_path / "secret.md")
    (repository / "folder").symlink_to(tmp_path / "outside")
    (repository / "other.py").symlink_to(tmp_path / "secret.md")
    names, errors = files.find(["."])
    assert [file.path for file in names] == ["a.md"]
    assert sorted((error.path, error.message) for error in errors) == [
        ("file.md", files.OUTSIDE),
        ("folder", files.OUTSIDE),
    ]
    assert problems("file.md") == [("file.md", files.OUTSIDE)]
    assert problems("folder") == [("folder", files.OUTSIDE)]
    assert problems("folder/secret.md") == [("folder/secret.md", files.OUTSIDE)]


def test_a_repository_behind_a_link_is_outside_too(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    write(other, "a.md")
    (repository / "link").symlink_to(other)
    assert problems("link/a.md") == [("link/a.md", files.OUTSIDE)]
    assert problems("link") == [("link", files.OUTSIDE)]


def test_a_repository_in_a_repository_ends_at_its_own_root(repository: Path) -> None:
    write(repository, "a.md", "inner/b.md", "inner/.git")
    (repository / "inner" / "up.md").symlink_to("../a.md")
    names, errors = files.find(["."])
    assert [(file.path, file.root) for file in names] == [
        ("a.md", str(repository)),
        ("inner/b.md", str(repository / "inner")),
    ]
    assert [error.path for error in errors] == ["inner/up.md"]


def test_outside_a_repository_the_current_folder_is_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "here/a.md", "there/b.md", "c.md")
    (tmp_path / "here" / "out.md").symlink_to("../c.md")
    monkeypatch.chdir(tmp_path / "here")
    assert [error.path for error in files.find(["."])[1]] == ["out.md"]
    (named,) = files.find(["../there/b.md"])[0]
    assert (named.path, named.root) == ("../there/b.md", str(tmp_path / "there"))
    assert files.repository(str(tmp_path / "here" / "x")) == str(tmp_path / "here")


def test_what_cannot_be_read_is_said(repository: Path) -> None:
    (repository / "broken.md").symlink_to("nowhere.md")
    os.mkfifo(repository / "pipe.md")
    write(repository, "a.md")
    assert problems("none.md", "a.md/b.md", "a\0b") == [
        ("none.md", "does not exist"),
        ("a.md/b.md", "does not exist"),
        ("a\0b", "does not exist"),
    ]
    assert problems(".") == [("broken.md", "is a broken symbolic link")]
    assert problems("pipe.md", "/dev/null") == [
        ("pipe.md", "is neither a file nor a folder"),
        ("/dev/null", "is neither a file nor a folder"),
    ]


def test_a_file_that_is_too_large_is_not_read(repository: Path) -> None:
    with (repository / "large.md").open("wb") as file:
        file.truncate(files.MAX_SIZE + 1)
    (large,) = files.find(["."])[0]
    with pytest.raises(OSError, match="larger than 64 MiB"):
        files.read(large)


def test_the_model_is_the_nearest_above_up_to_the_root(repository: Path, tmp_path: Path) -> None:
    write(tmp_path, "CANONICAL-NUMBERS.md", text=MODEL)
    write(repository, "a/b/page.md", "c/page.md")
    write(repository, "a/CANONICAL-NUMBERS.md", text=MODEL)

    def model_of(path: str) -> str | None:
        (file,) = files.find([path])[0]
        model = Models().of(file)
        return model.path if model is not None else None

    assert model_of("a/b/page.md") == "a/CANONICAL-NUMBERS.md"
    # That of the folder above the root is not this repository's.
    assert model_of("c/page.md") is None
    write(repository, "CANONICAL-NUMBERS.md", text=MODEL)
    assert model_of("c/page.md") == "CANONICAL-NUMBERS.md"


def test_standard_input_lies_where_its_name_says(repository: Path) -> None:
    write(repository, "a/CANONICAL-NUMBERS.md", text=MODEL)
    file = files.standard_input(b"5 ms", "a/b/new.svg")
    assert (file.path, file.folder, file.root) == ("a/b/new.svg", f"{repository}/a/b", str(repository))
    model = Models().of(file)
    assert model is not None
    assert model.path == "a/CANONICAL-NUMBERS.md"


def test_a_model_behind_a_link_out_of_the_repository_is_not_read(repository: Path, tmp_path: Path) -> None:
    from claimlint.models import BrokenModel

    write(tmp_path, "model.md", text=MODEL)
    (repository / "CANONICAL-NUMBERS.md").symlink_to(tmp_path / "model.md")
    with pytest.raises(BrokenModel) as caught:
        Models().of(files.standard_input(b"", "page.md"))
    assert caught.value.problems == (Problem("CANONICAL-NUMBERS.md", None, None, files.OUTSIDE),)
