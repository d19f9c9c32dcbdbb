"""Compiled models: the same after the round trip, and a cache that never decides."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimlint.model import dump
from claimlint.model.cache import load_cached
from claimlint.model.load import load
from claimlint.model.mistakes import ModelError
from claimlint.model.model import Model
from claimlint.model.table import rows, to_json, to_text

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "CANONICAL-NUMBERS.md", *sorted(ROOT.glob("tests/corpus/*/with/CANONICAL-NUMBERS.md"))]
TEXT = """\
## 4. Part

```yaml quantities
r: {cases: {x: 3 s, y: 0.1 s}, aka: [wait], caveat: c, status: assumed}
t: {value: "= sqrt(r / r[x]) * 7", quote: 2 digits, tolerance: 15%, bound: at least, source: s}
n: 3 detectors
z: 0
```
```yaml caveats
c: {text: T., accept: ['a|b']}
```
"""


def same(a: Model, b: Model) -> bool:
    return (
        a.quantities == b.quantities
        and list(a.quantities) == list(b.quantities)
        and a.caveats == b.caveats
        and a.sections == b.sections
        and a.declared == b.declared
        and a.warnings == b.warnings
        and list(rows(a)) == list(rows(b))
    )


@pytest.mark.parametrize("text", [TEXT, *(path.read_text(encoding="utf-8") for path in FILES)], ids=str)
def test_the_round_trip_through_json(text: str) -> None:
    model = load("m.md", text)
    data = json.loads(json.dumps(dump.to_dict(model)))
    assert same(dump.from_dict(data, "m.md", text), model)


@settings(max_examples=40)
@given(
    st.fractions(max_denominator=10**9),
    st.lists(
        st.text(alphabet="abc ,'é\"%", min_size=1, max_size=8).filter(str.strip),
        min_size=1,
        max_size=4,
        unique=True,
    ),
)
def test_any_number_and_case_name_survive(number: object, cases: list[str]) -> None:
    lines = [
        f"  {json.dumps(case, ensure_ascii=False)}: = {str(number).replace('-', '0 - ')}" for case in cases
    ]
    text = "```yaml quantities\nq:\n cases:\n" + "\n".join(lines) + "\n```\n"
    model = load("m.md", text)
    assert same(dump.from_dict(json.loads(json.dumps(dump.to_dict(model))), "m.md", text), model)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name != ".gitignore")


def marked(file: Path, body: str) -> str:
    """A cache file's content as the linter itself would have written it there."""
    status = file.stat()
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f"{status.st_dev}:{status.st_ino} {digest}\n{body}"


def body_of(file: Path) -> str:
    return file.read_text().split("\n")[1]


def test_a_file_that_came_with_the_repository_is_not_believed(tmp_path: Path) -> None:
    whole = load_cached("m.md", TEXT, str(tmp_path))
    [file] = files(tmp_path)
    forged = marked(file, body_of(file).replace('"3"', '"4"'))
    file.unlink()
    (tmp_path / "other").write_text("so that the inode is taken")
    file.write_text(forged)
    assert same(load_cached("m.md", TEXT, str(tmp_path)), whole)


