"""Settings files as they are found, read and obeyed, by real runs of the command."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.model.mistakes import Mistakes
from claimlint.settings import formats, keys

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Report = Callable[..., dict[str, Any]]

MODEL = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
DRIFT = "A read takes 95 µs.\n"
BARE = "Moving a block is 218× cheaper.\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two pages, each with one fault, in two folders."""
    (tmp_path / ".git").mkdir()
    write(tmp_path, {"CANONICAL-NUMBERS.md": MODEL, "a/drift.md": DRIFT, "b/bare.md": BARE})
    return tmp_path


def found(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["path"], each["rule"], each["severity"]) for each in result["findings"]]


DRIFTED = ("a/drift.md", "canonical-drift", "error")
BARED = ("b/bare.md", "bare-multiple", "error")


def test_without_settings_every_rule_runs(root: Path, report: Report) -> None:
    assert found(report()) == [DRIFTED, BARED]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".claimlint.yaml", "ignore: [bare-multiple]\n"),
        ("claimlint.yaml", "ignore: bare-multiple\n"),
        ("pyproject.toml", '[project]\nname = "x"\n[tool.claimlint]\nignore = ["bare-multiple"]\n'),
        ("pyproject.toml", 'tool.claimlint.ignore = ["bare-multiple"]\n'),
    ],
)
def test_each_settings_file(name: str, text: str, root: Path, report: Report) -> None:
    write(root, {name: text})
    assert found(report()) == [DRIFTED]
    assert found(report("--isolated")) == [DRIFTED, BARED]


def test_the_nearest_settings_hold_and_nothing_is_merged_unasked(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "ignore: [bare-multiple, canonical-drift]\n", "b/claimlint.yaml": "{}\n"})
    assert found(report()) == [BARED]


def test_the_first_file_of_a_folder_decides_and_the_other_is_said(root: Path, report: Report) -> None:
    write(root, {".claimlint.yaml": "ignore: canonical-drift\n", "claimlint.yaml": "ignore: bare-multiple\n"})
    result = report()
    assert found(result) == [BARED]
    assert result["stderr"] == "claimlint.yaml: warning: is not read: .claimlint.yaml stands beside it\n"


def test_settings_above_the_repository_are_not_read(root: Path, tmp_path: Path, report: Report) -> None:
    inner = root / "inner"
    write(root, {"claimlint.yaml": "ignore: bare-multiple\n", "inner/page.md": BARE, "inner/.git/HEAD": "x"})
    assert [rule for _, rule, _ in found(report(cwd=inner))] == ["bare-multiple"]


def test_a_pyproject_of_another_purpose_does_not_end_the_search(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "ignore: bare-multiple\n", "b/pyproject.toml": '[project]\nname = "x"\n'})
    assert found(report()) == [DRIFTED]


def test_select_ignore_and_severity(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "select: [bare-multiple]\nseverity: {bare-multiple: info}\n"})
    assert found(report()) == [(BARED[0], BARED[1], "info")]
    assert found(report("--select", "all")) == [DRIFTED, (BARED[0], BARED[1], "info")]
    assert found(report("--select", "canonical-drift,bare-multiple", "--ignore", "bare-multiple")) == [
        DRIFTED
    ]
    write(root, {"claimlint.yaml": "severity: {bare-multiple: off}\n"})
    assert found(report()) == [DRIFTED]
    assert found(report("--select", "bare-multiple")) == [BARED]


def test_a_severity_that_is_set_holds_for_what_is_less_than_sure_too(root: Path, report: Report) -> None:
    page = "It was 40% faster, from 10 ms to 5 ms.\n"
    write(root, {"a/drift.md": page})
    assert found(report("a"))[0][2] == "warning"
    write(root, {"claimlint.yaml": "severity: {change-mismatch: error}\n"})
    assert found(report("a"))[0][2] == "error"


def test_per_file_ignores(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "per-file-ignores:\n  b/: [bare-multiple]\n  '*.md': over-precise\n"})
    assert found(report()) == [DRIFTED]
    write(root, {"claimlint.yaml": "per-file-ignores:\n  drift.*: [canonical-drift]\n"})
    assert found(report()) == [BARED]


