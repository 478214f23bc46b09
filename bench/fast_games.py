"""Many fast games of every kind of ruleset: no illegal move, no crash, no clock overdrawn.

`python -m bench.fast_games --games 10000` plays that many games of every game, and of every game with one option not as
usual, and records what went wrong in bench/results/fast_games.json; the exit code says whether anything did.  It needs
nothing but the package and numpy.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from turncoat import games, native
from turncoat.games.errors import TurncoatError
from turncoat.lab.arena import Match, Tournament
from turncoat.lab.arena.referee import FORFEITS
from turncoat.lab.arena.tournament import commit
from turncoat.play import Game, TimeControl, split_records

RESULTS = Path(__file__).parent / "results" / "fast_games.json"
OPENING = 3  # random moves
EVERY = 2000  # games from one line of progress to the next


class Part(NamedTuple):
    """Who plays a share of the games."""

    name: str
    share: float
    players: tuple[str, str]
    clock: TimeControl | None = None


PARTS = (
    # The trained evaluation against the general one, with tables so small that they overflow.
    Part("nodes", 0.8, ("nodes:20,memory=1", "nodes:60,weights=none,memory=1")),
    Part("levels", 0.15, ("level:1", "level:4")),
    Part("clock", 0.05, ("clock,memory=1", "clock,weights=none,memory=1"), TimeControl.read("0.3+0.003", "s")),
)


def families() -> Iterator[str]:
    """Every game, and every game with one option that is not as usual."""
    for name, game in games.games().items():
        found = [name]
        for choice in game.Options.choices():
            found += [str(games.Ruleset.read(f"{name}:{choice.name}={value}")) for value in choice.values]
        yield from dict.fromkeys(found)


def play(ruleset: str, part: Part, pairs: int, workers: int, checked: int) -> dict[str, Any]:
    """How the games of one part ended; the first of them are read again by the plain rules."""
    match = Match(part.players, ruleset, pairs, opening_moves=OPENING, clock=part.clock, adjudicate=False)
    with tempfile.TemporaryDirectory() as folder:
        path, begun = Path(folder) / "games", perf_counter()
        tournament = Tournament(match, workers, path)
        for standing in tournament.play():
            if standing.games == standing.planned or standing.games % EVERY == 0:
                failed = _failed(standing.endings)
                print(f"{ruleset} {part.name}: {standing.games}/{standing.planned} games, {failed} failed", flush=True)
        seconds = perf_counter() - begun
        refused = [found for found in map(problem_of, islice(split_records(path.read_text("utf-8")), checked)) if found]
    standing = tournament.standing
    return {
        "players": list(part.players),
        "games": standing.games,
        "endings": dict(standing.endings),
        "forfeits": [
            {"player": match.names[player], "kind": kind, "games": count}
            for (player, kind), count in standing.forfeits.items()
        ],
        "checked": min(checked, standing.games),
        "refused": refused,
        "seconds": round(seconds, 1),
    }


def _failed(endings: Counter[str]) -> int:
    return sum(endings[kind] for kind in FORFEITS)


def problem_of(text: str) -> str:
    """What the plain rules say against a game, in words; nothing where they agree with every move and the result."""
    try:
        game = Game.read(text)
        position = games.parse(str(game.root.position))
        for move in game.moves:
            position = position.play(move)
    except TurncoatError as error:
        return error.text()
    if position != game.position or position.result() != game.position.result():
        return "the twins differ"
    return "" if position.is_over or game.headers.get("ended") in FORFEITS else "the game is not over"


def place() -> dict[str, Any]:
    """Where the games are played."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    name = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    return {"cpu": name, "processors": len(os.sched_getaffinity(0)), "code": native.cpu()}


def main() -> int:
    """Plays, records; the exit code is 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="of every ruleset")
    parser.add_argument("--only", default="", help="rulesets that begin so")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="processes that play")
    parser.add_argument("--check", type=int, default=20, help="games of each part that the plain rules read again")
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()

    results: dict[str, dict[str, Any]] = {}
    for ruleset in (each for each in families() if each.startswith(asked.only)):
        results[ruleset] = {
            part.name: play(ruleset, part, max(1, round(asked.games * part.share / 2)), asked.workers, asked.check)
            for part in PARTS
        }
    parts = [part for found in results.values() for part in found.values()]
    failed = sum(_failed(Counter(part["endings"])) for part in parts)
    refused = sum(len(part["refused"]) for part in parts)
    played = sum(part["games"] for part in parts)
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "machine": place(),
        "games": played,
        "failed": failed,
        "refused_by_the_plain_rules": refused,
        "results": results,
    }
    asked.record.parent.mkdir(parents=True, exist_ok=True)
    asked.record.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{played:,} games of {len(results)} rulesets: {failed} failed, {refused} refused by the plain rules")
    return int(failed + refused > 0)


if __name__ == "__main__":
    sys.exit(main())
