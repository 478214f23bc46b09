"""Commands that count: `perft` and `playouts`."""

from math import sqrt
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from turncoat import native
from turncoat.games import Position
from turncoat.games.results import Side

from . import arguments
from .console import display, print_json, progress
from .facts import reason_sentence, side_name, title
from .language import say

Z95 = 1.959963984540054  # the normal quantile of a 95 % interval


def perft(
    where: arguments.Start,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, max=1000)],
    *,
    unit: arguments.Unit = "turn",
    threads: arguments.Threads = 1,
    moves: arguments.Moves = "",
    json: arguments.Json = False,
) -> None:
    """Count the sequences of exactly so many turns or moves, for every depth up to the one given."""
    begin = arguments.read_position(where, moves)
    position = native.twin(begin)
    counts, seconds = list[int](), list[float]()
    for deep in range(1, depth + 1):
        started = perf_counter()
        with progress(say("perft.working", depth=deep)) as part_done:
            counts.append(native.perft(position, deep, unit=unit, threads=threads, progress=part_done))
        seconds.append(perf_counter() - started)
    if json:
        print_json({"counts": counts, "seconds": sum(seconds)})
    else:
        display(title(begin), _perft_table(unit, counts, seconds))


def _perft_table(unit: str, counts: list[int], seconds: list[float]) -> Table:
    table = _table(f"perft.{unit}s", "perft.count", "perft.seconds", "perft.rate")
    for depth, (count, spent) in enumerate(zip(counts, seconds, strict=True), 1):
        # Below a millisecond the clock says more about the clock than about the count.
        rate = f"{count / spent:,.0f}" if spent > 0.001 else ""
        table.add_row(str(depth), f"{count:,}", f"{spent:.3f}", rate)
    return table


def _table(*names: str) -> Table:
    """A table of numbers with those headings."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(say(name), justify="right")
    return table


def playouts(
    where: arguments.Start,
    *,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000_000, metavar="N")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**64 - 1, metavar="S")] = 0,
    threads: arguments.Threads = 1,
    moves: arguments.Moves = "",
    json: arguments.Json = False,
) -> None:
    """Play random games and say who wins how often, how long games are, and what decides them."""
    begin = arguments.read_position(where, moves)
    started = perf_counter()
    with progress(say("playouts.working", count=f"{games:,}")) as part_done:
        study = native.playouts(begin, games, seed=seed, threads=threads, progress=part_done)
    seconds = perf_counter() - started
    if json:
        print_json(_study_data(study, seconds))
    else:
        _print_study(begin, study, seconds)


def _study_data(study: native.Playouts, seconds: float) -> dict[str, Any]:
    shares = {"first": study.first, "second": study.second, "draw": study.draws}
    return {
        "ruleset": str(study.ruleset),
        "games": len(study),
        "seed": study.seed,
        "seconds": seconds,
        "wins": {
            name: {"games": count, "share": count / len(study), "interval": list(wilson(count, len(study)))}
            for name, count in shares.items()
        },
        "length": {unit: _spread(lengths) for unit, lengths in (("turns", study.turns), ("moves", study.moves))},
        "decided": [
            {"winner": None if winner is None else str(winner), "rule": rule, "reason": reason, "games": count}
            for (winner, rule, reason), count in study.by_reason().items()
        ],
    }


def _spread(lengths: Any) -> dict[str, float]:
    return {"mean": float(lengths.mean()), "least": int(lengths.min()), "most": int(lengths.max())}


def _print_study(begin: Position, study: native.Playouts, seconds: float) -> None:
    data = _study_data(study, seconds)
    heading = say("playouts.games", count=f"{len(study):,}", seed=study.seed, seconds=f"{seconds:.2f}")
    wins = _table("playouts.winner", "playouts.wins", "playouts.share", "playouts.interval")
    for name, won in data["wins"].items():
        who = say("playouts.draw") if name == "draw" else side_name(begin, Side(name))
        low, high = won["interval"]
        wins.add_row(who, f"{won['games']:,}", f"{won['share']:.2%}", f"{low:.2%} – {high:.2%}")
    lengths = _table("playouts.length", "playouts.mean", "playouts.least", "playouts.most")
    for unit, spread in data["length"].items():
        lengths.add_row(say(f"playouts.{unit}"), f"{spread['mean']:.1f}", str(spread["least"]), str(spread["most"]))
    display(title(begin), Text(heading), Text(), wins, Text(), lengths, Text(), _decided(begin, study))


def _decided(begin: Position, study: native.Playouts) -> Table:
    table = _table("playouts.wins", "playouts.share")
    table.add_column(say("playouts.decided"), overflow="fold")
    for (winner, rule, reason), count in study.by_reason().items():
        table.add_row(f"{count:,}", f"{count / len(study):.2%}", f"{reason_sentence(begin, winner, reason)} ({rule})")
    return table


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: sound also near 0 and 1.

    >>> [round(end, 4) for end in wilson(0, 10)]
    [0.0, 0.2775]
    """
    share, square = successes / trials, Z95 * Z95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = Z95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    # At the ends the formula gives 0 and 1 but for rounding.
    return middle - half if successes else 0.0, middle + half if successes < trials else 1.0
