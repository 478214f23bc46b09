"""The command `review`: a whole game judged, with better lines and a graph."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from turncoat import native
from turncoat.games import Position
from turncoat.games.notation import write_transcript
from turncoat.games.results import Side
from turncoat.play import Game

from . import arguments, storage
from .analysts import thinking
from .console import display, print_json, print_note, progress
from .errors import FINE, INTERRUPTED, NO, CommandError
from .facts import outlook, side_name, title
from .language import say, spoken
from .pictures import need_png, note_missing_letters
from .wrapping import Wrapped

if TYPE_CHECKING:
    from turncoat.engine import Limit
    from turncoat.engine.review import Review, Turn

STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}
SIGNS = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
NODES = 200_000  # for each position, where no limit is given
SECONDS = 1.0  # the same for a program of others, which may not count nodes


def review(
    file: Annotated[Path, typer.Argument(metavar="GAMEFILE")],
    *,
    ruleset: arguments.RulesetOfFile = None,
    game: Annotated[int | None, typer.Option("--game", "-g", min=1, metavar="N")] = None,
    time: arguments.Time = None,
    nodes: arguments.Nodes = None,
    depth: arguments.Depth = None,
    threads: arguments.Threads = 1,
    memory: arguments.Memory = 64,
    program: arguments.Program = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE")] = None,
    json: arguments.Json = False,
) -> int:
    """Go through a game and mark what gave chances away, with what would have been better."""
    from turncoat.engine import Limit

    played = storage.read_game(file, ruleset, game)
    if not played.moves:
        raise CommandError("nothing_to_review", NO, path=file)
    if png is not None:
        need_png()
    for path in (svg, png):
        if path is not None:
            storage.check_writable(path)
    if time is None and nodes is None and depth is None:
        ours = program is None and native.has_twin(played.ruleset)
        nodes, time = (NODES, None) if ours else (None, SECONDS)
    found = _judge(played, Limit(time=time, nodes=nodes, depth=depth, threads=threads), memory, program)
    positions = played.positions
    if json:
        print_json(found.data())
    elif found.decisions:
        _print(found, played, positions, every)
    if found.skipped:
        number = found.decisions[0].number if found.decisions else 0
        print_note(say("review.interrupted", number=number) if number else say("review.interrupted_early"))
        return INTERRUPTED
    _draw(found, positions[0], svg, png)
    return FINE


def _judge(game: Game, limit: "Limit", memory: int, program: str | None) -> "Review":
    """The review; what was judged until then where Ctrl-C ends it."""
    from turncoat.engine.review import Reviewer

    with thinking(game, memory, program) as engine:
        reviewer = Reviewer(game, limit, engine)
        try:
            with progress(say("review.working")) as part_done:
                for left in reviewer:
                    if part_done:
                        part_done(1 - left / (len(game.moves) + 1))
        except KeyboardInterrupt:
            pass  # what is missing says that it happened
        return reviewer.found()


def _draw(found: "Review", position: Position, svg: Path | None, png: Path | None) -> None:
    """Writes the graphs that were asked for."""
    from turncoat.engine import graph

    if svg is not None:
        storage.write(svg, graph.svg(found, position, language=spoken()) + "\n")
    if png is not None:
        note_missing_letters()
        storage.write(png, graph.png(found, position, language=spoken()))
    for path in (svg, png):
        if path is not None:
            print_note(say("show.written", path=path))


def _print(found: "Review", game: Game, positions: list[Position], every: bool) -> None:
    display(title(positions[0]), _summary(found, game, positions[0]), Text())
    errors = [turn for turn in found.turns if every or turn.verdict != "good"]
    for turn in errors:
        display(*_turn_lines(turn, positions))
    if not errors:
        display(Wrapped(say("review.flawless")))
    if positions[-1].result():
        display(Text(), Wrapped(outlook(positions[-1])))


def _summary(found: "Review", game: Game, position: Position) -> Table:
    """Accuracy and errors of each player."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in ("accuracy", "inaccuracies", "mistakes", "blunders"):
        table.add_column(say(f"review.{name}"), justify="right")
    for seat in Side:
        name, player = side_name(position, seat), game.headers.get(seat, "")
        accuracy = found.accuracy(seat)
        counts = [str(found.count(seat, verdict)) for verdict in ("inaccuracy", "mistake", "blunder")]
        shown = "-" if accuracy is None else f"{accuracy:.1f}%"
        table.add_row(say("review.player", side=name, name=player) if player else name, shown, *counts)
    return table


def _turn_lines(turn: "Turn", positions: list[Position]) -> list[Text | Wrapped]:
    """One turn: what was played, what it cost, and what would have been better."""
    from turncoat.engine.review import SHOWN

    first = turn.decisions[0]
    begin = positions[first.number - 1]
    data = {
        "number": first.number,
        "side": side_name(begin, begin.side),
        "moves": write_transcript(begin, turn.moves) + SIGNS[turn.verdict],
    }
    head = Text(say("review.turn", **data), style="bold")
    before, after = (f"{100 * share:.0f}%" for share in (turn.before, turn.kept))
    if turn.verdict != "good":
        verdict = say(f"review.{turn.verdict}")
        head.append(f"  {verdict}", style=STYLES[turn.verdict])
        head.append(f"  {say('review.cost', before=before, after=after)}", style="dim")
    lines: list[Text | Wrapped] = [head]
    worst = turn.worst
    if worst.line is not None and turn.verdict != "good":
        place = positions[worst.number - 1]
        better = write_transcript(place, worst.line.moves[:SHOWN])
        key = "review.better" if len(turn.decisions) == 1 or worst is first else "review.better_step"
        sentence = say(key, move=worst.move, line=better, value=worst.worth(spoken()))
        lines.append(Wrapped(Text(f"    {sentence}")))
    return lines
