"""A directive that silences nothing: what it was for has gone, or never was there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from claimlint.checks.flaw import Flaw, Range
from claimlint.directives import Directive, alone
from claimlint.findings import Edit, Fix
from claimlint.reason.page import Page


def check(page: Page, options: Mapping[str, object]) -> Iterator[Flaw]:
    """Yield each directive that silences nothing, or nothing of one of its rules.

    Fields: directive (as written, without its reason), rules (that silence nothing).
    """
    idle: dict[Directive, list[str]] = {}
    for directive, rule in page.unused:
        idle.setdefault(directive, []).append(rule)
    for directive, rules in idle.items():
        fields = {"directive": f"{directive.word}[{', '.join(directive.rules)}]", "rules": ", ".join(rules)}
        edit = _without(page.document.text, directive, rules)
        left = [name for name in directive.rules if name not in rules]
        summary = f"leave out {', '.join(rules)}" if left else "remove the directive"
        # The end of a region would be left behind, and be a mistake.
        fix = Fix((edit,), True, summary) if edit is not None and directive.word != "off" else None
        yield Flaw(Range(directive.start, directive.end), fields, fix=fix)


def _without(text: str, directive: Directive, rules: list[str]) -> Edit | None:
    """The comment without some of its rules, or nothing in its place; None where that is not plain."""
    start, end = directive.start, directive.end
    left = [name for name in directive.rules if name not in rules]
    if left:
        names = re.search(r"\[([^\[\]]*)\]", text[start:end])
        return Edit(start + names.start(1), start + names.end(1), ", ".join(left)) if names else None
    if alone(text, start, end):
        while start and text[start - 1] in " \t":
            start -= 1
        while end < len(text) and text[end] in " \t":
            end += 1
        for newline in ("\r\n", "\n", "\r"):
            if text.startswith(newline, end):
                return Edit(start, end + len(newline), "")
        return Edit(start, end, "")
    if text[start - 1 : start] in (" ", "\t") and text[end : end + 1] in ("", " ", "\t", "\r", "\n"):
        start -= 1
    return Edit(start, end, "")
