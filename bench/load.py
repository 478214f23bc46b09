"""Many live matches over real sockets, from a process of its own: `python -m bench.load [--store sqlite]`.

Two players sit at every match, each on a socket.  Moves fall due at a fixed rate whether or not the server keeps up;
the time runs from when a move was due until the opponent's socket has the update with it.  A move that falls due while
the match's last one is still on its way waits for that, and the waiting counts.  The games were played at random
beforehand; at the end every match must stand where its game does.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import uvloop

import turncoat
from tests.service.postgres import postgres

from .load_players import Latencies, Match
from .load_processes import memory, postmaster, processor

RESULTS = Path(__file__).parent / "results" / "load.json"
OPEN_AT_ONCE = 64
WARM_UP = 3.0  # seconds of play before anything is measured
TICK = 0.001  # seconds between looks at what is due


async def drive(url: str, pid: int, database: int | None, wanted: argparse.Namespace) -> dict[str, Any]:
    """Connects everyone, plays for so long, and tells what was measured; `database` is the process of PostgreSQL."""
    latencies: Latencies = []
    rulesets, port = list(turncoat.games.games()), int(url.rpartition(":")[2])
    each = 2 + round(2 * wanted.rate * (WARM_UP + wanted.seconds) / wanted.players)  # moves of one match
    matches = [Match(rulesets[seed % len(rulesets)], seed, each, latencies) for seed in range(wanted.players // 2)]
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        began = time.perf_counter()
        for match in matches:
            await match.begin(client)
        made_in = time.perf_counter() - began
    before = memory(pid)
    began, gate = time.perf_counter(), asyncio.Semaphore(OPEN_AT_ONCE)

    async def connect(match: Match) -> None:
        async with gate:
            await match.connect(port)

    await asyncio.gather(*map(connect, matches))
    connected_in, after = time.perf_counter() - began, memory(pid)
    gc.freeze()  # a pause of our own would count as the server's
    await asyncio.sleep(1)
    await play(matches, wanted.rate, WARM_UP)
    await finish(matches)
    latencies.clear()
    server, data, own = processor(pid), processor(database), time.process_time()
    lasted = await play(matches, wanted.rate, wanted.seconds)
    server, data, own = processor(pid) - server, processor(database) - data, time.process_time() - own
    waiting = sum(len(match.due) for match in matches)
    await finish(matches)
    wrong = sum(await asyncio.gather(*(match.is_wrong() for match in matches)))
    lost = sum(socket.lost for match in matches for socket in match.sockets)
    end = memory(pid)
    for match in matches:
        for socket in match.sockets:
            socket.close()
    marks = statistics.quantiles(latencies, n=1000)
    return {
        "players": wanted.players,
        "matches": len(matches),
        "seconds": round(lasted, 1),
        "asked_moves_per_second": wanted.rate,
        "moves_per_second": round((len(latencies) - waiting) / lasted, 1),
        "moves": len(latencies),
        "p50_ms": round(1000 * marks[499], 1),
        "p90_ms": round(1000 * marks[899], 1),
        "p99_ms": round(1000 * marks[989], 1),
        "max_ms": round(1000 * max(latencies), 1),
        "late_at_the_end": waiting,
        "sockets_lost": lost,
        "matches_wrong": wrong,
        "made_per_second": round(len(matches) / made_in, 1),
        "connected_per_second": round(wanted.players / connected_in, 1),
        "kib_per_connection": round((after - before) / wanted.players, 1),
        "server_mib": round(end / 1024, 1),
        "server_us_per_move": round(1e6 * server / len(latencies)),
        "server_processor": round(server / lasted, 2),
        **({"database_processor": round(data / lasted, 2)} if database else {}),
        "load_processor": round(own / lasted, 2),
    }


async def play(matches: list[Match], rate: float, seconds: float) -> float:
    """Moves fall due at that rate, the matches by turns; how long it took."""
    began, number = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        while number < now * rate:
            matches[number % len(matches)].fall_due(began + number / rate)
            number += 1
        await asyncio.sleep(TICK)
    return time.perf_counter() - began


async def finish(matches: list[Match]) -> None:
    """Waits until every move that was due is told."""
    async with asyncio.timeout(120):
        while any(match.due for match in matches):
            await asyncio.sleep(0.05)


def measure(store: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """Starts a server on such a store, and drives it."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres()) if store == "postgresql" else f"{_folder(stack)}/matches.db"
        command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", "0", "--database", database]
        server = subprocess.Popen(
            [*command, "--limits", "0", "--log", "json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.callback(server.wait, 30)
        stack.callback(server.terminate)
        assert server.stdout
        found = re.search(r"http://\S+:\d+", server.stdout.readline())
        assert found
        data = asyncio.run(postmaster(database)) if store == "postgresql" else None
        return uvloop.run(drive(found[0], server.pid, data, wanted))


def _folder(stack: ExitStack) -> str:
    return stack.enter_context(tempfile.TemporaryDirectory())


def main() -> None:
    """Measures on each store asked for and adds to the record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1000, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--dry", action="store_true", help="measure without writing the record")
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    record = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for store in wanted.store or ("sqlite", "postgresql"):
        found = measure(store, wanted)
        found["load_average"] = round(os.getloadavg()[0], 2)
        found["when"] = datetime.now(UTC).isoformat(timespec="seconds")
        record[store] = found
        print(store, json.dumps(found, indent=1))
    record["machine"] = {"cores": os.cpu_count(), "python": platform.python_version()}
    if not wanted.dry:
        RESULTS.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
