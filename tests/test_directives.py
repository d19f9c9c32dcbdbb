"""Comments that ask for something to be left unsaid; the examples of the rules about them say the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint import rules
from claimlint.directives import SILENCING
from claimlint.pipeline import lint_text

RULES = rules.load(examples=False)
ON = "<!-- claimlint: on[bare-multiple] -->"
BARE = "Moving a block is 218× cheaper."


def found(text: str, path: str = "page.md") -> list[tuple[str, int]]:
    return [(finding.rule, finding.line) for finding in lint_text(path, text, None, RULES).findings]


def ignore(word: str = "ignore", names: str = "bare-multiple", reason: str = "why") -> str:
    return f"<!-- claimlint: {word}[{names}] {reason} -->"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{BARE} {ignore()}\n", []),
        (f"{ignore()} {BARE}\n", []),  # a block of HTML: read, and its line too
        (f"{ignore()}\n{BARE}\n", []),
        (f"{ignore()}\n\n\n{BARE}\n", []),
        (f"{ignore()}\r\n\r\n{BARE}\r\n", []),
        (f"{BARE}\n{ignore()}\n", [("bare-multiple", 1), ("unused-ignore", 2)]),
        (f"{ignore()}\n{BARE}\n\n{BARE}\n", [("bare-multiple", 4)]),
        (f"{ignore()}\nA word.\n\n{BARE}\n", [("unused-ignore", 1), ("bare-multiple", 4)]),
        (f"<!--\nclaimlint: ignore[bare-multiple]\n  a longer\n  reason\n-->\n{BARE}\n", []),
        (f"{ignore(names='over-precise')}\n{BARE}\n", [("unused-ignore", 1), ("bare-multiple", 2)]),
        (f"{ignore(names='bare-multiple,over-precise')}\n{BARE}\n", [("unused-ignore", 1)]),
        (f"{BARE}\n\n{BARE}\n\n{ignore('ignore-file')}\n", []),
        (f"{BARE}\n\n{ignore('off')}\n\n{BARE}\n\n{BARE}\n", [("bare-multiple", 1)]),
        (
            f"{ignore('off')}\n\n{BARE}\n\n<!-- claimlint: on[bare-multiple] -->\n\n{BARE}\n",
            [("bare-multiple", 7)],
        ),
        (
            f"{ignore('off', 'bare-multiple, over-precise')}\n\n{BARE}\n\n{ON}\n\n{BARE}\n",
            [("unused-ignore", 1), ("bare-multiple", 7)],
        ),
        (f"- {BARE} {ignore()}\n- {BARE}\n", [("bare-multiple", 2)]),
        (f"> A quote.\n\n{BARE} {ignore()}\n", []),
    ],
)
def test_what_a_directive_silences(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "comment",
    [
        "claimlint: ignore",
        "claimlint: ignore why",
        "claimlint: ignore[]",
        "claimlint: ignore[] why",
        "claimlint: ignore[bare-multiple]",
        "claimlint: ignore[bare-multiple] ---",
        "claimlint: ignore[bare-multipl] why",
        "claimlint: ignore[bare-multiple why",
        "claimlint: ignore bare-multiple] why",
        "claimlint: ignore(bare-multiple) why",
        "claimlint: ignore[*] why",
        "claimlint: ignore[all] why",
        "claimlint: ignore[bare-multiple,] why",
        "claimlint: ignore-line[bare-multiple] why",
        "claimlint: IGNORE[bare-multiple] why",
        "claimlint:",
        "claimlint: off[over-precise",
    ],
)
def test_one_that_cannot_be_read_silences_nothing_and_is_told(comment: str) -> None:
    assert found(f"<!-- {comment} -->\n{BARE}\n") == [("unreadable-directive", 1), ("bare-multiple", 2)]


@pytest.mark.parametrize(
    "text",
    [
        f"`{ignore()}` {BARE}\n",
        f"```html\n{ignore()}\n```\n{BARE}\n",
        f"    {ignore()}\n\n{BARE}\n",
        f"\\{ignore()}\n{BARE}\n",
        f"<pre>\n{ignore().replace('<', '&lt;')}\n</pre>\n\n{BARE}\n",
    ],
)
def test_a_directive_in_code_is_none(text: str) -> None:
    assert [rule for rule, _ in found(text)] == ["bare-multiple"]


def test_a_rule_that_does_not_run_leaves_its_directive_alone() -> None:
    text = f"{ignore(names='over-precise')}\nA word about 3 ms.\n"
    running = tuple(rule for rule in RULES if rule.name != "over-precise")
    assert lint_text("page.md", text, None, running).findings == ()
    assert [f.rule for f in lint_text("page.md", text, None, RULES).findings] == ["unused-ignore"]


def test_the_fix_removes_what_silences_nothing() -> None:
    def fixed(text: str) -> str:
        for finding in lint_text("page.md", text, None, RULES).findings:
            if finding.fix is not None and finding.rule == "unused-ignore":
                for edit in reversed(finding.fix.edits):
                    text = text[: edit.start] + edit.text + text[edit.end :]
        return text

    assert fixed(f"Ten words. {ignore()}\nMore.\n") == "Ten words.\nMore.\n"
    assert fixed(f"A.\r\n  {ignore()}\r\nMore 3 ms.\r\n") == "A.\r\nMore 3 ms.\r\n"
    both = f"{ignore(names='over-precise, bare-multiple')}\n{BARE}\n"
    assert fixed(both) == f"{ignore()}\n{BARE}\n"


def test_a_conflict_between_pages_can_be_silenced(
    tmp_path: Path, report: Callable[..., dict[str, Any]]
) -> None:
    sentence = "The default timeout of the whole server is 30 seconds."
    (tmp_path / "README.md").write_text(f"{sentence}\n")
    (tmp_path / "guide.md").write_text(sentence.replace("30", "60") + "\n")
    assert [f["rule"] for f in report()["findings"]] == ["conflicting-claims"]
    quiet = f"{sentence.replace('30', '60')} {ignore(names='conflicting-claims')}\n"
    (tmp_path / "guide.md").write_text(quiet)
    assert report()["findings"] == []


_NAMES = st.sampled_from(["bare-multiple", "over-precise", "bare-multipl", "all", "*", "", " "])
_COMMENTS = st.builds(
    "{}claimlint: {}{}{}{} {}".format,
    st.sampled_from(["", " ", "\n"]),
    st.sampled_from([*SILENCING, "on", "history", "ignroe", ""]),
    st.sampled_from(["[", "", "[["]),
    st.lists(_NAMES, max_size=3).map(", ".join),
    st.sampled_from(["]", "", "]]"]),
    st.sampled_from(["", "why", "]", "[x]", "…"]),
)


@given(st.lists(st.one_of(_COMMENTS.map(lambda c: f"<!--{c}-->"), st.just(BARE), st.just("")), max_size=8))
def test_only_a_directive_that_names_the_rule_and_a_reason_silences(lines: list[str]) -> None:
    text = "\n\n".join(lines) + "\n"
    told = found(text)
    count = lines.count(BARE)
    if not any("[bare-multiple" in line or ", bare-multiple" in line or "history" in line for line in lines):
        assert [rule for rule, _ in told].count("bare-multiple") == count
    assert [rule for rule, _ in told].count("bare-multiple") <= count
