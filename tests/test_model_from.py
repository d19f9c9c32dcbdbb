"""`from`: values read out of data files, exactly, or a mistake that says what would be right."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimlint.model.cache import load_cached
from claimlint.model.datafiles import Files
from claimlint.model.load import load
from claimlint.model.mistakes import Mistakes, ModelError
from claimlint.model.model import Model
from claimlint.model.pointer import DataError, parse, resolve
from claimlint.models import data_files

EXAMPLES = Path(__file__).parent.parent / "examples" / "benchmarks"
Run = Callable[..., Any]

RUN = """\
{"benchmarks": [{"name": "test_copy", "stats": {"mean": 1.2345e-05, "a/b": 3, "x": NaN, "t": "5 ms"}},
                {"name": "z", "z": 1, "z": 2}],
 "big": 1e999999, "l": [], "n": null, "on": true, "s": "secret words"}
"""
TABLE = 'name,threads,median_us\ncopy,1,12.5\ncopy,2,9.5\nscale,1,"1,200"\nempty,1,\ntext,1,fast\n'


def reading(content: dict[str, str | bytes], folder: str = "") -> Files:
    def read(path: str) -> bytes:
        if path not in content:
            raise FileNotFoundError(path)
        data = content[path]
        return data.encode() if isinstance(data, str) else data

    return Files(folder, read)


def model(entries: str, content: dict[str, str | bytes] | None = None, folder: str = "") -> Model:
    given = content if content is not None else {"run.json": RUN, "run.csv": TABLE}
    return load("M.md", f"```yaml quantities\n{entries}\n```\n", reading(given, folder))


def mistake(entry: str, content: dict[str, str | bytes] | None = None) -> tuple[str, str]:
    """What is wrong with `a: {from: ENTRY}`: the text from the place on, and the message."""
    line = f"a: {{from: {entry}}}"
    with pytest.raises(ModelError) as caught:
        model(line, content)
    assert len(caught.value.mistakes) == 1, caught.value
    at = caught.value.mistakes[0]
    assert at.line == 2
    return line[at.column - 1 :], at.message


def test_values_of_json_and_csv() -> None:
    loaded = model(
        """\
mean: {from: {file: run.json, pointer: /benchmarks/0/stats/mean, unit: s}, unit: µs, tolerance: 15%}
escaped: {from: {file: run.json, pointer: /benchmarks/0/stats/a~1b}}
written: {from: {file: run.json, pointer: /benchmarks/0/stats/t}}
grouped: {from: {file: run.csv, where: {name: scale}, column: median_us, unit: µs}}
copy:
  cases:
    one: {from: {file: run.csv, where: {name: copy, threads: 1}, column: median_us, unit: µs}}
    two:
      from: {file: run.csv, where: {name: copy, threads: 2}, column: median_us, unit: µs}
    rest: 5 µs
