"""What several test modules use: the real command on real files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Examples are drawn anew on every run, but for CI, where the same commit must give the same result.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")

Run = subprocess.CompletedProcess[str]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite tests/golden/ with what is printed"
    )


@pytest.fixture
def claimlint(tmp_path: Path) -> Callable[..., Run]:
    """Runs the command in `tmp_path`, or in `cwd`; standard output and error are text in UTF-8."""

    def run(*arguments: str, cwd: Path = tmp_path, stdin: bytes = b"", **environment: str) -> Run:
        kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        done = subprocess.run(
            [sys.executable, "-m", "claimlint", *arguments],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            timeout=120,
            env={**kept, "PYTHONIOENCODING": "utf-8", **environment},
        )
        encoding = environment.get("PYTHONIOENCODING", "utf-8")
        out, err = (stream.decode(encoding, "surrogateescape") for stream in (done.stdout, done.stderr))
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture
def report(claimlint: Callable[..., Run]) -> Callable[..., dict[str, Any]]:
    """Runs `claimlint check --output-format json`; the report, with the exit status as `status`."""

    def run(*arguments: str, **options: Any) -> dict[str, Any]:
        done = claimlint("check", "--output-format", "json", *arguments, **options)
        found: dict[str, Any] = json.loads(done.stdout)
        return {**found, "status": done.returncode, "stderr": done.stderr}

    return run
