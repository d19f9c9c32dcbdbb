"""`claimlint lsp`."""

from __future__ import annotations

import sys

import click

LIBRARIES = ("pygls", "lsprotocol", "attrs", "attr", "cattrs")


@click.command()
@click.option("--stdio", is_flag=True, hidden=True, help="What is done anyway; some editors add it.")
def command(stdio: bool) -> None:
    """Serve an editor: diagnostics, hover, quick fixes and more over standard input and output.

    The editor starts this command and speaks the Language Server Protocol with it; see docs/editors.md.
    """
    try:
        from claimlint.editor import server
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in LIBRARIES:
            raise
        raise click.ClickException(
            f"`claimlint lsp` needs the package {missing}:"
            " install it with: pip install 'claimlint-numbers[lsp]'"
        ) from None
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("`claimlint lsp` needs standard input and output: an editor starts it")
    sys.exit(server.serve())