@pytest.mark.parametrize("pattern", ["b", "b/", "/b", "bare.md", "b/*.md", "**/bare.md"])
def test_exclude_holds_for_named_paths_too(pattern: str, root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": f"exclude: ['{pattern}']\n"})
    for paths in ((), ("a", "b"), ("a/drift.md", "b/bare.md"), (str(root),)):
        result = report(*paths)
        assert [rule for _, rule, _ in found(result)] == ["canonical-drift"], paths
    assert report("b/bare.md")["summary"]["files"] == 0
    assert found(report("--isolated", "b/bare.md")) == [BARED]


def test_an_excluded_folder_is_not_entered(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "exclude: [b]\n", "b/claimlint.yaml": "no: such key\n"})
    assert (found(report()), report()["errors"]) == ([DRIFTED], [])


def test_a_later_pattern_takes_back_an_earlier_one(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "exclude: ['*.md', '!bare.md']\n"})
    assert found(report()) == [BARED]


def test_extends_is_explicit_and_says_less_than_the_file_itself(root: Path, report: Report) -> None:
    base = "select: [bare-multiple]\nexclude: [a]\nseverity: {bare-multiple: info, canonical-drift: info}\n"
    write(root, {"shared/base.yaml": base})
    write(root, {"claimlint.yaml": "extends: shared/base.yaml\nseverity: {bare-multiple: warning}\n"})
    assert found(report()) == [(BARED[0], BARED[1], "warning")]
    write(root, {"claimlint.yaml": "extends: shared/base.yaml\nselect: all\nexclude: ['!a']\n"})
    assert [severity for _, _, severity in found(report())] == ["info", "info"]


def test_the_model_of_settings(root: Path, report: Report) -> None:
    other = MODEL.replace("90 µs", "95 µs")
    write(root, {"models/slow.md": other, "a/claimlint.yaml": "model: ../models/slow.md\n"})
    assert found(report("a", "b")) == [BARED]
    assert found(report("--model", "CANONICAL-NUMBERS.md", "a")) == [DRIFTED]
    write(root, {"a/claimlint.yaml": "model: ../models/none.md\n"})
    result = report("a", "b")
    assert (found(result), result["status"]) == ([BARED], 2)
    assert [error["path"] for error in result["errors"]] == ["models/none.md"]


def test_rules_of_your_own(root: Path, report: Report, claimlint: Command) -> None:
    rule = (Path(__file__).parents[1] / "rules" / "bare-multiple.yaml").read_text(encoding="utf-8")
    own = rule.replace("rule: bare-multiple", "rule: house-multiple").replace(
        "severity: error", "severity: info"
    )
    write(root, {"lint/house-multiple.yaml": own, "claimlint.yaml": "rules: [lint]\nignore: bare-multiple\n"})
    assert ("b/bare.md", "house-multiple", "info") in found(report())
    write(root, {"lint/house-multiple.yaml": own + "nonsense: 1\n"})
    result = report("b")
    assert result["status"] == 2
    assert result["errors"][0]["path"] == "lint/house-multiple.yaml"
    assert result["errors"][0]["line"] == own.count("\n") + 1
    write(root, {"lint/house-multiple.yaml": own, "lint/bare-multiple.yaml": rule})
    assert "there is a rule 'bare-multiple' already" in report("b")["errors"][0]["message"]


def test_a_rule_of_your_own_that_does_not_run_here_may_be_named_by_a_directive(
    root: Path, report: Report
) -> None:
    rule = (Path(__file__).parents[1] / "rules" / "bare-multiple.yaml").read_text(encoding="utf-8")
    page = f"<!-- claimlint: ignore[house-multiple] its inputs are in the appendix -->\n{BARE}"
    write(root, {"lint/house-multiple.yaml": rule.replace("rule: bare-multiple", "rule: house-multiple")})
    write(
        root,
        {"claimlint.yaml": "rules: [lint]\nper-file-ignores: {b/: [house-multiple]}\n", "b/bare.md": page},
    )
    assert found(report("b")) == [BARED]
    write(root, {"claimlint.yaml": "rules: [lint]\n"})
    assert found(report("b")) == [BARED]
    write(root, {"claimlint.yaml": "{}\n"})
    assert [name for _, name, _ in found(report("b"))] == ["unreadable-directive", "bare-multiple"]


