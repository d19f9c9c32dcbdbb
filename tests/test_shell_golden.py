"""The exact output of the commands on the pages of tests/golden/pages.

`pytest --update-golden tests/test_shell_golden.py` rewrites the files; read the difference.
"""

from __future__ import annotations

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
    if request.config.getoption("--update-golden"):
        golden.write_text(done.stdout, encoding="utf-8", newline="")
    assert done.stdout == golden.read_text(encoding="utf-8")
