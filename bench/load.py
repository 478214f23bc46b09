"""Many live matches over real sockets, from a process of its own: `python -m bench.load [--store sqlite]`.

Two players sit at every match, each on a socket.  Moves are made at a fixed rate whether or not the server keeps up;
the time is taken from sending a move until the opponent's socket has the update with it.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import httpx
import orjson

import turncoat
from tests.service.postgres import postgres

RESULTS = Path(__file__).parent / "results" / "load.json"
OPEN_AT_ONCE = 64


class Socket(asyncio.Protocol):
    """A WebSocket client with hardly any cost of its own, so that the server is measured and not this program."""

    def __init__(self, path: str, token: str, hear: Callable[[bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._hear, self._unread = hear, bytearray()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello.encode())

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self.opened.done():
            head, mark, rest = bytes(self._unread).partition(b"\r\n\r\n")
            if not mark:
                return
            assert b" 101 " in head[:16], head
            self._unread = bytearray(rest)
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            self._hear(frame)

    def _frame(self) -> bytes | None:
        """The next whole message; pings are answered on the way."""
        unread = self._unread
        if len(unread) < 2:
            return None
        size, start = unread[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(unread[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(unread[2:10], "big"), 10
        if len(unread) < start + size:
            return None
        kind, frame = unread[0] & 15, bytes(unread[start : start + size])
        del unread[: start + size]
        if kind == 9:
            self._send(10, frame)
        return frame if kind == 1 else b""

    def send(self, text: bytes) -> None:
        """Sends a message."""
        self._send(1, text)

    def _send(self, kind: int, text: bytes) -> None:
        size = bytes([128 | len(text)]) if len(text) < 126 else bytes([128 | 126]) + len(text).to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + size + bytes(4) + text)  # masked with zeros

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True

    def close(self) -> None:
        """Hangs up."""
        self._transport.close()


class Match:
    """A match and both its players."""

    def __init__(self, seed: int, latencies: list[float]) -> None:
        self.rng, self.latencies = random.Random(seed), latencies
        self.view: dict[str, Any] = {}
        self.sockets: list[Socket] = []
        self.sent: tuple[int, float] | None = None
        self.made = self.skipped = 0

    async def begin(self, client: httpx.AsyncClient, ruleset: str) -> None:
        """Makes the match, and both seats are taken."""
        made = (await client.post("/api/matches", json={"ruleset": ruleset, "kind": "friend", "side": "first"})).json()
        self.id, self.tokens = made["match"]["id"], [made["tokens"]["first"]]
        client.cookies.clear()
        joined = await client.post(f"/api/matches/{self.id}/join", json={"invitation": made["invitation"]})
        self.tokens.append(joined.json()["tokens"]["second"])
        client.cookies.clear()

    async def connect(self, port: int) -> None:
        """Opens the players' sockets."""
        for seat, token in enumerate(self.tokens):
            path = f"/api/matches/{self.id}/live"
            loop = asyncio.get_running_loop()
            _, socket = await loop.create_connection(
                lambda seat=seat, path=path, token=token: Socket(path, token, lambda text: self.hear(seat, text)),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
            await asyncio.wait_for(socket.opened, 60)
            self.sockets.append(socket)

    def hear(self, seat: int, text: bytes) -> None:
        """Takes a message in; the opponent's update with a move ends its time."""
        if text.startswith(b'{"type":"update"'):
            if self.sent and seat != self.mover:
                changed = orjson.loads(text)["changed"]
                if changed.get("at", 0) > self.sent[0]:
                    self.latencies.append(time.perf_counter() - self.sent[1])
                    self.sent, self.view = None, self.view | changed
        elif not self.view and text.startswith(b'{"type":"setup"'):
            self.view = orjson.loads(text)["match"]

    def move(self) -> None:
        """The next move, unless the last one is still on its way."""
        if not self.view or not self.view["moves"]:
            return
        if self.sent:
            self.skipped += 1
            return
        self.mover = self.seat(self.view["side"])
        move = self.rng.choice([choice["move"] for choice in self.view["moves"] if choice["move"] != "swap"])
        self.sent = (self.view["at"], time.perf_counter())
        self.sockets[self.mover].send(orjson.dumps({"type": "move", "move": move, "at": self.view["at"]}))
        self.made += 1

    def seat(self, side: str) -> int:
        """Who plays the side: nobody here swaps."""
        return 0 if side == "first" else 1


async def drive(port: int, pid: int, players: int, rate: float, seconds: float) -> dict[str, Any]:
    """Connects everyone, plays for so long, and tells what was measured."""
    latencies: list[float] = []
    rulesets = list(turncoat.games.games())
    matches = [Match(seed, latencies) for seed in range(players // 2)]
    async with httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=60) as client:
        began = time.perf_counter()
        for number, match in enumerate(matches):
            await match.begin(client, rulesets[number % len(rulesets)])
        made_in = time.perf_counter() - began
    before = memory(pid)
    began, gate = time.perf_counter(), asyncio.Semaphore(OPEN_AT_ONCE)

    async def connect(match: Match) -> None:
        async with gate:
            await match.connect(port)

    await asyncio.gather(*map(connect, matches))
    connected_in, after = time.perf_counter() - began, memory(pid)
    await asyncio.sleep(1)
    await play(matches, rate, 3.0)  # warm
    latencies.clear()
    for match in matches:
        match.made = match.skipped = 0
    cpu, own, began = processor(pid), time.process_time(), time.perf_counter()
    await play(matches, rate, seconds)
    lasted = time.perf_counter() - began
    used = processor(pid) - cpu
    await asyncio.sleep(1)
    lost = sum(socket.lost for match in matches for socket in match.sockets)
    end = memory(pid)
    for match in matches:
        for socket in match.sockets:
            socket.close()
    marks = statistics.quantiles(latencies, n=1000)
    return {
        "players": players,
        "matches": len(matches),
        "seconds": round(lasted, 1),
        "asked_moves_per_second": rate,
        "moves_per_second": round(len(latencies) / lasted, 1),
        "moves": len(latencies),
        "skipped": sum(match.skipped for match in matches),
        "p50_ms": round(1000 * marks[499], 1),
        "p90_ms": round(1000 * marks[899], 1),
        "p99_ms": round(1000 * marks[989], 1),
        "max_ms": round(1000 * max(latencies), 1),
        "sockets_lost": lost,
        "made_per_second": round(2 * len(matches) / made_in, 1),
        "connected_per_second": round(players / connected_in, 1),
        "kib_per_connection": round((after - before) / players, 1),
        "server_mib": round(end / 1024, 1),
        "server_processor": round(used / lasted, 2),
        "load_processor": round((time.process_time() - own) / lasted, 2),
    }


async def play(matches: list[Match], rate: float, seconds: float) -> None:
    """Moves at that rate, the matches by turns."""
    began, number = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        while number < now * rate:
            matches[number % len(matches)].move()
            number += 1
        await asyncio.sleep(0.001)


def memory(pid: int) -> int:
    """KiB that the process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


def processor(pid: int) -> float:
    """Seconds of the processor that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(database: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """Starts a server on the database, and drives it."""
    command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", "0", "--database", database, "--limits", "0"]
    server = subprocess.Popen([*command, "--log", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found
        import uvloop

        return uvloop.run(drive(int(found[1]), server.pid, wanted.players, wanted.rate, wanted.seconds))
    finally:
        server.terminate()
        server.wait(30)


def main() -> None:
    """Measures on each store asked for and adds to the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--dry", action="store_true", help="measure without writing the record")
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    record = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for store in wanted.store or ("sqlite", "postgresql"):
        with ExitStack() as stack:
            if store == "sqlite":
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                database = f"{folder}/matches.db"
            else:
                database = stack.enter_context(postgres())
            found = measure(database, wanted)
        found["load_average"] = round(os.getloadavg()[0], 2)
        found["when"] = datetime.now(UTC).isoformat(timespec="seconds")
        record[store] = found
        print(store, json.dumps(found, indent=1))
    record["machine"] = {"cores": os.cpu_count(), "python": platform.python_version()}
    if not wanted.dry:
        RESULTS.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
