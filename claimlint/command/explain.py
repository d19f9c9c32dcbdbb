"""`claimlint explain`."""

from __future__ import annotations

import click

from claimlint import streams


@click.command()
@click.argument("rule")
def command(rule: str) -> None:
    """Say what a rule asks for and why, with examples."""
    from claimlint import rules
    from claimlint.report import stories

    known = {each.name: each for each in rules.load()}
    if rule not in known:
        import difflib

        near = difflib.get_close_matches(rule, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
        raise click.UsageError(f"there is no rule {rule!r}; {hint}")
    streams.write(lambda stream: stories.write_story(known[rule], stream))
