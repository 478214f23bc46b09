"""`make attack`: kills, floods, torn links, full disks and jumping clocks, and a checker of what clients saw.

The exit code is 0 only where nothing was seen that must not be, and nothing was skipped.
"""

import argparse
import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from typing import Any

from tests.attack import schema, stateful
from tests.attack.attack import Attack, Outcome
from tests.attack.cluster import Kind, has_redis
from tests.house.tree import ROOT
from tests.service.postgres import postgres, program
from turncoat.lab.arena.tournament import commit

RESULTS = ROOT / "bench/results/attack.json"
LOGGED = 3000  # characters of the servers' logs that are shown after a violation
STEPS = 100  # random commands for each fault that is asked for
CASES = 1  # random requests to each route, likewise


def kinds() -> tuple[list[Kind], list[str]]:
    """What can be attacked here, and what not."""
    found, skipped = list[Kind](["sqlite"]), []
    if not program("initdb"):
        skipped.append("two processes on PostgreSQL: it is not installed")
        return found, skipped
    found.append("postgresql")
    if has_redis():
        found.append("redis")
    else:
        skipped.append("two processes and Redis: it is not installed")
    return found, skipped


def show(outcome: Outcome) -> None:
    """One attack in a few lines."""
    seen = outcome.seen
    print(
        f"{outcome.kind}: {sum(outcome.faults.values())} faults in {outcome.seconds:.0f} s, {seen['matches']} matches, "
        f"{seen['moves_acknowledged']} acknowledged moves, {len(outcome.violations)} violations",
        flush=True,
    )
    for line in outcome.violations[:20]:
        print(f"  VIOLATION {line}")
    if outcome.violations:
        print(outcome.log[-LOGGED:])


def at_random(rounds: int, seed: int) -> tuple[dict[str, Any], bool]:
    """Commands beside a model and requests beside the schema: figures, and whether all was as it must be."""
    found: dict[str, tuple[list[str], Any]] = {"requests": schema.run(CASES * rounds, seed)}
    if program("initdb"):
        with postgres() as address:
            found["commands"] = stateful.run(STEPS * rounds, seed, address)
    for name, (violations, figures) in found.items():
        print(f"random {name}: {json.dumps(figures.data())}, {len(violations)} violations", flush=True)
        for line in violations[:20]:
            print(f"  VIOLATION {line}")
    data = {name: {**figures.data(), "violations": violations} for name, (violations, figures) in found.items()}
    return data, not any(violations for violations, _ in found.values())


def once(asked: argparse.Namespace, seed: int) -> tuple[dict[str, Any], bool]:
    """One attack on everything that can be attacked here: its record, and whether it was clean and whole."""
    able, skipped = kinds()
    outcomes = []
    for kind in able:
        if asked.only in (None, kind):
            told = lambda line, kind=kind: print(f"{kind}: {line}", flush=True)  # noqa: E731
            run = Attack(kind, seed, planted=asked.planted, report=told)
            outcomes.append(asyncio.run(run.run(asked.rounds)))
            show(outcomes[-1])
    random, sound = at_random(asked.rounds, seed) if asked.only in (None, "random") else ({}, True)
    skipped += sorted({line for outcome in outcomes for line in outcome.skipped})
    for line in skipped:
        print(f"SKIPPED {line}")
    clean = sound and not skipped and not any(outcome.violations for outcome in outcomes)
    attacks = [outcome.data() for outcome in outcomes]
    return {"seed": seed, "clean": clean, "skipped": skipped, "attacks": attacks, "random": random}, clean


def main() -> int:
    """Attacks, shows, records."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="faults for each store")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=1, help="how often, each time with the next seed")
    parser.add_argument("--only", choices=("sqlite", "postgresql", "redis", "random"))
    parser.add_argument("--planted", default="", help="a fault of planted.py, which must be noticed")
    parser.add_argument("--record", action="store_true", help=f"keep the figures in {RESULTS.relative_to(ROOT)}")
    asked = parser.parse_args()
    runs, clean = [], True
    for seed in range(asked.seed, asked.seed + asked.runs):
        run, well = once(asked, seed)
        runs.append(run)
        clean = clean and well
    if asked.record:
        made = {"when": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit()}
        record = {**made, "processors": len(os.sched_getaffinity(0)), "runs": runs}
        RESULTS.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
