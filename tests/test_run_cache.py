"""The cache of results: what it gives equals what linting anew gives, whatever was changed in between."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import claimlint
from claimlint import plain, run
from claimlint.findings import (
    Counts,
    Edit,
    Explanation,
    Finding,
    Fix,
    PageResult,
    Problem,
    Report,
    Told,
)
from claimlint.project import Project

FOLDER = ".claimlint_cache"
MODEL = """\
## 1. Copying

```yaml quantities
image_size: {{value: {size} GB, aka: [image]}}
link_rate: {{value: 240 MB/s, status: assumed, caveat: no-link, aka: [link rate]}}
copy_time: {{value: = image_size / link_rate, unit: s, aka: [copy, copying]}}
nodes:
  from: {{file: data.json, at: /nodes}}
  unit: nodes
  aka: [nodes]
```

```yaml caveats
no-link: {{text: "{caveat}"}}
```
"""
SENTENCES = (
    "Copying the image of 12 GB takes 50 s.",
    "A copy takes 60 s, and no link was measured.",
    "The cache answers in 3 ms where the scan needs 36 ms, which is 12x faster.",
    "It is 9x faster.",
    "It runs on 4 nodes.",
    "4 × 8 GB = 36 GB",
    "A full rebuild of the search index takes 40 minutes on one machine.",
    "A full rebuild of the search index takes 55 minutes on one machine.",
    "<!-- claimlint: ignore[bare-multiple] a name --> It is 9x faster.",
    "Nothing here.",
)


@pytest.fixture(autouse=True)
def _always_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "WORTH_A_CACHE", 0)


def lint(cache: bool = True, explain: bool = False) -> Report:
    return claimlint.lint(".", project=Project(cache=cache), explain=explain)


class Repository(RuleBasedStateMachine):
    """Pages, models, data and settings change in any order; a cached run says what one without says."""

    def __init__(self) -> None:
        super().__init__()
        self.before = os.getcwd()
        self.folder = Path(tempfile.mkdtemp())
        self.worth, run.WORTH_A_CACHE = run.WORTH_A_CACHE, 0
        os.chdir(self.folder)

    @initialize()
    def begin(self) -> None:
        Path(".git").mkdir()
        Path("docs").mkdir()
        Path("data.json").write_text('{"nodes": 4}', encoding="utf-8")

    @rule(
        name=st.sampled_from(["README.md", "docs/a.md", "docs/README.md", "docs/CHANGELOG.md", "docs/b.txt"]),
        body=st.lists(st.sampled_from(SENTENCES), max_size=4),
    )
    def write_page(self, name: str, body: list[str]) -> None:
        Path(name).write_text("# Title\n\n" + "\n\n".join(body) + "\n", encoding="utf-8")

    @rule(name=st.sampled_from(["README.md", "docs/a.md"]), to=st.sampled_from(["docs/c.md", "README.txt"]))
    def rename_page(self, name: str, to: str) -> None:
        if Path(name).exists():
            Path(name).rename(to)

    @rule(
        folder=st.sampled_from([".", "docs"]),
        size=st.sampled_from(["12", "13", "14 parsecs of"]),
        caveat=st.sampled_from(["No link was measured.", "The link is assumed."]),
    )
    def write_model(self, folder: str, size: str, caveat: str) -> None:
        text = MODEL.format(size=size, caveat=caveat)
        Path(folder, "CANONICAL-NUMBERS.md").write_text(text, encoding="utf-8")

    @rule(folder=st.sampled_from([".", "docs"]))
    def drop_model(self, folder: str) -> None:
        Path(folder, "CANONICAL-NUMBERS.md").unlink(missing_ok=True)

    @rule(nodes=st.sampled_from(["4", "5", '"many"']))
    def write_data(self, nodes: str) -> None:
        Path("data.json").write_text(f'{{"nodes": {nodes}}}', encoding="utf-8")

    @rule(
        text=st.sampled_from(
            [
                "",
                "ignore: [bare-multiple]\n",
                "severity: {bare-multiple: error}\n",
                "per-file-ignores: {'docs/**': [bare-multiple]}\n",
                "extends: more.yaml\n",
                "select: [equation-mismatch]\n",
                "exclude: [docs/a.md]\n",
                "nonsense: 1\n",
            ]
        )
    )
    def write_settings(self, text: str) -> None:
        Path(".claimlint.yaml").write_text(text, encoding="utf-8")

    @rule(name=st.sampled_from(["bare-multiple", "equation-mismatch"]))
    def write_extended(self, name: str) -> None:
        Path("more.yaml").write_text(f"ignore: [{name}]\n", encoding="utf-8")

    @rule(junk=st.binary(max_size=40), at=st.floats(0, 1))
    def damage(self, junk: bytes, at: float) -> None:
        file = Path(FOLDER, "results")
        if file.exists():
            data = file.read_bytes()
            place = int(at * len(data))
            file.write_bytes(data[:place] + junk + data[place + len(junk) :])

    @rule()
    def drop_cache(self) -> None:
        shutil.rmtree(FOLDER, ignore_errors=True)

    @rule(explain=st.booleans())
    def check(self, explain: bool) -> None:
        expected = lint(cache=False, explain=explain)
        assert lint(explain=explain) == expected
        assert lint(explain=explain) == expected

    def teardown(self) -> None:
        os.chdir(self.before)
        run.WORTH_A_CACHE = self.worth
        shutil.rmtree(self.folder)


Repository.TestCase.settings = settings(max_examples=60, stateful_step_count=14, deadline=None)
TestRepository = Repository.TestCase

words = st.text(max_size=12)
numbers = st.integers(0, 10**6)
maybe = st.none() | words
fixes = st.none() | st.builds(
    Fix, st.lists(st.builds(Edit, numbers, numbers, words), max_size=2).map(tuple), st.booleans(), words
)
path = st.just("a.md")
place = (path, numbers, numbers, numbers, numbers)
fractions = st.builds(Fraction, st.integers(), st.integers(1, 10**30))
keys = st.tuples(st.frozensets(words), st.lists(st.tuples(words, numbers), max_size=2).map(tuple))
results = st.builds(
    PageResult,
    st.lists(
        st.builds(Finding, *place, words, words, words, maybe, maybe, maybe, words, words, fixes), max_size=3
    ).map(tuple),
    st.lists(st.builds(Problem, path, st.none() | numbers, st.none() | numbers, words), max_size=2).map(
        tuple
    ),
    st.builds(Counts, numbers, numbers, numbers),
    st.lists(
        st.builds(
            Explanation, path, numbers, numbers, words, words, st.lists(words, max_size=2).map(tuple), words
        ),
        max_size=2,
    ).map(tuple),
    st.lists(st.builds(Told, *place, words, keys, fractions, fractions, maybe, words), max_size=2).map(tuple),
)


@given(results)
def test_a_result_survives_its_plain_form(result: PageResult) -> None:
    import json
    import marshal

    form = plain.to_plain(result, "a.md")
    assert plain.from_plain(json.loads(json.dumps(form)), "a.md") == result
    assert plain.from_plain(marshal.loads(marshal.dumps(form)), "a.md") == result


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "page.md").write_text("It is 9x faster.\n", encoding="utf-8")
    return tmp_path


def test_the_folder_ignores_itself(repository: Path) -> None:
    lint()
    assert (repository / FOLDER / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert sorted(entry.name for entry in (repository / FOLDER).iterdir()) == [".gitignore", "results"]


def test_without_cache_nothing_is_written(repository: Path) -> None:
    lint(cache=False)
    assert not (repository / FOLDER).exists()


def forged(repository: Path, tmp_path: Path) -> bytes:
    """A cache in which the page has no finding, as a pull request would bring it."""
    lint()
    file = repository / FOLDER / "results"
    content = file.read_text(encoding="utf-8")
    key = content.split("\n")[2].split("\t")[0]
    from claimlint import cachefile

    body = f"1\n{key}\t1\t"
    status = file.stat()
    return f"{status.st_dev}:{status.st_ino} {cachefile.digest(body)}\n{body}".encode()


def test_the_forged_cache_would_matter(repository: Path, tmp_path: Path) -> None:
    """Written in place, with the mark of the file itself, it is believed: so the next test is one."""
    (repository / FOLDER / "results").write_bytes(forged(repository, tmp_path))
    assert lint().findings == ()


def test_a_cache_that_came_with_the_repository_is_not_believed(repository: Path, tmp_path: Path) -> None:
    content = forged(repository, tmp_path)
    expected = lint(cache=False)
    file = repository / FOLDER / "results"
    copy = file.with_name("copy")
    copy.write_bytes(content)
    os.replace(copy, file)
    assert lint() == expected
    assert expected.findings


def test_a_cache_is_not_read_or_written_through_a_link(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (repository / FOLDER).symlink_to(elsewhere)
    expected = lint(cache=False)
    assert lint() == expected
    assert list(elsewhere.iterdir()) == []
    (repository / FOLDER).unlink()
    (repository / FOLDER).mkdir()
    target = elsewhere / "target"
    target.write_text("untouched", encoding="utf-8")
    (repository / FOLDER / "results").symlink_to(target)
    assert lint() == expected
    assert target.read_text(encoding="utf-8") == "untouched"
    assert lint() == expected


def test_a_page_is_found_by_what_it_says_not_by_where_it_lies(repository: Path) -> None:
    lint()
    (repository / "deep").mkdir()
    shutil.copy("page.md", "deep/page.md")
    (repository / "other.md").write_text("x\n", encoding="utf-8")
    first = lint()
    assert [finding.path for finding in first.findings] == ["deep/page.md", "page.md"]


def test_runs_at_once(repository: Path, claimlint: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    for number in range(40):
        text = f"It is {number + 2}x faster.\n" + "words and more words here\n" * 400
        (repository / f"page{number}.md").write_text(text, encoding="utf-8")
    import sys

    command = [sys.executable, "-m", "claimlint", "check", "."]
    running = [subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    told = {process.communicate()[0] for process in running}
    assert told == {claimlint("check", "--no-cache", ".").stdout}
    assert claimlint("check", ".").stdout in told
    assert sorted(entry.name for entry in (repository / FOLDER).iterdir()) == [".gitignore", "results"]


def test_what_no_run_asks_for_is_dropped(repository: Path) -> None:
    lint()
    for number in range(40):
        (repository / "page.md").write_text(f"It is {number + 10}x faster.\n", encoding="utf-8")
        lint()
    lines = (repository / FOLDER / "results").read_text(encoding="utf-8").split("\n")
    assert 2 < len(lines) < 40
