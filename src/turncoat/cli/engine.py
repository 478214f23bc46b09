"""The command `engine`."""

from typing import Annotated, Literal

import typer

from turncoat import __version__

from . import arguments

STDIN, STDOUT = 0, 1


def engine(
    ruleset: arguments.RulesetArgument = None,
    protocol: Annotated[Literal["ugi", "nboard", "gtp"], typer.Option("--protocol", "-p")] = "ugi",
    level: Annotated[str, typer.Option("--level", "-l")] = "max",
) -> None:
    """Speak with a program on standard input and output until it says quit."""
    from turncoat.engine.levels import Level
    from turncoat.protocols.server import Wire, serve

    serve(protocol, Wire(STDIN, STDOUT), ruleset, __version__, Level(level))
