"""Every output format: valid by its schema, inert on a terminal and in a runner's log, whatever it tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from lxml import etree

from claimlint import report as formats
from claimlint.findings import Edit, Finding, Fix, Note, Place, Problem, Report, Summary
from claimlint.fingerprint import fingerprints
from claimlint.report import _names
from claimlint.report.terminal import visible
from tests import reports
from tests.reports import EMPTY, HOSTILE, VALIDATE, assert_inert, render

Command = Callable[..., "subprocess.CompletedProcess[str]"]

NAMES = tuple(VALIDATE)


def finding(**fields: Any) -> Finding:
    plain = Finding(
        "docs/page.md", 3, 9, 3, 14, "canonical-drift", "error", "95 µs is wrong", "95 µs", "90 µs", None,
        "A read: 95 µs.", "A read: 95 µs.",
    )  # fmt: skip
    return plain._replace(**fields)


def of(*findings: Finding, **fields: Any) -> Report:
    severities = [each.severity for each in findings]
    counts = Summary(1, 1, 1, 0, 0, severities.count("error"), severities.count("warning"))
    return Report(findings, (), counts)._replace(**fields)


def test_every_format_is_tested() -> None:
    assert set(formats.formats()) == set(NAMES)
    assert formats.formats()[0] == "text"


@pytest.mark.parametrize("name", NAMES)
@given(report=reports.reports())
def test_any_report_is_a_valid_and_inert_document(name: str, report: Report) -> None:
    text = render(name, report)
    assert_inert(text, name)
    VALIDATE[name](text)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_run_is_a_valid_document(name: str) -> None:
    VALIDATE[name](render(name, EMPTY))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_each_hostile_text_in_every_place(name: str, hostile: str) -> None:
    found = finding(
        path=hostile, message=hostile, claim=hostile, expected=hostile, location=hostile,
        source_line=hostile, column=1, end_column=2, context=hostile,
        fix=Fix((Edit(0, 1, hostile),), False, hostile, (Place(3, 1, 3, 2, 1, 2),)),
    )  # fmt: skip
    report = of(
        found,
        problems=(Problem(hostile, None, None, hostile), Problem(hostile, 1, 1, hostile)),
        notes=(Note(hostile, 1, 1, hostile),),
        failures=(hostile,),
    )
    text = render(name, report)
    assert_inert(text, name)
    VALIDATE[name](text)


@pytest.mark.parametrize("name", NAMES)
def test_problems_and_notes_are_in_every_format(name: str) -> None:
    report = of(
        problems=(Problem("bad.md", 2, 4, "not UTF-8"),), notes=(Note("base.md", None, None, "it has gone"),)
    )
    text = render(name, report)
    for part in ("bad.md", "not UTF-8", "base.md", "it has gone"):
        assert part in text


@pytest.mark.parametrize("name", ["sarif", "gitlab", "rdjson"])
def test_other_programs_get_text_that_utf8_can_hold(name: str) -> None:
    path = os.fsdecode(b"\xff.md")
    data = VALIDATE[name](render(name, of(finding(path=path), problems=(Problem(path, 1, 1, path),))))
    json.dumps(data, ensure_ascii=False).encode("utf-8")


# SARIF


def sarif(report: Report) -> dict[str, Any]:
    run: dict[str, Any] = VALIDATE["sarif"](render("sarif", report))["runs"][0]
    return run


@given(report=reports.reports())
def test_sarif_uris_name_the_files(report: Report) -> None:
    for result, found in zip(sarif(report)["results"], report.findings, strict=True):
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place["uri"].isascii()
        assert not set(place["uri"]) & set(' "<>\\^`{|}')
        if "uriBaseId" not in place:
            assert place["uri"].startswith("file:///")
            continue
        try:
            raw = found.path.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raw = visible(found.path).encode()
        assert unquote_to_bytes(place["uri"]) == raw
        assert ":" not in place["uri"].split("/")[0]


def test_sarif_tells_of_the_rules_and_the_run() -> None:
    run = sarif(of(finding(), finding(rule="own-rule"), problems=(Problem("a b.md", 1, 2, "{0} [x](y)"),)))
    driver = run["tool"]["driver"]
    rules = {rule["id"]: rule for rule in driver["rules"]}
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    drift = rules["canonical-drift"]
    assert drift["defaultConfiguration"] == {"level": "error"}
    assert drift["help"]["text"].startswith(drift["shortDescription"]["text"])
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["newlineSequences"] == ["\r\n", "\n", "\r"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    (told,) = invocation["toolExecutionNotifications"]
    assert driver["notifications"][told["descriptor"]["index"]]["id"] == told["descriptor"]["id"]
    assert told["message"]["text"] == "{{0}} [x] (y)"
    place = told["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 1, "startColumn": 2}
    assert sarif(EMPTY)["invocations"][0]["executionSuccessful"]


def test_sarif_has_the_fix() -> None:
    fix = Fix(
        (Edit(5, 7, "90"), Edit(9, 9, "x")),
        True,
        "95 becomes 90",
        (Place(3, 9, 3, 11, 9, 11), Place(4, 1, 4, 1, 1, 1)),
    )
    (result,) = sarif(of(finding(fix=fix)))["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 9, "endLine": 3, "endColumn": 11},
            "insertedContent": {"text": "90"},
        },
        {
            "deletedRegion": {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": 1},
            "insertedContent": {"text": "x"},
        },
    ]


# Fingerprints


@given(report=reports.reports())
def test_fingerprints_are_distinct_and_know_no_line(report: Report) -> None:
    marks = list(fingerprints(report.findings))
    assert len(set(marks)) == len(marks)
    moved = [each._replace(line=each.line + 7, end_line=each.end_line + 7) for each in report.findings]
    assert list(fingerprints(moved)) == marks
    results = sarif(report)["results"]
    assert [result["partialFingerprints"]["claimlint/v1"] for result in results] == marks
    gitlab = [each["fingerprint"] for each in VALIDATE["gitlab"](render("gitlab", report))]
    assert gitlab[: len(marks)] == marks
    assert len(set(gitlab)) == len(gitlab)


# GitHub


@given(report=reports.reports())
def test_github_gets_its_ten_of_a_level_and_the_log_has_the_rest(report: Report) -> None:
    lines = render("github", report).split("\n")
    commands = [reports.command(line) for line in lines if line.startswith("::")]
    levels = [level for level, _, _ in commands]
    wanted = {"error": len(report.problems), "warning": 0, "notice": len(report.notes)}
    for each in report.findings:
        wanted[{"info": "notice"}.get(each.severity, each.severity)] += 1
    for level, count in wanted.items():
        assert levels.count(level) == min(count, 10)
    everything = (*report.problems, *report.findings, *report.notes)
    beyond = len(everything) - len(commands)
    assert (f"{beyond} more, as GitHub shows 10 annotations of a level from one step:" in lines) == bool(
        beyond
    )
    paths = {_names.path(each.path) for each in everything}
    messages = {visible(each.message) for each in everything}
    for _, properties, message in commands:
        assert set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}
        assert properties["file"] in paths
        assert message in messages


def test_github_takes_columns_within_one_line_only() -> None:
    (one, two) = (
        reports.command(line)[1]
        for line in render("github", of(finding(), finding(end_line=4))).split("\n")
        if line.startswith("::")
    )
    assert (one["line"], one["endLine"], one["col"], one["endColumn"]) == ("3", "3", "9", "14")
    assert (two["line"], two["endLine"]) == ("3", "4")
    assert "col" not in two


# JUnit and Checkstyle


@given(report=reports.reports())
def test_junit_fails_what_fails_the_run(report: Report) -> None:
    root = VALIDATE["junit"](render("junit", report))
    assert len(root.findall(".//failure")) == report.summary.errors + len(report.failures)
    assert len(root.findall(".//error")) == len(report.problems)
    assert int(root.get("failures")) == report.summary.errors + len(report.failures)
    assert int(root.get("errors")) == len(report.problems)
    assert int(root.get("tests")) == len(root.findall(".//testcase")) > 0


@given(report=reports.reports())
def test_checkstyle_has_each_file_once(report: Report) -> None:
    root = VALIDATE["checkstyle"](render("checkstyle", report))
    everything = (*report.findings, *report.problems, *report.notes)
    files = [file.get("name") for file in root]
    assert sorted(files) == sorted({_names.path(each.path) for each in everything})
    told = sorted((file.get("name"), error.get("message")) for file in root for error in file)
    assert told == sorted((_names.path(each.path), visible(each.message)) for each in everything)


# reviewdog


def test_rdjson_counts_bytes() -> None:
    source = "Ünïcödé 表: 95 µs."
    column = source.index("95") + 1
    fix = Fix((Edit(0, 2, "90"),), True, "95 becomes 90", (Place(3, 1, 3, 1, 7, 9),))
    found = finding(source_line=source, column=column, end_column=column + 5, fix=fix)
    (entry,) = VALIDATE["rdjson"](render("rdjson", of(found)))["diagnostics"]
    span = entry["location"]["range"]
    raw = source.encode("utf-8")
    assert raw[span["start"]["column"] - 1 : span["end"]["column"] - 1].decode("utf-8") == "95 µs"
    (suggestion,) = entry["suggestions"]
    assert suggestion == {
        "range": {"start": {"line": 3, "column": 7}, "end": {"line": 3, "column": 9}},
        "text": "90",
    }


def test_rdjson_suggests_no_half_of_a_fix_and_says_what_needs_a_look() -> None:
    place = Place(3, 9, 3, 11, 9, 11)
    two = Fix((Edit(0, 1, "a"), Edit(2, 3, "b")), True, "both", (place, place))
    (entry,) = VALIDATE["rdjson"](render("rdjson", of(finding(fix=two))))["diagnostics"]
    assert "suggestions" not in entry
    first = Fix((Edit(0, 1, "a"),), True, "behind a mark, perhaps", (place._replace(line=1),))
    (entry,) = VALIDATE["rdjson"](render("rdjson", of(finding(fix=first))))["diagnostics"]
    assert "suggestions" not in entry
    unsafe = Fix((Edit(0, 1, "a"),), False, "a caveat is put in", (place,))
    (entry,) = VALIDATE["rdjson"](render("rdjson", of(finding(fix=unsafe))))["diagnostics"]
    assert entry["message"].endswith("(look before you take the suggestion: a caveat is put in)")


# The command, on real files

MODEL = """# Numbers

