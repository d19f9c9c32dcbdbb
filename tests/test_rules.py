"""Every example of every rule file: «…» is exactly what is flagged, by that rule, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimlint import rulefile, rules
from claimlint.document import FORMATS
from claimlint.examples import differences
from claimlint.rulefile import RuleError, parse_all
from claimlint.rules import Example, Rule

RULES = rules.load()


def examples(kind: str) -> list[object]:
    return [
        pytest.param(rule, example, id=f"{rule.name}.yaml:{example.line}")
        for rule in RULES
        for example in getattr(rule, kind)
    ]


@pytest.mark.parametrize(("rule", "example"), examples("good"))
def test_nothing_is_said_of_a_good_example(rule: Rule, example: Example) -> None:
    assert list(differences(rule, example, RULES)) == []


@pytest.mark.parametrize(("rule", "example"), examples("bad"))
def test_what_is_marked_in_a_bad_example_is_flagged(rule: Rule, example: Example) -> None:
    assert list(differences(rule, example, RULES)) == []


def test_the_compiled_rules_are_current() -> None:
    for path, text in rulefile.compiled().items():
        assert Path(path).read_text(encoding="utf-8") == text, "run: python -m claimlint.rulefile"


def test_the_compiled_rules_are_the_rule_files() -> None:
    assert rules.load() == parse_all(rules.sources())
    assert rules.load(examples=False) == tuple(rule._replace(good=(), bad=()) for rule in rules.load())


def test_line_ends_of_a_checkout_do_not_make_them_stale() -> None:
    files = rules.sources()
    assert rules.digest(files) == rules.digest({n: c.replace(b"\n", b"\r\n") for n, c in files.items()})
    assert rules.digest(files) != rules.digest({n: c + b"x" for n, c in files.items()})


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"digest": 1}'])
@pytest.mark.parametrize("name", ["COMPILED", "EXAMPLES"])
def test_damaged_compiled_rules_only_cost_time(
    content: str | None, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "_rules.json"
    if content is not None:
        compiled.write_text(content)
    monkeypatch.setattr(rules, name, str(compiled))
    assert rules.load() == RULES


def test_a_changed_rule_file_is_read_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = rules.sources()["over-precise.yaml"].decode()
    (tmp_path / "over-precise.yaml").write_text(text.replace("severity: error", "severity: info"))
    monkeypatch.setattr(rules, "folder", lambda: str(tmp_path))
    (rule,) = rules.load()
    assert (rule.name, rule.severity, rule.without_model) == ("over-precise", "info", "info")


VALID = """\
rule: sample
check: over-precise
severity: error
summary: A summary.
why: A reason.
message: "{claim} is {expected}"
good: [5 ms]
bad: [«5 ms»]
"""


def mistakes(text: str) -> list[str]:
    with pytest.raises(RuleError) as caught:
        parse_all({"sample.yaml": text.encode()})
    return str(caught.value).split("\n")


def test_a_minimal_rule_file() -> None:
    (rule,) = parse_all({"sample.yaml": VALID.encode()})
    assert rule.without_model == "error"
    assert rule.options == {}
    assert rule.bad == (Example("«5 ms»", None, "page.md", 8),)
    assert rule.say({"claim": "{expected}", "expected": "6"}) == "{expected} is 6"
    with pytest.raises(KeyError, match="claim"):
        rule.say({})
    assert rules.from_json(*json.loads(json.dumps(rules.to_json(rule)))) == rule


def test_an_example_may_bring_its_model_and_its_file() -> None:
    text = VALID.replace(
        "bad: [«5 ms»]", "model: M\nbad:\n  - {doc: «a», file: a.svg}\n  - {doc: «b», model: , fixed: c}\n"
    )
    (rule,) = parse_all({"sample.yaml": text.encode()})
    assert rule.good == (Example("5 ms", "M", "page.md", 7),)
    assert rule.bad == (Example("«a»", "M", "a.svg", 10), Example("«b»", None, "page.md", 11, "c"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("severity", "severty", "3:1: unknown key 'severty'; did you mean 'severity'?"),
        ("rule: sample", "rule: simple", "1:7: the rule in sample.yaml must be named 'sample'"),
        ("over-precise", "over-precice", "2:8: unknown check 'over-precice'; did you mean 'over-precise'?"),
        ("over-precise", "../lint", "2:8: unknown check '../lint'; one of"),
        ("over-precise", "flaw", "2:8: unknown check 'flaw'; one of"),
        ("severity: error", "severity: fatal", "3:11: unknown severity 'fatal'; one of error, warning, info"),
        ("why: A reason.", "why: [A reason.]", "5:6: 'why' must be text"),
        ("good: [5 ms]", "good: 5 ms", "7:7: 'good' must be a list of examples"),
        ("good: [5 ms]", "good: []", "7:7: 'good' must be a list of examples"),
        ("good: [5 ms]", "good: [«5 ms»]", "7:8: a good example has nothing between « and »"),
        ("bad: [«5 ms»]", "bad: [5 ms]", "8:7: a bad example marks what is flagged with « and »"),
        (
            "good: [5 ms]",
            "good: [{doc: 5 ms, fixed: 6 ms}]",
            "7:8: in a good example there is nothing to fix",
        ),
        ("bad: [«5 ms»]", "bad: [{dok: «5 ms»}]", "8:8: unknown key 'dok'; did you mean 'doc'?"),
        ("why: A reason.", "summary: Twice.", "5:1: the key 'summary' stands twice"),
        ("why: A reason.\n", "", "1:1: the key 'why' is missing"),
        ("why: A reason.", "why: A reason.\noptions: 5", "6:10: 'options' must be a mapping"),
        ("severity: error", "severity: error\nwithout_model: none", "4:16: unknown severity 'none'"),
        ("why: A reason.", "why: 'A reason.", "9:1: found unexpected end of stream"),
        ("why: A reason.", "why: !!python/object:os.system x", "5:6: could not determine a constructor"),
    ],
)
def test_a_mistake_is_reported_with_its_place(old: str, new: str, expected: str) -> None:
    assert old in VALID
    assert any(each.startswith(f"sample.yaml:{expected}") for each in mistakes(VALID.replace(old, new, 1)))


@pytest.mark.parametrize("text", ["", "[]", "text"])
def test_a_rule_file_is_a_mapping(text: str) -> None:
    assert mistakes(text) == ["sample.yaml:1:1: a rule must be a mapping"]


def test_every_mistake_of_every_file_is_told_at_once() -> None:
    broken = (
        VALID.replace("severity: error", "severity: fatal").replace("check: over", "check: ower").encode()
    )
    with pytest.raises(RuleError) as caught:
        parse_all({"sample.yaml": broken, "other.yaml": VALID.encode()})
    assert [line.split(": ")[0] for line in str(caught.value).split("\n")] == [
        "sample.yaml:2:8",
        "sample.yaml:3:11",
        "other.yaml:1:7",
    ]


@pytest.mark.parametrize("name", ["flaw.py", "../lint", "os.path", "__init__", "Check", "a--b", "a_b", ""])
def test_no_other_module_can_be_named_as_a_check(name: str) -> None:
    with pytest.raises(ValueError, match="no check can have the name"):
        rules.check_function(name)


def test_every_rule_names_its_own_check_and_formats_it_can_read() -> None:
    assert {rule.check for rule in RULES} == set(rulefile.checks())
    for rule in RULES:
        for example in (*rule.good, *rule.bad):
            assert Path(example.file).suffix in FORMATS
