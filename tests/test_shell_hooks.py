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

pytestmark = [
    pytest.mark.registry,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository, not only its files"),
]


def run(*command: str, cwd: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**kept, "PRE_COMMIT_HOME": str(cache), "PYTHONIOENCODING": "utf-8"},
    )


def git(*arguments: str, cwd: Path) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A documentation repository with one page that is right and one that is wrong."""
    root = tmp_path / "documents"
    (root / "docs").mkdir(parents=True)
    (root / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (root / "docs" / "good.md").write_text("A read takes 90 µs.\n", encoding="utf-8")
    (root / "docs" / "bad.md").write_text("A read takes 95 µs.\n", encoding="utf-8")
    (root / "docs" / "notes.txt").write_text("A read takes 97 µs.\n", encoding="utf-8")
    git("init", "-q", cwd=root)
    git("add", ".", cwd=root)
    git("commit", "-q", "-m", "documents", cwd=root)
    return root


def test_a_documentation_repository_can_use_the_hooks(documents: Path, tmp_path: Path) -> None:
    pre_commit = (sys.executable, "-m", "pre_commit")

    def hook(name: str, *files: str) -> subprocess.CompletedProcess[str]:
        try_repo = ("try-repo", str(ROOT), name, "--verbose", "--files", *files)
        return run(*pre_commit, *try_repo, cwd=documents, cache=tmp_path / "cache")

    bad = hook("claimlint", "docs/bad.md", "docs/notes.txt")
    assert bad.returncode == 1, bad.stdout + bad.stderr
    assert "docs/bad.md:1:14: error canonical-drift: " in bad.stdout
    assert "notes.txt" not in bad.stdout
    good = hook("claimlint", "docs/good.md")
    assert good.returncode == 0, good.stdout + good.stderr
    everything = hook("claimlint-all", "CANONICAL-NUMBERS.md")
    assert everything.returncode == 1
    assert "docs/bad.md:1:14: error canonical-drift: " in everything.stdout
    assert "Skipped" in hook("claimlint-all", "docs/bad.md").stdout


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
