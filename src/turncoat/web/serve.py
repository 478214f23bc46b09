"""Running the application: one process with uvicorn."""

import asyncio
import errno
import gc
import logging
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from turncoat.extras import need
from turncoat.games.text import Phrase
from turncoat.service.store import read_url
from turncoat.service.store_trouble import StoreUnusable

from . import logs
from .app import build
from .settings import Settings

TRUSTED = "127.0.0.1,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16"
MOST_MESSAGE = 4096  # bytes of a socket's message
EVERYWHERE = ("127.0.0.1", "0.0.0.0", "::", "::1")  # noqa: S104 — addresses that this machine itself calls localhost


class CannotServe(Exception):
    """The address or the store is not to be had."""

    def __init__(self, what: str, where: str, reason: str | Phrase) -> None:
        super().__init__(f"{where}: {reason if isinstance(reason, str) else reason.text()}")
        self.what, self.where, self.reason = what, where, reason


def serve(settings: Settings, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serves until told to stop; `ready` is told the address once it answers."""
    store = _shown(settings.database)
    if settings.broker:
        need("redis", "redis")  # told before anything is begun, in one line
    logs.set_up(json=settings.json_logs, level=logging.WARNING if settings.quiet else logging.INFO)
    listening = _listen(settings)
    app = build(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,  # views are small; compressing each for everyone costs more than it saves
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=TRUSTED if settings.behind_proxy else None,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    # What is there now stays: without this the collector would walk all of it again and again while people play.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    with listening:
        try:
            _Server(config, app, ready).run([listening])
        except StoreUnusable as error:
            raise CannotServe("store", store, error.reason) from None


def _shown(database: str) -> str:
    """The database's address without what is nobody else's business."""
    try:
        url = make_url(read_url(database))
        url.get_dialect()
    except (ArgumentError, ValueError):  # their texts quote the address, and a password with it
        unusable = StoreUnusable("address")
        raise CannotServe("store", f"{database.partition('://')[0]}://", unusable.reason) from None
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=4096)
    except OSError as error:
        if settings.any_port and error.errno == errno.EADDRINUSE:
            return _listen(replace(settings, port=0, any_port=False))
        raise CannotServe("address", f"{settings.host}:{settings.port}", error.strerror or str(error)) from None


class _Server(uvicorn.Server):
    """Starts and stops the application, and tells when it is ready.

    Left to uvicorn, a start that fails would be two tracebacks and no exit code of its own.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready
        self._running = AsyncExitStack()

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
