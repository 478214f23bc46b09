"""What is done to the service, one thing after another in random order; each leaves everything whole again."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import time
from collections.abc import Awaitable, Callable

from tests.attack.cluster import FAKETIME, Cluster

Fault = Callable[[Cluster, random.Random], Awaitable[None]]
HOUR = 3600
HALF_REQUESTS = 400
HEADER = 4 << 20  # bytes


async def kill_server(cluster: Cluster, rng: random.Random) -> None:
    """A server dies and is started again."""
    server = rng.choice(cluster.servers)
    server.kill()
    await asyncio.sleep(rng.uniform(0, 2))
    await asyncio.to_thread(server.start)


async def hang_server(cluster: Cluster, rng: random.Random) -> None:
    """A server stands still for a while."""
    number = rng.randrange(len(cluster.servers))
    cluster.signal(number, signal.SIGSTOP)
    try:
        await asyncio.sleep(rng.uniform(1, 4))
    finally:
        cluster.signal(number, signal.SIGCONT)


async def kill_worker(cluster: Cluster, rng: random.Random) -> None:
    """An engine worker dies."""
    workers = cluster.workers(rng.randrange(len(cluster.servers)))
    if workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(workers), signal.SIGKILL)


async def hang_worker(cluster: Cluster, rng: random.Random) -> None:
    """An engine worker stands still and is never woken."""
    workers = cluster.workers(rng.randrange(len(cluster.servers)))
    if workers:
        with contextlib.suppress(ProcessLookupError):
            cluster.hung.append(rng.choice(workers))
            os.kill(cluster.hung[-1], signal.SIGSTOP)


async def kill_database(cluster: Cluster, rng: random.Random) -> None:
    """PostgreSQL loses power."""
    assert cluster.postgres is not None
    cluster.postgres.kill()
    await asyncio.sleep(rng.uniform(0, 2))
    await asyncio.to_thread(cluster.postgres.start)


async def kill_broker(cluster: Cluster, rng: random.Random) -> None:
    """Redis dies, for longer than an opponent may be away."""
    assert cluster.redis is not None
    cluster.redis.kill()
    await asyncio.sleep(rng.uniform(1, 7))
    await asyncio.to_thread(cluster.redis.start)


async def break_link(cluster: Cluster, rng: random.Random) -> None:
    """The link to the database or the broker is slow, deaf, torn or half closed."""
    link = rng.choice(cluster.links)
    link.set(rng.choice(("slow", "deaf", "torn", "half")))
    try:
        await asyncio.sleep(rng.uniform(1, 7))
    finally:
        link.set("good")


async def jump(cluster: Cluster, rng: random.Random) -> None:
    """Somebody sets the clock of a machine, by hours, and sets it right again."""
    number = rng.randrange(len(cluster.servers))
    cluster.set_clock(number, rng.choice((-3, -1, 1, 3)) * HOUR)
    try:
        await asyncio.sleep(rng.uniform(1, 4))
    finally:
        cluster.set_clock(number, 0)


async def fill_disk(cluster: Cluster, rng: random.Random) -> None:
    """The disk is full for a while."""
    with cluster.full_disk():
        await asyncio.sleep(rng.uniform(1, 3))


async def flood(cluster: Cluster, rng: random.Random) -> None:
    """Hundreds of requests that never end, and one header without end."""
    port = rng.choice(cluster.servers).port
    await asyncio.to_thread(_flood, port, time.monotonic() + rng.uniform(1, 3))


def _flood(port: int, ends: float) -> None:
    with contextlib.ExitStack() as opened:
        for _ in range(HALF_REQUESTS):
            with contextlib.suppress(OSError):
                half = opened.enter_context(socket.create_connection(("127.0.0.1", port), 2))
                half.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Le")
        with contextlib.suppress(OSError):
            large = opened.enter_context(socket.create_connection(("127.0.0.1", port), 2))
            large.settimeout(2)
            large.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ")
            for _ in range(HEADER // 4096):
                large.sendall(b"x" * 4096)
        time.sleep(max(0.0, ends - time.monotonic()))


def faults(cluster: Cluster) -> list[Fault]:
    """What can be done to this cluster here."""
    found: list[Fault] = [kill_server, hang_server, kill_worker, hang_worker, flood]
    if FAKETIME is not None:
        found.append(jump)
    if cluster.disk is not None:
        found.append(fill_disk)
    if cluster.postgres is not None:
        found += [kill_database, break_link]
    if cluster.redis is not None:
        found.append(kill_broker)
    return found
