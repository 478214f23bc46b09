"""Hundreds of games at a time for an hour on each store, and whether the server stays as it was: `make soak`.

Matches begin and end, people join, leave for good or come back, talk, ask for hints and rematches, play the computer,
watch and look things up.  Every few seconds processes, descriptors, latencies and errors are written to build/soak; at
the end trends are fitted to the second half.  SQLite has one server, PostgreSQL two; both stores are tried at once.

A run that was broken off goes on with the minutes that are missing, with servers and a database begun anew: what a
server held before it was ended tells nothing about the next one, so trends are only seen within what one of them
lived through.  The exit code is 0 if everything is flat and nothing went wrong, else 1.
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

from . import chart, report
from .run import RunOptions, play
from .samples import SampleFile

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "bench/results/soak.json"
STORES = ["sqlite", "postgresql"]
NAMES = {"sqlite": "SQLite, one process", "postgresql": "PostgreSQL, two processes"}


def main() -> int:
    """Plays what is missing, judges, records; the exit code says whether everything was flat."""
    asked = _arguments()
    stores: list[str] = asked.store or STORES
    if asked.fresh:
        for store in stores:
            _file(asked, store).forget()
    if asked.play:
        uvloop.run(_play(asked, stores[0]))
        return 0
    if not asked.judge and not _play_all(asked, stores):
        print("broken off; the same command goes on")
        return 1
    found = {}
    for store in stores:
        file = _file(asked, store)
        found[store] = report.record(file.samples(), asdict(_wanted(asked, store)))
        found[store]["when"] = datetime.now(UTC).isoformat(timespec="seconds")
        if asked.note:
            found[store]["note"] = asked.note
    print(report.table(found))
    if not asked.judge:
        _keep(asked, found)
    flat = all(each["verdict"] == "flat" for told in found.values() for each in told["figures"].values())
    return int(not flat or any(told["errors"] for told in found.values()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--matches", type=int, default=500, help="at a time")
    parser.add_argument("--pace", type=float, default=5, help="seconds between two moves of a match")
    parser.add_argument("--every", type=float, default=5, help="seconds between two samples")
    parser.add_argument("--store", choices=STORES, action="append")
    parser.add_argument("--fresh", action="store_true", help="begin anew what was broken off")
    parser.add_argument("--judge", action="store_true", help="only judge what there is so far")
    parser.add_argument("--play", action="store_true", help="only play, on one store, and judge nothing")
    parser.add_argument("--note", help="what is to be said of this run in the record")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/soak", help="for the samples")
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    return parser.parse_args()


def _wanted(asked: argparse.Namespace, store: str) -> RunOptions:
    return RunOptions(store, asked.minutes, asked.matches, asked.pace, asked.every)


def _file(asked: argparse.Namespace, store: str) -> SampleFile:
    return SampleFile(asked.folder / f"{store}.jsonl")


async def _play(asked: argparse.Namespace, store: str) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    wanted, file = _wanted(asked, store), _file(asked, store)
    part = file.begin(asdict(wanted))
    left = 60 * (wanted.minutes - file.played())
    if left > wanted.every:
        await play(wanted, file, left, part, stop)


def _play_all(asked: argparse.Namespace, stores: Iterable[str]) -> bool:
    """Plays on all stores at once, each from a process of its own; whether all came to their end."""
    given = [f"--{name}={getattr(asked, name)}" for name in ("minutes", "matches", "pace", "every", "folder")]
    command = [sys.executable, "-m", "bench.soak", "--play", *given]
    running = [subprocess.Popen([*command, "--store", store], cwd=ROOT, start_new_session=True) for store in stores]

    def stop(*_: object) -> None:
        for player in running:
            player.terminate()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
    codes = [player.wait() for player in running]
    return not any(codes) and all(_file(asked, store).played() >= asked.minutes - asked.every / 60 for store in stores)


def _keep(asked: argparse.Namespace, found: dict[str, Any]) -> None:
    kept = json.loads(asked.record.read_text()) if asked.record.exists() else {}
    kept |= found | {"machine": {"cores": os.cpu_count(), "python": platform.python_version()}}
    asked.record.write_text(json.dumps(kept, indent=1) + "\n")
    runs = {NAMES[store]: (_file(asked, store).samples(), asked.minutes) for store in found}
    asked.record.with_suffix(".svg").write_text(chart.svg(runs) + "\n")
    for store in found:
        _file(asked, store).archive()


if __name__ == "__main__":
    sys.exit(main())
