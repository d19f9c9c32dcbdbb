"""Which lines differ: what is left is the old text, in order."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint.since.lines import differing

LINE = st.sampled_from(["", "a", "b", "c", "d", "one line", "\x0c", "x\u2028y"])
TEXT = st.lists(LINE, max_size=30).map("\n".join)


def is_inside(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(line in rest for line in part)


@given(TEXT, TEXT)
def test_the_lines_that_stay_are_old_ones_in_order(before: str, after: str) -> None:
    changed = differing(before, after)
    lines = after.split("\n")
    assert changed <= set(range(1, len(lines) + 1))
    kept = [line for number, line in enumerate(lines, 1) if number not in changed]
    assert is_inside(kept, before.split("\n"))
    assert bool(changed) or is_inside(lines, before.split("\n"))


@given(TEXT, st.sampled_from(["\r\n", "\r", "\n"]), st.sampled_from(["\r\n", "\r", "\n"]))
def test_line_ends_make_no_difference(text: str, one: str, other: str) -> None:
    assert differing(text.replace("\n", one), text.replace("\n", other)) == frozenset()


@given(st.lists(st.integers(), unique=True, max_size=30), st.data())
def test_exactly_the_lines_that_were_put_in(numbers: list[int], data: st.DataObject) -> None:
    lines = list(map(str, numbers))
    new: list[str] = []
    added = set()
    for at, line in enumerate([*lines, None]):
        for _ in range(data.draw(st.integers(0, 2))):
            new.append(f"new {at}")
            added.add(len(new))
        if line is not None and data.draw(st.booleans() if at % 3 == 0 else st.just(True)):
            new.append(line)
    if not lines or not new:
        return
    assert differing("\n".join(lines), "\n".join(new)) == added


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@given(st.lists(st.integers(0, 40).map(str), unique=True, max_size=20), st.data())
@settings(max_examples=25)
def test_as_git_has_it_where_no_line_stands_twice(old: list[str], data: st.DataObject) -> None:
    kept = [line for line in old if data.draw(st.booleans())]
    new = list(kept)
    for number in range(data.draw(st.integers(0, 4))):
        new.insert(data.draw(st.integers(0, len(new))), f"new {number}")
    with TemporaryDirectory() as folder:
        for name, lines in (("a", old), ("b", new)):
            (Path(folder) / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        done = subprocess.run(
            ["git", "diff", "--no-index", "-U0", "a", "b"], cwd=folder, capture_output=True, text=True
        )
    expected = set()
    for line in done.stdout.splitlines():
        if line.startswith("@@"):
            start, _, count = line.split()[2].removeprefix("+").partition(",")
            expected.update(range(int(start), int(start) + int(count or 1)))
    texts = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    assert differing(*texts) == expected


def test_large_texts_without_a_line_of_their_own() -> None:
    before = "\n".join("ab"[n % 2] for n in range(20_000))
    after = "\n".join("ba"[n % 3 % 2] for n in range(20_000))
    assert differing(before, after)
    lines = [str(number) for number in range(50_000)]
    assert differing("\n".join(lines), "\n".join([*lines[:25_000], "new", *lines[25_000:]])) == {25_001}
    assert len(differing("\n".join(lines), "\n".join(reversed(lines)))) == len(lines) - 1
