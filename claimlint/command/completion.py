"""`claimlint completion`."""

from __future__ import annotations

import click

from claimlint import streams
from claimlint.completion import SHELLS, script


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, options, rules, formats and quantities.

    \b
    bash: eval "$(claimlint completion bash)"               in ~/.bashrc
    zsh:  eval "$(claimlint completion zsh)"                in ~/.zshrc, after compinit
    fish: claimlint completion fish > ~/.config/fish/completions/claimlint.fish
    """
    group = context.find_root().command
    assert isinstance(group, click.Group)
    streams.write(lambda stream: stream.writelines((script(shell, group),)))
