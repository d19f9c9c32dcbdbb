"""benchmarks/ecosystem.py, on a small corpus, with a revision that judges otherwise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WHOLE = "The whole is 10 MB + 5 MB = 17 MB."
IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="needs the repository, not only its files"
)


def git(*arguments: str, cwd: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=cwd, env=kept, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def ecosystem(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(tree / "benchmarks" / "ecosystem.py"), "--jobs", "2", *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env={**os.environ, "PYTHONIOENCODING": "utf-8"}
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    corpus = tmp_path / "corpus"
    pages = {
        "npm/@a/b-1.0/README.md": f"{WHOLE}\n\nIt \x1b]0;x\x07 is so: 53 MB + 61 MB = 129 MB.\n",
        "npm/c-1.0/README.md": "The scan takes 5 ms.\n",
        "pypi/c-1.0/README.md": "The scan takes 7 ms.\n",
    }
    for name, text in pages.items():
        (corpus / name).parent.mkdir(parents=True)
        (corpus / name).write_text(text, encoding="utf-8")
    return corpus


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clone whose last commit does not judge equations, and says otherwise that totals are wrong."""
    tree = tmp_path / "clone"
    git("clone", "-q", str(ROOT), str(tree), cwd=tmp_path)
    (tree / "benchmarks" / "ecosystem.py").write_bytes((ROOT / "benchmarks" / "ecosystem.py").read_bytes())
    git("add", "-A", cwd=tree)
    git("commit", "-q", "--allow-empty", "-m", "as it is", cwd=tree)
    return tree


def test_what_a_change_removes_and_adds(tree: Path, corpus: Path) -> None:
    rule = tree / "rules" / "equation-mismatch.yaml"
    text = rule.read_text(encoding="utf-8")
    rule.unlink()
    done = ecosystem(tree, "--base", "HEAD", str(corpus))
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert done.stdout.count("== ") == 1
    removed = done.stdout[done.stdout.index("== removed") :]
    assert "npm/@a/b-1.0/README.md:1:29: warning equation-mismatch: 17 MB" in removed
    assert f"    {WHOLE}\n" in removed
    assert "    It \\u001b]0;x\\u0007 is so: 53 MB + 61 MB = 129 MB.\n" in removed
    git("commit", "-q", "-am", "without", cwd=tree)
    rule.write_text(text.replace('message: "', 'message: "now '), encoding="utf-8")
    assert "== added" in ecosystem(tree, "--base", "HEAD", str(corpus)).stdout
    changed = ecosystem(tree, "--base", "HEAD~1", str(corpus)).stdout
    assert "== changed\nwas: warning: 17 MB" in changed


def test_findings_that_an_earlier_run_saved(tree: Path, corpus: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    done = ecosystem(tree, "--save", str(kept), str(corpus))
    assert (done.returncode, done.stdout) == (0, "2 findings and problems in 3 packages\n"), done.stderr
    same = ecosystem(tree, "--base", str(kept), str(corpus))
    assert (same.returncode, "== " in same.stdout) == (0, False)
    data = json.loads(kept.read_text(encoding="utf-8"))
    data["said"].pop()
    kept.write_text(json.dumps(data), encoding="utf-8")
    assert "== added" in ecosystem(tree, "--base", str(kept), str(corpus)).stdout
    (corpus / "pypi" / "c-1.0" / "README.md").write_text("The scan takes 8 ms.\n")
    other = ecosystem(tree, "--base", str(kept), str(corpus))
    assert (other.returncode, "those of other documents" in other.stderr) == (2, True)


def test_what_is_no_revision(tree: Path, corpus: Path) -> None:
    done = ecosystem(tree, "--base", "nosuch", str(corpus))
    assert (done.returncode, done.stderr) == (2, "nosuch: neither a revision nor a file of findings\n")
