"""A PostgreSQL server of our own, for as long as a test runs."""

import asyncio
import contextlib
import os
import pwd
import shutil
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


@contextlib.contextmanager
def postgres():
    """The address of a database on a fresh server."""
    if not program("initdb") or not program("postgres"):
        pytest.skip("PostgreSQL is not installed")
    user, folder = _user(), Path(tempfile.mkdtemp(prefix="turncoat-pg-"))
    try:
        if user:
            shutil.chown(folder, user)
        data, port = folder / "data", free_port()
        quiet = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([program("initdb"), "-D", data, "-A", "trust", "-U", "turncoat", "-N"], check=True, **quiet)
        hba = data / "pg_hba.conf"  # whoever is called `locked` needs a password
        hba.write_text("host all locked 127.0.0.1/32 scram-sha-256\n" + hba.read_text("utf-8"), "utf-8")
        options = ["-c", "max_connections=60", "-c", "shared_buffers=32MB"]
        server = subprocess.Popen(
            [program("postgres"), "-D", data, "-k", folder, "-h", "127.0.0.1", "-p", str(port), *options], **quiet
        )
        try:
            address = f"postgresql://turncoat@127.0.0.1:{port}/postgres"
            wait_for(port)
            asyncio.run(_wait_until_it_answers(address))
            yield address
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait(10)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _wait_until_it_answers(address):
    """It listens a while before it takes questions."""
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
