"""How much of a clock the engine leaves unused: `python -m bench.clocks`.

It plays itself in every game, each side with a clock of its own and no increment; what a clock still shows at the end
was good for nothing.  Recorded in bench/results/clocks.json; the exit code says whether no clock was overdrawn.
"""

import argparse
import os
import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.level_times import keep
from turncoat import games, native
from turncoat.engine import Engine, Limit
from turncoat.engine.clock import allot, decisions_left
from turncoat.play import TimeLeft

RESULTS = Path(__file__).parent / "results" / "clocks.json"
OPENING = 6


def unused(ruleset: str, seconds: float, seed: int) -> list[float]:
    """The parts of both clocks that are left when a game from a random opening is over; below 0, overdrawn."""
    position, random = native.start(ruleset), Random(seed)
    for _ in range(OPENING):
        position = position.play(random.choice(position.legal_moves))
    left = dict.fromkeys(("first", "second"), seconds)
    engines = {side: Engine(ruleset) for side in left}
    while not position.is_over:
        begun, side = perf_counter(), position.side
        times = allot(TimeLeft(left[side]), decisions_left(position))
        line = engines[side].best(position, Limit(time=times.hard, soft_time=times.soft))
        left[side] -= perf_counter() - begun
        position = position.play(line.move)
    return [each / seconds for each in left.values()]


def main() -> int:
    """Measures and records; the exit code is 1 if a clock was overdrawn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6, help="of every game")
    parser.add_argument("--seconds", type=float, default=20, help="on each clock")
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()

    load = os.getloadavg()[0]
    results: dict[str, Any] = {}
    for ruleset in games.games():
        left = sorted(part for seed in range(asked.games) for part in unused(ruleset, asked.seconds, seed))
        mean = sum(left) / len(left)
        results[ruleset] = {
            "seconds": asked.seconds,
            "games": asked.games,
            "unused": round(mean, 3),
            "least": round(left[0], 3),
            "most": round(left[-1], 3),
        }
        print(f"{ruleset:14} unused {mean:.0%}, {left[0]:.0%} to {left[-1]:.0%}", flush=True)
    overdrawn = [[ruleset] for ruleset, found in results.items() if found["least"] < 0]
    keep(asked.record, load, overdrawn, results)
    return int(bool(overdrawn))


if __name__ == "__main__":
    sys.exit(main())
