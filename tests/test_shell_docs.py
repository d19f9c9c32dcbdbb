"""The documentation shows what the commands print: `pytest --update-golden` rewrites it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest
from generated import ROOT, ci, commands, compare, hooks, settings

from claimlint import rules, schemas
from claimlint.report import stories

Run = subprocess.CompletedProcess[str]

README = ROOT / "README.md"


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


def test_the_file_of_hooks(update: bool) -> None:
    compare(ROOT / ".pre-commit-hooks.yaml", hooks(), update)


def test_the_page_of_commands(claimlint: Callable[..., Run], update: bool) -> None:
    compare(ROOT / "docs" / "commands.md", commands(claimlint), update)


def test_the_page_of_settings(update: bool) -> None:
    page = ROOT / "docs" / "settings.md"
    compare(page, settings(page.read_text(encoding="utf-8")), update)


def test_the_inputs_of_the_action(update: bool) -> None:
    page = ROOT / "docs" / "ci.md"
    compare(page, ci(page.read_text(encoding="utf-8")), update)


@pytest.mark.parametrize("name", schemas.names())
def test_the_schemas(name: str, update: bool) -> None:
    compare(ROOT / "docs" / "schemas" / f"{name}.json", schemas.to_json(name), update)


def test_the_page_of_rules(update: bool) -> None:
    compare(ROOT / "docs" / "rules.md", stories.to_markdown(rules.load()), update)


def test_the_table_of_rules_in_the_readme(update: bool) -> None:
    text = README.read_text(encoding="utf-8")
    table = stories.table(rules.load())
    compare(
        README,
        re.sub(r"(<!-- rules -->\n\n)(?:\|.*\n)*\n?", lambda match: f"{match[1]}{table}\n", text),
        update,
    )


def test_the_output_in_the_readme(claimlint: Callable[..., object], update: bool) -> None:
    text = README.read_text(encoding="utf-8")

    def shown(match: re.Match[str]) -> str:
        program, *arguments = match[2].split()
        assert program == "claimlint"
        return f"{match[1]}```console\n$ {match[2]}\n{claimlint(*arguments, cwd=ROOT).stdout}```\n"

    expected = re.sub(r"(<!-- output: (claimlint .*) -->\n)```console\n(?:.*\n)*?```\n", shown, text)
    assert expected.count("$ claimlint check examples/figure-5-1/broken/page.md\n") == 1
    compare(README, expected, update)


def test_every_link_between_the_documents_leads_somewhere() -> None:
    for path in (README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
