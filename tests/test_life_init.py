"""`claimlint init`: a model drafted from documents, under which they have no contradiction."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint import pipeline, rules
from claimlint.files import File
from claimlint.life import init
from claimlint.model.load import load

Run = Callable[..., Any]
ROOT = Path(__file__).parent.parent
FIGURE = ROOT / "examples" / "figure-5-1"

PAGE = """\
# Links

The block size is 10 MB. A block of 10 MB is sent over each link.

| Link | Bandwidth | Transfer time |
|---|---|---|
| fast | 125 MB/s | 80 ms |
| slow | 20 MB/s | 500 ms |

The retry delay is 250 ms; after a retry delay of 250 ms the link is tried again.
In two steps, 3 files may be sent. Version 2.4 came in 2019.
"""

WITH_BLOCKS = (
    PAGE.replace("| Link | Bandwidth |", "| Link | Block | Bandwidth |")
    .replace("|---|", "|---|---|", 1)
    .replace("| fast |", "| fast | 10 MB |")
    .replace("| slow |", "| slow | 10 MB |")
)


def drafted(text: str, name: str = "page.md", **options: Any) -> init.Draft:
    file = File(name, name, ".", ".", text.encode())
    return init.draft([file], [], _fail, **options)


def _fail(path: str, error: Exception) -> None:
    raise error


def contradictions(draft: init.Draft, text: str, name: str = "page.md") -> list[str]:
    assert draft.model is not None
    found = pipeline.lint_text(name, text, draft.model, rules.load(examples=False)).findings
    return [finding.message for finding in found if finding.rule == "canonical-drift"]


def test_a_draft() -> None:
    draft = drafted(PAGE)
    assert draft.text.partition("## 1. ")[2] == (
        "Stated in several places\n"
        "\n"
        "```yaml quantities\n"
        "block_size:\n"
        "  # page.md:3:19, page.md:3:37\n"
        "  value: 10 MB\n"
        "  status: assumed\n"
        "  aka: [block]\n"
        "\n"
        "retry_delay:\n"
        "  # page.md:10:20, page.md:10:51\n"
        "  value: 250 ms\n"
        "  status: assumed\n"
        "```\n"
        "\n"
        "## 2. Stated once\n"
        "\n"
        "```yaml quantities\n"
        "bandwidth:\n"
        "  status: assumed\n"
        "  cases:\n"
        "    # page.md:8:10\n"
        "    slow: 20 MB/s\n"
        "    # page.md:7:10\n"
        "    fast: 125 MB/s\n"
        "\n"
        "transfer_time:\n"
        "  status: assumed\n"
        "  cases:\n"
        "    # page.md:7:21\n"
        "    fast: 80 ms\n"
        "    # page.md:8:20\n"
        "    slow: 500 ms\n"
        "```\n"
    )
    assert contradictions(draft, PAGE) == []


def test_a_formula_is_proposed_where_a_row_fits_it() -> None:
    draft = drafted(WITH_BLOCKS)
    assert "transfer_time:\n  # the numbers fit a formula" in draft.text
    assert "write: value: = block_size / bandwidth\n" in draft.text
    assert draft.formulas == 1
    # With the formula in its place the model still loads, and gives the numbers of the page.
    changed = []
    skip = False
    for line in draft.text.split("\n"):
        if line.startswith("transfer_time:"):
            changed += [line, "  value: = block_size / bandwidth", "  unit: ms"]
            skip = True
        elif skip and line.startswith(" "):
            continue
        else:
            skip = False
            changed.append(line)
    model = load("M.md", "\n".join(changed))
    assert sorted(model.value("transfer_time", s) * 1000 for s in model.scenarios("transfer_time")) == [
        80,
        500,
    ]


def test_no_formula_where_one_row_does_not_fit() -> None:
    assert drafted(WITH_BLOCKS.replace("500 ms", "560 ms")).formulas == 0


def test_the_figure_that_is_told_three_times(tmp_path: Path, claimlint: Run, report: Run) -> None:
    for name in ("page.md", "figure.svg", "deck.md"):
        shutil.copy(FIGURE / name, tmp_path)
    done = claimlint("init")
    assert (done.returncode, done.stdout) == (0, "")
    text = (tmp_path / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8")
    assert "write: value: = block_size / tier_fetch_rate" in text
    assert "value: 5.00 MiB" in text
    # What is left are references to sections that the draft has not.
    found = report()
    assert {each["rule"] for each in found["findings"]} == {"stale-reference"}
    assert found["summary"]["canonical"] >= 60
    assert "warning" not in found["stderr"]


def test_nothing_is_overwritten(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "CANONICAL-NUMBERS.md").write_text("mine", encoding="utf-8")
    done = claimlint("init")
    assert done.returncode == 2
    assert "CANONICAL-NUMBERS.md exists: nothing is overwritten; --stdout prints the draft" in done.stderr
    assert (tmp_path / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8") == "mine"
    shown = claimlint("init", "--stdout", "page.md")
    assert shown.returncode == 0
    assert shown.stdout == drafted(PAGE).text
    assert "page.md" not in shown.stderr
    assert claimlint("init", "-o", "draft.md", "page.md").returncode == 0
    assert (tmp_path / "draft.md").read_text(encoding="utf-8") == shown.stdout
    assert claimlint("init", "-o", "draft.md", "page.md").returncode == 2
    assert claimlint("init", "-o", "a.md", "--stdout").returncode == 2


def test_nothing_is_written_through_a_link(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "CANONICAL-NUMBERS.md").symlink_to(tmp_path / "elsewhere.md")
    assert claimlint("init").returncode == 2
    assert not os.path.lexists(tmp_path / "elsewhere.md")


def test_a_draft_that_cannot_be_written(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    done = claimlint("init", "-o", "nowhere/draft.md")
    assert done.returncode == 2
    assert "nowhere/draft.md cannot be written: No such file" in done.stderr


def test_how_much_is_drafted(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    repeated = claimlint("init", "--stdout", "--least", "2")
    assert "retry_delay:" in repeated.stdout
    assert "bandwidth:" not in repeated.stdout
    assert "2 left out (--least, --most)" in repeated.stderr
    one = claimlint("init", "--stdout", "--most", "1")
    assert one.stdout.count("status: assumed\n") == 1
    assert "block_size:" in one.stdout


def test_nothing_to_draft(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text("# Nothing\n\nNo number stands here.\n", encoding="utf-8")
    done = claimlint("init")
    assert done.returncode == 1
    assert "nothing was drafted" in done.stderr
    assert not (tmp_path / "CANONICAL-NUMBERS.md").exists()


def test_a_page_that_cannot_be_read_is_told_and_hides_no_other(tmp_path: Path, claimlint: Run) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe1 ms")
    done = claimlint("init")
    assert done.returncode == 2
    assert "bad.md" in done.stderr
    assert "retry_delay:" in (tmp_path / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8")


def test_names_of_files_and_words_stay_text(tmp_path: Path, claimlint: Run, report: Run) -> None:
    page = '| The `a: b` {limit} | [Size](x) # y |\n|---|---|\n| it\'s "x" | 12 MB |\n| `- y: z` | 13 MB |\n'
    (tmp_path / "a\n```\nb: 1 s.md").write_text(page * 2, encoding="utf-8")
    done = claimlint("init")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "CANONICAL-NUMBERS.md").read_text(encoding="utf-8")
    assert "12 MB" in text
    assert report()["status"] == 0


WORDS = [
    "buffer",
    "queue",
    "retry",
    "worker",
    "cache",
    "page",
    "read",
    "write",
    "cold",
    "warm",
    "index",
    "build",
]
UNITS = ["ms", "s", "MB", "GB/s", "%", "W", "tokens", "requests/s"]
NUMBERS = st.one_of(
    st.integers(10, 9999).map(str),
    st.decimals(min_value=1, max_value=999, places=1).map(str),
    st.sampled_from(["10", "20", "50", "100"]),
)


@st.composite
def sentences(draw: st.DrawFn) -> str:
    one, other = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=2, unique=True))
    number, unit = draw(NUMBERS), draw(st.sampled_from(UNITS))
    form = draw(
        st.sampled_from(
            [
                "The {one} {other} is {value}.",
                "The {one} takes {value} with a warm {other}.",
                "{value} of {one} {other} are used.",
                "With {value} the {other} of the {one} doubles.",
                "- {one} {other}: {value}",
                "## {one} {other}\n\nIt is {value} here.",
            ]
        )
    )
    return form.format(one=one, other=other, value=f"{number} {unit}") + "\n"


@st.composite
def tables(draw: st.DrawFn) -> str:
    heads = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True))
    units = [draw(st.sampled_from(UNITS)) for _ in heads]
    lines = [
        "| Case | " + " | ".join(f"{head} time" for head in heads) + " |",
        "|---" * (len(heads) + 1) + "|",
    ]
    for label in draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True)):
        lines.append(f"| {label} | " + " | ".join(f"{draw(NUMBERS)} {unit}" for unit in units) + " |")
    return "\n".join(lines) + "\n"


@settings(max_examples=60)
@given(st.lists(st.one_of(sentences(), tables()), min_size=1, max_size=12).map("\n".join))
def test_a_draft_contradicts_nothing_that_it_came_from(text: str) -> None:
    draft = drafted(text)
    if draft.model is None:
        return
    assert load("M.md", draft.text).warnings == ()
    assert all(quantity.status == "assumed" for quantity in draft.model.quantities.values())
    assert contradictions(draft, text) == []
    # The draft is a page as well, and as such has nothing to find.
    assert contradictions(draft, draft.text, "CANONICAL-NUMBERS.md") == []
