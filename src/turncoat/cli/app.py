"""The command `turncoat`: its commands, and the way in and out."""

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from turncoat import __version__
from turncoat.extras import MissingExtra
from turncoat.games.errors import TurncoatError

from . import arguments, completion
from .errors import FAULT, FINE, INTERRUPTED, NO, USAGE, CommandError, exit_code, of_rules, spoken_text, usage_sentence
from .help import Command, CommandGroup, describe
from .language import choose_language, say, speak

PROGRAM = "turncoat"

# Where each command is: a module is imported when its command is used, or when the help of all is shown.
COMMANDS: Mapping[str, str] = {
    "games": "show.games",
    "rules": "manual.rules",
    "show": "show.show",
    "moves": "show.moves",
    "play": "play.play",
    "replay": "play.replay",
    "analyse": "analyse.analyse",
    "review": "review.review",
    "engine": "engine.engine",
    "serve": "serve.serve",
    "backup": "backup.backup",
    "restore": "backup.restore",
    "perft": "count.perft",
    "playouts": "count.playouts",
    "arena": "arena.arena",
    "bench": "bench.bench",
    "solve": "solve.solve",
    "table": "solve.table",
    "new-game": "design.new_game",
    "check": "design.check",
    "version": "version.version",
}


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


def begin(
    context: typer.Context,
    lang: arguments.Lang = None,  # noqa: ARG001 — settled before the parser runs; here for help and completion
    version: Annotated[bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True)] = False,  # noqa: ARG001
) -> None:
    """With no command, show the help."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


def build() -> Any:
    """The commands, described in the language spoken."""
    app = typer.Typer(name=PROGRAM, cls=CommandGroup, invoke_without_command=True, rich_markup_mode=None)
    app.callback()(begin)
    group: Any = get_command(app)
    group.names, group.load = tuple(COMMANDS), load
    for parameter in group.params:
        parameter.help = describe(PROGRAM, parameter.name)
    return group


def load(name: str) -> Any:
    """The command of that name, without the options that belong to all."""
    module, _, function = COMMANDS[name].partition(".")
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(name, cls=Command)(getattr(import_module(f".{module}", __package__), function))
    return get_command(app)


def run(given: list[str]) -> int:
    """Run the command line; the exit code comes back."""
    speak(choose_language(given, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows a ? rather than nothing
    try:
        code = completion.answering(lambda: _run(given))
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as end:
        # typer and rich answer a broken pipe with an exit of their own.
        if not isinstance(end, BrokenPipeError) and not isinstance(end.__context__, BrokenPipeError):
            raise
        # The reader has seen enough, as `head` has.  Python would complain once more when it closes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return code


def _run(given: list[str]) -> int:
    try:
        completion.check(given)
        answer = build().main(args=given, prog_name=PROGRAM, standalone_mode=False)
    except TyperException as error:
        print_error(usage_sentence(error))
        print_hint(error)
        return USAGE
    except CommandError as error:
        print_error(error.text())
        return error.code
    except MissingExtra as error:
        print_error(say("errors.missing_extra", name=error.package, extra=error.extra))
        return USAGE
    except TurncoatError as error:
        print_error(spoken_text(error))
        return exit_code(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        return NO
    except MemoryError:
        print_error(say("errors.no_memory"))
        return NO
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("TURNCOAT_DEBUG"):
            raise
        broken = of_rules(error)
        if broken:
            print_error(spoken_text(broken))
            return NO
        print_error(say("errors.fault", kind=type(error).__name__, message=error))
        return FAULT
    return answer if isinstance(answer, int) else FINE


def print_error(sentence: str) -> None:
    """One clear sentence on standard error."""
    from .console import print_error as show

    show(sentence)


def print_hint(error: TyperException) -> None:
    """Where more is said about the command."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    sys.stderr.write(say("errors.see_help", command=path) + "\n")
