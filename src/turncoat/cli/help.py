"""Help in the language spoken: every command and parameter is described by the catalogue, never in the code.

Under `help.<command>` the catalogue has `about`, `examples` where there are some, and one entry for each parameter.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from typer.core import TyperCommand, TyperGroup

from .errors import unknown
from .language import knows, say

SHARED = "every"  # parameters that many commands have are described once, under help.every


class Command(TyperCommand):
    """A command that shows its help from the catalogue."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        from .help_page import show_command

        show_command(self, ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The help option, described like any other."""
        return _described(super().get_help_option(ctx))


class CommandGroup(TyperGroup):
    """The whole command line, listing its commands and loading the one that is used."""

    names: tuple[str, ...] = ()
    load: Callable[[str], Any]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        from .help_page import show_group

        show_group(self, ctx, self.names)

    def get_help_option(self, ctx: Any) -> Any:
        """The help option, described like any other."""
        return _described(super().get_help_option(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(self.names)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, described, with the options that belong to all."""
        if cmd_name in self.names and cmd_name not in self.commands:
            command = self.load(cmd_name)
            command.params += [parameter for parameter in self.params if parameter.name == "lang"]
            command.help = command.short_help = say(f"help.{cmd_name}.short")
            for parameter in command.params:
                parameter.help = describe(cmd_name, parameter.name)
            self.commands[cmd_name] = command
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command of that name; the nearest one is suggested where there is none."""
        if args and args[0] not in self.names and not ctx.resilient_parsing:
            self._refuse(args[0])
        return super().resolve_command(ctx, args)

    def _refuse(self, name: str) -> NoReturn:
        raise unknown("no_command", name, self.names)


def describe(command: str, parameter: str) -> str:
    """What a parameter is for."""
    own = f"help.{command}.{parameter}"
    return say(own if knows(own) else f"help.{SHARED}.{parameter}")


def _described(option: Any) -> Any:
    if option is not None:
        option.help = say(f"help.{SHARED}.help")
    return option
