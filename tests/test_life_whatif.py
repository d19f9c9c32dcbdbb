"""`claimlint what-if`: what another value changes, which lines go wrong, and all of it rewritten together."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint.life.assign import Assignment, WrongAssignment, assign, read
from claimlint.life.whatif import effects
from claimlint.model.edit import Change, NotEditable, edit
from claimlint.model.load import load
from claimlint.model.mistakes import ModelError

Run = Callable[..., Any]

MODEL = """\
# Numbers

A block is 10 MB.

## 2. Links

```yaml quantities
size: {value: 10 MB, aka: [block, block size]}   # one block
bandwidth:
  aka: [link, tier bandwidth]
  cases:
    fast: '100 MB/s'
    slow: 20 MB/s # the old one
delay:
  value: = size / bandwidth
  unit: ms
  expect: {fast: 100 ms, slow: "500 ms"}
  aka: [delay, transfer]
gain: {value: "= delay[slow] / delay[fast]", unit: ×, aka: [faster]}
measured: {from: {file: run.json, pointer: /mean, unit: s}, unit: ms, aka: [measured delay]}
```
"""
PAGE = """\
# Links

A block of 10 MB has a transfer time of 100 ms on the fast link (100 MB/s).
On the slow link (20 MB/s) the transfer takes 500 ms. It takes 100 to 500 ms in all.

| Link | Delay |
|---|---|
| fast | 100 ms |
| slow | 500 ms |

A cable of 20 m was used. The measured delay is 12 ms.
"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "run.json").write_text('{"mean": 0.012}', encoding="utf-8")
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    (tmp_path / "docs" / "links.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def asked(claimlint: Run, *arguments: str, status: int = 0) -> dict[str, Any]:
    done = claimlint("what-if", "--output-format", "json", *arguments)
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".claimlint_cache" not in path.parts
    }


def test_what_changes_and_what_goes_wrong(pages: Path, claimlint: Run) -> None:
    before = content(pages)
    found = asked(claimlint, "bandwidth[slow]=25 MB/s")
    assert [(each["label"], each["old"], each["new"]) for each in found["changes"]] == [
        ("bandwidth[slow]", "20 MB/s", "25 MB/s"),
        ("delay[slow]", "500 ms", "400 ms"),
        ("gain", "5×", "4×"),
    ]
    assert [(each["line"], each["label"], each["old"], each["new"]) for each in found["expectations"]] == [
        (17, "delay[slow]", "500 ms", "400 ms")
    ]
    assert [(e["path"], e["line"], e["claim"], e["expected"]) for e in found["lines"]] == [
        ("docs/links.md", 4, "20 MB/s", "25 MB/s"),
        ("docs/links.md", 4, "500 ms", "400 ms"),
        ("docs/links.md", 4, "100 to 500 ms", "100 ms to 400 ms"),
        ("docs/links.md", 9, "500 ms", "400 ms"),
    ]
    assert content(pages) == before


def test_text(pages: Path, claimlint: Run) -> None:
    done = claimlint("what-if", "bandwidth[slow]=25 MB/s", "docs")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "bandwidth[slow]  20 MB/s → 25 MB/s",
        "delay[slow]      500 ms → 400 ms   (= size / bandwidth)",
        "gain             5× → 4×   (= delay[slow] / delay[fast])",
    ]
    assert lines[4] == "CANONICAL-NUMBERS.md:17:32: expect of delay[slow] is 500 ms; expected 400 ms"
    assert lines[-1] == "3 values would change, and 3 lines would become wrong (of 1 file)"


def test_model_and_pages_are_rewritten_together(pages: Path, claimlint: Run, report: Run) -> None:
    found = asked(claimlint, "bandwidth[slow]=25 MB/s", "size = 20 MB", "--fix")
    assert found["left"] == []
    assert {each["path"] for each in found["rewritten"]} == {"CANONICAL-NUMBERS.md", "docs/links.md"}
    model = MODEL.replace("is 10 MB", "is 20 MB").replace("value: 10 MB", "value: 20 MB")
    model = model.replace("slow: 20 MB/s", "slow: 25 MB/s").replace("fast: 100 ms", "fast: 200 ms")
    assert (pages / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8") == model.replace(
        '"500 ms"', '"800 ms"'
    )
    page = PAGE.replace("of 10 MB", "of 20 MB").replace("20 MB/s", "25 MB/s").replace("100 ms", "200 ms")
    page = page.replace("500 ms", "800 ms").replace("100 to", "200 to")
    assert (pages / "docs" / "links.md").read_text(encoding="utf-8") == page
    assert report(cwd=pages)["findings"] == []
    # And again: nothing is left to do.
    assert asked(claimlint, "bandwidth[slow]=25 MB/s", "--fix")["changes"] == []


