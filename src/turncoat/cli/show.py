"""The commands `games`, `show` and `moves`: what there is to play, boards and legal moves."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from turncoat import draw
from turncoat.draw import Theme
from turncoat.games import GameInfo, Position, broken_games
from turncoat.games import games as all_games
from turncoat.games.moves import Move
from turncoat.games.options import Choice

from . import arguments, storage
from .board import Board, marks
from .console import display, output, print_json, print_note, tidy
from .errors import FINE, NO, spoken_text, unknown
from .facts import as_data, facts, outlook, title
from .language import say, spoken
from .pictures import need_png, note_missing_letters
from .wrapping import Wrapped

TURNS_SHOWN = 100


def games(json: arguments.Json = False) -> None:
    """List the games, their options and the values each allows."""
    if json:
        print_json([_game_data(game) for game in all_games().values()])
        return
    for game in all_games().values():
        heading = Text.assemble((game.name, "bold cyan"), "  ", (game.title(spoken()), "bold"))
        display(heading, Padding(Wrapped(game.say("summary", spoken())), (0, 0, 0, 2)), _options(game))
    display(Wrapped(say("games.how")))
    for broken in broken_games():
        print_note(spoken_text(broken))


def _options(game: GameInfo) -> Padding:
    table = Table.grid(padding=(0, 2))
    for _ in range(3):
        table.add_column(overflow="fold")
    for choice in game.Options.choices():
        label, explain = (game.say(f"options.{choice.name}.{what}", spoken()) for what in ("label", "explain"))
        table.add_row(Text(choice.name, style="cyan"), _values(choice), Text(label))
        table.add_row("", "", Wrapped(explain, "dim"))
    return Padding(table, (0, 0, 1, 4))


def _values(choice: Choice) -> Text:
    """The usual values, the default first and marked."""
    rest = [value for value in choice.values if value != choice.default]
    return Text.assemble((choice.default, "bold"), *(f" {value}" for value in rest))


def _game_data(game: GameInfo) -> dict[str, Any]:
    language = spoken()
    return {
        "name": game.name,
        "title": game.say("name", language),
        "summary": game.say("summary", language),
        "sides": {"first": game.say("sides.first", language), "second": game.say("sides.second", language)},
        "rules_version": game.version,
        "options": [
            {
                "name": choice.name,
                "default": choice.default,
                "values": list(choice.values),
                "label": game.say(f"options.{choice.name}.label", language),
                "explain": game.say(f"options.{choice.name}.explain", language),
            }
            for choice in game.Options.choices()
        ],
    }


def show(
    where: arguments.Where = None,
    *,
    moves: arguments.Moves = "",
    position: arguments.PositionText = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE")] = None,
    look: Annotated[str | None, typer.Option("--look", metavar="NAME")] = None,
    theme: Annotated[Theme, typer.Option("--theme")] = "light",
    ascii_only: arguments.Ascii = False,
    json: arguments.Json = False,
) -> None:
    """Draw the board of a ruleset or a position, after some moves."""
    found = arguments.read_position(where, moves, position)
    if svg is not None or png is not None:
        _write_pictures(found, svg, png, look, theme)
    if json:
        print_json(as_data(found))
    elif svg is None and png is None:
        print_position(found, ascii_only=ascii_only)
        output().print(Text(str(found), style="dim"), soft_wrap=True)


def _write_pictures(position: Position, svg: Path | None, png: Path | None, look: str | None, theme: Theme) -> None:
    if look is not None and look not in draw.looks(position):
        raise unknown("unknown_look", look, draw.looks(position))
    if png is not None:
        need_png()
    shown, arrows = marks(position), draw.trail(position)
    picture = draw.svg(position, marks=shown, arrows=arrows, look=look, theme=theme, language=spoken())
    if svg is not None:
        storage.write(svg, picture + "\n")
        print_note(say("show.written", path=svg))
    if png is not None:
        note_missing_letters()
        storage.write(png, draw.rasterise(picture))
        print_note(say("show.written", path=png))


def print_position(position: Position, *, ascii_only: bool = False) -> None:
    """The board with its facts, what is to be done, and the legal moves."""
    with tidy() as console:
        console.print(title(position))
        beside = facts(position, console, ascii_only=ascii_only)
        console.print(Board(position, beside, marks=marks(position), ascii_only=ascii_only), crop=False, end="")
        console.print(Wrapped(outlook(position)))
        if position.legal_moves:
            console.print(move_list(position.legal_moves))


def move_list(legal: Sequence[Move], lines: int | None = None) -> Text:
    """The moves one after another, on at most so many lines; what is left out is counted."""
    moves = [move.text for move in legal]
    listed = Text(" ").join(Text(move, style="cyan") for move in moves)
    if lines is None or len(listed) <= lines * output().width:
        return listed
    each = max(map(len, moves)) + 1
    shown = max(1, lines * (output().width // each) - 16 // each)  # room for the count
    more = Text(say("moves.more", count=len(moves) - shown), style="dim")
    return Text(" ").join([*(Text(move, style="cyan") for move in moves[:shown]), more])


def print_commands(names: Sequence[str]) -> None:
    """What can be typed in a game, and what it does."""
    table = Table.grid(padding=(0, 2))
    for name in names:
        table.add_row("", Text(say(f"commands.{name}").split()[0], style="cyan"), say(f"command_help.{name}"))
    display(Wrapped(say("play.help_moves")), table)


def moves(
    where: arguments.Where = None,
    *,
    moves: arguments.Moves = "",
    position: arguments.PositionText = None,
    turns: Annotated[bool, typer.Option("--turns")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N")] = TURNS_SHOWN,
    json: arguments.Json = False,
) -> int:
    """List the legal moves, or the whole turns; no move at all means that the game is over."""
    found = arguments.read_position(where, moves, position)
    if turns:
        _print_turns(found, limit, json)
    elif json:
        legal = [move.text for move in found.legal_moves]
        print_json({"position": str(found), "side": str(found.side), "mid_turn": found.mid_turn, "moves": legal})
    else:
        for move in found.legal_moves:
            typer.echo(move)
    if found.is_over and not json:
        print_note(outlook(found).plain)
    return NO if found.is_over else FINE


def _print_turns(position: Position, limit: int, json: bool) -> None:
    # One more than asked for tells whether there are more: there may be billions, so they are never counted.
    found = list(islice(position.turns(), limit + 1))
    more, found = len(found) > limit, found[:limit]
    if json:
        print_json(
            {
                "position": str(position),
                "side": str(position.side),
                "turns": [[move.text for move in turn] for turn in found],
                "more": more,
            }
        )
        return
    for turn in found:
        typer.echo(" ".join(map(str, turn)))
    if more:
        print_note(say("moves.more_turns", count=limit))
