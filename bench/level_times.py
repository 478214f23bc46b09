"""How long the levels take for a turn, beside the time they state: `python -m bench.level_times`.

Every level plays a turn from random positions of every game, from the opening to the end; `max`, which takes all its
time, in fewer.  Recorded in bench/results/level_times.json; the exit code says whether every answer came in time.
"""

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.fast_games import place
from turncoat import games, native
from turncoat.engine.levels import MAX, NAMES, Level
from turncoat.games import Position
from turncoat.lab.arena.tournament import commit

RESULTS = Path(__file__).parent / "results" / "level_times.json"


def positions(ruleset: str, count: int, seed: int) -> list[Position]:
    """Positions in which something is to be chosen, each from a random game of its own, spread over its length."""
    found, random = list[Position](), Random(seed)
    while len(found) < count:
        game = [native.start(ruleset)]
        while not game[-1].is_over:
            game.append(game[-1].play(random.choice(game[-1].legal_moves)))
        place_in_game = len(found) / count + random.random() / count
        position = game[int(place_in_game * (len(game) - 1))]
        if len(position.legal_moves) > 1 and not position.mid_turn:
            found.append(position)
    return found


def measure(level: Level, ruleset: str, count: int, seed: int) -> dict[str, Any]:
    """Seconds for a turn: the longest, the mean, and where it took longest."""
    engine, random = level.engine(ruleset), Random(seed)
    times = []
    for position in positions(ruleset, count, seed):
        begun, made, at = perf_counter(), 0, position
        while made == 0 or at.mid_turn:
            at = at.play(level.choose(at, engine, random, made=made).move)
            made += 1
        times.append((perf_counter() - begun, str(position)))
    longest, where = max(times)
    mean = sum(seconds for seconds, _ in times) / count
    return {
        "stated": level.seconds,
        "longest": round(longest, 4),
        "mean": round(mean, 4),
        "positions": count,
        "where": where,
    }


def keep(path: Path, load: float, late: list[list[str]], results: dict[str, dict[str, Any]]) -> None:
    """Writes the record: what was late, all results, and where they were made; `load` is that at the beginning."""
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "machine": {**place(), "load": [round(load, 1), round(os.getloadavg()[0], 1)]},
        "late": late,
        "results": results,
    }
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> int:
    """Measures and records; the exit code is 1 if a level was late."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100, help="of every game, for levels 1 to 10")
    parser.add_argument("--max", type=int, default=4, help="of every game, for max")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()

    load = os.getloadavg()[0]
    results: dict[str, dict[str, Any]] = {}
    for ruleset in games.games():
        results[ruleset] = {}
        for name in NAMES:
            count = asked.max if name == MAX else asked.positions
            if count:
                found = results[ruleset][name] = measure(Level(name), ruleset, count, asked.seed)
                print(f"{ruleset:14} {name:>3}  {found['longest']:.3f} s of {found['stated']} s", flush=True)
    late = [[ruleset, name] for ruleset, row in results.items() for name, each in row.items() if _late(each)]
    keep(asked.record, load, late, results)
    print("late:", late or "none")
    return int(bool(late))


def _late(found: dict[str, Any]) -> bool:
    return bool(found["longest"] > found["stated"])


if __name__ == "__main__":
    sys.exit(main())
