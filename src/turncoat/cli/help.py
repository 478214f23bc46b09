"""Help in the language spoken: every command and parameter is described by the catalogue, never in the code.

Under `help.<command>` the catalogue has `about`, `examples` where there are some, and one entry for each parameter.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from .console import display
from .errors import FAULT, FINE, INTERRUPTED, NO, USAGE, unknown
from .folding import Folded
from .language import knows, say

SHARED = "every"  # parameters that many commands have are described once, under help.every
HEADING = "bold"
NAME = "cyan"


class Command(TyperCommand):
    """A command that shows its help from the catalogue."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        display(_help(self, ctx, self.name or ""))

    def get_help_option(self, ctx: Any) -> Any:
        """The help option, described like any other."""
        return _described(super().get_help_option(ctx))


class CommandGroup(TyperGroup):
    """The whole command line, listing its commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        commands = [(name, Folded(say(f"help.{name}.short"))) for name in self.list_commands(ctx)]
        display(_help(self, ctx, "turncoat", [_section("commands", commands), _exit_codes()]))

    def get_help_option(self, ctx: Any) -> Any:
        """The help option, described like any other."""
        return _described(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command of that name; the nearest one is suggested where there is none."""
        if args and args[0] not in self.commands and not ctx.resilient_parsing:
            self._refuse(args[0])
        return super().resolve_command(ctx, args)

    def _refuse(self, name: str) -> NoReturn:
        raise unknown("no_command", name, self.commands)


def dress(group: Any) -> None:
    """Give every command and parameter its description, and every command the options that belong to all."""
    shared = [parameter for parameter in group.params if parameter.name == "lang"]
    for parameter in group.params:
        parameter.help = describe("turncoat", parameter.name)
    for name, command in group.commands.items():
        command.params += shared
        command.help = command.short_help = say(f"help.{name}.short")
        for parameter in command.params:
            parameter.help = describe(name, parameter.name)


def describe(command: str, parameter: str) -> str:
    """What a parameter is for."""
    own = f"help.{command}.{parameter}"
    return say(own if knows(own) else f"help.{SHARED}.{parameter}")


def _described(option: Any) -> Any:
    if option is not None:
        option.help = say(f"help.{SHARED}.help")
    return option


def _help(command: Any, ctx: Any, name: str, more: Sequence[RenderableType] = ()) -> RenderableType:
    parameters = [each for each in command.get_params(ctx) if not each.hidden]
    arguments = [(_argument(each), _about(each)) for each in parameters if each.param_type_name == "argument"]
    options = [(_option(each), _about(each)) for each in parameters if each.param_type_name == "option"]
    pieces = " ".join(command.collect_usage_pieces(ctx))
    usage = Text.assemble((say("help.words.usage"), HEADING), f" {ctx.command_path} ", (pieces, NAME))
    about = Padding(Folded(say(f"help.{name}.about").strip()), (1, 0, 0, 2))
    parts = [usage, about, _section("arguments", arguments), _section("options", options)]
    if knows(f"help.{name}.examples"):
        examples = Padding(Folded(say(f"help.{name}.examples").strip()), (0, 0, 0, 2))
        parts += [Text(), Text(say("help.words.examples"), style=HEADING), examples]
    return Group(*parts, *more)


def _section(title: str, rows: list[tuple[str, Folded]]) -> RenderableType:
    if not rows:
        return Group()
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style=NAME, max_width=30, overflow="fold")
    table.add_column(overflow="fold")
    for name, about in rows:
        table.add_row(name, about)
    return Group(Text(), Text(say(f"help.words.{title}"), style=HEADING), Padding(table, (0, 0, 0, 2)))


def _exit_codes() -> RenderableType:
    codes = [(str(code), Folded(say(f"help.codes.code_{code}"))) for code in (FINE, NO, USAGE, FAULT, INTERRUPTED)]
    return _section("codes", codes)


def _argument(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _option(parameter: Any) -> str:
    names = ", ".join(sorted(parameter.opts, key=len))
    if parameter.is_flag:
        return names
    choices = parameter.type_descriptor.choices
    value = "|".join(str(each) for each in choices) if choices else parameter.metavar or parameter.name.upper()
    return f"{names} {value}"


def _about(parameter: Any) -> Folded:
    about = Text(parameter.help or "")
    default = parameter.default
    if parameter.param_type_name == "option" and not parameter.is_flag and default not in (None, ""):
        about.append(f" {say('help.words.default', value=default)}", style="dim")
    return Folded(about)
