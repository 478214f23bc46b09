"""One part of a soak: a store and its servers begun anew, a load at them, and samples until the time is up."""

import asyncio
import contextlib
import gc
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import httpx

from tests.service.postgres import postgres
from tests.web.site import Server

from . import samples, visitors
from .load import Load
from .matches import Games, MatchLoop
from .samples import Sample, SampleFile, troubles

OPTIONS = ("--limits", "1", "--workers", "2", "--behind-proxy", "--away", "20")
STOP_TIMEOUT = 60.0  # seconds in which everyone must have left
Size = Callable[[], Awaitable[float]]
"""MiB of the database."""


@dataclass(frozen=True)
class RunOptions:
    """What is to be played."""

    store: str
    minutes: float
    matches: int
    pace: float
    """Seconds between two moves of a match."""
    every: float
    """Seconds between two samples."""


class Sampler:
    """Takes samples of the servers and of the load."""

    def __init__(self, servers: list[Server], size: Size, load: Load) -> None:
        self._pids = [server.process.pid for server in servers if server.process]
        self._size, self._load = size, load
        self._clients = [httpx.AsyncClient(base_url=server.url, timeout=30) for server in servers]
        self._before: list[dict[str, float]] = [{} for _ in servers]
        self.own_lag = 0.0

    async def take(self) -> Sample:
        """A sample of now, and of what happened since the one before."""
        load, found = self._load, await asyncio.to_thread(samples.processes, self._pids)
        latencies, load.latencies = load.latencies, []
        sample = samples.of_processes(found) | samples.of_latencies(latencies)
        now = [samples.figures((await client.get("/metrics")).text) for client in self._clients]
        lags = [samples.lag(before, after) for before, after in zip(self._before, now, strict=True)]
        self._before = now
        sample["lag"] = [each and [round(ms, 2) for ms in each] for each in lags]
        for name in ("rooms", "connections", "open_connections", "engine_waiting", "moves_total"):
            sample[name] = sum(each.get(name, 0) for each in now)
        own, self.own_lag = self.own_lag, 0.0
        return sample | {
            "own_lag": round(1000 * own, 2),
            "database": round(await self._size(), 2),
            "playing": len(load.playing),
            "counts": dict(load.counts),
            "errors": dict(load.errors),
        }

    async def watch_own_loop(self) -> None:
        """Notes how late the players themselves were at the worst: that is no fault of the server."""
        while True:
            due = time.perf_counter() + 0.1
            await asyncio.sleep(0.1)
            self.own_lag = max(self.own_lag, time.perf_counter() - due)

    async def close(self) -> None:
        """Closes its connections."""
        for client in self._clients:
            await client.aclose()


async def play(wanted: RunOptions, file: SampleFile, seconds: float, part: int, stop: asyncio.Event) -> None:
    """Plays for so long, or until it is told to stop, and keeps the samples."""
    logs = [file.log(part, number) for number in range(2 if wanted.store == "postgresql" else 1)]
    async with _servers(wanted.store, logs) as (servers, size):
        load = Load([server.port for server in servers], wanted.pace, seed=part)
        sampler, prepared = Sampler(servers, size, load), Games()
        gc.freeze()  # a pause of our own would count as the server's
        everyone = asyncio.gather(
            *(MatchLoop(load, prepared).keep_playing() for _ in range(wanted.matches)),
            visitors.come_and_go(load, wanted.matches),
        )
        own = asyncio.create_task(sampler.watch_own_loop())
        began = time.monotonic()
        try:
            while (now := time.monotonic() - began) < seconds and not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), wanted.every - now % wanted.every)
                lasted = round(time.monotonic() - began, 2)
                file.add({"part": part, "seconds": lasted} | await sampler.take())
            load.leaving.set()
            async with asyncio.timeout(STOP_TIMEOUT):
                await everyone
            for log in logs:
                load.errors.update(troubles(log))
            file.add({"part": part, "seconds": lasted} | await sampler.take())  # with what went wrong at the end
        finally:
            own.cancel()
            everyone.cancel()
            await asyncio.gather(everyone, own, return_exceptions=True)
            await sampler.close()
            await load.close()


@asynccontextmanager
async def _servers(store: str, logs: list[Path]) -> AsyncIterator[tuple[list[Server], Size]]:
    """One server on SQLite, or two on PostgreSQL, begun anew, and how large their database is."""
    raise_limit()
    stack = contextlib.ExitStack()
    try:
        yield await asyncio.to_thread(_start, store, logs, stack)
    finally:
        await asyncio.to_thread(stack.close)


def _start(store: str, logs: list[Path], stack: contextlib.ExitStack) -> tuple[list[Server], Size]:
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="turncoat-soak-")))
    shared = store == "postgresql"
    place = stack.enter_context(postgres()) if shared else str(folder / "matches.db")
    servers = []
    for path in logs:
        server = Server(place, *OPTIONS, log=stack.enter_context(path.open("w")).fileno())
        stack.enter_context(server)
        servers.append(server)
    return servers, _size_of_database(place) if shared else _size_of_files(folder)


def raise_limit() -> None:
    """As many descriptors as may be had, for this process and those it begins."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _size_of_files(folder: Path) -> Size:
    async def size() -> float:
        return sum(path.stat().st_size for path in folder.glob("matches.db*")) / 2**20

    return size


def _size_of_database(place: str) -> Size:
    async def size() -> float:
        connection = await asyncpg.connect(place)
        try:
            return float(await connection.fetchval("SELECT pg_database_size(current_database())")) / 2**20
        finally:
            await connection.close()

    return size
