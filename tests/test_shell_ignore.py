"""`.gitignore`: what git itself answers is the oracle."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimlint import ignore

FOLDERS = ("a", "b", "doc", "x y", "[a]")
FILES = ("a", "b", "ab", "a.md", "b.md", "ba.txt", "!a", "#a", "c ")
PIECES = st.sampled_from(
    ["a", "b", "*", "?", "[ab]", "[!a]", "[a-c]", "[^b]", ".md", "doc", "\\*", "\\#a", "x y"]
)
# git itself reads `a**/b` as `a` and then `**/b`, against its own manual: not tried.
SEGMENT = st.lists(PIECES, min_size=1, max_size=3).map("".join).filter(
    lambda text: "**" not in text
) | st.just("**")
PATTERN = st.builds(
    lambda sign, lead, parts, trail, space: sign + lead + "/".join(parts) + trail + space,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(SEGMENT, min_size=1, max_size=3),
    st.sampled_from(["", "", "/"]),
    st.sampled_from(["", "", " ", "\r"]),
)
PATH = st.tuples(st.lists(st.sampled_from(FOLDERS), max_size=2), st.sampled_from(FILES)).map(
    lambda path: (*path[0], path[1])
)


def ignored(root: str, path: tuple[str, ...]) -> bool:
    """As a walk does it: a folder that is ignored is not entered, one that is not adds its patterns."""
    chain = ignore.extend((), root, (".git", ".gitignore"))
    for count in range(1, len(path) + 1):
        inner = "/".join((root, *path[:count]))
        if ignore.matches(chain, inner, count < len(path)):
            return True
        chain = ignore.extend(chain, inner, (".gitignore",))
    return False


def git_lists(root: Path) -> set[str]:
    """The files that git does not ignore."""
    command = ["git", "ls-files", "-z", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    return set(done.stdout.decode().split("\0"))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    patterns=st.lists(PATTERN, min_size=1, max_size=5),
    inner=st.lists(PATTERN, max_size=3),
    exclude=st.lists(PATTERN, max_size=2),
    paths=st.lists(PATH, min_size=1, max_size=8),
)
def test_agrees_with_git(
    git_repository: Path,
    patterns: list[str],
    inner: list[str],
    exclude: list[str],
    paths: list[tuple[str, ...]],
) -> None:
    for old in git_repository.iterdir():
        if old.is_dir() and old.name != ".git":
            shutil.rmtree(old)
        elif old.is_file():
            old.unlink()
    (git_repository / "doc").mkdir()
    for place, lines in ((".gitignore", patterns), ("doc/.gitignore", inner), (".git/info/exclude", exclude)):
        (git_repository / place).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    for path in paths:
        file = git_repository.joinpath(*path)
        if not any(each.is_file() for each in file.parents) and not file.is_dir():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    kept = git_lists(git_repository)
    for path in paths:
        if git_repository.joinpath(*path).is_file():
            assert ignored(str(git_repository), path) == ("/".join(path) not in kept), path


@pytest.fixture(scope="module")
def git_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignored")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@pytest.mark.parametrize(
    "pattern", ["*a" * 40 + "b", "**/" * 40 + "b", "?" * 200 + "*b", "[" * 500, "\\" * 501]
)
def test_a_hostile_pattern_takes_no_time(pattern: str) -> None:
    parsed = ignore.parse(pattern)
    if parsed is not None:
        assert not ignore.matches((("/r", (parsed,)),), "/r/" + "/".join(["a" * 200] * 20), False)


def test_a_folder_that_is_ignored_is_read_when_it_is_named(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("out/\n")
    (tmp_path / "out" / "in").mkdir(parents=True)
    assert ignore.above(str(tmp_path / "out"), str(tmp_path)) == ()
    assert ignore.above(str(tmp_path / "out" / "in"), str(tmp_path)) == ()
    assert ignore.above(str(tmp_path / "docs"), str(tmp_path)) != ()


def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "patterns").write_text("*.md\n")
    (tmp_path / ".gitignore").symlink_to("patterns")
    assert ignore.extend((), str(tmp_path), (".gitignore",)) == ()
