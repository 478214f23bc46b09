"""How soon a search ends when told to, and what memory it takes beside its budget: `python -m bench.limits`.

A search without limits is stopped at random moments in positions of every game, from the opening to the end, and in
endgames of Reversi that it is proving, on one thread and on two.  Memory is the growth of a process of its own that
makes an engine and lets it think.  Recorded in bench/results/limits.json; the exit code says whether every stop was
obeyed within 50 ms.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

from bench.endgame import of_games
from bench.level_times import keep, positions
from turncoat import Position, games, native
from turncoat.engine import Engine, Limit

RESULTS = Path(__file__).parent / "results" / "limits.json"
ALLOWED = 0.05  # seconds from the order to the end of the search
BUDGETS = (16, 64, 256)  # MiB


def stops(among: Iterable[Position], threads: int, count: int, seed: int) -> dict[str, Any]:
    """Seconds until a search had ended: the longest, the mean, and where it took longest."""
    random, times = Random(seed), []
    found = 0
    for position in among:
        engine = Engine(position.ruleset)
        engine.start(position, Limit(threads=threads))
        sleep(random.uniform(0.02, 0.4))
        if not engine.poll(0.0)[1]:  # proved meanwhile: nothing to stop
            continue
        begun = perf_counter()
        engine.stop()
        times.append((perf_counter() - begun, str(position)))
        found += 1
        if found == count:
            break
    longest, where = max(times)
    mean = sum(seconds for seconds, _ in times) / len(times)
    return {"longest": round(longest, 4), "mean": round(mean, 4), "stops": len(times), "where": where}


def memory(ruleset: str, budget: int) -> float:
    """MiB by which a process grows when an engine of that budget thinks in it."""
    asked = [sys.executable, "-m", "bench.limits", "--grow", ruleset, str(budget)]
    return float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def grow(ruleset: str, budget: int) -> float:
    """The same in this process: what it takes beyond a process whose engine has the least memory."""
    position = native.start(ruleset)
    Engine(ruleset, 1).best(position, Limit(depth=2))
    before = _resident()
    with Engine(ruleset, budget) as engine:
        engine.best(position, Limit(time=2.0, threads=2))
        return _resident() - before


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def main() -> int:
    """Measures and records; the exit code is 1 if a stop came late."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stops", type=int, default=50, help="of every game and number of threads")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    parser.add_argument("--grow", nargs=2, metavar=("RULESET", "MIB"), help="only print what an engine takes")
    asked = parser.parse_args()
    if asked.grow:
        print(grow(asked.grow[0], int(asked.grow[1])))
        return 0

    load = os.getloadavg()[0]
    results: dict[str, dict[str, Any]] = {}
    for ruleset in games.games():
        among = list(positions(ruleset, 2 * asked.stops, asked.seed))
        ended = {str(threads): stops(among, threads, asked.stops, asked.seed) for threads in (1, 2)}
        taken = {str(budget): round(memory(ruleset, budget), 1) for budget in BUDGETS}
        results[ruleset] = {"threads": ended, "memory": taken}
        times = ", ".join(f"{each['longest'] * 1000:.1f}" for each in ended.values())
        print(f"{ruleset:14} stopped within {times} ms; MiB by budget {taken}", flush=True)
    proving = [position for _, position, _ in of_games()]
    ended = {str(threads): stops(proving, threads, asked.stops, asked.seed) for threads in (1, 2)}
    results["reversi, proving"] = {"threads": ended}
    times = ", ".join(f"{each['longest'] * 1000:.1f}" for each in ended.values())
    print(f"an endgame of Reversi that is being proved: stopped within {times} ms", flush=True)
    late = [[ruleset, threads] for ruleset, row in results.items() for threads in row["threads"] if _late(row, threads)]
    keep(asked.record, load, late, results)
    print("late:", late or "none")
    return int(bool(late))


def _late(row: dict[str, Any], threads: str) -> bool:
    return bool(row["threads"][threads]["longest"] > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
