"""`claimlint test-rules`."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from claimlint import shell, streams


@click.command()
@click.argument("folders", nargs=-1, metavar="[FOLDER]...")
def command(folders: tuple[str, ...]) -> None:
    """Run the examples of your own rule files; by default those of the folders that the settings name.

    Each bad example must be flagged at what stands between « and », and a good one nowhere.

    Exit status: 0 when all are as they say, 1 when one is not, 2 when rule files cannot be read.
    """
    from claimlint.examples import failures
    from claimlint.files import repository
    from claimlint.project import BrokenSettings, Project
    from claimlint.report.terminal import visible
    from claimlint.report.text import problem_line
    from claimlint.settings.own import rule_files

    here = os.getcwd()
    project = Project()
    try:
        named = tuple(map(os.path.abspath, folders)) or project.finder.of(here, repository(here)).rules
        if not named:
            raise click.UsageError("the settings name no folder of rules (`rules: [FOLDER]`); name one here")
        for path, folder in zip(named, folders, strict=False):
            if not os.path.isdir(path):
                raise click.UsageError(f"{folder} is no folder")
        if folders:  # What is named need not be of this repository.
            found = {}
            for path in named:
                found.update(rule_files((path,), repository(path), project.tree))
        else:
            found = rule_files(named, repository(here), project.tree)
    except BrokenSettings as broken:
        problems = broken.problems
        streams.write(lambda stream: stream.writelines(map(problem_line, problems)))
        sys.exit(shell.NOT_CHECKED)
    told = [
        f"{path}:{failure.line}: {failure.message}"
        for path, rule in found.items()
        for failure in failures(rule)
    ]
    examples = sum(len(rule.good) + len(rule.bad) for rule in found.values())

    def write(stream: TextIO) -> None:
        stream.writelines(f"{visible(line)}\n" for line in told)
        stream.write(f"{_count(len(found), 'rule')}, {_count(examples, 'example')}: ")
        stream.write(f"{_count(len(told), 'failure')}\n" if told else "all as they say\n")

    streams.write(write)
    sys.exit(1 if told else 0)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
