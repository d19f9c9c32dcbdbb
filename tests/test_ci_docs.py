"""What docs/ci.md shows is what there is, and its commands run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from generated import ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
GOOD, BAD = "A read takes 90 µs.\n", "A read takes 95 µs.\n"


def section(title: str) -> str:
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found is not None
    return found[1]


def fences(title: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", section(title), re.S)


def valid(schema: str, text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks_that_are_named_exist() -> None:
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    whole, part = fences("pre-commit")
    (repository,) = yaml.safe_load(whole)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == {"claimlint", "claimlint-audit"} <= hooks
    assert yaml.safe_load(part) == [{"id": "claimlint", "args": ["--fix", "--"]}]


def test_the_workflow_is_one_and_names_inputs_of_the_action(tmp_path: Path) -> None:
    (text,) = fences("GitHub Actions")
    valid("vendor.github-workflows", text, tmp_path / "workflow.yml")
    steps = yaml.safe_load(text)["jobs"]["claimlint"]["steps"]
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert steps[1]["with"].keys() <= action["inputs"].keys()
    zizmor = Path(sys.executable).with_name("zizmor")
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    pinned = text.replace("OWNER/claimlint@COMMIT", f"owner/claimlint@{'0' * 40} # v0.1.0")
    workflow = tmp_path / ".github" / "workflows" / "numbers.yml"
    workflow.write_text(pinned, encoding="utf-8")
    command = [str(zizmor), "--offline", "--no-progress", str(workflow)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def run(script: str, root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=root,
        env={**kept, "PATH": path, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
    )


def git(*arguments: str, cwd: Path) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "documents"
    root.mkdir()
    (root / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (root / "old.md").write_text(BAD, encoding="utf-8")
    git("init", "-q", cwd=root)
    git("add", "-A", cwd=root)
    git("commit", "-q", "-m", "old", cwd=root)
    return root


def test_the_jobs_of_gitlab_run(root: Path, tmp_path: Path) -> None:
    (text,) = fences("GitLab CI")
    valid("vendor.gitlab-ci", text, tmp_path / ".gitlab-ci.yml")
    jobs: dict[str, Any] = yaml.safe_load(text)
    base = git("rev-parse", "HEAD", cwd=root)
    (root / "new.md").write_text(BAD, encoding="utf-8")
    told = {}
    for name, job in jobs.items():
        install, script = job["script"]
        assert install == "pip install --quiet claimlint-numbers"
        done = run(script, root, CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
        assert done.returncode == 1, done.stdout + done.stderr
        reports = {kind: root / file for kind, file in job["artifacts"]["reports"].items()}
        found = json.loads(reports["codequality"].read_text(encoding="utf-8"))
        told[name] = {each["location"]["path"] for each in found}
        if "junit" in reports:
            failures = ElementTree.parse(reports["junit"]).getroot().iter("failure")
            assert len(list(failures)) == len(found)
        for file in reports.values():
            file.unlink()
    assert told == {"claimlint": {"old.md", "new.md"}, "claimlint-changes": {"new.md"}}


def test_what_reviewdog_is_given(root: Path) -> None:
    (command,) = re.findall(r"^\$ (claimlint .*?) \| reviewdog", section("Any other"), re.M)
    done = run(command, root)
    assert [each["location"]["path"] for each in json.loads(done.stdout)["diagnostics"]] == ["old.md"]
