"""`check --trust`: a change cannot loosen what it is checked against, and what it tries is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import claimlint as api
from claimlint.findings import Report
from claimlint.git import GitError
from claimlint.project import Project
from claimlint.since import trusted
from tests.conftest import Run
from tests.git_repository import Repository

MODEL = """# Numbers

## 1. Reads

No disk was read for this.

```yaml quantities
read_time: {value: 90 µs, aka: [read], caveat: no-disk}
```

```yaml caveats
no-disk:
  text: No disk was read for this.
```
"""
PAGE = "# A\n\nNo disk was read for this.\n\nA read takes 90 µs.\n"
WRONG = PAGE.replace("90 µs", "95 µs")
BARE = "\nIt is 218× cheaper.\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    made.write("CANONICAL-NUMBERS.md", MODEL)
    made.write(".claimlint.yaml", "severity: {bare-multiple: error}\n")
    made.write("docs/a.md", PAGE)
    made.commit()
    made.git("checkout", "-q", "-b", "topic")
    monkeypatch.chdir(made.root)
    return made


def lint(*paths: str, base: str = "main", project: Project | None = None, **options: Any) -> Report:
    named = paths or (".",)
    return api.lint(list(named), project=trusted(project or Project(), named, base), **options)


def rules(report: Report) -> list[str]:
    assert report.problems == ()
    return [each.rule for each in report.findings]


def notes(report: Report) -> list[str]:
    return [f"{each.path}: {each.message}" for each in report.notes]


def test_without_a_change_it_is_an_ordinary_run(repository: Repository) -> None:
    repository.write("docs/b.md", BARE)
    found = lint()
    assert (rules(found), found.notes, found.changes) == (["bare-multiple"], (), ())


@pytest.mark.parametrize(
    "settings",
    [
        "ignore: [bare-multiple]\n",
        "select: [canonical-drift]\n",
        "severity: {bare-multiple: info}\n",
        "per-file-ignores: {'*.md': [bare-multiple]}\n",
        "exclude: [docs]\n",
        "",
    ],
)
def test_settings_are_those_of_the_base(repository: Repository, settings: str) -> None:
    repository.write(".claimlint.yaml", settings)
    repository.write("docs/a.md", PAGE + BARE)
    found = lint()
    assert [(each.rule, each.severity) for each in found.findings] == [("bare-multiple", "error")]
    assert notes(found) == [
        ".claimlint.yaml: the settings here differ from those of main, which hold (--trust)"
    ]
    assert rules(lint("docs/a.md")) == ["bare-multiple"]


def test_new_settings_below_do_not_hold(repository: Repository) -> None:
    repository.write("docs/.claimlint.yaml", "ignore: [bare-multiple]\n")
    repository.write("docs/a.md", PAGE + BARE)
    assert rules(lint()) == ["bare-multiple"]
    (repository.root / ".claimlint.yaml").unlink()
    found = lint()
    assert rules(found) == ["bare-multiple"]
    assert len(notes(found)) == 2


def test_rule_files_are_those_of_the_base(repository: Repository) -> None:
    text = (Path(__file__).parents[1] / "rules/bare-multiple.yaml").read_text(encoding="utf-8")
    own = text.replace("rule: bare-multiple", "rule: bare-here").replace(
        "severity: error", "severity: info", 1
    )
    repository.write("rules/bare-here.yaml", own)
    repository.write(".claimlint.yaml", "rules: rules\nignore: [bare-multiple]\n")
    base = repository.commit()
    repository.write("docs/a.md", PAGE + BARE)
    (repository.root / "rules/bare-here.yaml").unlink()
    repository.write("rules/z.yaml", own.replace("bare-here", "z"))
    assert rules(lint(base=base)) == ["bare-here"]


def test_the_model_is_that_of_the_base(repository: Repository) -> None:
    repository.write("docs/a.md", WRONG)
    repository.write("docs/b.md", PAGE.replace("90 µs", "95 µs"))
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("90 µs", "95 µs"))
    found = lint()
    assert rules(found) == ["canonical-drift", "canonical-drift"]
    assert notes(found) == [
        "CANONICAL-NUMBERS.md: differs from what it is at main, which holds here (--trust)",
        "CANONICAL-NUMBERS.md: `read_time` was 90 µs and is 95 µs: 2 places quote it",
    ]
    assert found.changes is not None
    assert found.changes[0][3:] == ("read_time", "90 µs", "95 µs", 2)
    # A model of its own, or none, does not help; nor does a caveat that is owed no more.
    repository.write("docs/CANONICAL-NUMBERS.md", MODEL.replace("90 µs", "95 µs"))
    assert rules(lint()) == ["canonical-drift", "canonical-drift"]
    (repository.root / "CANONICAL-NUMBERS.md").unlink()
    assert rules(lint()) == ["canonical-drift", "canonical-drift"]


def test_a_caveat_cannot_be_dropped(repository: Repository) -> None:
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace(", caveat: no-disk", ""))
    repository.write("docs/a.md", "A read takes 90 µs.\n")
    found = lint()
    assert [(each.path, each.rule) for each in found.findings] == [("docs/a.md", "missing-caveat")]


def test_data_files_are_those_of_the_base(repository: Repository) -> None:
    repository.write(
        "CANONICAL-NUMBERS.md", MODEL.replace("value: 90 µs", "from: {file: r.json, pointer: /r, unit: µs}")
    )
    repository.write("r.json", '{"r": 90}')
    base = repository.commit()
    repository.write("r.json", '{"r": 95}')
    repository.write("docs/a.md", WRONG)
    found = lint(base=base)
    assert rules(found) == ["canonical-drift"]
    assert any("was 90 µs and is 95 µs" in note for note in notes(found))


def test_the_baseline_is_that_of_the_base(repository: Repository, claimlint: Callable[..., Run]) -> None:
    repository.write("docs/a.md", PAGE + BARE)
    repository.write(".claimlint.yaml", "baseline: known.json\n")
    claimlint("baseline", cwd=repository.root)
    base = repository.commit()
    assert rules(lint(base=base)) == []
    repository.write("docs/b.md", BARE)
    claimlint("baseline", cwd=repository.root)
    assert rules(api.lint(["."])) == []
    found = lint(base=base)
    assert [each.path for each in found.findings] == ["docs/b.md"]
    assert found.summary.known == 1
    assert rules(lint(base=base, baseline=False)) == ["bare-multiple", "bare-multiple"]
    assert rules(lint(base=base, diff=base)) == ["bare-multiple"]


def test_a_gitignore_of_the_change_hides_nothing(repository: Repository) -> None:
    repository.write(".gitignore", "ignored/\n")
    repository.write("ignored/a.md", BARE)
    base = repository.commit()
    repository.write("docs/a.md", PAGE + BARE)
    repository.write("docs/.gitignore", "*\n")
    repository.write(".gitignore", "ignored/\ndocs/\n*.md\n")
    assert api.lint(["."]).findings == ()
    assert [each.path for each in lint(base=base).findings] == ["docs/a.md"]
    # What marks a folder as an environment or a cache does not hide it either.
    repository.write(".gitignore", "ignored/\n")
    (repository.root / "docs/.gitignore").unlink()
    repository.write("docs/CACHEDIR.TAG", "")
    assert api.lint(["."]).findings == ()
    assert [each.path for each in lint(base=base).findings] == ["docs/a.md"]


def test_a_gitignore_that_is_a_link(repository: Repository) -> None:
    # git follows none, and where it leads to is no pattern.
    (repository.root / "docs/.gitignore").symlink_to("a.md")
    base = repository.commit()
    repository.write("docs/a.md", PAGE + BARE)
    assert rules(lint(base=base)) == ["bare-multiple"]


def test_a_model_that_is_edited_owes_itself_no_caveat(repository: Repository) -> None:
    text = MODEL.replace("No disk was read for this.\n\n", "A read takes 90 µs.\n\n", 1)
    repository.write("CANONICAL-NUMBERS.md", text)
    base = repository.commit()
    assert rules(lint(base=base)) == []
    repository.write("CANONICAL-NUMBERS.md", text.replace("A read", "More words.\n\nA read"))
    assert rules(lint(base=base)) == []


DIRECTIVE = "<!-- claimlint: ignore[bare-multiple] known from the talk -->"


def test_what_a_change_silences_is_told(repository: Repository) -> None:
    repository.write("docs/a.md", f"{PAGE}\nIt is 218× cheaper. {DIRECTIVE}\n")
    found = lint()
    assert rules(found) == []
    [note] = found.notes
    assert (note.path, note.line, note.column) == ("docs/a.md", 7, 7)
    assert note.message == (
        f"218×: bare-multiple is silenced by the directive of line 7, and was not at main: {DIRECTIVE}"
    )
    base = repository.commit()
    assert lint(base=base).notes == ()
    # What moves is silenced as it was; another number is not.
    repository.write("docs/a.md", f"Text.\n\n{PAGE}\nIt is 218× cheaper. {DIRECTIVE}\n")
    assert lint(base=base).notes == ()
    repository.write("docs/a.md", f"{PAGE}\nIt is 219× cheaper. {DIRECTIVE}\n")
    assert len(lint(base=base).notes) == 1
    repository.git("mv", "docs/a.md", "docs/b.md")
    repository.write("docs/b.md", f"{PAGE}\nIt is 218× cheaper. {DIRECTIVE}\n")
    assert lint(base=base).notes == ()


def test_a_region_that_grows_is_told(repository: Repository) -> None:
    on, off = "<!-- claimlint: on[bare-multiple] -->", "<!-- claimlint: off[bare-multiple] quoted -->"
    first, second = "It is 218× cheaper.", "It is 300× cheaper."
    repository.write("docs/a.md", f"{off}\n\n{first}\n\n{on}\n\nText.\n")
    base = repository.commit()
    repository.write("docs/a.md", f"{off}\n\n{first}\n\nText.\n\n{second}\n\n{on}\n")
    [note] = lint(base=base).notes
    assert note.message.startswith("300×: bare-multiple is silenced by the directive of line 1,")


def test_history_is_told(repository: Repository) -> None:
    start, end = "<!-- claimlint: history -->", "<!-- claimlint: end -->"
    repository.write("docs/a.md", f"{PAGE}\n{start}\n\nA read took 95 µs.\n\n{end}\n")
    [note] = lint().notes
    assert note.message == "this region of history is not there at main"
    base = repository.commit()
    repository.write("docs/a.md", f"Text.\n\n{PAGE}\n{start}\n\nA read took 95 µs.\n\n{end}\n")
    assert lint(base=base).notes == ()


def test_what_does_not_load_here_is_a_problem_although_it_does_not_hold(repository: Repository) -> None:
    repository.write("CANONICAL-NUMBERS.md", "```yaml quantities\na: = b\n```\n")
    repository.write("docs/a.md", WRONG)
    found = lint()
    assert [each.rule for each in found.findings] == ["canonical-drift"]
    assert [each.path for each in found.problems] == ["CANONICAL-NUMBERS.md"]
    repository.write("CANONICAL-NUMBERS.md", MODEL)
    repository.write(".claimlint.yaml", "ignroe: [bare-multiple]\n")
    found = lint()
    assert [each.path for each in found.problems] == [".claimlint.yaml"]
    assert found.exit_status == 2


def test_a_base_that_does_not_load(repository: Repository) -> None:
    repository.write(".claimlint.yaml", "ignroe: [bare-multiple]\n")
    base = repository.commit()
    repository.write(".claimlint.yaml", "")
    [problem] = lint(base=base).problems
    assert (problem.path, problem.message.partition(":")[0]) == (".claimlint.yaml", f"at {base}")
    repository.write(".claimlint.yaml", "baseline: known.json\n")
    base = repository.commit()
    repository.write("known.json", '{"version": 1, "findings": []}')
    [problem] = lint(base=base).problems
    assert (problem.path, problem.message.partition(";")[0]) == ("known.json", f"does not exist at {base}")


def test_a_long_reason_is_cut(repository: Repository) -> None:
    repository.write("docs/a.md", PAGE + BARE.replace(".", f". {DIRECTIVE.replace('talk', 'talk ' * 900)}"))
    [note] = lint().notes
    assert len(note.message) < 400
    assert note.message.endswith("…")


def test_a_caveat_that_takes_too_long(repository: Repository) -> None:
    slow = MODEL.replace("  text: No disk was read for this.", "  text: x\n  accept: ['(a?){40}(a|aa)+$']")
    repository.write("CANONICAL-NUMBERS.md", slow)
    base = repository.commit()
    repository.write("docs/a.md", f"A read takes 90 µs. {DIRECTIVE}\n\n{'a' * 5000}!\n")
    repository.write("docs/b.md", BARE)
    found = lint(base=base)
    # One page that fails is one problem, and hides nothing of the others.
    assert [each.path for each in found.problems] == ["docs/a.md"]
    assert [each.path for each in found.findings] == ["docs/b.md"]


def test_named_settings_and_models_too(repository: Repository, tmp_path: Path) -> None:
    repository.write("ci/strict.yaml", "severity: {bare-multiple: error}\n")
    repository.write("ci/model.md", MODEL)
    base = repository.commit()
    repository.write("ci/strict.yaml", "ignore: [bare-multiple, canonical-drift]\n")
    repository.write("ci/model.md", MODEL.replace("90 µs", "95 µs"))
    repository.write("docs/a.md", WRONG + BARE)
    found = lint(base=base, project=Project(config="ci/strict.yaml", model="ci/model.md"))
    assert sorted(each.rule for each in found.findings) == ["bare-multiple", "canonical-drift"]
    # A file outside of the repository is read as it is: nobody but the user names it.
    (tmp_path / "mine.yaml").write_text("ignore: [bare-multiple]\n", encoding="utf-8")
    found = lint(base=base, project=Project(config=str(tmp_path / "mine.yaml")))
    assert rules(found) == ["canonical-drift"]


def test_with_a_diff(repository: Repository) -> None:
    repository.write("docs/a.md", PAGE + BARE)
    repository.commit()
    repository.git("branch", "-f", "main")
    repository.write("docs/a.md", PAGE + BARE + "\nIt is 300× cheaper.\n")
    repository.write(".claimlint.yaml", "ignore: [bare-multiple]\n")
    repository.write("CANONICAL-NUMBERS.md", MODEL.replace("90 µs", "95 µs"))
    found = lint(diff="main")
    assert [(each.rule, each.claim) for each in found.findings] == [("bare-multiple", "300×")]
    assert found.summary.since == "main"
    assert any("`read_time` was 90 µs and is 95 µs" in note for note in notes(found))


def test_repositories(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Repository(repository.root / "inner")
    inner.write("a.md", BARE)
    inner.commit()
    repository.write("docs/a.md", PAGE + BARE)
    found = lint()
    assert [each.path for each in found.findings] == ["docs/a.md"]
    assert notes(found) == ["inner: 1 file of another repository left out: main is not of it"]
    monkeypatch.chdir(tmp_path)
    assert rules(lint("repository/docs")) == ["bare-multiple"]
    with pytest.raises(GitError, match="of several repositories"):
        lint("repository/docs", "repository/inner")
    with pytest.raises(GitError, match="not in a git repository"):
        lint(".")


def test_the_command(
    repository: Repository, claimlint: Callable[..., Run], report: Callable[..., Any]
) -> None:
    repository.write("docs/a.md", f"{PAGE}\nIt is 218× cheaper. {DIRECTIVE}\n\nIt is 300× cheaper.\n")
    repository.write(".claimlint.yaml", "exclude: [docs]\n")
    done = claimlint("check", "--trust", "main", cwd=repository.root)
    assert done.returncode == 1
    assert "docs/a.md:9:7: error bare-multiple" in done.stdout
    assert "docs/a.md:7:7: note: 218×: bare-multiple is silenced" in done.stdout
    found = report("--trust", "main", "--diff", "main", cwd=repository.root)
    assert [each["line"] for each in found["findings"]] == [9]
    assert len(found["notes"]) == 2
    files = claimlint("check", "--trust", "main", "--show-files", cwd=repository.root)
    assert "docs/a.md" in files.stdout
    for arguments, message in (
        (("--trust", "nope"), "there is no revision 'nope'"),
        (("--trust=--x",), "is not the name of a revision"),
        (("--trust", "main", "--fix"), "--fix and --trust exclude each other"),
    ):
        done = claimlint("check", *arguments, cwd=repository.root)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
