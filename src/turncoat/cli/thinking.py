"""An opponent's thinking for people to see: in place while it thinks, a sentence afterwards."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.live import Live
from rich.text import Text

from turncoat.games import Position
from turncoat.games.errors import TurncoatError
from turncoat.games.notation import write_transcript

from .board import moves_cursor
from .console import output
from .language import say, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from turncoat.play.player import Line

EXPECTED = 6  # moves shown of a line


@contextmanager
def show_thinking(position: Position, name: str) -> "Iterator[Callable[[Sequence[Line]], object]]":
    """Shows what an opponent of that name thinks, where there is a terminal to show it on."""
    console = output()
    if not moves_cursor(console):
        yield lambda _lines: None
        return
    begins = Text(say("play.thinks", name=name), style="dim")
    with Live(begins, console=console, refresh_per_second=8, transient=True) as live:
        yield lambda lines: live.update(Text(_now(lines[0], position, name), style="dim"))


def _now(line: "Line", position: Position, name: str) -> str:
    return say("play.thinking", name=name, **_line_data(line, position))


def evaluation_sentence(line: "Line | None", position: Position) -> str:
    """What the engine thinks of its move, from the position before it; empty if it reports nothing sensible."""
    if line is None or position.find(line.moves[0]) is None:
        return ""
    try:
        return say("play.thought", **_line_data(line, position))
    except TurncoatError:  # a program of others may tell a line that cannot be played
        return ""


def hint_sentence(line: "Line", position: Position) -> str:
    """The engine's own move for a person."""
    data = _line_data(line, position)
    return say("play.hinted", move=line.moves[0], value=data["value"], line=data["line"])


def _line_data(line: "Line", position: Position) -> dict[str, object]:
    moves = write_transcript(position, line.moves[:EXPECTED])
    return {"depth": line.depth, "value": line.text(spoken()), "line": moves}