## 1. Times

```yaml quantities
read_time: {value: 90 µs, aka: [read], caveat: hostile}
```

```yaml caveats
hostile:
  text: "::error::pwned ##[error]pwned ]]><script> %0A"
```
"""

FILES = {
    "::error file=x::pwned##[add-mask]\n::error::%0A]]><script>\x1b[2J\u202e.md": "A read takes 95 µs.\n",
    "a/::error::b.md": "A read takes 95 µs.\n\n   ::error file=x,line=1::It is 12x faster.\n",
    "b.md": "::warning::It is 12x faster.\n\x1b[31m##[group]It is 13x faster.\u202e ]]> <script> \x0b\n",
    "c.md": "A read takes 90 µs.\n##[add-matcher]m.json It is 14x faster.\n",
}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL, encoding="utf-8")
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with open(os.path.join(os.fsencode(tmp_path), b"\xff\xfe.md"), "wb") as stream:
        stream.write("A read takes 95 µs.\n".encode())
    (tmp_path / "::error::unread.md").write_bytes(b"\xff")
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_hostile_files_on_a_terminal_and_in_a_runner(name: str, hostile: Path, claimlint: Command) -> None:
    done = claimlint("check", "--explain", "--output-format", name, ".")
    assert (done.returncode, done.stderr) == (2, "")
    assert_inert(done.stdout, name)
    data = VALIDATE[name](done.stdout)
    assert "pwned" in done.stdout
    if name == "json":
        paths = {each["path"] for each in data["findings"]}
        assert set(FILES) <= paths
        assert os.fsdecode(b"\xff\xfe.md") in paths


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "rdjson", "junit", "checkstyle"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_any_terminal_can_carry_the_documents(
    name: str, encoding: str, hostile: Path, claimlint: Command
) -> None:
    done = claimlint("check", "--output-format", name, "a", "c.md", PYTHONIOENCODING=encoding)
    assert done.stdout.isascii()
    VALIDATE[name](done.stdout)
    assert "µ" in (
        done.stdout.encode().decode("unicode_escape")
        if "{" in done.stdout
        else "".join(
            value
            for element in etree.fromstring(done.stdout.encode()).iter()
            for value in element.attrib.values()
        )
    )


PAGE = "# Ünïcödé 表 😀\r\n\r\n😀 表: a read takes 95 µs.\r\n\r\nIn é, a read takes 95 µs, too.\r\n"


@pytest.fixture
def drifted(tmp_path: Path) -> Path:
    model = "## 1. Times\n\n```yaml quantities\nread_time: {value: 90 µs, aka: [read]}\n```\n"
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(model, encoding="utf-8")
    (tmp_path / "page.md").write_bytes(PAGE.encode("utf-8"))
    return tmp_path


def test_the_fixes_of_every_format_are_those_of_fix(drifted: Path, claimlint: Command) -> None:
    def of(name: str) -> Any:
        return VALIDATE[name](claimlint("check", "--output-format", name, "page.md").stdout)

    def applied(lines: list[Any], edits: list[tuple[int, int, int, Any]]) -> list[Any]:
        for line, start, end, text in sorted(edits, key=lambda edit: edit[:3], reverse=True):
            lines[line - 1] = lines[line - 1][: start - 1] + text + lines[line - 1][end - 1 :]
        return lines

    edits = [edit for found in of("json")["findings"] for edit in found["fix"]["edits"]]
    replacements = [
        replacement
        for result in of("sarif")["runs"][0]["results"]
        for replacement in result["fixes"][0]["artifactChanges"][0]["replacements"]
    ]
    suggestions = [found["suggestions"][0] for found in of("rdjson")["diagnostics"]]
    by_format = [
        applied(PAGE.split("\n"), [(e["line"], e["column"], e["end_column"], e["text"]) for e in edits]),
        applied(
            PAGE.split("\n"),
            [
                (
                    where["startLine"],
                    where["startColumn"],
                    where["endColumn"],
                    each["insertedContent"]["text"],
                )
                for each in replacements
                for where in [each["deletedRegion"]]
            ],
        ),
        [
            line.decode("utf-8")
            for line in applied(
                PAGE.encode("utf-8").split(b"\n"),
                [
                    (
                        where["start"]["line"],
                        where["start"]["column"],
                        where["end"]["column"],
                        each["text"].encode(),
                    )
                    for each in suggestions
                    for where in [each["range"]]
                ],
            )
        ],
    ]
    assert claimlint("check", "--fix", "page.md").returncode == 0
    fixed = (drifted / "page.md").read_bytes().decode("utf-8")
    assert fixed == PAGE.replace("95", "90")
    assert [lines == fixed.split("\n") for lines in by_format] == [True, True, True]


def test_a_fingerprint_stays_when_the_page_grows_above(drifted: Path, claimlint: Command) -> None:
    def marks() -> list[str]:
        found = VALIDATE["json"](claimlint("check", "--output-format", "json", "page.md").stdout)["findings"]
        return [each["fingerprint"] for each in found]

    before = marks()
    assert len(set(before)) == 2
    (drifted / "page.md").write_bytes(("More text.\r\n\r\n" + PAGE).encode("utf-8"))
    assert marks() == before


def test_paths_alone_load_no_format_but_text(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("It is 12x faster.\n")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "claimlint", "check", "page.md"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "claimlint.report.text" in loaded
    others = {f"claimlint.report.{name}" for name in NAMES} - {"claimlint.report.text"}
    assert not loaded & (others | {"click", "difflib", "claimlint.atomic", "claimlint.limits"})


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "."),
        ("extract", "::error::none.md"),
        ("model",),
        ("where", "read_time"),
        ("where", "::error::"),
        ("check", "--fix", "--dry-run", "."),
        ("check", "--show-files", "."),
        ("check", "--show-settings", "."),
        ("check", "##[error]none.md"),
        ("check", "--output-format", "text=no/##[error]", "."),
        ("check", "--output-format", "::error::"),
    ],
    ids=" ".join,
)
def test_the_other_outputs_are_inert_too(
    arguments: tuple[str, ...], hostile: Path, claimlint: Command
) -> None:
    done = claimlint(*arguments, cwd=hostile)
    assert_inert(done.stdout, "output")
    assert_inert(done.stderr, "error")
