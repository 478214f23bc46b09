"""The service with all it stands on; each part can be broken: processes, workers, database, broker, links, disk."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Literal

from tests.attack.clients import Process
from tests.attack.link import Link
from tests.house.tree import ROOT
from tests.service.postgres import PostgresServer, free_port, postgres_server, wait_for
from tests.web.site import Server

Kind = Literal["sqlite", "postgresql", "redis"]
FAKETIME = next(iter(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
AWAY = 8.0  # seconds of --away; half of it in games with a clock
DISK = 64  # MiB of the small disk


class Redis:
    """A Redis that may be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder

    def start(self) -> None:
        """Starts it and waits until it listens."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=self._folder)
        wait_for(self.port)

    def kill(self) -> None:
        """Kills it on the spot."""
        self._process.kill()
        self._process.wait(10)


class Cluster:
    """Servers on one store: one on SQLite, two on PostgreSQL that hear each other by NOTIFY or by Redis."""

    def __init__(self, kind: Kind, folder: Path, planted: str = "") -> None:
        self.kind, self._folder, self._planted = kind, folder, planted
        self.skipped: list[str] = []
        """What could not be tried here, and why."""
        self.servers: list[Server] = []
        self.links: list[Link] = []
        self.postgres: PostgresServer | None = None
        self.redis: Redis | None = None
        self.disk: Path | None = None
        self.hung: list[int] = []
        """Processes that were stopped and not woken."""
        self._logs: list[IO[str]] = []
        self._stack = contextlib.ExitStack()

    async def start(self) -> None:
        """Starts everything, the stores first."""
        if self.kind == "sqlite":
            places = [str(self._small_disk() / "matches.db")]
        else:
            database = await asyncio.to_thread(self._stack.enter_context, postgres_server())
            self.postgres = database
            self.links = [Link(database.port) for _ in range(2)]
            for link in self.links:
                await link.start()
            places = [PostgresServer.address_at(link.port) for link in self.links]
        options = ["--away", str(AWAY)]
        if self.kind == "redis":
            self.redis = Redis(self._folder)
            await asyncio.to_thread(self.redis.start)
            link = Link(self.redis.port)
            await link.start()
            self.links.append(link)
            options += ["--broker", f"redis://127.0.0.1:{link.port}"]
        if FAKETIME is None:
            self.skipped.append("jumps of the wall clock: libfaketime is not installed")
        for number, place in enumerate(places):
            log = (self._folder / f"server-{number}.log").open("w+")
            self._logs.append(log)
            program = ("tests.attack.planted", self._planted) if self._planted else ("turncoat.cli",)
            server = Server(place, *options, program=program, environment=self._environment(number), log=log.fileno())
            await asyncio.to_thread(server.start)
            self.servers.append(server)

    def _environment(self, number: int) -> dict[str, str]:
        found = {"PYTHONPATH": str(ROOT)}
        if FAKETIME is not None:
            self.set_clock(number, 0)
            found |= {
                "LD_PRELOAD": str(FAKETIME),
                "FAKETIME_TIMESTAMP_FILE": str(self._clock(number)),
                "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        return found

    def _clock(self, number: int) -> Path:
        return self._folder / f"clock-{number}"

    def set_clock(self, number: int, seconds: int) -> None:
        """Sets the wall clock of one process so far from the true time."""
        new = self._folder / "clock.new"
        new.write_text(f"{seconds:+d}\n")
        new.replace(self._clock(number))

    def _small_disk(self) -> Path:
        """A disk that can be filled, for root; elsewhere the usual one."""
        place = self._folder / "disk"
        place.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "none", str(place)]
        if os.geteuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0:
            self.disk = place
            self._stack.callback(lambda: subprocess.run(["umount", "--lazy", str(place)], check=False))
        else:
            self.skipped.append("a full disk: only root can mount a small one")
        return place

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """No byte more fits."""
        assert self.disk is not None
        filler = self.disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        try:
            yield
        finally:
            filler.unlink()

    def processes(self) -> list[Process]:
        """The servers, as clients reach them."""
        return [Process(f"process {number}", server.port) for number, server in enumerate(self.servers)]

    def workers(self, number: int) -> list[int]:
        """The processes that a server has started to work for it."""
        server = self.servers[number].process
        assert server is not None
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                rest = stat.read_text().rpartition(")")[2].split()
                if int(rest[1]) == server.pid and b"resource_tracker" not in (stat.parent / "cmdline").read_bytes():
                    found.append(int(stat.parent.name))
        return found

    def signal(self, number: int, what: signal.Signals) -> None:
        """Sends a server a signal."""
        server = self.servers[number].process
        assert server is not None
        server.send_signal(what)

    def log(self) -> str:
        """What the servers wrote."""
        return "".join(Path(log.name).read_text(errors="replace") for log in self._logs)

    async def stop(self) -> None:
        """Ends everything."""
        for server in self.servers:
            try:
                await asyncio.to_thread(server.stop)
            except subprocess.TimeoutExpired:  # on a busy machine
                server.kill()
        for link in self.links:
            await link.stop()
        if self.redis:
            self.redis.kill()
        for worker in self.hung:  # of a server that was killed before it could replace it
            with contextlib.suppress(OSError):
                if b"multiprocessing" in Path(f"/proc/{worker}/cmdline").read_bytes():
                    os.kill(worker, signal.SIGKILL)
        for log in self._logs:
            log.close()
        await asyncio.to_thread(self._stack.close)


def small_folder() -> Path:
    """A folder for one run."""
    return Path(tempfile.mkdtemp(prefix="turncoat-attack-"))


def has_redis() -> bool:
    """Whether Redis is installed."""
    return shutil.which("redis-server") is not None
