"""A PostgreSQL server of our own, for as long as a test runs."""

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import asyncpg
import pytest

PLACES = [Path("/usr/bin"), Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def program(name):
    """Where a program of PostgreSQL is, None if nowhere."""
    found = shutil.which(name)
    return found or next((str(place / name) for place in PLACES if (place / name).is_file()), None)


def _user():
    """Whom the server runs as: not root, which it refuses."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    pytest.skip("PostgreSQL does not run as root, and there is no other user")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


class PostgresServer:
    """A fresh server, which may be killed and started again."""

    def __init__(self, folder, user=None) -> None:
        self._folder, self._data, self._user = folder, folder / "data", user
        self.port = free_port()
        self._quiet = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if user:
            shutil.chown(folder, user)
        initdb = [program("initdb"), "-D", self._data, "-A", "trust", "-U", "turncoat", "-N"]
        subprocess.run(initdb, check=True, **self._quiet)
        access = self._data / "pg_hba.conf"  # whoever is called `locked` needs a password
        access.write_text("host all locked 127.0.0.1/32 scram-sha-256\n" + access.read_text("utf-8"), "utf-8")

    @property
    def address(self):
        """Of its one database."""
        return self.address_at(self.port)

    @property
    def socket(self):
        """The folder of its socket."""
        return str(self._folder)

    @staticmethod
    def address_at(port):
        """The same, through another port."""
        return f"postgresql://turncoat@127.0.0.1:{port}/postgres"

    def start(self):
        """Starts it and waits until it answers."""
        options = ["-c", "max_connections=60", "-c", "shared_buffers=32MB"]
        command = [program("postgres"), "-D", self._data, "-k", self._folder, "-h", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen([*command, *options], start_new_session=True, **self._quiet)
        wait_for(self.port)
        wait_until_it_answers(self.address)

    def stop(self):
        """Ends it politely, or at last not."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        """Kills it with all its processes, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(10)


@contextlib.contextmanager
def postgres_server():
    """A server that runs."""
    if not program("initdb") or not program("postgres"):
        pytest.skip("PostgreSQL is not installed")
    user, folder = _user(), Path(tempfile.mkdtemp(prefix="turncoat-pg-"))
    try:
        server = PostgresServer(folder, user)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgres():
    """The address of a database on a fresh server."""
    with postgres_server() as server:
        yield server.address


def wait_until_it_answers(address):
    """It listens a while before it takes questions."""
    asyncio.run(_wait_until_it_answers(address))


async def _wait_until_it_answers(address):
    ends = time.monotonic() + 30
    while True:
        try:
            await (await asyncpg.connect(address)).close()
        except (asyncpg.CannotConnectNowError, OSError):
            assert time.monotonic() < ends, "PostgreSQL did not start"
            await asyncio.sleep(0.05)
        else:
            return


def wait_for(port):
    """Returns once somebody listens there."""
    ends = time.monotonic() + 30
    while time.monotonic() < ends:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("nobody listens")