def test_the_second_time_comes_from_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = load_cached("m.md", TEXT, str(cache))
    [file] = files(cache)
    assert (cache / ".gitignore").read_text() == "*\n"
    # What the cache says is what is used: proof that it is read.
    mark, body = file.read_text().split("\n")
    changed = body.replace('"source":"s"', '"source":"other"')
    file.write_text(marked(file, changed))
    assert load_cached("m.md", TEXT, str(cache)).quantities["t"].source == "other"
    assert f"{mark}\n{body}" == marked(file, body)
    file.write_text(f"{mark}\n{body}")
    assert same(load_cached("m.md", TEXT, str(cache)), first)
    load_cached("m.md", TEXT + "\nmore prose\n", str(cache))
    assert len(files(cache)) == 2


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    load_cached("m.md", TEXT, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "damage", ["", "x", "{}", "[1]", "null", "0" * 64 + "\n{}", "half", "flip", "binary", "old"]
)
def test_a_broken_file_is_ignored_and_replaced(tmp_path: Path, damage: str) -> None:
    whole = load_cached("m.md", TEXT, str(tmp_path))
    [file] = files(tmp_path)
    good, body = file.read_bytes(), body_of(file)
    if damage == "half":
        file.write_bytes(good[: len(good) // 2])
    elif damage == "flip":
        file.write_bytes(good.replace(b'"3"', b'"4"'))
    elif damage == "binary":
        file.write_bytes(b"\xff\xfe\x00" * 40)
    elif damage == "old":
        file.write_text(marked(file, '{"format":0}'))
    else:
        file.write_text(damage)
    assert same(load_cached("m.md", TEXT, str(tmp_path)), whole)
    assert body_of(file) == body


@pytest.mark.parametrize(
    "data",
    [
        {"quantities": [{"name": "a"}]},
        {"quantities": 3},
        {"quantities": [{"name": "a", "line": 1, "column": 1, "dims": [], "tolerance": "1/0"}]},
        {"quantities": [[]], "caveats": []},
        {"quantities": [], "caveats": [["a"]]},
    ],
)
def test_what_is_not_a_model_raises_what_is_ignored(data: dict[str, object]) -> None:
    whole = {"format": dump.FORMAT, "caveats": [], "sections": [], "declared": {}, "warnings": []}
    with pytest.raises((ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError)):
        dump.from_dict({**whole, **data}, "m.md", "")


def test_a_model_that_does_not_load_is_not_cached(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ModelError):
            load_cached("m.md", "```yaml quantities\na: nope\n```\n", str(tmp_path / "cache"))
    assert not (tmp_path / "cache").exists()


@pytest.mark.skipif(os.name == "nt", reason="symbolic links")
def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "cache").symlink_to(outside)
    load_cached("m.md", TEXT, str(tmp_path / "cache"))
    assert list(outside.iterdir()) == []
    inside = tmp_path / "inside"
    load_cached("m.md", TEXT, str(inside))
    [file] = files(inside)
    target = outside / "target"
    target.write_text("kept")
    file.unlink()
    file.symlink_to(target)
    load_cached("m.md", TEXT, str(inside))
    assert target.read_text() == "kept"
    assert not file.is_symlink()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert load_cached("m.md", TEXT, str(tmp_path / "cache")).value("z") == 0
    finally:
        tmp_path.chmod(0o700)


def test_a_file_in_the_folder_s_place(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    assert load_cached("m.md", TEXT, str(tmp_path / "cache")).value("z") == 0


def test_old_files_go(tmp_path: Path) -> None:
    for number in range(40):
        load_cached("m.md", f"{TEXT}\n{number}\n", str(tmp_path))
    assert len(files(tmp_path)) <= 32


def test_a_cached_model_needs_no_yaml(tmp_path: Path) -> None:
    text = FILES[0].read_text(encoding="utf-8")
    load_cached("m.md", text, str(tmp_path))
    program = (
        "import sys; from claimlint.model.cache import load_cached; "
        f"m = load_cached('m.md', open({str(FILES[0])!r}, encoding='utf-8').read(), {str(tmp_path)!r}); "
        "[m.value(n, s) for n in m.quantities for s in m.scenarios(n)]; "
        "print({'yaml', 'regex', 'hashlib', 'difflib', 'dataclasses'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "set()"


def test_the_table() -> None:
    model = load("m.md", TEXT)
    head, rule, *lines = to_text(model).splitlines()
    assert set(rule) == {"-", " "}
    starts = [0, *(at + 1 for at in range(len(rule)) if rule[at : at + 2] == " -")]
    table = [[line[a:b].strip() for a, b in pairwise([*starts, 999])] for line in [head, *lines]]
    assert table == [
        ["quantity", "value", "status", "formula", "owes", "§"],
        ["r[x]", "3 s", "assumed", "", "c", "4"],
        ["r[y]", "0.1 s", "", "", "", ""],
        ["t[x]", "≥ 7", "derived (assumes r)", "= sqrt(r / r[x]) * 7", "c", "4"],
        ["t[y]", "≥ 1.278", "", "", "", ""],
        ["n", "3 detectors", "", "", "", "4"],
        ["z", "0", "", "", "", "4"],
    ]
    report = to_json(model)
    json.dumps(report)
    first = report["quantities"][0]
    assert (first["name"], first["label"], first["scenario"]) == ("r", "r[x]", {"r": "x"})
    assert (first["value"], first["unit"], first["exact"]) == (3.0, "s", "3")
    assert (first["status"], first["caveats"], first["section"]) == ("assumed", ("c",), "4")
    assert report["quantities"][3]["bound"] == "at least"
    assert report["caveats"] == [{"id": "c", "text": "T.", "within": "document", "line": 10}]


def test_numbers_beyond_floats_still_make_a_report() -> None:
    model = load("m.md", "```yaml quantities\na: = 10 ** 350 * 10 ** 350\nb: = 1 / a\n```\n")
    entries = to_json(model)["quantities"]
    assert [entry["value"] for entry in entries] == [None, 0.0]
    assert "1e700" in to_text(model)
    json.dumps(entries, allow_nan=False)
