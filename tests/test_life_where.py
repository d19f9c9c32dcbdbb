"""`claimlint where`: every place that quotes a quantity, and whether it still holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

MODEL = """\
# Numbers

## 2. Links

```yaml quantities
size: {value: 10 MB, aka: [block, block size]}
bandwidth:
  aka: [link, tier bandwidth]
  cases: {fast: 100 MB/s, slow: 20 MB/s}
delay:
  value: = size / bandwidth
  unit: ms
  aka: [delay, transfer]
gain: {value: "= delay[slow] / delay[fast]", unit: ×, aka: [faster]}
```
"""
PAGE = """\
# Links

A block of 10 MB has a transfer time of 100 ms on the fast link (100 MB/s).
On the slow link (20 MB/s) the transfer takes 600 ms.
At 50 MB/s the transfer takes 200 ms. It is said to be 5× faster (500 ms ÷ 100 ms).

| Link | Delay |
|---|---|
| fast | 100 ms |
| slow | 500 ms |
"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "docs" / "links.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "docs" / "other.md").write_text("Nothing of it takes 7 s here.\n", encoding="utf-8")
    return tmp_path


def places(claimlint: Run, *arguments: str) -> list[tuple[str, str, tuple[str, ...], str, str | None]]:
    done = claimlint("where", "--output-format", "json", *arguments)
    assert done.returncode == 0, done.stderr
    return [
        (f"{p['path']}:{p['line']}:{p['column']}", p["claim"], tuple(p["labels"]), p["state"], p["expected"])
        for p in json.loads(done.stdout)["places"]
    ]


def test_every_place_with_its_case_and_state(pages: Path, claimlint: Run) -> None:
    assert places(claimlint, "delay") == [
        ("docs/links.md:3:41", "100 ms", ("delay[fast]",), "agrees", None),
        ("docs/links.md:4:47", "600 ms", ("delay[slow]",), "drifted", "500 ms"),
        ("docs/links.md:5:31", "200 ms", ("delay",), "what-if", None),
        ("docs/links.md:5:67", "500 ms", ("delay[slow]",), "agrees", None),
        ("docs/links.md:5:76", "100 ms", ("delay[fast]",), "agrees", None),
        ("docs/links.md:9:10", "100 ms", ("delay[fast]",), "agrees", None),
        ("docs/links.md:10:10", "500 ms", ("delay[slow]",), "agrees", None),
    ]


def test_one_case(pages: Path, claimlint: Run) -> None:
    assert [place[0] for place in places(claimlint, "delay[slow]", "docs")] == [
        "docs/links.md:4:47", "docs/links.md:5:67", "docs/links.md:10:10",
    ]  # fmt: skip
    assert places(claimlint, "bandwidth[ FAST ]") == [
        ("docs/links.md:3:66", "100 MB/s", ("bandwidth[fast]",), "agrees", None)
    ]


def test_what_prose_calls_it(pages: Path, claimlint: Run) -> None:
    assert places(claimlint, "Tier  bandwidth") == places(claimlint, "bandwidth") != []


def test_text(pages: Path, claimlint: Run) -> None:
    done = claimlint("where", "delay[slow]")
    assert done.stdout == (
        "delay = size / bandwidth: defined at CANONICAL-NUMBERS.md:10:1 (§2)\n"
        "    delay[slow] = 500 ms\n"
        "docs/links.md:4:47: 600 ms  delay[slow]  drifted; expected 500 ms\n"
        "docs/links.md:5:67: 500 ms  delay[slow]  agrees\n"
        "docs/links.md:10:10: 500 ms  delay[slow]  agrees\n"
        "\n"
        "3 places in 1 of 3 files: 2 agree, 1 drifted\n"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bandwdith", "`bandwdith` is not a quantity of CANONICAL-NUMBERS.md; did you mean `bandwidth`?"),
        ("delay[slw]", "`slw` is not a case of `delay`; did you mean `slow`?"),
        ("delay[zz]", "`zz` is not a case of `delay`: it has fast, slow"),
        ("size[slow]", "`size` has no cases: leave out `[slow]`"),
        ("delay[slow", "is no name"),
        ("", "is no name"),
    ],
)
def test_names_that_mean_nothing(pages: Path, claimlint: Run, name: str, message: str) -> None:
    done = claimlint("where", name)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_no_model_and_a_broken_one(pages: Path, claimlint: Run) -> None:
    (pages / "CANONICAL-NUMBERS.md").write_text("```yaml quantities\na: nope\n```\n", encoding="utf-8")
    done = claimlint("where", "delay")
    assert done.returncode == 2
    assert "CANONICAL-NUMBERS.md:2:4: error:" in done.stdout
    (pages / "CANONICAL-NUMBERS.md").unlink()
    done = claimlint("where", "delay")
    assert done.returncode == 2
    assert "there is no CANONICAL-NUMBERS.md for these paths" in done.stderr


def test_two_models_and_a_page_that_cannot_be_read(pages: Path, claimlint: Run) -> None:
    (pages / "docs" / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (pages / "top.md").write_text("The transfer over the fast link takes 100 ms.\n", encoding="utf-8")
    (pages / "bad.md").write_bytes(b"\xff\xfe5 ms")
    done = claimlint("where", "--output-format", "json", "delay[fast]")
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert [each["path"] for each in found["definitions"]] == [
        "CANONICAL-NUMBERS.md",
        "docs/CANONICAL-NUMBERS.md",
    ]
    assert {each["path"] for each in found["places"]} == {"docs/links.md", "top.md"}
    assert [each["path"] for each in found["errors"]] == ["bad.md"]


def test_nothing_of_a_page_acts_on_the_terminal(pages: Path, claimlint: Run) -> None:
    (pages / "docs" / "evil\x1b[2J.md").write_text("The transfer takes 100\u202fms.\n", encoding="utf-8")
    done = claimlint("where", "delay")
    assert "\x1b" not in done.stdout
    assert "evil\\x1b[2J.md:1:20" in done.stdout
