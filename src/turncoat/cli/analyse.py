"""The command `analyse`: what the engine thinks of a position, while it thinks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from turncoat.games import Position
from turncoat.games.notation import write_transcript

from . import arguments
from .analysts import thinking
from .board import Board, marks, moves_cursor
from .console import output, print_json, print_note
from .errors import FINE, INTERRUPTED, NO, CommandError
from .facts import facts, outlook, side_name, title
from .language import say, spoken
from .wrapping import Wrapped

if TYPE_CHECKING:  # the engine brings numpy, which a command that only complains need not wait for
    from turncoat.engine import Line

SECONDS = 5.0  # where no limit is given
Lines = list["Line"]


def analyse(
    where: arguments.Where = None,
    *,
    moves: arguments.Moves = "",
    position: arguments.PositionText = None,
    time: arguments.Time = None,
    nodes: arguments.Nodes = None,
    depth: arguments.Depth = None,
    infinite: Annotated[bool, typer.Option("--infinite")] = False,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=100, metavar="N")] = 3,
    threads: arguments.Threads = 1,
    memory: arguments.Memory = 64,
    program: arguments.Program = None,
    ascii_only: arguments.Ascii = False,
    json: arguments.Json = False,
) -> int:
    """Think about a position and tell about it on the way; Ctrl-C ends it with what was found."""
    from turncoat.engine import Limit

    game = arguments.read_game(where, moves, position)
    found = game.position
    limited = (time, nodes, depth) != (None, None, None)
    if infinite and limited:
        raise CommandError("infinite_and_limit")
    if not infinite and not limited:
        time = SECONDS
    limit = Limit(time=time, nodes=nodes, depth=depth, lines=lines, threads=threads)
    if found.is_over:
        print_note(outlook(found).plain)
        return NO
    try:
        with (
            thinking(game, memory, program, endless=infinite) as engine,
            _reporter(found, json=json, ascii_only=ascii_only) as tell,
        ):
            for each in engine.analyse(found, limit):
                tell(each)
    except KeyboardInterrupt:
        print_note(say("analyse.interrupted"))
        return INTERRUPTED
    return FINE


class _Report(Protocol):
    def __call__(self, lines: Lines) -> None: ...


@contextmanager
def _reporter(position: Position, *, json: bool, ascii_only: bool) -> Iterator[_Report]:
    """How findings are told: as JSON, in place on a terminal, line by line elsewhere."""
    console = output()
    if json:
        yield lambda lines: print_json(as_data(lines))
    elif moves_cursor(console):
        console.print(title(position))
        beside = facts(position, console, ascii_only=ascii_only)
        console.print(Board(position, beside, marks=marks(position, choices=False), ascii_only=ascii_only), end="")
        waiting = Text(say("analyse.begins"), style="dim")
        with Live(waiting, console=console, refresh_per_second=8, vertical_overflow="visible") as live:
            yield lambda lines: live.update(_picture(position, lines))
    else:
        yield lambda lines: _write(position, lines)


def _picture(position: Position, lines: Lines) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column(say("analyse.value"), no_wrap=True)
    table.add_column(say("analyse.win"), justify="right", no_wrap=True)
    table.add_column(say("analyse.line"), overflow="fold")
    for line in lines:
        moves = Text(write_transcript(position, line.moves), style="cyan")
        value = Text(line.text(spoken()) if line.proved else _value(line), style="bold" if line.proved else "")
        table.add_row(str(line.rank + 1), value, f"{100 * line.win:.1f}%", moves)
    head = say("analyse.for_side", side=side_name(position, position.side))
    # The last line is empty: there the terminal writes the ^C that ends it, which must not break a full line in two.
    return Group(Text(_progress(lines[0]), style="dim"), Wrapped(head, "dim"), table, Text())


def _write(position: Position, lines: Lines) -> None:
    for line in lines:
        parts = [
            _progress(line),
            f"{line.rank + 1}.",
            line.text(spoken()) if line.proved else f"{_value(line)} ({100 * line.win:.1f}%)",
            write_transcript(position, line.moves),
        ]
        typer.echo("  ".join(parts))


def _progress(line: "Line") -> str:
    speed = _speed(line)
    return say(
        "analyse.progress",
        depth=f"{line.depth}/{line.deepest}",
        nodes=f"{line.nodes:,}",
        speed="-" if speed is None else short(speed),
        seconds=f"{line.seconds:.2f}",
    )


def _speed(line: "Line") -> int | None:
    """Nodes a second; None where too little was counted to tell."""
    return round(line.nodes / line.seconds) if line.nodes and line.seconds > 0.001 else None


def _value(line: "Line") -> str:
    """The estimate in hundredths, as engines write it."""
    return f"{line.value / 100:+.2f}"


def short(number: float) -> str:
    """A large number in few figures.

    >>> short(1_234_567), short(950)
    ('1.2 M', '950')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f} {letter}"
    return f"{number:.0f}"


def as_data(lines: Lines) -> dict[str, Any]:
    """One finished depth for programs."""
    first, last = lines[0], lines[-1]
    return {
        "depth": first.depth,
        "deepest": first.deepest,
        "nodes": last.nodes,
        "seconds": round(last.seconds, 6),
        "speed": _speed(last),
        "lines": [line_data(line) for line in lines],
    }


def line_data(line: "Line") -> dict[str, Any]:
    """One line for programs."""
    return {
        "value": line.value,
        "win": round(line.win, 4),
        "proved": line.proved,
        "lead": line.lead,
        "moves_to_end": line.moves_to_end,
        "moves": list(line.moves),
    }