gain: = copy[one] / copy[two]
"""
    )
    assert loaded.value("mean") == Fraction("0.000012345")
    assert loaded.unit_text("mean") == "µs"
    assert loaded.quantities["mean"].tolerance == Fraction(15, 100)
    assert loaded.value("escaped") == 3
    assert loaded.value("written") == Fraction(5, 1000)
    assert loaded.value("grouped") == Fraction(1200, 10**6)
    assert list(loaded.quantities["copy"].cases) == ["one", "two", "rest"]
    assert loaded.value("gain") == Fraction("12.5") / Fraction("9.5")
    assert loaded.sources == ("run.csv", "run.json")
    assert loaded.quantities["mean"].source == "run.json /benchmarks/0/stats/mean"
    assert loaded.quantities["grouped"].source == "run.csv [name = scale] median_us"


@pytest.mark.parametrize(
    ("entry", "at", "message"),
    [
        (
            "{file: run.json, pointer: /benchmarks/0/stat/mean}",
            "stat/",
            r"no key `stat`; did you mean `stats`",
        ),
        ("{file: run.json, pointer: /zzz}", "zzz", r"the file has no key `zzz` \(there are `benchmarks`, "),
        ("{file: run.json, pointer: /benchmarks/test_copy}", "test_copy", "`test_copy` stands in item 0"),
        ("{file: run.json, pointer: /benchmarks/00}", "00", "no place in it: its items are 0 to 1"),
        ("{file: run.json, pointer: /benchmarks/7}", "7", "has no item 7: its items are 0 to 1"),
        ("{file: run.json, pointer: /benchmarks/-}", "-}", "no place in it"),
        ("{file: run.json, pointer: /l/0}", "0", "has no item 0: it is empty"),
        ("{file: run.json, pointer: /benchmarks/1/z}", "z", "`z` stands twice in `/benchmarks/1`"),
        ("{file: run.json, pointer: /benchmarks/0/stats/x}", "x", "is NaN, which is not a number"),
        (
            "{file: run.json, pointer: /benchmarks/0/stats}",
            "stats",
            "an object, not a number; write .*/mean`",
        ),
        ("{file: run.json, pointer: /benchmarks/0/name/x}", "x", "is a text: nothing stands below it"),
        ("{file: run.json, pointer: /n}", "n", "is null, not a number"),
        ("{file: run.json, pointer: /on}", "on", "is true, not a number"),
        ("{file: run.json, pointer: /big}", "big", "too large"),
        ("{file: run.json, pointer: /s}", "/s", "the text there is not a number"),
        ("{file: run.json, pointer: benchmarks/0}", "benchmarks", "write `/benchmarks/0`"),
        ('{file: run.json, pointer: "#/l"}', '"#', "write `/l`"),
        ("{file: run.json, pointer: /a~2}", "~2", "`~0` in a pointer"),
        ('{file: run.json, pointer: ""}', '""', "the whole file is an object"),
        ("{file: run.json, pointer: /benchmarks/0/stats/t, unit: s}", "s}", "has a unit of its own"),
        ("{file: run.json, pointer: /l, unit: }", "unit", "no value"),
        ("{file: run.json, pointer: /benchmarks/0/stats/mean, unit: secnds}", "secnds", "did you mean"),
        ("{file: run.csv, column: median_us}", "median_us", r"5 rows: say which by `where`"),
        (
            "{file: run.csv, where: {name: copy}, column: median_us}",
            "name",
            r"2 rows .*lines 2, 3\).*`threads`",
        ),
        (
            "{file: run.csv, where: {name: cop}, column: median_us}",
            "cop}",
            "no row has .*; did you mean `copy`",
        ),
        (
            "{file: run.csv, where: {name: copy, threads: 3}, column: median_us}",
            "3",
            r"\(there are `1`, `2`\)",
        ),
        ("{file: run.csv, where: {nam: copy}, column: median_us}", "nam", "did you mean `name`"),
        ("{file: run.csv, where: {name: scale}, column: median}", "median", "did you mean `median_us`"),
        ("{file: run.csv, where: {name: text}, column: median_us}", "median_us", "`fast` is not a number"),
        ("{file: run.csv, where: {name: empty}, column: median_us}", "median_us", "empty in line 5"),
        ("{file: run.csv, where: {}, column: median_us}", "{}", "`where` names no column"),
        ("{file: run.csv, where: name, column: median_us}", "name", "must be a mapping"),
        ("{file: run.csv, pointer: /l}", "/l", "CSV file: name a `column`"),
        ("{file: run.json, column: l}", "l}", "JSON file: name the value by a `pointer`"),
        ("{file: run.json}", "{file", "neither `pointer`"),
        ("{pointer: /l}", "{pointer", "no `file`"),
        ("{file: run.json, pointer: /l, colunm: x}", "colunm", "did you mean `column`"),
        ("{file: run.json, pointer: /l, column: x}", "column", "`pointer` and `column`"),
        ("run.json", "run.json", "must be a mapping"),
        ("{file: rum.json, pointer: /l}", "rum.json", "no such file"),
        ("{file: ../run.json, pointer: /l}", "../", "leaves the repository"),
        ("{file: a/../../run.json, pointer: /l}", "a/../", "leaves the repository"),
        ("{file: /run.json, pointer: /l}", "/run", "by its path from the model"),
        ("{file: 'C:\\run.json', pointer: /l}", "'C:", "by its path from the model"),
        ("{file: .git/run.json, pointer: /l}", ".git", "git's own"),
        ("{file: x/.GIT/run.json, pointer: /l}", "x/", "git's own"),
        ("{file: run.txt, pointer: /l}", "run.txt", "no data file: .json, .csv or .tsv"),
    ],
)
def test_what_is_wrong_and_what_would_be_right(entry: str, at: str, message: str) -> None:
    place, text = mistake(entry)
    assert place.startswith(at), (place, text)
    assert re.search(message, text), text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("f.json", '{"a": 1,}', "not JSON at line 1, column"),
        ("f.json", "[" * 101 + "]" * 101, "nested more than 100 deep"),
        ("f.json", "[" * 1_000_000, "nested more than 100 deep"),
        ("f.json", '"' + '\\"' * 200_000, "not JSON"),
        ("f.json", b"\xff\xfe{", "UTF-16"),
        ("f.json", b'{"a": "\xff"}', "not UTF-8: byte 0xFF at line 1, column 8"),
        ("f.json", b" " * (16 * 2**20 + 1), "larger than 16 MiB"),
        ("f.csv", 'a,b\n"x"y,2\n', "not CSV at line 2"),
        ("f.csv", 'a,b\n"x,2\n', "not CSV at line"),
        ("f.csv", "", "empty"),
        ("f.csv", "a,b\n", "a header and no row"),
        ("f.csv", "a,b,b\n1,2,3\n", "the header has `b` 2 times"),
        ("f.csv", "a,b\n1,2,3\n", "has 3 cells, but the header has 2"),
    ],
)
def test_files_that_cannot_be_read(name: str, data: str | bytes, message: str) -> None:
    which = "pointer: /a" if name.endswith("json") else "column: b"
    assert message in mistake(f"{{file: {name}, {which}}}", {name: data})[1]


def test_data_files_together_have_a_size() -> None:
    content: dict[str, str | bytes] = {f"{n}.json": b'{"a": 1}' + b" " * (14 * 2**20) for n in range(5)}
    with pytest.raises(ModelError, match="all data files together"):
        model("\n".join(f"a{n}: {{from: {{file: {n}.json, pointer: /a}}}}" for n in range(5)), content)


def test_separators_of_csv() -> None:
    entry = "a: {from: {file: f.%s, where: {x: 'p, q'}, column: y}}"
    for name, text in (
        ("csv", "x;y\np, q;7\n"),
        ("tsv", "x\ty\r\np, q\t7\r\n"),
        ("csv", '\ufeffx,y\n"p, q", 7\n'),
    ):
        assert model(entry % name, {f"f.{name}": text}).value("a") == 7
    assert model("a: {from: {file: f.csv, column: y, unit: '%'}}", {"f.csv": "y\n12.5\n"}).value(
        "a"
    ) == Fraction(1, 8)


CELLS = st.text(alphabet="ab ,;\t\"'\n0.é", max_size=6).map(str.strip)


@given(
    st.lists(st.tuples(CELLS.filter(bool), CELLS), min_size=1, max_size=6, unique_by=lambda row: row[0]),
    st.lists(st.integers(0, 10**6), min_size=6, max_size=6),
)
def test_every_row_of_a_table_is_found(rows: list[tuple[str, str]], numbers: list[int]) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["key", "value", "note"])
    for (key, note), number in zip(rows, numbers, strict=False):
        writer.writerow([key, number, note])
    for (key, _), number in zip(rows, numbers, strict=False):
        entry = f"a: {{from: {{file: f.csv, where: {{key: {json.dumps(key)}}}, column: value}}}}"
        assert model(entry, {"f.csv": table.getvalue()}).value("a") == number


def test_a_model_below_the_root_names_files_from_its_own_folder() -> None:
    content: dict[str, str | bytes] = {"docs/a.json": "1", "b.json": "2"}
    entries = 'a: {from: {file: a.json, pointer: ""}}\nb: {from: {file: ../b.json, pointer: ""}}'
    loaded = model(entries, content, "docs")
    assert (loaded.value("a"), loaded.value("b")) == (1, 2)
    assert loaded.sources == ("b.json", "docs/a.json")


def test_a_mistake_in_a_case_and_none_about_what_rests_on_it() -> None:
    with pytest.raises(ModelError) as caught:
        model("a: {cases: {x: 1 s, y: {from: {file: run.json, pointer: /nope}}}}\nb: = 2 * a")
    assert len(caught.value.mistakes) == 1
    with pytest.raises(ModelError, match="must be text, not a mapping"):
        model("a: {cases: {x: {file: run.json, pointer: /nope}}}")


def test_a_unit_that_the_file_does_not_write() -> None:
    entry = "a: {from: {file: run.json, pointer: /benchmarks/0/stats/mean}, unit: ms}"
    with pytest.raises(ModelError, match=r"inside `from` \(`unit: ms`\)"):
        model(entry)


# --- RFC 6901

RFC = (
    r'{"foo": [1, 2], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}'
)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/foo/0", "1"), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
        ("/i\\j", "5"), ('/k"l', "6"), ("/ ", "7"), ("/m~0n", "8"),
    ],
)  # fmt: skip
def test_the_examples_of_rfc_6901(pointer: str, value: str) -> None:
    assert resolve(parse(RFC), pointer, Mistakes()) == value


KEYS = st.text(alphabet='ab/~01 é"\\#', max_size=4)
NUMBERS = st.one_of(
    st.integers().map(str),
    st.from_regex(r"\A-?(0|[1-9][0-9]{0,20})\.[0-9]{1,30}([eE][+-]?[0-9]{1,2})?\Z", fullmatch=True),
)
TREES: st.SearchStrategy[Any] = st.deferred(
    lambda: st.one_of(
        NUMBERS.map(lambda text: ("number", text)),
        st.lists(TREES, min_size=1, max_size=3).map(lambda items: ("list", items)),
        st.dictionaries(KEYS, TREES, min_size=1, max_size=3).map(lambda items: ("object", items)),
    )
)


def written(tree: Any) -> str:
    kind, content = tree
    if kind == "number":
        return str(content)
    if kind == "list":
        return "[" + ", ".join(map(written, content)) + "]"
    return "{" + ", ".join(f"{json.dumps(key)}: {written(item)}" for key, item in content.items()) + "}"


def leaves(tree: Any, above: str = "") -> list[tuple[str, str]]:
    kind, content = tree
    if kind == "number":
        return [(above, content)]
    pairs = enumerate(content) if kind == "list" else content.items()
    found = []
    for key, item in pairs:
        found += leaves(item, above + "/" + str(key).replace("~", "~0").replace("/", "~1"))
    return found


@given(TREES)
def test_every_number_of_a_file_is_found_with_its_digits(tree: Any) -> None:
    data = parse(written(tree))
    for pointer, digits in leaves(tree):
        assert resolve(data, pointer, Mistakes()) == digits


@given(TREES, st.text(alphabet="/~01a-é", max_size=8))
def test_any_pointer_gives_a_number_of_the_file_or_an_error(tree: Any, pointer: str) -> None:
    try:
        found = resolve(parse(written(tree)), pointer, Mistakes())
    except DataError as error:
        assert 0 <= error.at <= len(pointer)  # noqa: PT017
    else:
        assert (pointer, found) in leaves(tree)


@given(NUMBERS)
def test_a_number_is_exact(digits: str) -> None:
    loaded = model('a: {from: {file: f.json, pointer: ""}}', {"f.json": digits})
    assert loaded.value("a") == Fraction(digits)


# --- on disk

TEXT = """\
```yaml quantities
a: {from: {file: bench/run.json, pointer: /mean, unit: s}, unit: ms, aka: [copying]}
```
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    top = tmp_path / "top"
    (top / ".git").mkdir(parents=True)
    (top / "bench").mkdir()
    (top / "bench" / "run.json").write_text('{"mean": 0.012}', encoding="utf-8")
    (top / "CANONICAL-NUMBERS.md").write_text(TEXT, encoding="utf-8")
    (top / "page.md").write_text("Copying takes 12 ms.\n", encoding="utf-8")
    return top


