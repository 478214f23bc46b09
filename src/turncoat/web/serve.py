"""Running the application: one process with uvicorn."""

import asyncio
import errno
import gc
import logging
import math
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from turncoat.extras import need
from turncoat.games.text import Phrase
from turncoat.service.database import shown
from turncoat.service.explorer_files import ExplorerFile
from turncoat.service.store_errors import StoreUnusable

from . import logs
from .app import build
from .connections import Connections
from .descriptors import raise_limit
from .server_protocols import HttpConnection
from .settings import Settings

MAX_MESSAGE = 4096  # bytes of a socket's message
# Moves are kept, so nearly all that a collection walks is alive, and everyone waits while it walks.  Young objects are
# collected 20,000 at a time, which takes milliseconds, all of them only after five million.
COLLECTED = (2_000, 10, 250)
EVERYWHERE = ("127.0.0.1", "0.0.0.0", "::", "::1")  # noqa: S104 — addresses that this machine itself calls localhost


class CannotServe(Exception):
    """The address or the store is not to be had."""

    def __init__(self, what: str, where: str, reason: str | Phrase) -> None:
        super().__init__(f"{where}: {reason if isinstance(reason, str) else reason.text()}")
        self.what, self.where, self.reason = what, where, reason


def serve(settings: Settings, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serves until told to stop; `ready` is told the address once it answers."""
    try:
        store = shown(settings.database)
    except StoreUnusable as error:
        raise CannotServe("store", f"{settings.database.partition('://')[0]}://", error.reason) from None
    for path in settings.explorer:
        try:
            ExplorerFile(path)
        except StoreUnusable as error:
            raise CannotServe("store", str(path), error.reason) from None
    if settings.broker:
        need("redis", "redis")  # told before anything is begun, in one line
    logs.set_up(json=settings.json_logs, level=logging.WARNING if settings.quiet else logging.INFO)
    listening = _listen(settings)
    connections = _connections(settings)
    app = build(settings)
    app.state.metrics.watch_connections(connections)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=cast("type[asyncio.Protocol]", partial(HttpConnection, connections=connections)),
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # views are small; compressing each for everyone costs more than it saves
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the guard reads them
        timeout_keep_alive=round(settings.connections.idle_seconds),
        timeout_graceful_shutdown=5,
    )
    # What is there now stays: without this the collector would walk all of it again and again while people play.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    with listening:
        try:
            _Server(config, app, ready, connections).run([listening])
        except StoreUnusable as error:
            raise CannotServe("store", store, error.reason) from None


def _connections(settings: Settings) -> Connections:
    """As many connections as were asked for and fit."""
    limits, scale = settings.connections, settings.limits.scale
    each = limits.each * scale if scale else math.inf
    limits = replace(limits, each=each, total=raise_limit(limits.total))
    return Connections(limits, settings.proxies.trusts if settings.proxies else lambda _: False)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=4096)
    except OSError as error:
        if settings.any_port and error.errno == errno.EADDRINUSE:
            return _listen(replace(settings, port=0, any_port=False))
        raise CannotServe("address", f"{settings.host}:{settings.port}", error.strerror or str(error)) from None


class _Server(uvicorn.Server):
    """Starts and stops the application, looks after its connections, and tells when it is ready.

    Left to uvicorn, a start that fails would be two tracebacks and no exit code of its own.
    """

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, ready: Callable[[str], None], connections: Connections
    ) -> None:
        super().__init__(config)
        self._app, self._ready, self._connections = app, ready, connections
        self._running = AsyncExitStack()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % 10 == 0:
            self._connections.check_timeouts()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and tells the address, with the port the system chose where none was asked for."""
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))
        await super().startup(sockets)
        if self.started and sockets:
            host = "localhost" if self.config.host in EVERYWHERE else self.config.host
            address = f"http://{host}:{sockets[0].getsockname()[1]}/"
            asyncio.get_running_loop().call_soon(self._ready, address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what is under way, then the application; asked twice, the application is given no time."""
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._running.aclose()
