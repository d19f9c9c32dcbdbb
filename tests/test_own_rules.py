"""Rule files of one's own: their examples are run, and the commands that tell of rules know them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from claimlint import examples, rules

Run = Callable[..., subprocess.CompletedProcess[str]]

RULE = """\
rule: two-digits
check: over-precise
severity: warning
summary: An estimate has two significant digits.
why: Nobody knows more of it.
message: "{claim} has {digits} significant digits; {expected} would do"
model: |
  ## 1. Energy

  ```yaml quantities
  energy: {value: "1,287 MWh", quote: 2 digits, aka: [run]}
  ```
good:
  - The run used 1,300 MWh.
bad:
  - The run used «1,287 MWh».
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "claimlint.yaml").write_text("rules: [lint]\n")
    (tmp_path / "lint").mkdir()
    (tmp_path / "lint" / "two-digits.yaml").write_text(RULE)
    return tmp_path


def test_rules_whose_examples_are_as_they_say(folder: Path, claimlint: Run) -> None:
    done = claimlint("test-rules")
    assert (done.returncode, done.stdout) == (0, "1 rule, 2 examples: all as they say\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "used 1,300 MWh",
            "used 1,287 MWh",
            "14: good example: two-digits flags “1,287 MWh”, which is not marked: line 1, column 14: ",
        ),
        (
            "«1,287 MWh»",
            "«1,300 MWh»",
            "16: bad example: “1,300 MWh” is marked and not flagged: line 1, column 14",
        ),
        ("«1,287 MWh»", "«1,287» MWh", "16: bad example: two-digits flags “1,287 MWh”, which is not marked"),
        (
            "«1,287 MWh»",
            "«1,287» MWh",
            "16: bad example: “1,287” is marked and not flagged: line 1, column 14",
        ),
        ("{digits}", "{digit}", "16: bad example: the message of the rule has {digit}, which the check"),
        ("2 digits,", "2 digit,", None),
        (
            "aka: [run]",
            "also: [run]",
            "14: good example: its model does not load: line 4, column 47: `also` is not a key",
        ),
        (
            "- The run used 1,300 MWh.",
            "- {file: a.svg, doc: '<svg><!-- 5'}",
            "14: good example: it cannot be read: line 1, column 6: ",
        ),
    ],
)
def test_an_example_that_is_not_as_it_says(
    old: str, new: str, expected: str | None, folder: Path, claimlint: Run
) -> None:
    assert old in RULE
    (folder / "lint" / "two-digits.yaml").write_text(RULE.replace(old, new))
    done = claimlint("test-rules")
    assert done.returncode == (expected is not None), done.stdout
    if expected is not None:
        assert any(
            line.startswith(f"lint/two-digits.yaml:{expected}") for line in done.stdout.splitlines()
        ), done.stdout


def test_options_that_a_check_cannot_work_with(folder: Path, claimlint: Run) -> None:
    text = RULE.replace("check: over-precise", "check: relation-holds")
    text = text.replace("The run used «1,287 MWh»", "10 MB + 5 MB = «17 MB»")
    (folder / "lint" / "two-digits.yaml").write_text(text)
    done = claimlint("test-rules")
    assert done.returncode == 1
    assert "16: bad example: the check relation-holds fails with the rule's options: KeyError" in done.stdout


@pytest.mark.parametrize(
    ("fixed", "expected"),
    [
        ("The run used 1,300 MWh.", None),
        (
            "The run used 1,287 MWh.",
            "--fix makes something else of it: its line 1 is “The run used 1,300 MWh.”",
        ),
        ("", "--fix makes something else of it: its line 1 is “The run used 1,300 MWh.”, not “”"),
    ],
)
def test_what_fixing_makes_of_an_example(
    fixed: str, expected: str | None, folder: Path, claimlint: Run
) -> None:
    bad = f'- doc: The run used «1,287 MWh».\n    fixed: "{fixed}"'
    text = RULE.replace("- The run used «1,287 MWh».", bad)
    (folder / "lint" / "two-digits.yaml").write_text(text)
    done = claimlint("test-rules")
    assert done.returncode == (expected is not None), done.stdout
    assert expected is None or f"16: bad example: {expected}" in done.stdout


