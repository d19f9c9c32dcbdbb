"""The command line: each command is a module of `claimlint/command/`, loaded when it is used."""

from __future__ import annotations

import os
from importlib import import_module
from typing import NoReturn

import click

from claimlint import __version__, shell


class _Commands(click.Group):
    """A group whose commands are the modules of a folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        folder = os.path.join(os.path.dirname(__file__), "command")
        modules = (name.removesuffix(".py") for name in os.listdir(folder) if name.endswith(".py"))
        return sorted(name.replace("_", "-") for name in modules if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module("claimlint.command." + cmd_name.replace("-", "_")).command
        command.name = cmd_name
        if ctx.resilient_parsing:  # A shell asks what may come next.
            from claimlint import completion

            completion.attach(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if (
            args
            and not ctx.resilient_parsing
            and not name.startswith("-")
            and name not in self.list_commands(ctx)
        ):
            import difflib

            near = difflib.get_close_matches(name, self.list_commands(ctx), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"No such command {name!r}.{hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="claimlint")
def cli() -> None:
    """A linter for the numbers in technical documents."""


def main() -> NoReturn:
    """Run the command; never returns."""

    def read_and_run() -> object:
        try:
            return cli.main(prog_name="claimlint", standalone_mode=False)
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except click.Abort:
            return shell.INTERRUPTED

    shell.end_with(read_and_run)
