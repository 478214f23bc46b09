"""The application with people at it: within the process, and as a server of its own."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager

import httpx

from turncoat.web.app import build
from turncoat.web.limits import Limits
from turncoat.web.settings import Settings

HOME = "http://localhost"


@asynccontextmanager
async def site(tmp_path, page=None, **settings):
    """A client of an application that is started and stopped."""
    chosen = {"pace": 0.0, "workers": 1, "limits": Limits(scale=0), **settings}
    app = build(Settings(database=str(tmp_path / "matches.db"), **chosen), page or tmp_path / "page")
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=("10.0.0.1", 1000))
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            client.app = app  # type: ignore[attr-defined]
            yield client


def another(client, **headers):
    """Another browser at the same site."""
    return httpx.AsyncClient(transport=client._transport, base_url=HOME, headers=headers)


def from_here(client, address="127.0.0.1", **headers):
    """Somebody at that address, asking the server directly."""
    transport = httpx.ASGITransport(client.app, client=(address, 1000))
    return httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers)


def visited(test):
    """Runs an async test with a client of a fresh site."""

    def run(tmp_path):
        async def go():
            async with site(tmp_path) as client:
                await asyncio.wait_for(test(client), 60)

        asyncio.run(go())

    run.__name__, run.__qualname__, run.__module__ = test.__name__, test.__qualname__, test.__module__
    return run


async def new_match(client, **wanted):
    """Makes a match and gives the answer."""
    answer = await client.post("/api/matches", json={"ruleset": "reversi", "kind": "local", **wanted})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def read_all(socket):
    """Reads a live socket until it is closed."""
    while True:
        await asyncio.wait_for(socket.recv(), 10)


class Server:
    """`turncoat serve` in a process of its own."""

    def __init__(self, database, *options) -> None:
        self.command = [
            *(sys.executable, "-m", "turncoat.cli", "serve", "--database", str(database), "--limits", "0"),
            *("--log", "json", "--workers", "1", *options),
        ]
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self):
        """Starts it, again at the same port, and waits until it answers."""
        command = [*self.command, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "TURNCOAT_LANG": "en"},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"it said {line!r}"
        self.port = int(found[1])
        return self

    def kill(self):
        """Kills it on the spot."""
        self._end(signal.SIGKILL)

    def stop(self):
        """Asks it to end."""
        return self._end(signal.SIGTERM)

    def _end(self, how):
        assert self.process
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()
        return self.process.returncode

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    @property
    def live(self):
        return f"ws://localhost:{self.port}"

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