def test_a_page_is_held_against_the_run_itself(repository: Path, report: Run) -> None:
    assert report(cwd=repository)["findings"] == []
    # The second run reads the compiled model, and sees the new run all the same.
    (repository / "bench" / "run.json").write_text('{"mean": 0.034}', encoding="utf-8")
    [finding] = report(cwd=repository)["findings"]
    assert (finding["rule"], finding["expected"]) == ("canonical-drift", "34 ms")
    (repository / "bench" / "run.json").unlink()
    found = report(cwd=repository)
    assert found["status"] == 2
    assert "no such file" in found["errors"][0]["message"]


@pytest.mark.parametrize("target", ["../outside.json", ".git/hidden.json", "bench/folder.json", "loop.json"])
def test_a_link_that_leads_away_is_not_followed(repository: Path, report: Run, target: str) -> None:
    for inner in ("../outside.json", ".git/hidden.json"):
        (repository / inner).write_text('{"mean": 0.012}', encoding="utf-8")
    (repository / "bench" / "folder.json").mkdir()
    (repository / "loop.json").symlink_to("loop.json")
    (repository / "bench" / "run.json").unlink()
    (repository / "bench" / "run.json").symlink_to(repository / target)
    found = report(cwd=repository)
    assert found["status"] == 2
    [problem] = found["errors"]
    assert (problem["line"], problem["column"]) == (2, 18)
    assert "0.012" not in problem["message"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_no_data_file(repository: Path) -> None:
    (repository / "bench" / "run.json").unlink()
    os.mkfifo(repository / "bench" / "run.json")
    with pytest.raises(OSError, match="no file"):
        data_files(str(repository / "CANONICAL-NUMBERS.md"), str(repository)).read("bench/run.json")


def test_a_link_inside_the_repository_is_followed(repository: Path, report: Run) -> None:
    (repository / "bench" / "run.json").rename(repository / "latest.json")
    (repository / "bench" / "run.json").symlink_to("../latest.json")
    assert report(cwd=repository)["status"] == 0


def test_the_cache_holds_a_model_for_its_data(tmp_path: Path) -> None:
    content: dict[str, str | bytes] = {"bench/run.json": '{"mean": 1}', "docs/bench/run.json": '{"mean": 2}'}
    cache = str(tmp_path / "cache")

    def value(folder: str = "") -> Fraction:
        return load_cached("M.md", TEXT, cache, reading(content, folder)).value("a")

    assert (value(), value("docs"), value(), value("docs")) == (1, 2, 1, 2)
    content["bench/run.json"] = '{"mean": 3}'
    assert (value(), value("docs")) == (3, 2)
    kept = load_cached("M.md", TEXT, cache, reading(content))
    assert kept.sources == ("bench/run.json",)
    del content["bench/run.json"]
    with pytest.raises(ModelError, match="no such file"):
        value()
    with pytest.raises(ModelError, match="in no repository"):
        load_cached("M.md", TEXT, cache, None)


# --- what benchmark tools write

FOLDERS = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())


def test_there_is_an_example_for_each_tool() -> None:
    assert FOLDERS == ["criterion", "google-benchmark", "hyperfine", "pytest-benchmark"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_readme_and_the_run_that_it_quotes(folder: str, tmp_path: Path, report: Run) -> None:
    shutil.copytree(EXAMPLES / folder, tmp_path / folder)
    found = report(folder)
    assert (found["status"], found["findings"]) == (0, [])
    assert found["summary"]["unchecked"] == 0
    # Another run, twice as slow: every measured number of the page is out of date.
    for path in (tmp_path / folder).glob("*.json"):
        path.write_text(_slower(path.read_text(encoding="utf-8")), encoding="utf-8")
    for path in (tmp_path / folder).glob("*.csv"):
        path.write_text(_slower(path.read_text(encoding="utf-8")), encoding="utf-8")
    drifted = [each for each in report(folder)["findings"] if each["rule"] == "canonical-drift"]
    assert drifted
    assert {each["path"] for each in drifted} == {f"{folder}/README.md"}


def _slower(text: str) -> str:
    return re.sub(r"\d+\.\d+(e[+-]?\d+)?", lambda number: repr(float(number[0]) * 2), text)
