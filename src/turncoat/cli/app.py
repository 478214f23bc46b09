"""The command `turncoat`: its commands, and the way in and out."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from turncoat.games.kit import TurncoatError

from . import analyse, arena, arguments, bench, completion, count, engine, look, manual, play, review, serve, solve
from .console import print_error, print_json
from .errors import FAULT, FINE, INTERRUPTED, NO, USAGE, CommandError, exit_code, spoken_text, usage_sentence
from .help import Command, CommandGroup, dress
from .language import say, settle, speak

PROGRAM = "turncoat"


def number() -> str:
    """The version that is installed."""
    try:
        return version("turncoat")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0"


def show_version(json: arguments.Json = False) -> None:
    """Show which version this is."""
    if json:
        print_json({"version": number()})
    else:
        typer.echo(f"turncoat {number()}")


def _print_version(wanted: bool) -> None:
    if wanted:
        show_version()
        raise typer.Exit


def begin(
    context: typer.Context,
    lang: arguments.Lang = None,  # noqa: ARG001 — settled before the parser runs; here for help and completion
    version: Annotated[bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True)] = False,  # noqa: ARG001
) -> None:
    """With no command, show the help."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


COMMANDS: Mapping[str, Callable[..., int | None]] = {
    "games": look.games,
    "rules": manual.rules,
    "show": look.show,
    "moves": look.moves,
    "play": play.play,
    "replay": play.replay,
    "analyse": analyse.analyse,
    "review": review.review,
    "engine": engine.engine,
    "serve": serve.serve,
    "perft": count.perft,
    "playouts": count.playouts,
    "arena": arena.arena,
    "bench": bench.bench,
    "solve": solve.solve,
    "table": solve.table,
    "version": show_version,
}


def build() -> Any:
    """The commands, described in the language spoken."""
    app = typer.Typer(name=PROGRAM, cls=CommandGroup, invoke_without_command=True, rich_markup_mode=None)
    app.callback()(begin)
    for name, command in COMMANDS.items():
        app.command(name, cls=Command)(command)
    group = get_command(app)
    dress(group)
    return group


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code comes back."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    speak(settle(given, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows a ? rather than nothing
    try:
        code = completion.answering(lambda: _run(given))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away, as `head` does.  Python would complain once more when it closes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    return code


def _run(given: list[str]) -> int:
    try:
        answer = build().main(args=given, prog_name=PROGRAM, standalone_mode=False)
    except TyperException as error:
        print_error(usage_sentence(error))
        print_hint(error)
        return USAGE
    except CommandError as error:
        print_error(error.text())
        return error.code
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
        print_error(say("errors.fault", kind=type(error).__name__, message=error))
        return FAULT
    return answer if isinstance(answer, int) else FINE


def print_hint(error: TyperException) -> None:
    """Where more is said about the command."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    sys.stderr.write(say("errors.see_help", command=path) + "\n")
