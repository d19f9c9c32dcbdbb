"""Rules for people: the list of all, and the whole story of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill, indent
from typing import TextIO

from claimlint.report.terminal import visible
from claimlint.rules import Example, Rule

WIDTH = 88


def write_list(rules: Sequence[Rule], stream: TextIO) -> None:
    """One rule a line: its name, its severity, what it asks for."""
    wide = max(len(rule.name) for rule in rules)
    for rule in rules:
        stream.write(f"{rule.name:{wide}}  {rule.severity:7}  {visible(rule.summary)}\n")


def write_story(rule: Rule, stream: TextIO) -> None:
    """What the rule asks for and why, its severity and options, what it passes and what it flags."""
    severity = rule.severity
    if rule.without_model != severity:
        severity += f" ({rule.without_model} without a canonical model)"
    stream.write(f"{rule.name}: {severity}\n\n{_plain(fill(rule.summary, WIDTH))}\n")
    stream.write(f"\n{_plain(fill(rule.why, WIDTH))}\n")
    for name, value in rule.options.items():
        stream.write(f"\nOption {visible(str(name))}: {visible(str(value))}\n")
    models = {example.model for example in (*rule.good, *rule.bad)} - {None}
    for model in sorted(filter(None, models)):
        stream.write(f"\nWith the model\n\n{indent(_plain(model.strip()), '    ')}\n")
    stream.write("\nPasses:\n" + "".join(_examples(rule.good)))
    stream.write("\nIs flagged, at what stands between « and »:\n" + "".join(_examples(rule.bad)))


def to_markdown(rules: Sequence[Rule]) -> str:
    """The page docs/rules.md."""
    parts = ["# Rules\n", "\nMade from `rules/` by the tests; `claimlint explain RULE` prints the same.\n"]
    for rule in rules:
        severity = f"`{rule.severity}`"
        if rule.without_model != rule.severity:
            severity += f", `{rule.without_model}` without a canonical model"
        parts.append(f"\n## {rule.name}\n\n{rule.summary} Severity: {severity}.\n\n")
        parts.append("".join(f"> {line}\n" for line in fill(rule.why.strip(), 110).split("\n")))
        for model in sorted({example.model for example in (*rule.good, *rule.bad) if example.model}):
            parts.append(f"\nWith the model\n\n{_fenced(model, 'markdown')}")
        for title, examples in (
            ("Passes", rule.good),
            ("Is flagged, at what stands between « and »", rule.bad),
        ):
            parts.append(f"\n{title}:\n")
            for example in examples:
                language = _language(example.file)
                parts.append(f"\n{_fenced(example.doc, language)}")
                parts.extend(f"\n{how}:\n\n{_fenced(text, language)}" for how, text in _fixed(example))
    return "".join(parts)


def table(rules: Sequence[Rule]) -> str:
    """The rules as a Markdown table of names and summaries."""
    rows = "".join(f"| [`{rule.name}`](docs/rules.md#{rule.name}) | {rule.summary} |\n" for rule in rules)
    return f"| Rule | What holds when it is kept |\n|---|---|\n{rows}"


def _fenced(text: str, language: str) -> str:
    return f"````{language}\n{text.strip()}\n````\n"


def _language(file: str) -> str:
    return {"svg": "xml", "txt": "text"}.get(file.rpartition(".")[2], "markdown")


def _examples(examples: Sequence[Example]) -> Iterator[str]:
    for example in examples:
        yield f"\n{indent(_plain(example.doc.strip()), '    ')}\n"
        for how, text in _fixed(example):
            yield f"\n  {how}:\n\n{indent(_plain(text.strip()), '    ')}\n"


def _fixed(example: Example) -> Iterator[tuple[str, str]]:
    """What fixing makes of an example, and how."""
    if example.fixed is not None:
        yield "`--fix` makes of it", example.fixed
    if example.fixed_unsafely is not None:
        yield "`--fix --unsafe-fixes` makes of it", example.fixed_unsafely


def _plain(text: str) -> str:
    """Lines that a terminal may show: a rule file need not be ours."""
    return "\n".join(map(visible, text.split("\n")))
