"""The JSON Schemas: they take everything that loads, and refuse what editors should underline."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from claimlint import rulefile, rules, schemas
from claimlint.findings import SEVERITIES
from claimlint.model import datafiles, entries, forms, sources
from claimlint.model.fences import scan
from claimlint.model.load import ModelError, load
from claimlint.rulefile import RuleError, parse_all
from claimlint.settings import find, keys
from claimlint.settings.record import BrokenSettings
from claimlint.tree import Tree

ROOT = Path(__file__).parents[1]
VALIDATORS = {name: Draft7Validator(schemas.schema(name)) for name in schemas.names()}


def as_yaml(text: str, core: bool = False) -> Any:
    """What an editor makes of YAML: by the rules of YAML 1.1, or of the core schema of YAML 1.2."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    return None if node is None else _value(node, core)


def _value(node: yaml.Node, core: bool) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _value(value, core) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, core) for item in node.value]
    assert isinstance(node, yaml.ScalarNode)
    if node.style:
        return node.value
    if core:
        return _core(node.value)
    try:
        value = yaml.SafeLoader("").construct_object(node)
    except ValueError:
        return node.value
    return value if isinstance(value, str | int | float | bool) or value is None else node.value


def _core(text: str) -> Any:
    if re.fullmatch("|~|null|Null|NULL", text):
        return None
    if re.fullmatch("true|True|TRUE|false|False|FALSE", text):
        return text.lower() == "true"
    if re.fullmatch("[-+]?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"0o[0-7]+|0x[0-9a-fA-F]+", text):
        return int(text, 0)
    if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", text):
        return float(text)
    return text


def refused(name: str, text: str) -> list[str]:
    """The messages of a schema about a text, by both readings of YAML."""
    found = []
    for core in (False, True):
        found += [error.message for error in VALIDATORS[name].iter_errors(as_yaml(text, core))]
    return found


@pytest.mark.parametrize("name", schemas.names())
def test_it_is_a_schema_and_the_one_that_is_committed(name: str, claimlint: Any) -> None:
    Draft7Validator.check_schema(schemas.schema(name))
    committed = ROOT / "docs" / "schemas" / f"{name}.json"
    assert claimlint("schema", name).stdout == committed.read_text(encoding="utf-8")
    assert json.loads(committed.read_text(encoding="utf-8")) == schemas.schema(name)


def test_every_key_that_is_read_is_in_its_schema_and_no_other() -> None:
    quantity = schemas.schema("quantities")["additionalProperties"]["anyOf"][1]
    assert set(quantity["properties"]) == set(entries.KEYS)
    caveat = schemas.schema("caveats")["additionalProperties"]["anyOf"][1]
    assert set(caveat["properties"]) == set(forms.CAVEAT_KEYS)
    assert set(schemas.schema("settings")["properties"]) == set(keys.KEYS)
    assert set(schemas.schema("rules")["properties"]) == {*rulefile.REQUIRED, *rulefile.OPTIONAL}
    assert set(schemas.schema("quantities")["$defs"]["from"]["properties"]) == set(sources.KEYS)


def models() -> Iterator[object]:
    """The text of every model that the repository shows, by where it stands."""
    for path in sorted(ROOT.glob("**/*.md")):
        if not {".venv", "node_modules"} & set(path.parts):
            text = path.read_text(encoding="utf-8", errors="replace")
            if scan(text).fences and not path.is_relative_to(ROOT / "tests" / "golden"):
                yield pytest.param(text, path, id=str(path.relative_to(ROOT)))
    for rule in rules.load():
        texts = dict.fromkeys(example.model for example in (*rule.good, *rule.bad))
        for number, model in enumerate(filter(None, texts)):
            yield pytest.param(model, None, id=f"{rule.name}-{number}")


@pytest.mark.parametrize(("text", "path"), list(models()))
def test_the_models_of_the_repository_are_taken(text: str, path: Path | None) -> None:
    folder = path.parent if path is not None else ROOT
    files = datafiles.Files("", lambda name: (folder / name).read_bytes())
    try:
        load("CANONICAL-NUMBERS.md", text, files)
    except ModelError:
        pytest.skip("it shows a mistake")
    for fence in scan(text).fences:
        assert refused(fence.kind, fence.text) == []


@pytest.mark.parametrize("name", list(rules.sources()))
def test_the_rule_files_of_the_repository_are_taken(name: str) -> None:
    assert refused("rules", rules.sources()[name].decode()) == []


def test_the_settings_that_the_documentation_shows_are_taken() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    shown = re.findall(r"```(yaml|toml)\n(.*?)```", page, re.S)
    assert [language for language, _ in shown] == ["yaml", "toml", "yaml"]
    for language, text in shown:
        if language == "toml":
            assert list(VALIDATORS["settings"].iter_errors(tomllib.loads(text)["tool"]["claimlint"])) == []
        else:
            assert refused("settings", text) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("settings", "ignor: []", "'ignor' was unexpected"),
        ("settings", "severity: {bare-multiple: fatal}", "is not one of"),
        ("settings", "ignore: [Bare Multiple]", "is not valid under any"),
        ("settings", "select: {}", "is not valid under any"),
        ("settings", "exclude: {a: b}", "is not valid under any"),
        ("settings", "options: {bare-multiple: {smalest: 3}}", "'smalest' was unexpected"),
        ("settings", "options: {bare-multiple: {smallest: many}}", "is not valid under any"),
        ("settings", "- a", "is not of type 'object', 'null'"),
        ("quantities", "Rate: 5 ms", "does not match"),
        ("quantities", "rate: [5 ms]", "is not valid under any"),
        ("quantities", "rate: {valu: 5 ms}", "is not valid under any"),
        ("quantities", "rate: {value: 5 ms, cases: {a: 1 ms}}", "is not valid under any"),
        ("quantities", "rate: {unit: ms}", "is not valid under any"),
        ("quantities", "rate: {cases: {}}", "is not valid under any"),
        ("quantities", "rate: {value: 5 ms, status: guessed}", "is not valid under any"),
        ("quantities", "rate: {value: 5 ms, quote: two digits}", "is not valid under any"),
        ("quantities", "rate: {value: 5 ms, bound: below}", "is not valid under any"),
        ("quantities", "rate: {from: {file: a.json}}", "is not valid under any"),
        ("quantities", "rate: {from: {file: a.json, pointer: /a, column: b}}", "is not valid under any"),
        ("quantities", "rate: {from: {file: a.txt, pointer: /a}}", "is not valid under any"),
        ("quantities", "rate: {cases: {a: {value: 5 ms}}}", "is not valid under any"),
        ("quantities", "rate: ", "is not valid under any"),
        ("caveats", "a: {accept: b}", "is not valid under any"),
        ("caveats", "a: {text: b, within: page}", "is not valid under any"),
        ("caveats", "a: {text: b, accepts: b}", "is not valid under any"),
        ("caveats", "a: [b]", "is not valid under any"),
        ("rules", "rule: a", "'check' is a required property"),
        ("rules", "rule: A", "does not match"),
        ("rules", "rule: all", "should not be valid under"),
        ("rules", "severity: fatal", "is not one of"),
        ("rules", "check: flaw", "is not one of"),
        ("rules", "good: []", "should be non-empty"),
        ("rules", "good: [«a»]", "is not valid under any"),
        ("rules", "good: [{doc: a, fixed: b}]", "is not valid under any"),
        ("rules", "bad: [a]", "is not valid under any"),
        ("rules", "bad: [{doc: «a» b»}]", "is not valid under any"),
        ("rules", "bad: [{file: a.md}]", "is not valid under any"),
    ],
)
def test_what_an_editor_should_underline_is_refused(name: str, text: str, expected: str) -> None:
    assert any(expected in message for message in refused(name, text)), refused(name, text)