def test_what_was_wrong_before_is_left_alone(pages: Path, claimlint: Run) -> None:
    text = PAGE + "\nOn the slow link the transfer takes 700 ms.\n"
    (pages / "docs" / "links.md").write_text(text, encoding="utf-8")
    found = asked(claimlint, "bandwidth[slow]=25 MB/s", "--fix")
    assert "700 ms" not in [each["claim"] for each in found["lines"]]
    assert "takes 700 ms" in (pages / "docs" / "links.md").read_text(encoding="utf-8")


def test_what_was_wrong_before_in_the_model_is_left_alone(pages: Path, claimlint: Run) -> None:
    model = MODEL.replace("A block is 10 MB.", "A block is 30 MB, it is said.")
    (pages / "CANONICAL-NUMBERS.md").write_text(model, encoding="utf-8")
    asked(claimlint, "bandwidth[slow]=25 MB/s", "--fix")
    assert "A block is 30 MB, it is said." in (pages / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8")


def test_what_cannot_be_rewritten_is_left_and_told(pages: Path, claimlint: Run) -> None:
    (pages / "far.md").write_text("# Transfer\n\nExpect 500 ms.\n", encoding="utf-8")
    found = asked(claimlint, "bandwidth[slow]=25 MB/s", "--fix", status=1)
    assert [(each["path"], each["line"]) for each in found["left"]] == [("far.md", 3)]
    assert "500 ms" in (pages / "far.md").read_text(encoding="utf-8")


def test_what_is_supposed_or_another_s_is_left_alone(pages: Path, claimlint: Run) -> None:
    """It is the model's number by chance."""
    others = (
        "\nIf the slow link had a bandwidth of 20 MB/s, who would notice?\n"
        "\nLast year the bandwidth of the slow link was 20 MB/s at our sister company.\n"
    )
    (pages / "docs" / "links.md").write_text(PAGE + others, encoding="utf-8")
    claimlint("what-if", "bandwidth[slow]=25 MB/s", "--fix")
    assert (pages / "docs" / "links.md").read_text(encoding="utf-8").endswith(others)


def test_bytes_around_a_number_stay(pages: Path, claimlint: Run) -> None:
    (pages / "docs" / "links.md").write_bytes(b"\xef\xbb\xbf" + PAGE.replace("\n", "\r\n").encode())
    (pages / "CANONICAL-NUMBERS.md").write_bytes(MODEL.replace("\n", "\r\n").encode())
    asked(claimlint, "bandwidth[slow]=25 MB/s", "--fix")
    page = PAGE.replace("20 MB/s", "25 MB/s").replace("500 ms", "400 ms").replace("\n", "\r\n")
    assert (pages / "docs" / "links.md").read_bytes() == b"\xef\xbb\xbf" + page.encode()
    model = MODEL.replace("20 MB/s", "25 MB/s").replace('"500 ms"', '"400 ms"').replace("\n", "\r\n")
    assert (pages / "CANONICAL-NUMBERS.md").read_bytes() == model.encode()


def test_nothing_is_written_through_a_link_nor_by_halves(pages: Path, claimlint: Run) -> None:
    (pages / "real.md").write_text(PAGE, encoding="utf-8")
    (pages / "docs" / "links.md").unlink()
    (pages / "zz").mkdir()
    (pages / "zz" / "last.md").symlink_to(pages / "real.md")
    before = content(pages)
    done = claimlint("what-if", "bandwidth[slow]=25 MB/s", "--fix", "zz/last.md")
    assert done.returncode == 2
    assert "zz/last.md: it is a symbolic link, or lies behind one; nothing was changed" in done.stderr
    assert content(pages) == before


def test_a_read_only_page_leaves_the_model_as_it_was(pages: Path, claimlint: Run) -> None:
    (pages / "docs" / "links.md").chmod(0o444)
    before = content(pages)
    done = claimlint("what-if", "size=20 MB", "--fix")
    assert "docs/links.md: it is read-only; nothing was changed" in done.stderr
    assert done.returncode == 2
    assert content(pages) == before


def test_a_value_of_a_data_file_may_be_supposed_but_not_written(pages: Path, claimlint: Run) -> None:
    found = asked(claimlint, "measured=14 ms")
    assert [(each["old"], each["new"]) for each in found["changes"]] == [("12 ms", "14 ms")]
    assert [each["expected"] for each in found["lines"]] == ["14 ms"]
    before = content(pages)
    done = claimlint("what-if", "measured=14 ms", "--fix")
    assert done.returncode == 2
    assert "`measured` is read from run.json /mean" in done.stderr
    assert content(pages) == before


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        (
            "bandwdith[slow]=1 MB/s",
            "`bandwdith` is not a quantity of CANONICAL-NUMBERS.md; did you mean `bandwidth`?",
        ),
        ("bandwidth[slwo]=1 MB/s", "`slwo` is not a case of `bandwidth`; did you mean `slow`?"),
        ("bandwidth=1 MB/s", "`bandwidth` has cases: say which, `bandwidth[fast]` (it has fast, slow)"),
        ("size[slow]=1 MB", "`size` has no cases: leave out `[slow]`"),
        ("size=1 s", "`size` is byte, but 1 s is s"),
        ("size=1", "`size` is byte, but 1 is a plain number: write `size=1 MB`"),
        ("size=1 mega", "`size=1 mega`: 'mega' is not a unit"),
        ("size=1-2 MB", "one number is wanted, not a range"),
        ("size== 2 * 3", "a number is wanted, not a formula"),
        ("size=", "'size=' is no assignment: write NAME=VALUE or NAME[CASE]=VALUE"),
        ("=3 MB", "is no assignment"),
        ("[slow]=3 MB", "is no assignment"),
        ("size", "'size' is no assignment"),
        (
            "delay[slow]=3 ms",
            "`delay` is computed (= size / bandwidth): change what it rests on (size, bandwidth[fast]",
        ),
        ("gain=3×", "`gain` is computed"),
        ("size=0 MB", "with that the model does not load: CANONICAL-NUMBERS.md:19:"),
    ],
)
def test_assignments_are_read_strictly(pages: Path, claimlint: Run, assignment: str, message: str) -> None:
    done = claimlint("what-if", assignment)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_one_value_is_given_twice(pages: Path, claimlint: Run) -> None:
    done = claimlint("what-if", "size=2 MB", "block size=3 MB")
    assert "`size` is given two values" in done.stderr


