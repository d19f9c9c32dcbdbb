"""`claimlint explain`."""

from __future__ import annotations

import sys

import click

from claimlint import shell, streams


@click.command()
@click.argument("rule")
def command(rule: str) -> None:
    """Say what a rule asks for and why, with examples; one of claimlint, or of your own."""
    from claimlint import rules
    from claimlint.known import rules_here
    from claimlint.report import stories
    from claimlint.report.text import problem_line

    known = {each.name: each for each in rules.load()}
    if rule not in known:
        here, problems = rules_here()
        if problems:
            for problem in problems:
                streams.say(problem_line(problem).rstrip("\n"))
            sys.exit(shell.NOT_CHECKED)
        known = {each.name: each for each in here}
    if rule not in known:
        import difflib

        near = difflib.get_close_matches(rule, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
        raise click.UsageError(f"there is no rule {rule!r}; {hint}")
    streams.write(lambda stream: stories.write_story(known[rule], stream))
