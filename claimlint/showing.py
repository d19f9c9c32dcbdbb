"""What a run would read, and the settings that would hold: `--show-files` and `--show-settings`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from claimlint import files, streams
from claimlint.files import File
from claimlint.project import BrokenModel, BrokenSettings, Project
from claimlint.report.terminal import visible


def show(paths: Iterable[str] | File, project: Project, *, settings: bool) -> int:
    """Print the files, each with its settings when those are asked for; the exit status."""
    found, problems = files.chosen(paths, project.excludes, project.elsewhere)
    groups: dict[str, list[str]] = {}
    for file in found:
        groups.setdefault(_settings(file, project) if settings else "", []).append(file.path)

    def write(stream: TextIO) -> None:
        from claimlint.report.text import problem_line

        for text, paths in groups.items():
            stream.writelines(f"{visible(path)}\n" for path in paths)
            stream.write(text)
        stream.writelines(map(problem_line, (*problems, *project.broken())))

    streams.write(write)
    return 2 if problems or project.broken() else 0


def _settings(file: File, project: Project) -> str:
    """What holds for a file, indented."""
    try:
        held = project.settings(file)
        rules = project.rules(file)
        model = project.model(file)
    except BrokenSettings as broken:
        return f"  settings that do not load: {visible(broken.path)}\n\n"
    except BrokenModel as broken_model:
        return f"  a model that does not load: {visible(broken_model.path)}\n\n"
    lines = [f"settings: {held.path or 'none'}"]
    lines += [f"extends: {path}" for path in held.extended]
    lines += [f"model: {model.path if model is not None else 'none'}"]
    lines += [f"exclude: {pattern}" for pattern in held.exclude]
    for rule in rules:
        severity = rule.severity
        if rule.without_model != severity:
            severity += f" ({rule.without_model} without a model)"
        options = held.options.get(rule.name, {})
        more = "".join(f", {name}: {value}" for name, value in options.items())
        lines.append(f"rule {rule.name}: {severity}{more}")
    return "".join(f"  {visible(line)}\n" for line in lines) + "\n"
