"""Both pre-commit files, by a real run of pre-commit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
GOOD, BAD = "A read takes 90 µs.\n", "A read takes 95 µs.\n"

Done = subprocess.CompletedProcess[str]

pytestmark = [
    pytest.mark.registry,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository, not only its files"),
]


def run(*command: str, cwd: Path, cache: Path) -> Done:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**kept, "PRE_COMMIT_HOME": str(cache), "PYTHONIOENCODING": "utf-8"},
    )


IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")


def git(*arguments: str, cwd: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=cwd, env=kept, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of claimlint as it is now, committed or not."""
    root = tmp_path_factory.mktemp("claimlint")
    for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    git("init", "-q", cwd=root)
    git("add", "-A", cwd=root)
    git("commit", "-q", "-m", "state", cwd=root)
    return root


class Documents:
    """A documentation repository that uses the hooks."""

    def __init__(self, root: Path, hooks: Path, cache: Path) -> None:
        self.root = root
        self.cache = cache
        rev = git("rev-parse", "HEAD", cwd=hooks).strip()
        hook_list = [{"id": "claimlint"}, {"id": "claimlint-audit"}]
        config = {"repos": [{"repo": str(hooks), "rev": rev, "hooks": hook_list}]}
        git("init", "-q", cwd=root)
        self.write({".pre-commit-config.yaml": yaml.safe_dump(config), "CANONICAL-NUMBERS.md": MODEL})
        self.write({"docs/good.md": GOOD, "claimlint.yaml": "exclude: [old]\n"})
        self.add()
        git("commit", "-q", "-m", "documents", cwd=root)
        installed = self.pre_commit("install")
        assert installed.returncode == 0, installed.stdout + installed.stderr

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")

    def add(self) -> None:
        git("add", "-A", cwd=self.root)

    def pre_commit(self, *arguments: str) -> Done:
        return run(sys.executable, "-m", "pre_commit", *arguments, cwd=self.root, cache=self.cache)

    def commit(self) -> Done:
        """Commit what is staged, by git, which runs the hook that was installed."""
        return run("git", *IDENTITY, "commit", "-m", "change", cwd=self.root, cache=self.cache)

    def passes(self) -> None:
        done = self.commit()
        assert done.returncode == 0, done.stdout + done.stderr

    def refuses(self, *places: str) -> None:
        """A commit that is refused, and names these places and no other."""
        before = git("rev-parse", "HEAD", cwd=self.root)
        done = self.commit()
        both = done.stdout + done.stderr
        assert done.returncode == 1, both
        assert git("rev-parse", "HEAD", cwd=self.root) == before
        told = {line.split(": ")[0] for line in both.splitlines() if ": error" in line}
        assert told == set(places), both


@pytest.fixture
def documents(tmp_path: Path, hooks: Path, cache: Path) -> Documents:
    root = tmp_path / "documents"
    root.mkdir()
    return Documents(root, hooks, cache)


def test_a_commit_is_refused_fixed_and_passes(documents: Documents) -> None:
    documents.write({"docs/new.md": BAD, "docs/notes.md": "No number.\n"})
    documents.add()
    documents.refuses("docs/new.md:1:14")
    documents.write({"docs/new.md": GOOD})
    documents.refuses("docs/new.md:1:14")  # What is not staged is no part of the commit.
    assert (documents.root / "docs/new.md").read_text(encoding="utf-8") == GOOD
    documents.add()
    documents.passes()


def test_a_change_of_the_model_is_refused_with_the_pages_that_it_makes_wrong(documents: Documents) -> None:
    documents.write({"CANONICAL-NUMBERS.md": MODEL.replace("90", "95")})
    documents.add()
    documents.write({"untracked.md": GOOD})
    documents.refuses("docs/good.md:1:14")
    documents.write({"docs/good.md": BAD})
    git("add", "docs", cwd=documents.root)
    documents.passes()


def test_a_model_that_goes_is_seen_too(documents: Documents) -> None:
    documents.write({"docs/CANONICAL-NUMBERS.md": MODEL.replace("90", "95"), "docs/good.md": BAD})
    documents.add()
    documents.passes()
    git("rm", "-q", "docs/CANONICAL-NUMBERS.md", cwd=documents.root)
    documents.refuses("docs/good.md:1:14")


def test_what_settings_exclude_is_left_out_though_it_is_named(documents: Documents) -> None:
    documents.write({"old/bad.md": BAD})
    documents.add()
    documents.passes()


def test_the_fix_option_fixes_what_a_commit_changes(documents: Documents) -> None:
    path = documents.root / ".pre-commit-config.yaml"
    config = yaml.safe_load(path.read_text())
    config["repos"][0]["hooks"][0]["args"] = ["--fix", "--"]
    documents.write({".pre-commit-config.yaml": yaml.safe_dump(config), "docs/new.md": BAD})
    documents.add()
    done = documents.commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout + done.stderr
    assert (documents.root / "docs/new.md").read_text(encoding="utf-8") == GOOD
    documents.add()
    documents.passes()


def test_the_audit_reads_everything_and_only_when_it_is_asked_for(documents: Documents) -> None:
    documents.write({"docs/bad.md": BAD})
    documents.add()
    git("commit", "-q", "--no-verify", "-m", "unchecked", cwd=documents.root)
    documents.write({"docs/other.md": GOOD})
    documents.add()
    documents.passes()
    audit = documents.pre_commit("run", "claimlint-audit", "--hook-stage", "manual")
    assert audit.returncode == 1
    assert "docs/bad.md:1:14: error canonical-drift: " in audit.stdout


def test_a_list_of_files_that_is_split_over_processes(documents: Documents) -> None:
    names = [f"docs/{'page' * 40}-{number}.md" for number in range(1_200)]
    documents.write(dict.fromkeys(names, GOOD) | {"CANONICAL-NUMBERS.md": MODEL.replace("90", "95")})
    documents.add()
    everything = documents.pre_commit("run", "claimlint", "--all-files")
    assert everything.returncode == 1
    assert everything.stdout.count(" claims (") > 1  # a report of each process
    told = {line.split(":")[0] for line in everything.stdout.splitlines() if ": error" in line}
    assert told == {*names, "docs/good.md"}


def test_our_own_hooks_pass_on_our_own_files(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    done = run(sys.executable, "-m", "pre_commit", "run", "--all-files", cwd=clone, cache=tmp_path / "cache")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks_need_nothing_but_package_registries() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    for repository in config["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            assert all("==" in dependency for dependency in hook["additional_dependencies"])
            assert shutil.which(hook["entry"].split()[0]) or hook["language"] == "python"
