"""`claimlint rules`."""

from __future__ import annotations

import click

from claimlint import streams


@click.command()
def command() -> None:
    """List the rules."""
    from claimlint import rules
    from claimlint.report import stories

    streams.write(lambda stream: stories.write_list(rules.load(), stream))
