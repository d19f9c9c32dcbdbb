"""`claimlint model`."""

from __future__ import annotations

import os
import sys

import click

from claimlint import shell, streams
from claimlint.command._options import format_option


@click.command()
@click.argument("file", required=False)
@format_option
def command(file: str | None, output_format: str) -> None:
    """Print a canonical model with every value it defines; by default the nearest above this folder."""
    from claimlint.files import repository
    from claimlint.models import MODEL_NAME, BrokenModel, Models
    from claimlint.report import model as model_report

    here = os.getcwd()
    try:
        loaded = Models(file).of_folder(here, repository(here))
    except BrokenModel as broken:
        problems = broken.problems
        streams.write(lambda stream: model_report.write_problems(output_format, problems, stream))
        sys.exit(shell.NOT_CHECKED)
    if loaded is None:
        raise click.UsageError(
            f"there is no {MODEL_NAME} in this folder or above it, up to the repository's root"
        )
    streams.write(lambda stream: model_report.write(output_format, loaded, stream))