def test_rule_files_that_cannot_be_read(folder: Path, claimlint: Run) -> None:
    (folder / "lint" / "two-digits.yaml").write_text(RULE.replace("severity: warning", "severity: bad"))
    (folder / "lint" / "over-precise.yaml").write_text(RULE.replace("rule: two-digits", "rule: over-precise"))
    done = claimlint("test-rules")
    assert done.returncode == 2
    assert done.stdout == (
        "lint/two-digits.yaml:3:11: error: unknown severity 'bad'; one of error, warning, info\n"
    )
    (folder / "lint" / "two-digits.yaml").unlink()
    done = claimlint("test-rules")
    assert done.returncode == 2
    assert (
        "lint/over-precise.yaml:1:1: error: there is a rule 'over-precise' already, of claim" in done.stdout
    )


def test_folders_that_are_named(
    folder: Path, claimlint: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "two-digits.yaml").write_text(RULE)
    done = claimlint("test-rules", "lint", str(elsewhere))
    assert (done.returncode, done.stdout) == (0, "2 rules, 4 examples: all as they say\n")
    done = claimlint("test-rules", "lnit")
    assert (done.returncode, "lnit is no folder" in done.stderr) == (2, True)
    (folder / "claimlint.yaml").unlink()
    done = claimlint("test-rules")
    assert done.returncode == 2
    assert "the settings name no folder of rules" in done.stderr


def test_the_commands_that_tell_of_rules_know_them(folder: Path, claimlint: Run) -> None:
    listed = claimlint("rules")
    assert listed.returncode == 0
    assert "two-digits            warning  An estimate has two significant digits.\n" in listed.stdout
    told = claimlint("explain", "two-digits")
    assert told.returncode == 0
    assert told.stdout.startswith("two-digits: warning\n\nAn estimate has two significant digits.\n")
    assert "did you mean two-digits?" in claimlint("explain", "two-digit").stderr


def test_rule_files_at_fault_hide_no_rule_of_claimlint(folder: Path, claimlint: Run) -> None:
    (folder / "lint" / "two-digits.yaml").write_text("rule: [\n")
    listed = claimlint("rules")
    assert listed.returncode == 2
    assert "over-precise" in listed.stdout
    assert listed.stderr.startswith("lint/two-digits.yaml:2:1: error: ")
    assert claimlint("explain", "over-precise").returncode == 0
    assert claimlint("explain", "two-digits").returncode == 2


def test_nothing_of_a_rule_file_acts_on_a_terminal(folder: Path, claimlint: Run) -> None:
    evil = '"\\e]0;title\\a ok\\nand\\u202e"'
    text = RULE.replace("Nobody knows more of it.", evil).replace(
        "The run used 1,300 MWh.", '"\\e[2J 1,287 MWh, the run."'
    )
    text = text.replace("An estimate has two significant digits.", evil)
    (folder / "lint" / "two-digits.yaml").write_text(text)
    for command in (("rules",), ("explain", "two-digits"), ("test-rules",)):
        done = claimlint(*command)
        both = done.stdout + done.stderr
        assert not set(both) & {"\x1b", "\x07", "\u202e"}, command
        assert "\\x1b" in both or command == ("test-rules",)


@pytest.mark.parametrize("name", ["all", "off", "no", "true", "null"])
def test_a_rule_is_not_named_by_a_word_that_means_something_else(
    name: str, folder: Path, claimlint: Run
) -> None:
    (folder / "lint" / f"{name}.yaml").write_text(RULE.replace("rule: two-digits", f'rule: "{name}"'))
    done = claimlint("test-rules")
    assert done.returncode == 2
    assert f"lint/{name}.yaml:1:7: error: '{name}' means something else" in done.stdout


def test_marks_alternate(folder: Path, claimlint: Run) -> None:
    for odd in ("«1 «2» 3»", "»1«", "1»", "«1"):
        (folder / "lint" / "two-digits.yaml").write_text(RULE.replace("«1,287 MWh»", odd))
        assert "16:5: error: a bad example marks what" in claimlint("test-rules").stdout


def test_what_an_example_marks() -> None:
    assert examples.unmarked("a «b\nc» d «e»") == ("a b\nc d e", [(1, 3, 2, 2), (2, 5, 2, 6)])
    for rule in rules.load():
        assert all(examples.unmarked(good.doc) == (good.doc, []) for good in rule.good)
