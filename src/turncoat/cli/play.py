"""The commands `play` and `replay`."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from turncoat.games.notation import write_transcript
from turncoat.games.results import Side

from . import arguments, clocks, storage
from .autosave import Autosave, unfinished
from .console import output, print_json
from .errors import CommandError
from .facts import as_data, side_name
from .language import say
from .match import RESIGNED, Match, lost
from .menu import choose
from .opponents import NAMES, admitted
from .session import GameSession
from .show import print_position


def complete_opponent(incomplete: str) -> list[str]:
    """Names of opponents."""
    return [name for name in NAMES if name.startswith(incomplete)]


def play(
    where: arguments.Where = None,
    *,
    against: Annotated[
        str | None, typer.Option("--against", "-a", metavar="OPPONENT", autocompletion=complete_opponent)
    ] = None,
    side: Annotated[Literal["first", "second"] | None, typer.Option("--as")] = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="MINUTES[+SECONDS]")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", min=0)] = None,
    load: Annotated[Path | None, typer.Option("--load", "-l", metavar="FILE")] = None,
    resume: Annotated[bool, typer.Option("--continue", "-c")] = False,
    ascii_only: arguments.Ascii = False,
) -> None:
    """Play in the terminal: two people, or one against an opponent."""
    times, autosave, by_hand = clocks.read(clock) if clock else None, Autosave(), against is not None
    if load is not None or resume:
        if where is not None or (load is not None and resume):
            raise CommandError("load_and_start")
        match, autosave.kept = _loaded(load)
        if load is not None:
            autosave.opened(match, load)
        against, person = against or match.opponent, match.person
    elif where is not None:
        match, person = Match.between_people(arguments.read_start(where)), None
    else:
        try:
            chosen = choose(against, Side(side) if side else None)
        except EOFError:
            output().print()
            return
        match, against, person, autosave.kept = chosen.match, chosen.against, chosen.person, chosen.kept
    if side and against is None:
        raise CommandError("side_alone")
    if load is not None and not by_hand:
        against = admitted(against)
    opponents = match.set_opponent(against, Side(side) if side else person or Side.FIRST, seed)
    GameSession(match, opponents, autosave, times or clocks.of(match.game.headers), ascii_only=ascii_only).run()


def _loaded(path: Path | None) -> tuple[Match, Path | None]:
    """The match in the file, or the newest unfinished one, which goes on in the file it was kept in."""
    if path is not None:
        return Match(storage.read_record(path)), None
    kept = unfinished()
    if kept is None:
        raise CommandError("nothing_to_continue")
    return Match(storage.read_record(kept)), kept


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0)] = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    ascii_only: arguments.Ascii = False,
    json: arguments.Json = False,
) -> None:
    """Show a saved game: its players, moves and result, and the board at any moment."""
    match = Match(storage.read_record(file))
    positions = match.game.positions
    if at is not None and at > len(match.moves):
        raise CommandError("no_such_move", count=len(match.moves), number=at)
    if json:
        print_json(_replay_data(match, at))
        return
    output().print(_players(match))
    shown = range(len(positions)) if every else [len(match.moves) if at is None else at]
    for number in shown:
        if number:
            output().print(Text(say("replay.after", number=number, move=match.moves[number - 1]), style="bold"))
        print_position(positions[number], ascii_only=ascii_only)
        output().print()
    if not every:
        output().print(Text(write_transcript(positions[0], match.moves), style="cyan"))
    if match.loser is not None:
        output().print(Text(lost(match), style="bold"))


def _players(match: Match) -> Text:
    position = match.game.root.position
    lines = [say("replay.player", side=side_name(position, seat), name=match.players[seat] or "-") for seat in Side]
    return Text("\n".join(lines))


def _replay_data(match: Match, at: int | None) -> dict[str, object]:
    last = len(match.moves) if at is None else at
    position = match.game.positions[last]
    return {
        "ruleset": str(match.position.ruleset),
        "players": {str(side): match.players[side] for side in Side},
        "moves": list(match.moves),
        "resigned": str(match.loser) if match.loser and match.ending == RESIGNED else None,
        "lost": {"side": str(match.loser), "by": match.ending} if match.loser else None,
        "number": last,
        **{name: value for name, value in as_data(position).items() if name not in ("ruleset", "moves")},
        "legal": [move.text for move in position.legal_moves],
    }
