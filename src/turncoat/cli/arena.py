"""The command `arena`."""

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import typer
from rich.cells import cell_len, set_cell_size
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from turncoat import files
from turncoat.games import start

from . import arguments
from .console import display, errors, print_json, print_note
from .errors import FINE, INTERRUPTED, NO, file_error
from .facts import title
from .language import say

if TYPE_CHECKING:  # the arena brings numpy and the engine, which no other command should wait for
    from turncoat.lab.arena import Estimate, Match, Opening, Standing, Tally, Tournament

FEW, MANY = 200, 100_000  # games, where nothing else is said: of a plain match, of a test that ends by itself
BESIDE = 40  # columns of the moving display that are not its text or its numbers of games
NAME = 20  # columns for the name of a player there
REDRAW_SECONDS, LINE = 0.3, 10.0  # seconds between two looks at a moving display, and between two lines


def arena(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER")],
    *,
    ruleset: arguments.Ruleset,
    games: Annotated[int | None, typer.Option("--games", "-n", min=2, max=100_000_000, metavar="N")] = None,
    sprt: Annotated[tuple[float, float] | None, typer.Option("--sprt", metavar="ELO0 ELO1")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**64 - 1, metavar="S")] = 0,
    opening: Annotated[int, typer.Option("--opening", min=0, max=200, metavar="N")] = 6,
    openings: Annotated[Path | None, typer.Option("--openings", metavar="FILE")] = None,
    pairings: Annotated[Literal["all", "first", "next"], typer.Option("--pairings")] = "all",
    clock: Annotated[str | None, typer.Option("--clock", metavar="SECONDS[+INCREMENT]")] = None,
    adjudicate: Annotated[bool, typer.Option("--adjudicate/--no-adjudicate")] = True,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=0, max=1024, metavar="N")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE")] = None,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE")] = None,
    json: arguments.Json = False,
) -> int:
    """Let players meet in games, and say which is stronger."""
    from turncoat.lab.arena import Match, Sprt, Tournament, check_log
    from turncoat.lab.arena import log as write_log
    from turncoat.play import TimeControl

    most = games or (MANY if sprt else FEW)
    match = Match(
        tuple(players),
        ruleset,
        pairs=(most + 1) // 2,
        seed=seed,
        opening_moves=opening,
        openings=_read_openings(openings, str(start(ruleset).ruleset)),
        clock=TimeControl.read(clock, "s") if clock else None,
        adjudicate=adjudicate,
        sprt=Sprt(*sprt) if sprt else None,
        pairings=pairings,
    )
    if log:
        _writing(log, lambda: check_log(log))  # found out now, not when the games are played
    tournament = Tournament(match, len(os.sched_getaffinity(0)) if workers is None else workers, save)
    whole = _play(tournament, save)
    standing = tournament.standing
    if json:
        print_json(standing.data())
    else:
        _print(standing)
    if log and whole:
        _writing(log, lambda: write_log(standing, log))
    if not whole:
        if save:
            print_note(say("arena.go_on", path=save))
        return INTERRUPTED
    return NO if sprt and standing.verdict != "higher" else FINE


def _read_openings(path: Path | None, ruleset: str) -> "tuple[Opening, ...]":
    if path is None:
        return ()
    from turncoat.lab.arena import read_openings

    try:
        return read_openings(files.read_text(path), ruleset)
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, path, "cannot_read") from None


class _Write(Protocol):
    def __call__(self) -> object: ...


def _writing(path: Path, act: _Write) -> None:
    try:
        act()
    except OSError as error:
        raise file_error(error, path, "cannot_write") from None


def _play(tournament: "Tournament", save: Path | None) -> bool:
    """Plays with a display; whether it was played to the end."""

    def run() -> None:
        with _watch(tournament.match) as report:
            for standing in tournament.play():
                report(standing)

    try:
        _writing(save, run) if save else run()
    except KeyboardInterrupt:
        return False
    return True


class _Report(Protocol):
    def __call__(self, standing: "Standing") -> None: ...


@contextmanager
def _watch(match: "Match") -> Iterator[_Report]:
    """Shows how a match stands while it is played: on a terminal in place, elsewhere a line now and then."""
    console = errors()
    seen = monotonic()
    if not console.is_terminal or console.is_dumb_terminal:

        def note(standing: "Standing") -> None:
            nonlocal seen
            if monotonic() - seen >= LINE:
                seen = monotonic()
                console.print(f"{standing.games}/{standing.planned}  {_status_line(standing)}", soft_wrap=True)

        yield note
        return
    columns = [MofNCompleteColumn(), BarColumn(bar_width=20), TextColumn("{task.description}", markup=False)]
    most = 2 * match.pairs * len(match.met)
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=most)

        def move(standing: "Standing") -> None:
            nonlocal seen
            if monotonic() - seen >= REDRAW_SECONDS:
                seen = monotonic()
                room = console.width - BESIDE - 2 * len(str(most))
                bar.update(task, completed=standing.games, description=_status_line(standing, room))

        yield move