def test_options_of_rules(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "options: {bare-multiple: {smallest: 300}}\n"})
    assert found(report()) == [DRIFTED]
    write(root, {"claimlint.yaml": "options: {bare-multiple: {smallest: 218}}\n"})
    assert found(report()) == [DRIFTED, BARED]


def test_further_words_of_measurement(root: Path, report: Report) -> None:
    model = MODEL.replace("value: 90 µs", "status: assumed, value: 90 µs")
    write(root, {"CANONICAL-NUMBERS.md": model, "a/drift.md": "A read takes 90 µs, as seen on the bench.\n"})
    assert found(report("a")) == []
    write(root, {"claimlint.yaml": "options:\n  measured-wording:\n    words: [as seen on the bench]\n"})
    assert found(report("a")) == [("a/drift.md", "measured-wording", "error")]


MISTAKES = [
    ("claimlint.yaml", "ignroe: [bare-multiple]\n", (1, 1), "unknown key 'ignroe'; did you mean `ignore`?"),
    ("claimlint.yaml", "\nignore: [bare-multipl]\n", (2, 10), "unknown rule 'bare-multipl'; did you mean"),
    ("claimlint.yaml", "select: [all, bare-multipl]\n", (1, 15), "unknown rule 'bare-multipl'; did you"),
    ("claimlint.yaml", "ignore: [all]\n", (1, 10), "only `select` knows it"),
    (
        "claimlint.yaml",
        "severity: {bare-multiple: fatal}\n",
        (1, 27),
        "unknown severity 'fatal'; one of error",
    ),
    ("claimlint.yaml", "severity: [bare-multiple]\n", (1, 11), "a mapping of rules to severities"),
    ("claimlint.yaml", "select:\n  - a: b\n", (2, 5), "the name of a rule is expected"),
    ("claimlint.yaml", "exclude: ['#x']\n", (1, 11), "matches nothing"),
    ("claimlint.yaml", "model: /etc/passwd\n", (1, 8), "must be a path relative to this file"),
    ("claimlint.yaml", "model: [\n", (1, 9), "not YAML"),
    ("claimlint.yaml", "ignore: over-precise\nignore: over-precise\n", (2, 1), "stands twice"),
    ("claimlint.yaml", "ignore: !!python/name:os.system over-precise\n", (1, 9), "a tag"),
    (
        "claimlint.yaml",
        "options: {bare-multiple: {smalest: 1}}\n",
        (1, 36),
        "no option 'smalest'; did you mean",
    ),
    ("claimlint.yaml", "options: {bare-multiple: {smallest: x}}\n", (1, 37), "must be a whole number"),
    (
        "claimlint.yaml",
        "options: {order-mismatch: {form: total}}\n",
        (1, 34),
        "no option 'form'; it has none",
    ),
    ("claimlint.yaml", "extends: claimlint.yaml\n", (1, 10), "in a circle"),
    ("claimlint.yaml", "extends: none.yaml\n", None, "does not exist; a/claimlint.yaml extends it"),
    ("claimlint.yaml", "rules: nowhere\n", None, "No such file"),
    ("pyproject.toml", '[tool.claimlint]\nignore = ["bare-multipl"]\n', (2, 12), "unknown rule"),
    ("pyproject.toml", "[tool.claimlint]\nselekt = []\n", (2, 1), "did you mean `select`?"),
    (
        "pyproject.toml",
        '[tool.claimlint]\n[tool.claimlint.severity]\nx-y = "error"\n',
        (3, 1),
        "unknown rule 'x-y'",
    ),
    ("pyproject.toml", "[tool.claimlint]\nignore = [\n", (2, 1), "not TOML"),
]


@pytest.mark.parametrize(("name", "text", "place", "message"), MISTAKES)
def test_a_mistake_is_told_at_its_place_and_nothing_below_is_linted(
    name: str, text: str, place: tuple[int, int] | None, message: str, root: Path, report: Report
) -> None:
    write(root, {f"a/{name}": text})
    result = report()
    assert (found(result), result["status"]) == ([BARED], 2)
    (error,) = result["errors"]
    assert message in error["message"]
    if place is not None:
        assert (error["path"], error["line"], error["column"]) == (f"a/{name}", *place)