def test_two_models_have_the_name(pages: Path, claimlint: Run) -> None:
    (pages / "docs" / "run.json").write_text('{"mean": 0.012}', encoding="utf-8")
    (pages / "docs" / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    assert "2 models have `size`" in claimlint("what-if", "size=2 MB").stderr
    found = asked(claimlint, "--model", "docs/CANONICAL-NUMBERS.md", "size=20 MB", "docs")
    assert found["model"] == "docs/CANONICAL-NUMBERS.md"


# --- the model's text

STYLES = ["{}", "'{}'", '"{}"', "{} # a note", "   {}   "]
NAMES = ["a", "b", "c", "d"]


@st.composite
def models(draw: st.DrawFn) -> tuple[str, list[str], list[str]]:
    """A model, the labels of its given values, and those that are assigned."""
    lines = ["# N", "", "```yaml quantities"]
    labels: list[str] = []
    for name in NAMES[: draw(st.integers(1, 4))]:
        style = draw(st.sampled_from(STYLES))
        value = f"{draw(st.integers(1, 999))} ms"
        form = draw(st.sampled_from(["short", "long", "flow", "cases", "flow cases"]))
        plain = "#" not in style
        if form == "short" or (form.startswith("flow") and not plain):
            lines.append(f"{name}: {style.format(value)}")
            labels.append(name)
        elif form == "long":
            lines += [f"{name}:", "  aka: [thing]", f"  value: {style.format(value)}", "  status: assumed"]
            labels.append(name)
        elif form == "flow":
            lines.append(f"{name}: {{status: assumed, value: {style.format(value)}, aka: x}}")
            labels.append(name)
        elif form == "cases":
            lines += [
                f"{name}:",
                "  cases:",
                f"    x y: {style.format(value)}",
                f"    '2': {style.format('7 ms')}",
            ]
            labels += [f"{name}[x y]", f"{name}[2]"]
        else:
            lines.append(f"{name}: {{cases: {{x y: {style.format(value)}, '2': 7 ms}}}}")
            labels += [f"{name}[x y]", f"{name}[2]"]
    base = labels[0].partition("[")[0]
    lines += [f"twice: = 2 * {base}", "unused: 1 h", "```", "", "Prose of 5 ms."]
    chosen = draw(st.lists(st.sampled_from(labels), min_size=1, unique=True))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines) + "\n", labels, chosen


