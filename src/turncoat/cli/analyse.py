"""The command `analyse`: what the engine thinks of a position, while it thinks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from turncoat.games.kit import Position
from turncoat.games.notation import write_transcript

from . import arguments
from .board import Board, marks, moves_cursor
from .console import output, print_json, print_note
from .errors import FINE, INTERRUPTED, NO
from .facts import facts, outlook, side_name, title
from .folding import Folded
from .language import say, spoken

if TYPE_CHECKING:  # the engine brings numpy, which a command that only complains need not wait for
    from turncoat.engine import Line

SECONDS = 5.0  # where no limit is given
Lines = list["Line"]


def analyse(
    where: arguments.Where = None,
    *,
    moves: arguments.Moves = "",
    position: arguments.PositionText = None,
    time: Annotated[float | None, typer.Option("--time", metavar="SECONDS")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", min=1)] = None,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", min=1, max=239)] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=100, metavar="N")] = 3,
    threads: arguments.Threads = 1,
    memory: Annotated[int, typer.Option("--memory", min=1, max=1 << 20, metavar="MIB")] = 64,
    ascii_only: arguments.Ascii = False,
    json: arguments.Json = False,
) -> int:
    """Think about a position and tell about it on the way; Ctrl-C ends it with what was found."""
    from turncoat.engine import Engine, Limit

    found = arguments.read_position(where, moves, position)
    if time is None and nodes is None and depth is None:
        time = SECONDS
    limit = Limit(time=time, nodes=nodes, depth=depth, lines=lines, threads=threads)
    if not found.moves():
        print_note(outlook(found).plain)
        return NO
    engine = Engine(found.ruleset, memory)
    try:
        with _teller(found, json=json, ascii_only=ascii_only) as tell:
            for each in engine.analyse(found, limit):
                tell(each)
    except KeyboardInterrupt:
        print_note(say("analyse.interrupted"))
        return INTERRUPTED
    return FINE


class _Tell(Protocol):
    def __call__(self, lines: Lines) -> None: ...


@contextmanager
def _teller(position: Position, *, json: bool, ascii_only: bool) -> Iterator[_Tell]:
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
        table.add_row(str(line.rank + 1), value, f"{100 * line.win:.1f} %", moves)
    head = say("analyse.for_side", side=side_name(position, position.side))
    # The last line is empty: there the terminal writes the ^C that ends it, which must not break a full line in two.
    return Group(Text(_progress(lines[0]), style="dim"), Folded(head, "dim"), table, Text())


def _write(position: Position, lines: Lines) -> None:
    for line in lines:
        parts = [
            _progress(line),
            f"{line.rank + 1}.",
            line.text(spoken()) if line.proved else f"{_value(line)} ({100 * line.win:.1f} %)",
            write_transcript(position, line.moves),
        ]
        typer.echo("  ".join(parts))


def _progress(line: "Line") -> str:
    return say(
        "analyse.progress",
        depth=f"{line.depth}/{line.deepest}",
        nodes=f"{line.nodes:,}",
        speed=short(line.nodes / line.seconds) if line.seconds > 0.001 else "-",
        seconds=f"{line.seconds:.2f}",
    )


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
    first = lines[0]
    return {
        "depth": first.depth,
        "deepest": first.deepest,
        "nodes": lines[-1].nodes,
        "seconds": round(lines[-1].seconds, 6),
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
