"""Reports of all kinds, hostile ones included, and what every format of one must be."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import strategies as st
from lxml import etree

from claimlint import report as formats
from claimlint.findings import (
    Edit,
    Explanation,
    Finding,
    Fix,
    Note,
    Place,
    Problem,
    Report,
    Summary,
)
from claimlint.limits import counted

SCHEMAS = Path(__file__).parent / "schemas"
OURS = json.loads((Path(__file__).parents[1] / "docs" / "report.schema.json").read_text(encoding="utf-8"))

HOSTILE = (
    "\n::error::pwned",
    "::error file=a,line=1::pwned",
    "%0A::error::pwned%25",
    "##[error]pwned",
    "##vso[task.setvariable variable=a]b",
    "]]><script>alert(1)</script><![CDATA[",
    '"><error line="1"/>&amp;&#27;',
    "\x1b[2J\x1b]0;title\x07\x9b31m",
    "\x00\x01\x0b\x7f\x85",
    "\u202e\u2066\u200f right to left",
    "\udcff\udc80 bytes",
    "\ud800 alone",
    "\ufffe\uffff\U0001fffe",
    "\u2028\u2029",
    "[link](javascript:alert) {0} {{1}}",
    "\\u001b[31m",
    "\r\ncarriage",
    "a,b:c=d;e|f",
)


def render(name: str, report: Report) -> str:
    stream = io.StringIO()
    formats.write(name, report, stream)
    return stream.getvalue()


def _json_schema(file: str) -> Callable[[str], Any]:
    schema = json.loads((SCHEMAS / file).read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    validator = kind(schema)

    def validate(text: str) -> Any:
        data = json.loads(text)
        validator.validate(data)
        return data

    return validate


def _xml_schema(file: str) -> Callable[[str], Any]:
    schema = etree.XMLSchema(etree.parse(SCHEMAS / file))

    def validate(text: str) -> Any:
        root = etree.fromstring(text.encode("utf-8"))
        schema.assertValid(root)
        return root

    return validate


def _ours(name: str) -> Callable[[Any], None]:
    schema = {"$ref": f"#/$defs/{name}", "$defs": OURS["$defs"]}
    validator = jsonschema.Draft202012Validator(schema)
    return lambda data: validator.validate(data)


def _json(text: str) -> Any:
    data = json.loads(text)
    _ours("check")(data)
    return data


def _jsonl(text: str) -> Any:
    lines = [json.loads(line) for line in text.splitlines()]
    check = _ours("jsonl")
    for line in lines:
        check(line)
    assert [line["type"] for line in lines].index("summary") == len(lines) - 1
    return lines


VALIDATE: dict[str, Callable[[str], Any]] = {
    "text": str.splitlines,
    "concise": str.splitlines,
    "github": str.splitlines,
    "json": _json,
    "jsonl": _jsonl,
    "sarif": _json_schema("sarif-schema-2.1.0.json"),
    "gitlab": _json_schema("gitlab-code-quality.json"),
    "junit": _xml_schema("junit-10.xsd"),
    "checkstyle": _xml_schema("checkstyle.xsd"),
    "rdjson": _json_schema("rdformat.json"),
}
"""Each format's text to its content; it raises when the text is no valid document of the format."""


def assert_inert(text: str, name: str) -> None:
    """Nothing in it acts on a terminal, and nothing is a command to a runner but an annotation of ours."""
    for character in text:
        harmless = character.isprintable() or character in "\n\u200c\u200d"
        assert harmless or unicodedata.category(character) == "Zs", (name, character)
    for line in text.split("\n"):
        if not (name == "github" and line.startswith(("::error file=", "::warning file=", "::notice file="))):
            # The rule of the runner of GitHub Actions: `::` at the start, whatever white space is before it.
            assert not line.lstrip().startswith("::"), (name, line)
        assert "##[" not in line, (name, line)
        assert "##vso[" not in line, (name, line)


def command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner of GitHub Actions reads it: its name, properties and message."""
    end = line.index("::", 2)
    name, _, listed = line[2:end].partition(" ")
    properties = {}
    for each in filter(None, listed.split(",")):
        key, _, value = each.partition("=")
        for character, code in (("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C"), ("%", "%25")):
            value = value.replace(code, character)
        properties[key] = value
    data = line[end + 2 :]
    for character, code in (("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        data = data.replace(code, character)
    return name, properties, data


nasty = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec=None), min_size=1, max_size=20),
    st.builds(str.__add__, st.sampled_from(HOSTILE), st.sampled_from(HOSTILE)),
)
lines = st.integers(1, 2_000_000)
rules = st.one_of(st.sampled_from(["canonical-drift", "bare-multiple"]), st.just("a-rule-of-their-own"))


@st.composite
def fixes(draw: st.DrawFn) -> Fix:
    count = draw(st.integers(1, 3))
    edits = tuple(Edit(10 * at, 10 * at + 2, draw(nasty)) for at in range(count))
    places = tuple(Place(at + 1, 3, at + 1, 5, 4, 6) for at in range(count))
    return Fix(edits, draw(st.booleans()), draw(nasty), places)


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    source = draw(nasty)
    line = draw(lines)
    column = draw(st.integers(1, len(source) + 1))
    one_line = draw(st.booleans())
    return Finding(
        draw(nasty),
        line,
        column,
        line if one_line else line + draw(st.integers(1, 3)),
        draw(st.integers(column, len(source) + 2)) if one_line else draw(st.integers(1, 9)),
        draw(rules),
        draw(st.sampled_from(["error", "warning", "info"])),
        draw(nasty),
        draw(st.none() | nasty),
        draw(st.none() | nasty),
        draw(st.none() | nasty),
        source,
        draw(nasty),
        draw(st.none() | fixes()),
    )


def _placed(kind: type[Problem] | type[Note]) -> st.SearchStrategy[Any]:
    nowhere = st.builds(kind, nasty, st.none(), st.none(), nasty)
    return nowhere | st.builds(kind, nasty, lines, lines, nasty)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    found = tuple(sorted(draw(st.lists(findings(), max_size=25)), key=lambda finding: finding[:7]))
    told = st.builds(
        Explanation,
        nasty,
        lines,
        lines,
        nasty,
        st.sampled_from(["canonical", "recomputed", "unchecked"]),
        st.lists(nasty, max_size=2).map(tuple),
        nasty,
    )
    severities = [finding.severity for finding in found]
    made = Report(
        found,
        tuple(draw(st.lists(_placed(Problem), max_size=12))),
        Summary(3, 5, 2, 1, 2, severities.count("error"), severities.count("warning")),
        draw(st.none() | st.lists(told, max_size=3).map(tuple)),
        notes=tuple(draw(st.lists(_placed(Note), max_size=3))),
        failures=tuple(draw(st.lists(nasty, max_size=2))),
    )
    return counted(made) if draw(st.booleans()) else made


EMPTY = Report((), (), Summary(0, 0, 0, 0, 0, 0, 0))