@settings(max_examples=60)
@given(
    models(),
    st.lists(st.sampled_from(["1,024 ms", "2.50 s", "0.1 µs", "8 ms", "1e3 ms"]), min_size=8, max_size=8),
)
def test_what_if_says_what_the_rewritten_text_gives(
    drawn: tuple[str, list[str], list[str]], values: list[str]
) -> None:
    text, _, chosen = drawn
    old = load("M.md", text)
    texts = [f"{label}={value}" for label, value in zip(chosen, values, strict=False)]
    model, assignments = read([old], texts)
    assigned = assign(model, assignments, None)
    again = load("M.md", assigned.text)
    told = {effect.label: effect.new for effect in effects(old, assigned.model)}
    seen = {effect.label: effect.new for effect in effects(old, again)}
    assert told == seen
    for name in again.quantities:
        for scenario in again.scenarios(name):
            assert again.value(name, scenario) == assigned.model.value(name, scenario)
    assert {each.label for each in assignments} >= set(told) - {
        label for label in told if label.startswith("twice")
    }
    # What was not assigned stands as it stood, byte for byte.
    kept = re.compile("|".join(re.escape(value) for value in (*values, "ms")))
    assert kept.sub("", text.split("```")[2]) == kept.sub("", assigned.text.split("```")[2])
    assert assigned.text.count("\r\n") == text.count("\r\n")
    assert assigned.text.count("# a note") == text.count("# a note")


@given(st.text(alphabet=string.printable, max_size=20))
def test_any_assignment_is_taken_or_refused(value: str) -> None:
    model = load("M.md", MODEL.replace("measured:", "#"))
    try:
        found, assignments = read([model], [f"size={value}"])
        assigned = assign(found, assignments, None)
    except WrongAssignment:
        return
    assert load("M.md", assigned.text).value("size") == assigned.model.value("size")


def test_a_value_in_a_block_scalar_is_replaced() -> None:
    text = "```yaml quantities\na:\n  value: >-\n    5\n    ms\n  aka: x\nb: 1\n```\n"
    changed = edit(text, [Change("a", "value", None, "7 ms")])
    assert changed == "```yaml quantities\na:\n  value: 7 ms\n  aka: x\nb: 1\n```\n"


def test_what_yaml_would_read_otherwise_is_quoted() -> None:
    text = "```yaml quantities\na: {value: 5 ms, aka: x}\n```\n"
    changed = edit(text, [Change("a", "value", None, "5,000 ms")])
    assert changed == "```yaml quantities\na: {value: '5,000 ms', aka: x}\n```\n"
    with pytest.raises(NotEditable, match="line 2"):
        edit("```yaml quantities\na: 5 ms\n```\n", [Change("a", "value", None, "5\nms\x00")])


def test_expectations_keep_their_form() -> None:
    text = (
        "```yaml quantities\na: 10 MB\nb: {value: = 3 * a, expect: 30.0 MB}\n"
        "c: {value: = 1000 * 1000 * a / a, expect: '1,000,000'}\n```\n"
    )
    model = load("M.md", text)
    assigned = assign(model, [Assignment("a", None, "11 MB", None)], None)
    assert "expect: 33.0 MB" in assigned.text
    assert assigned.lost == ()


def test_an_expectation_that_nothing_can_meet() -> None:
    text = "```yaml quantities\na: {cases: {x: 1 s, y: 1 s}}\nb: {value: = 2 * a, expect: 2 s}\n```\n"
    model = load("M.md", text)
    assigned = assign(model, read([model], ["a[x]=3 s"])[1], None)
    assert [miss.name for miss in assigned.lost] == ["b"]
    with pytest.raises(ModelError):
        load("M.md", assigned.text)
