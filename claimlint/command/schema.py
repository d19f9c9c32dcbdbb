"""`claimlint schema`."""

from __future__ import annotations

import click

from claimlint import schemas, streams


@click.command()
@click.argument("name", type=click.Choice(schemas.names()))
def command(name: str) -> None:
    """Print a JSON Schema for editors: of settings, of the blocks of a model, or of rule files."""
    streams.write(lambda stream: stream.writelines((schemas.to_json(name),)))