# Texts that YAML takes for something else, and some that are wrong nearly everywhere.
ODD = [
    "no",
    "off",
    "on",
    "null",
    "~",
    "true",
    "1:30",
    "010",
    "5.00",
    "1e3",
    ".5",
    "0x1F",
    "2026-12-01",
    "x",
    " ",
    "",
]
odd = st.sampled_from(ODD)


def mostly(*usual: str) -> st.SearchStrategy[Any]:
    return nearly(st.sampled_from(usual), 5)


def nearly(usual: st.SearchStrategy[Any], often: int = 19) -> st.SearchStrategy[Any]:
    """What is usual, and one time in `often` + 1 something odd (`one_of` takes equal strategies for one)."""
    return st.sampled_from([usual] * often + [odd]).flatmap(lambda strategy: strategy)


def listed(item: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(item, st.lists(item, max_size=3))


def mapping(given: dict[str, st.SearchStrategy[Any]], *, most: int = 4) -> st.SearchStrategy[Any]:
    """Some of the keys, each with a value of its own, and now and then one of another key."""

    def build(names: list[str]) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries({name: nearly(given[name]) for name in names})

    return st.lists(st.sampled_from(sorted(given)), unique=True, max_size=most).flatmap(build)


def written(value: Any) -> str:
    """YAML in flow style, its scalars plain where that is possible."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    plain = re.fullmatch(r"[\w.~%/«=(][\w .~%/«»*()-]*", value) and value == value.strip()
    return value if plain else json.dumps(value, ensure_ascii=False)


def takes_what_loads(name: str, documents: st.SearchStrategy[Any], loads: Callable[[str], bool]) -> None:
    """Draw documents; those that load must be taken, and some must load."""
    loaded = []

    @given(documents)
    def check(document: Any) -> None:
        text = written(document)
        if loads(text):
            loaded.append(text)
            assert refused(name, text) == [], text

    check()
    assert len(loaded) > 10, len(loaded)


VALUES = mostly("5 ms", "5.00 MiB", "7", "1:30", "= 2 * 3", "50%", "70e9", "0.25", "1e3", "12")
FROM = mapping(
    {
        "file": mostly("a.json", "A.JSON", "b.csv", "./b.csv", "a.json/"),
        "pointer": mostly("/t", ""),
        "column": mostly("t", "1"),
        "where": st.dictionaries(mostly("n", "1"), mostly("a", "no", "1.0"), max_size=2),
        "unit": mostly("ms", "s"),
    },
    most=3,
)
CASES = st.dictionaries(
    mostly("fast", "no", "50", "1.5"), VALUES | FROM.map(lambda each: {"from": each}), max_size=2
)
QUANTITY = st.tuples(
    st.one_of(
        VALUES.map(lambda each: {"value": each}),
        CASES.map(lambda each: {"cases": each}),
        FROM.map(lambda e: {"from": e}),
    ),
    mapping(
        {
            "unit": mostly("ms", "null", "no"),
            "status": mostly("assumed", "measured", " cited "),
            "bound": mostly("at least", "at  most"),
            "aka": listed(mostly("read", "no", "12", "null")),
            "caveat": listed(mostly("no", "c1")),
            "quote": mostly("2 digits", "1 digit", "orders of magnitude", " orders  of magnitude "),
            "source": listed(mostly("a page", "2026-12-01")),
            "tolerance": mostly("15%", "0.15"),
        },
        most=2,
    ),
).map(lambda pair: pair[0] | pair[1])


def model(quantities: str, caveats: str = "{}") -> bool:
    data = {"a.json": b'{"t": 5}', "A.JSON": b'{"t": 5}', "b.csv": b"n,t,1\na,5,no\nno,7,1.0\n"}

    def read(name: str) -> bytes:
        if name not in data:
            raise FileNotFoundError(name)
        return data[name]

    text = f"```yaml quantities\n{quantities}\n```\n```yaml caveats\n{caveats}\n```\n"
    try:
        load("CANONICAL-NUMBERS.md", text, datafiles.Files("", read))
    except ModelError:
        return False
    return True


def test_quantities_that_load_are_taken() -> None:
    entry = st.one_of(VALUES, QUANTITY, QUANTITY)
    documents = st.dictionaries(mostly("rate", "no", "a1", "null"), entry, max_size=2)
    takes_what_loads("quantities", documents, lambda text: model(text, '{"no": Text., c1: Text.}'))


def test_caveats_that_load_are_taken() -> None:
    caveat = mapping(
        {
            "text": mostly("No page.", "5.00"),
            "accept": listed(mostly("a+", "null", "12")),
            "within": mostly("document", " block "),
        },
        most=3,
    )
    documents = st.dictionaries(mostly("c1", "no", "null", "5"), st.one_of(odd, caveat, caveat), max_size=2)
    takes_what_loads("caveats", documents, lambda text: model("{}", text))


class Memory(Tree):
    """One settings file, and a folder with a rule file."""

    def __init__(self, text: str) -> None:
        self.files = {
            "/r/claimlint.yaml": text.encode(),
            "/r/base.yaml": b"ignore: over-precise\n",
            "/r/lint/own-rule.yaml": rules.sources()["over-precise.yaml"].replace(
                b"rule: over-precise", b"rule: own-rule"
            ),
        }

    def exists(self, path: str) -> bool:
        return path in self.files

    def read(self, path: str, root: str) -> bytes | None:
        return self.files.get(path)

    def names(self, folder: str, root: str) -> list[str]:
        return [path.rpartition("/")[2] for path in self.files if path.rpartition("/")[0] == folder]


def settings(text: str) -> bool:
    try:
        find.Finder(Memory(text)).of("/r", "/r")
    except BrokenSettings:
        return False
    return True


def test_settings_that_load_are_taken() -> None:
    rule = mostly("over-precise", "bare-multiple", "own-rule")
    document = mapping(
        {
            "extends": mostly("base.yaml"),
            "model": mostly("numbers.md", "no"),
            "baseline": mostly("known.json", "5"),
            "select": listed(st.one_of(rule, st.just("all"))),
            "ignore": listed(rule),
            "severity": st.dictionaries(rule, mostly(*SEVERITIES, "off"), max_size=2),
            "per-file-ignores": st.dictionaries(mostly("old/", "2024", "*.md"), listed(rule), max_size=2),
            "exclude": listed(mostly("old/", "2024", "no")),
            "rules": listed(st.just("lint")),
            "options": st.fixed_dictionaries(
                {},
                optional={
                    "bare-multiple": st.fixed_dictionaries({}, optional={"smallest": mostly("3", "10")})
                },
            ),
        }
    )
    takes_what_loads("settings", document, settings)


def test_rule_files_that_load_are_taken() -> None:
    base = as_yaml(rules.sources()["over-precise.yaml"].decode())
    base = {name: item for name, item in base.items() if name not in ("good", "bad", "model", "options")}

    def example(*docs: str) -> st.SearchStrategy[Any]:
        doc = mostly(*docs)
        return st.one_of(
            doc, st.fixed_dictionaries({"doc": doc}, optional={"model": odd, "file": odd, "fixed": odd})
        )

    document = st.fixed_dictionaries(
        {
            **{name: nearly(st.just(item), 60) for name, item in base.items()},
            "good": st.lists(example("5 ms", "5"), min_size=1, max_size=2),
            "bad": st.lists(example("«5 ms»", "a «5» b «6»"), min_size=1, max_size=2),
        },
        optional={
            "model": odd,
            "without_model": st.sampled_from(SEVERITIES),
            "options": st.just({"form": "total"}),
        },
    )

    def loads(text: str) -> bool:
        try:
            parse_all({"over-precise.yaml": text.encode()})
        except RuleError:
            return False
        return True

    takes_what_loads("rules", document, loads)
