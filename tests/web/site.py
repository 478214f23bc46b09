"""The application with people at it: within the process, and as a server of its own."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import Any

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

    def __init__(self, database, *options, program=("turncoat.cli",), environment=None, log=subprocess.DEVNULL) -> None:
        """`program` is what Python runs as a module, with its first arguments; later options go before earlier ones."""
        self.command = [
            *(sys.executable, "-m", *program, "serve", "--database", str(database), "--limits", "0"),
            *("--log", "json", "--workers", "1", *options),
        ]
        self._environment, self._log = environment or {}, log
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self):
        """Starts it, again at the same port, and waits until it answers."""
        command = [*self.command, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "TURNCOAT_LANG": "en", **self._environment},
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


class Closed(Exception):
    """The application has closed a socket."""

    def __init__(self, code, reason) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Socket:
    """One end of a live socket within the process."""

    def __init__(self, client, path, token=None, **headers) -> None:
        given = {"host": "localhost", **({"authorization": f"Bearer {token}"} if token else {}), **headers}
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("10.0.0.1", 1000),
            "subprotocols": [],
            "state": {},
        }
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._open = lambda: asyncio.create_task(client.app(scope, self._sent.get, self._heard.put))

    async def __aenter__(self):
        self._task = self._open()
        await self._sent.put({"type": "websocket.connect"})
        try:
            await self._next("websocket.accept")
        except Closed:
            await self._task
            raise
        return self

    async def __aexit__(self, *_):
        await self._sent.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._task, 10)

    async def _next(self, kind):
        async with asyncio.timeout(10):
            message = await self._heard.get()
        if message["type"] == "websocket.close":
            raise Closed(message["code"], message.get("reason"))
        assert message["type"] == kind
        return message

    async def say(self, **message):
        """Sends a message."""
        await self.send(text=json.dumps(message))

    async def send(self, **frame):
        """Sends a frame, of text or of bytes."""
        await self._sent.put({"type": "websocket.receive", **frame})

    async def read(self):
        """The next message, whatever it is."""
        return json.loads((await self._next("websocket.send"))["text"])

    async def receive(self, kind):
        """The next message of that kind."""
        while (message := await self.read())["type"] != kind:
            pass
        return message

    async def ending(self):
        """The code and reason with which it is closed."""
        try:
            while True:
                await self.read()
        except Closed as closed:
            return closed.code, closed.reason
