"""A revision as a tree: what a checkout of it would read, and nothing outside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claimlint import files
from claimlint.git.program import Git
from claimlint.git.revision import Revision
from claimlint.tree import DISK
from tests.git_repository import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def at(repository: Repository, name: str = "HEAD") -> Revision:
    git = Git(str(repository.root))
    return Revision(git, git.commit(name))


def test_it_reads_what_the_working_tree_had(repository: Repository) -> None:
    names = ["a.md", "b/c.md", "b/d/e.md", "new\nline", 'q"uote', "-x", "ü/é.md", "b.md", "b0.md"]
    if os.name != "nt":
        names.append(os.fsdecode(b"latin-\xe9"))
    for number, name in enumerate(names):
        repository.write(name, f"content {number}\r\n")
    (repository.root / "link").symlink_to("b/d")
    (repository.root / "b/up.md").symlink_to("../a.md")
    (repository.root / "broken").symlink_to("nothing")
    (repository.root / "chain").symlink_to("link/e.md")
    commit = repository.commit()
    root = str(repository.root)
    paths = [os.path.join(root, name) for name in (*names, "link/e.md", "b/up.md", "chain", "no", "b/no/x")]
    before = [(DISK.exists(path), DISK.read(path, root)) for path in paths]
    folders = [(DISK.names(folder, root)) for folder in (f"{root}/b", f"{root}/link")]
    for name in os.listdir(root):
        if name != ".git":
            path = repository.root / name
            path.rename(repository.root.parent / f"gone{hash(name)}")
    revision = at(repository, commit)
    assert [(revision.exists(path), revision.read(path, root)) for path in paths] == before
    assert [revision.names(folder, root) for folder in (f"{root}/b", f"{root}/link")] == folders
    assert revision.exists(f"{root}/broken")
    with pytest.raises(files.LinkError, match="broken symbolic link"):
        revision.read(f"{root}/broken", root)
    with pytest.raises(IsADirectoryError):
        revision.read(f"{root}/b", root)
    with pytest.raises(FileNotFoundError):
        revision.names(f"{root}/nothing", root)
    with pytest.raises(NotADirectoryError):
        revision.names(f"{root}/a.md", root)
    revision.close()


@pytest.mark.parametrize("target", ["../secret", "/etc/hostname", "b/../../secret", "out/secret"])
def test_links_do_not_lead_out(repository: Repository, target: str) -> None:
    (repository.root.parent / "secret").write_text("secret", encoding="utf-8")
    repository.write("b/c", "")
    (repository.root / "out").symlink_to("..")
    (repository.root / "link").symlink_to(target)
    repository.commit()
    revision = at(repository)
    with pytest.raises(files.LinkError, match="leads outside the repository"):
        revision.read(str(repository.root / "link"), str(repository.root))
    revision.close()


def test_links_in_a_circle(repository: Repository) -> None:
    (repository.root / "a").symlink_to("b")
    (repository.root / "b").symlink_to("a")
    (repository.root / "c").symlink_to("c/c/c/c")
    repository.commit()
    revision = at(repository)
    for name in "abc":
        with pytest.raises(OSError, match="symbolic links"):
            revision.read(str(repository.root / name), str(repository.root))
        assert revision.exists(str(repository.root / name))
    revision.close()


def test_what_lies_outside_is_read_as_it_is(repository: Repository, tmp_path: Path) -> None:
    repository.write("a", "old")
    repository.commit()
    (tmp_path / "other").write_bytes(b"other")
    revision = at(repository)
    assert revision.read(str(tmp_path / "other"), str(tmp_path)) == b"other"
    assert revision.read(f"{repository.root}/b/../a", str(repository.root)) == b"old"
    revision.close()


def test_a_file_that_is_too_large(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_SIZE", 1000)
    repository.write("large", "x" * 5000)
    repository.write("small", "y")
    repository.commit()
    revision = at(repository)
    root = str(repository.root)
    with pytest.raises(OSError, match="larger than"):
        revision.read(f"{root}/large", root)
    assert revision.read(f"{root}/small", root) == b"y"  # The next answer is in its place.
    revision.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_two_processes_do_not_read_each_others_answers(repository: Repository) -> None:
    for number in range(40):
        repository.write(f"f{number}", f"{number}" * 2000)
    repository.commit()
    revision = at(repository)
    root = str(repository.root)

    def right() -> bool:
        return all(
            revision.read(f"{root}/f{number}", root) == (f"{number}" * 2000).encode() for number in range(40)
        )

    assert right()
    child = os.fork()
    if not child:
        os._exit(0 if right() else 1)
    mine = right()
    assert (mine, os.waitpid(child, 0)[1]) == (True, 0)
    assert right()
    revision.close()


def test_a_repository_with_longer_ids(tmp_path: Path) -> None:
    made = Repository.__new__(Repository)
    made.root = tmp_path
    made.git("init", "-q", "-b", "main", "--object-format=sha256")
    made.write("b/a.md", "text")
    made.commit()
    revision = at(made)
    assert len(revision.commit) == 64
    assert revision.read(f"{tmp_path}/b/a.md", str(tmp_path)) == b"text"
    revision.close()