def test_all_mistakes_are_told_in_one_run(root: Path, report: Report) -> None:
    write(root, {"claimlint.yaml": "ignroe: x\nignore: [bare-multipl]\nseverity: {over-precis: errr}\n"})
    assert [error["line"] for error in report()["errors"]] == [1, 2, 3, 3]


def test_settings_behind_a_link_out_of_the_repository_are_not_read(
    root: Path, tmp_path_factory: pytest.TempPathFactory, report: Report
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    write(outside, {"x.yaml": "ignore: bare-multiple\n"})
    (root / "claimlint.yaml").symlink_to(outside / "x.yaml")
    result = report()
    assert (found(result), result["status"]) == ([], 2)
    assert "leads outside the repository" in result["errors"][0]["message"]
    (root / "claimlint.yaml").unlink()
    inside = os.path.relpath(outside / "x.yaml", root)
    write(root, {"claimlint.yaml": f"extends: {inside}\n"})
    result = report()
    assert (found(result), result["status"]) == ([], 2)


def test_a_name_on_the_command_line_that_no_rule_has(root: Path, claimlint: Command) -> None:
    done = claimlint("check", "--select", "bare-multipl")
    assert done.returncode == 2
    assert "unknown rule 'bare-multipl'; did you mean 'bare-multiple'?" in done.stderr


def test_show_settings_and_show_files(root: Path, claimlint: Command) -> None:
    write(root, {"claimlint.yaml": "exclude: [b]\nseverity: {bare-multiple: info}\n"})
    assert claimlint("check", "--show-files").stdout == "CANONICAL-NUMBERS.md\na/drift.md\n"
    told = claimlint("check", "--show-settings", "a").stdout
    assert told.startswith(
        "a/drift.md\n  settings: claimlint.yaml\n  model: CANONICAL-NUMBERS.md\n  exclude: b\n"
        "  rule bare-multiple: info\n"
    )
    write(root, {"claimlint.yaml": "exclud: [b]\n"})
    done = claimlint("check", "--show-settings", "a")
    assert done.returncode == 2
    assert "did you mean `exclude`?" in done.stdout


def test_config_names_a_file_for_everything(root: Path, report: Report) -> None:
    write(
        root,
        {"other.yaml": "ignore: bare-multiple\n", "b/claimlint.yaml": "severity: {bare-multiple: info}\n"},
    )
    assert found(report("--config", "other.yaml")) == [DRIFTED]
    assert report("--config", "none.yaml")["errors"][0]["message"] == "does not exist"


@given(st.text(max_size=200))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (formats.from_yaml, formats.from_toml):
        mistakes = Mistakes()
        tree = read(text, mistakes)
        if tree is not None:
            keys.read(tree, keys.Reading("/", mistakes, []))
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert all(1 <= line <= len(lines) + 1 and column >= 1 for line, column, _ in mistakes.all())


_WORDS = st.sampled_from(["a", "bare-multiple", "off", "x: y", "1.0", "é", "\U0001f600", "a'b", 'a"b'])
_VALUES = st.recursive(
    _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=8,
)


def _toml(value: object) -> str:
    import json

    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {_toml(v)}" for k, v in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@given(st.dictionaries(st.sampled_from(list(keys.KEYS)), _VALUES, min_size=1, max_size=5))
def test_both_notations_say_the_same(settings: dict[str, object]) -> None:
    import json

    yaml_text = json.dumps(settings, ensure_ascii=False)
    lines = "".join(f"{name} = {_toml(value)}\n" for name, value in settings.items())
    told = []
    for read, text in ((formats.from_yaml, yaml_text), (formats.from_toml, f"[tool.claimlint]\n{lines}")):
        mistakes = Mistakes()
        tree = read(text, mistakes)
        assert tree is not None
        reading = keys.Reading("/", mistakes, [])
        values = keys.read(tree, reading)
        values.pop("options", None)  # These are read once their rule is known.
        told.append((values, sorted(m.message for m in mistakes.all()), sorted(n for n, _ in reading.named)))
    assert told[0] == told[1]
