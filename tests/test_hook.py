"""`claimlint check --hook`, in real git repositories: what a commit makes wrong, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
GOOD, BAD = "A read takes 90 µs.\n", "A read takes 95 µs.\n"


def git(*arguments: str, cwd: Path) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *identity, *arguments], cwd=cwd, env=kept, check=True, capture_output=True)


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


class Repository:
    """A repository whose next commit is run through the hook."""

    def __init__(self, root: Path, claimlint: Run) -> None:
        self.root = root
        self.claimlint = claimlint
        git("init", "-q", cwd=root)

    def has(self, **files: str) -> None:
        write(self.root, {name.replace("__", "/"): text for name, text in files.items()})

    def commit(self, files: dict[str, str] | None = None) -> None:
        write(self.root, files or {})
        git("add", "-A", cwd=self.root)
        git("commit", "-q", "--allow-empty", "-m", "state", cwd=self.root)

    def hook(self, *named: str, options: tuple[str, ...] = (), **environment: str) -> tuple[int, set[str]]:
        """The exit status, and the places of findings and problems."""
        done = self.claimlint(
            "check",
            "--hook",
            "--output-format",
            "concise",
            *options,
            "--",
            *named,
            cwd=self.root,
            **environment,
        )
        assert "Traceback" not in done.stderr
        self.said = done.stdout + done.stderr
        lines = [line for line in done.stdout.splitlines() if ": error" in line]
        return done.returncode, {line.split(": ")[0] for line in lines}


@pytest.fixture
def repository(tmp_path: Path, claimlint: Run) -> Repository:
    return Repository(tmp_path, claimlint)


def test_documents_that_are_named_are_linted_and_no_others(repository: Repository) -> None:
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, "bad.md": BAD, "docs/bad.md": BAD, "x.py": "5"})
    assert repository.hook("bad.md", "x.py") == (1, {"bad.md:1:14"})
    assert repository.hook("x.py") == (0, set())
    assert repository.hook() == (0, set())


def test_a_changed_model_is_checked_in_all_that_lies_below(repository: Repository) -> None:
    repository.commit(
        {"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD, "docs/b.svg": f"<svg><text>{BAD}</text></svg>"}
        | {"inner/CANONICAL-NUMBERS.md": MODEL.replace("90", "95"), "inner/c.md": BAD, "inner/d.md": GOOD}
    )
    assert repository.hook("inner/CANONICAL-NUMBERS.md") == (1, {"inner/d.md:1:14"})
    status, places = repository.hook("CANONICAL-NUMBERS.md")
    assert (status, places) == (1, {"a.md:1:14", "docs/b.svg:1:25", "inner/d.md:1:14"})


def test_a_document_that_git_does_not_know_is_no_part_of_a_commit(repository: Repository) -> None:
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, ".gitignore": "draft.md\n", "a.md": GOOD})
    write(repository.root, {"untracked.md": BAD, "draft.md": BAD, "staged.md": BAD})
    git("add", "staged.md", cwd=repository.root)
    assert repository.hook("CANONICAL-NUMBERS.md") == (1, {"staged.md:1:14"})


@pytest.mark.parametrize("name", ["claimlint.yaml", ".claimlint.yaml", "pyproject.toml"])
def test_changed_settings_are_checked_in_all_that_lies_below(name: str, repository: Repository) -> None:
    is_toml = name.endswith("toml")
    text = '[tool.claimlint]\nignore = ["bare-multiple"]\n' if is_toml else "ignore: [bare-multiple]\n"
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD, f"docs/{name}": text, "docs/b.md": BAD})
    assert repository.hook(f"docs/{name}") == (1, {"docs/b.md:1:14"})


def test_a_pyproject_that_says_nothing_of_claimlint_is_nothing_to_it(repository: Repository) -> None:
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD, "pyproject.toml": "[project]\n"})
    assert repository.hook("pyproject.toml") == (0, set())


def test_settings_that_do_not_load_refuse_a_commit_even_without_documents(repository: Repository) -> None:
    repository.commit({"claimlint.yaml": "ignor: []\n", "x.py": ""})
    assert repository.hook("claimlint.yaml") == (2, {"claimlint.yaml:1:1"})
    assert repository.hook("x.py") == (0, set())


def test_a_changed_data_file_is_checked_in_what_its_model_holds_for(repository: Repository) -> None:
    model = MODEL.replace("value: 90 µs", "from: {file: bench/r.json, pointer: /t, unit: µs}")
    repository.commit(
        {"CANONICAL-NUMBERS.md": model, "bench/r.json": '{"t": 95}', "a.md": GOOD, "bench/other.json": "{}"}
        | {"inner/CANONICAL-NUMBERS.md": MODEL, "inner/b.md": BAD}
    )
    assert repository.hook("bench/other.json") == (0, set())
    assert repository.hook("bench/r.json") == (1, {"a.md:1:14", "inner/b.md:1:14"})


def test_a_data_file_that_is_deleted(repository: Repository) -> None:
    model = MODEL.replace("value: 90 µs", "from: {file: r.csv, column: t, where: {n: a}, unit: µs}")
    repository.commit({"CANONICAL-NUMBERS.md": model, "r.csv": "n,t\na,90\n", "a.md": GOOD, "x.py": "1"})
    assert repository.hook("r.csv") == (0, set())
    git("rm", "-q", "r.csv", cwd=repository.root)
    status, places = repository.hook("x.py")
    assert (status, places) == (2, {"CANONICAL-NUMBERS.md:4:26"}), repository.said


def test_a_model_that_is_deleted(repository: Repository) -> None:
    repository.commit(
        {
            "CANONICAL-NUMBERS.md": MODEL,
            "docs/CANONICAL-NUMBERS.md": MODEL.replace("90", "95"),
            "docs/a.md": BAD,
        }
    )
    assert repository.hook("docs/a.md") == (0, set())
    git("rm", "-q", "docs/CANONICAL-NUMBERS.md", cwd=repository.root)
    assert repository.hook() == (1, {"docs/a.md:1:14"})
    repository.commit()
    assert repository.hook() == (0, set())
    assert repository.hook(PRE_COMMIT_FROM_REF="HEAD~1", PRE_COMMIT_TO_REF="HEAD") == (1, {"docs/a.md:1:14"})


def test_the_index_that_git_names_to_a_hook_is_the_one_of_the_commit(repository: Repository) -> None:
    inner = MODEL.replace("90", "95")
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, "docs/CANONICAL-NUMBERS.md": inner, "docs/a.md": BAD})
    shutil.copy(repository.root / ".git" / "index", repository.root / ".git" / "other")
    git("rm", "-q", "docs/CANONICAL-NUMBERS.md", cwd=repository.root)
    assert repository.hook(GIT_INDEX_FILE=".git/other") == (0, set())
    assert repository.hook() == (1, {"docs/a.md:1:14"})


def test_a_model_that_is_renamed_is_deleted_where_it_was(repository: Repository) -> None:
    repository.commit(
        {"docs/CANONICAL-NUMBERS.md": MODEL.replace("90", "95"), "docs/a.md": BAD} | {"b.md": BAD}
    )
    git("mv", "docs/CANONICAL-NUMBERS.md", "docs/numbers.md", cwd=repository.root)
    write(repository.root, {"CANONICAL-NUMBERS.md": MODEL})
    git("add", "-A", cwd=repository.root)
    assert repository.hook("docs/numbers.md")[1] == {"docs/a.md:1:14"}
    assert repository.hook("CANONICAL-NUMBERS.md", "docs/numbers.md")[1] == {"docs/a.md:1:14", "b.md:1:14"}


def test_a_model_of_another_name_and_settings_that_are_extended(repository: Repository) -> None:
    repository.commit(
        {"shared/base.yaml": "model: numbers.md\n", "shared/numbers.md": MODEL, "docs/a.md": BAD}
        | {"docs/claimlint.yaml": "extends: ../shared/base.yaml\n", "other/b.md": BAD}
    )
    assert repository.hook("shared/numbers.md") == (1, {"docs/a.md:1:14"})
    assert repository.hook("shared/base.yaml") == (1, {"docs/a.md:1:14"})
    assert repository.hook("other/b.md") == (0, set())


RULE = """\
rule: own
check: not-measured
severity: error
summary: A summary.
why: A reason.
message: "{claim}"
options: {words: [clocked]}
good: [5 ms]
bad: [«5 ms»]
"""


def test_a_changed_rule_file(repository: Repository) -> None:
    repository.commit(
        {
            "claimlint.yaml": "rules: [lint]\n",
            "lint/own.yaml": RULE.replace("{claim}", "{"),
            "x.yaml": "a: 1\n",
        }
        | {"CANONICAL-NUMBERS.md": MODEL, "a.md": BAD}
    )
    assert repository.hook("x.yaml") == (0, set())
    assert repository.hook("lint/own.yaml") == (1, {"a.md:1:14"})
    git("rm", "-q", "lint/own.yaml", cwd=repository.root)
    assert repository.hook() == (2, {"lint"})


def test_what_is_named_on_the_command_line_holds_for_everything(repository: Repository) -> None:
    repository.commit({"numbers.md": MODEL, "own.yaml": "ignore: [canonical-drift]\n", "docs/a.md": BAD})
    options = ("--model", "numbers.md")
    assert repository.hook("numbers.md", options=options) == (1, {"docs/a.md:1:14"})
    assert repository.hook("own.yaml", options=(*options, "--config", "own.yaml")) == (0, set())


def test_what_settings_exclude_stays_out(repository: Repository) -> None:
    repository.commit(
        {"claimlint.yaml": "exclude: [old]\n", "CANONICAL-NUMBERS.md": MODEL, "old/a.md": BAD, "b.md": BAD}
    )
    assert repository.hook("old/a.md") == (0, set())
    assert repository.hook("CANONICAL-NUMBERS.md", "old/a.md") == (1, {"b.md:1:14"})


@pytest.mark.parametrize("folder", ["a [b]", ":(top)", "d*", "tab\there", "Ünï"])
def test_folders_of_any_name(folder: str, repository: Repository) -> None:
    repository.commit({f"{folder}/CANONICAL-NUMBERS.md": MODEL, f"{folder}/a.md": BAD, "dx/b.md": BAD})
    status, places = repository.hook(f"{folder}/CANONICAL-NUMBERS.md")
    assert (status, len(places)) == (1, 1), repository.said


def test_a_file_that_is_named_like_an_option_changes_nothing(repository: Repository, claimlint: Run) -> None:
    names = ("--isolated", "--ignore=canonical-drift,.md")
    repository.commit({"CANONICAL-NUMBERS.md": MODEL, names[1]: BAD, "a.md": BAD})
    assert repository.hook(names[1], "a.md")[0] == 1
    without = claimlint("check", "--hook", names[1], "a.md", cwd=repository.root)
    assert without.returncode == 2
    assert "names a file and reads as an option; end the options with --" in without.stderr


def test_outside_a_repository(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "a.md").write_text(BAD)
    done = claimlint("check", "--hook", "a.md", GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    assert done.returncode == 2
    assert "is not in a git repository" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_git_at_all(tmp_path: Path, claimlint: Run) -> None:
    done = claimlint("check", "--hook", "a.md", PATH=str(tmp_path))
    assert (done.returncode, "there is no git program on the PATH" in done.stderr) == (2, True)
