"""A server in miniature on a port of its own: our protocols, an application of a few lines, clients of bare bytes."""

import asyncio
import contextlib
import logging
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import uvicorn
import uvloop
from uvicorn.server import ServerState

from turncoat.web.connections import ConnectionLimits, Connections
from turncoat.web.server_protocols import HttpConnection

HELLO = (
    b"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Clock:
    """Seconds that tests let pass."""

    seconds = 1000.0

    def __call__(self):
        return self.seconds


class Wire:
    """The server, and who talks to it."""

    def __init__(self, limits, trusts, app) -> None:
        self.clock = Clock()
        self.connections = Connections(limits, trusts, self.clock)
        self.config = uvicorn.Config(
            app or answer, http="httptools", ws="websockets-sansio", log_config=None, lifespan="off", ws_max_size=4096
        )
        self.config.load()
        self.state = ServerState()
        self.port = 0
        self._clients: list[asyncio.StreamWriter] = []

    def connection(self):
        """A protocol for the next connection."""
        return HttpConnection(connections=self.connections, config=self.config, server_state=self.state, app_state={})

    async def client(self, data=b""):
        """Somebody who has connected and sent that; known to the server."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._clients.append(writer)
        writer.write(data)
        await writer.drain()
        await self.settle()
        return reader, writer

    async def settle(self):
        """Lets everything happen that is on its way."""
        for _ in range(20):
            await asyncio.sleep(0.002)

    async def later(self, seconds):
        """Lets time pass for the server."""
        self.clock.seconds += seconds
        self.connections.check_timeouts()
        await self.settle()

    async def end(self):
        """Closes everything."""
        for connection in [*self.connections._open]:
            connection.cut()
        for writer in self._clients:
            writer.close()
        await self.settle()

    @property
    def refused(self):
        """How often what was refused."""
        return dict(self.connections.refused)


async def ending(reader):
    """All that is still to be read, until the connection ends."""
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionResetError):
            return await reader.read()
        return b""


async def answer(scope, receive, send):
    """Reads a body and says how long it was; a socket is said everything back to."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    body = b"x" * 64_000_000 if scope["path"] == "/large" else str(size).encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


class _LogCapture(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[Any] = []

    def emit(self, record):
        self.records.append(record)


@contextmanager
def logged_by(logger):
    """What that logger is told meanwhile."""
    ear = _LogCapture()
    logging.getLogger(logger).addHandler(ear)
    try:
        yield ear.records
    finally:
        logging.getLogger(logger).removeHandler(ear)


@asynccontextmanager
async def _wire(limits, trusts, app):
    wire = Wire(limits, trusts, app)
    server = await asyncio.get_running_loop().create_server(wire.connection, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        server.close()
        await wire.end()
        for task in wire.state.tasks:
            task.cancel()
        await wire.settle()


def wired(test=None, *, trusts=lambda _: False, app=None, **limits):
    """Runs an async test at a server with these limits."""
    if test is None:
        return partial(wired, trusts=trusts, app=app, **limits)

    def run():
        async def go():
            async with _wire(ConnectionLimits(**limits), trusts, app) as wire:
                await asyncio.wait_for(test(wire), 60)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as the server runs
            runner.run(go())

    run.__name__, run.__qualname__, run.__module__ = test.__name__, test.__qualname__, test.__module__
    return run


def frame(kind, data=b"", *, final=True):
    """A frame from a client, masked with zeros."""
    size = bytes([128 | len(data)]) if len(data) < 126 else bytes([128 | 126]) + len(data).to_bytes(2, "big")
    return bytes([128 * final | kind]) + size + bytes(4) + data
