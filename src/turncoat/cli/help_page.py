"""The page of help: usage, what it does, arguments, options, examples."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .console import display
from .errors import FAULT, FINE, INTERRUPTED, NO, USAGE
from .language import knows, say
from .wrapping import Wrapped

HEADING = "bold"
NAME = "cyan"


def show_command(command: Any, ctx: Any) -> None:
    """Print the help of one command."""
    display(_help(command, ctx, command.name or ""))


def show_group(group: Any, ctx: Any, names: Sequence[str]) -> None:
    """Print the help of the whole command line."""
    commands = [(name, Wrapped(say(f"help.{name}.short"))) for name in names]
    display(_help(group, ctx, "turncoat", [_section("commands", commands), _exit_codes()]))


def _help(command: Any, ctx: Any, name: str, more: Sequence[RenderableType] = ()) -> RenderableType:
    parameters = [each for each in command.get_params(ctx) if not each.hidden]
    arguments = [(_argument(each), _about(each)) for each in parameters if each.param_type_name == "argument"]
    options = [(_option(each), _about(each)) for each in parameters if each.param_type_name == "option"]
    pieces = " ".join(command.collect_usage_pieces(ctx))
    usage = Text.assemble((say("help.words.usage"), HEADING), f" {ctx.command_path} ", (pieces, NAME))
    about = Padding(Wrapped(say(f"help.{name}.about").strip()), (1, 0, 0, 2))
    parts = [usage, about, _section("arguments", arguments), _section("options", options)]
    if knows(f"help.{name}.examples"):
        examples = Padding(Wrapped(say(f"help.{name}.examples").strip()), (0, 0, 0, 2))
        parts += [Text(), Text(say("help.words.examples"), style=HEADING), examples]
    return Group(*parts, *more)


def _section(title: str, rows: list[tuple[str, Wrapped]]) -> RenderableType:
    if not rows:
        return Group()
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style=NAME, max_width=30, overflow="fold")
    table.add_column(overflow="fold")
    for name, about in rows:
        table.add_row(name, about)
    return Group(Text(), Text(say(f"help.words.{title}"), style=HEADING), Padding(table, (0, 0, 0, 2)))


def _exit_codes() -> RenderableType:
    codes = [(str(code), Wrapped(say(f"help.codes.code_{code}"))) for code in (FINE, NO, USAGE, FAULT, INTERRUPTED)]
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


def _about(parameter: Any) -> Wrapped:
    about = Text(parameter.help or "")
    default = parameter.default
    if parameter.param_type_name == "option" and not parameter.is_flag and default not in (None, ""):
        about.append(f" {say('help.words.default', value=default)}", style="dim")
    if parameter.envvar:
        about.append(f" {say('help.words.variable', name=parameter.envvar)}", style="dim")
    return Wrapped(about)