def _status_line(standing: "Standing", room: float = math.inf) -> str:
    """One line on how it stands; the ratings of many players as far as there is room."""
    failed = sum(standing.forfeits.values())
    parts = [say("arena.failed", count=failed)] if failed else []
    if len(standing.match.players) > 2:
        return "  ".join([_leaders(standing, room - sum(cell_len(part) + 2 for part in parts)), *parts])
    tally = standing.tally
    parts.insert(0, f"+{tally.wins} ={tally.draws} -{tally.losses}  {tally.share:.1%}  Elo {_elo(tally.elo)}")
    if standing.match.sprt:
        low, high = standing.match.sprt.bounds
        parts.insert(1, f"LLR {standing.ratio:+.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)


def _leaders(standing: "Standing", room: float) -> str:
    """The players with their ratings, best first, such as `uct:200 +90 ±40, random -90 ±40`."""
    ratings, names = standing.ratings(), standing.match.names
    line = ""
    for number in sorted(range(len(names)), key=lambda each: -ratings.elo[each]):
        found = ratings.of(number)
        value = f" {_signed(found.value)} ±{found.high - found.value:.0f}"
        name = names[number] if cell_len(names[number]) <= NAME else set_cell_size(names[number], NAME - 1) + "…"
        longer = f"{line}, {name}{value}" if line else name + value
        if line and cell_len(longer) > room - 3:
            return f"{line}, …"
        line = longer
    return line


def _elo(estimate: "Estimate") -> str:
    """Such as `+35 (+10 … +61)`."""
    return f"{_signed(estimate.value)} ({_signed(estimate.low)} … {_signed(estimate.high)})"


def _signed(elo: float) -> str:
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}"


def _print(standing: "Standing") -> None:
    match = standing.match
    heading = say("arena.heading", games=standing.games, seed=match.seed)
    display(title(start(match.ruleset)), Text(heading), Text(), _pairings(standing))
    if len(match.players) > 2 and standing.games:
        display(Text(), _ratings(standing))
    lines = [*_verdict(standing), *_endings(standing)]
    if lines:
        display(Text(), *(Text(line) for line in lines))


def _pairings(standing: "Standing") -> Table:
    table = _table("player", "opponent")
    for name in ("games", "wins", "draws", "losses", "share", "elo", "interval"):
        table.add_column(say(f"arena.{name}"), justify="right", no_wrap=True)
    names = standing.match.names
    for (one, other), tally in standing.tallies.items():
        table.add_row(names[one], names[other], *_cells(tally))
    return table


def _cells(tally: "Tally") -> list[str]:
    elo = tally.elo
    counts = [str(count) for count in (tally.games, tally.wins, tally.draws, tally.losses)]
    return [*counts, f"{tally.share:.1%}", _signed(elo.value), f"{_signed(elo.low)} … {_signed(elo.high)}"]


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(say(f"arena.{name}"), overflow="fold")
    return table


def _ratings(standing: "Standing") -> Table:
    table = _table("player")
    for name in ("rating", "interval"):
        table.add_column(say(f"arena.{name}"), justify="right", no_wrap=True)
    ratings = standing.ratings()
    for number in sorted(range(len(standing.match.names)), key=lambda each: -ratings.elo[each]):
        found = ratings.of(number)
        span = f"{_signed(found.low)} … {_signed(found.high)}"
        table.add_row(standing.match.names[number], _signed(found.value), span)
    return table


def _verdict(standing: "Standing") -> list[str]:
    test = standing.match.sprt
    if not test:
        return []
    low, high = test.bounds
    ratio = f"{standing.ratio:+.2f} ({low:.2f}, {high:.2f})"
    lines = [say(f"arena.{standing.verdict or 'open'}", elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}", ratio=ratio)]
    return [*lines, say("arena.exhausted", count=standing.idle)] if standing.exhausted else lines


def _endings(standing: "Standing") -> list[str]:
    lines = []
    repeated = sum(tally.repeated for tally in standing.tallies.values())
    if repeated:
        lines.append(say("arena.repeated", count=repeated, pairs=standing.games // 2))
    if standing.resumed:
        lines.append(say("arena.resumed", count=standing.resumed))
    if standing.resumed and standing.resumed_version:
        lines.append(say("arena.other_version", version=standing.resumed_version))
    if standing.endings["proof"]:
        lines.append(say("arena.proof", count=standing.endings["proof"]))
    for (player, kind), count in sorted(standing.forfeits.items()):
        lines.append(say(f"arena.{kind}", player=standing.match.names[player], count=count))
    return lines
