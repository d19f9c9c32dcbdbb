"""The exact output of the commands on the pages of tests/golden/pages.

`pytest --update-golden tests/test_shell_golden.py` rewrites the files; read the difference.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("name", "status", "arguments"),
    [
        ("check.txt", 1, ["check", "."]),
        ("check-colour.txt", 1, ["check", "--color", "always", "."]),
        ("check.json", 1, ["check", "--output-format", "json", "."]),
        ("check-concise.txt", 1, ["check", "--output-format", "concise", "."]),
        ("check.jsonl", 1, ["check", "--output-format", "jsonl", "."]),
        ("check.sarif", 1, ["check", "--output-format", "sarif", "."]),
        ("check-github.txt", 1, ["check", "--output-format", "github", "."]),
        ("check-gitlab.json", 1, ["check", "--output-format", "gitlab", "."]),
        ("check-junit.xml", 1, ["check", "--output-format", "junit", "."]),
        ("check-checkstyle.xml", 1, ["check", "--output-format", "checkstyle", "."]),
        ("check-rdjson.json", 1, ["check", "--output-format", "rdjson", "."]),
        ("check-statistics.txt", 1, ["check", "--statistics", "."]),
        ("check-limits.txt", 1, ["check", "--max-warnings", "0", "--require-coverage", "90", "../alone"]),
        ("check-without-model.txt", 0, ["check", "../alone"]),
        ("check-broken-model.txt", 2, ["check", "--model", "../broken/CANONICAL-NUMBERS.md", "page.md"]),
        ("extract.txt", 0, ["extract", "."]),
        ("extract.json", 0, ["extract", "--output-format", "json", "page.md"]),
        ("model.txt", 0, ["model"]),
        ("model.json", 0, ["model", "--output-format", "json"]),
        ("model-broken.txt", 2, ["model", "../broken/CANONICAL-NUMBERS.md"]),
        ("model-broken.json", 2, ["model", "--output-format", "json", "../broken/CANONICAL-NUMBERS.md"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_output(
    name: str,
    status: int,
    arguments: list[str],
    tmp_path: Path,
    claimlint: Callable[..., object],
    request: pytest.FixtureRequest,
) -> None:
    for folder in ("pages", "alone", "broken"):
        shutil.copytree(GOLDEN / folder, tmp_path / folder)
    done = claimlint(*arguments, cwd=tmp_path / "pages")
    assert (done.returncode, done.stderr) == (status, "")
    golden = GOLDEN / name
    output = without_rules(done.stdout) if name.endswith(".sarif") else done.stdout
    if request.config.getoption("--update-golden"):
        golden.write_text(output, encoding="utf-8", newline="")
    assert output == golden.read_text(encoding="utf-8")


def without_rules(sarif: str) -> str:
    """What changes with every rule and version, and is tested elsewhere, is left out."""
    log = json.loads(sarif)
    for part in ("rules", "version", "semanticVersion"):
        del log["runs"][0]["tool"]["driver"][part]
    for result in log["runs"][0]["results"]:
        del result["ruleIndex"]
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"
