"""Uvicorn's protocols with limits on what a connection may do before the application sees it.

Uvicorn takes heads of any size and waits for the rest of a request for ever; docs/decisions/0015 says why it serves
nonetheless.
"""

import asyncio
from functools import lru_cache, partial
from typing import Any, cast

import orjson
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from . import headers, problems
from .connections import Connections, Stage
from .limits import Rate

SLICE = 4096  # bytes of a socket that are read before anything is looked at
CONTROL = Rate(10, 60)  # frames of one socket that bring no message: pings, pongs, fragments
POLICY_VIOLATION = 1008
TRY_AGAIN = 10  # seconds


class RefusedError(Exception):
    """Ends the parser: the request goes beyond a limit."""


class HttpConnection(HttpToolsProtocol):
    """A connection that must say soon and briefly what it wants."""

    def __init__(self, *, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all, self._limits = connections, connections.limits
        self.address: str | None = None
        self._begun = self._in_body = False
        """Whether a head, or a body, has begun and not ended."""
        self._fed = self._counted = 0
        """Bytes that came while a head was awaited; bytes of its lines."""
        self._refusal = "not_http"
        self._running: RequestResponseCycle | None = None

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes it in, or refuses it."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.address = self.client[0] if self.client else None
        refused = self._all.add(self)
        if refused:
            self._end(refused)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._all.remove(self)
        self._drop_requests()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _drop_requests(self) -> None:
        """Has nobody answer any more; uvicorn itself only knows of the last request."""
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Reads on, and notes what is awaited next."""
        if self.transport.is_closing():
            return
        if not self._in_body:
            self._fed += len(data)
        super().data_received(data)
        if self._fed > self._limits.head_bytes and not self.transport.is_closing():
            self._refuse("head_too_large")
        self._all.enter(self, self._stage)

    @property
    def _stage(self) -> Stage | None:
        if self.flow.write_paused:
            return Stage.UNREAD
        if self._in_body:
            return Stage.BODY
        if self._answering:
            return None
        return Stage.HEAD if self._begun or self.cycle is None else Stage.IDLE

    @property
    def _answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        """Waits for the next request, or for the rest of this one."""
        super().on_response_complete()
        self._all.enter(self, self._stage)

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._all.enter(self, self._stage)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._all.enter(self, self._stage)

    # The parser

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._begun, self._counted = True, 0

    def on_url(self, url: bytes) -> None:
        """A part of the request's path."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head."""
        self._count(len(name) + len(value) + 4)
        if len(self.headers) >= self._limits.headers:
            self._stop("head_too_large")
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._counted += size
        if self._counted > self._limits.head_bytes:
            self._stop("head_too_large")

    def on_headers_complete(self) -> None:
        """The head is there."""
        if len(self.pipeline) >= self._limits.pipelined:
            self._stop("pipelined")
        self._begun, self._in_body, self._fed = False, True, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is there."""
        self._in_body = False
        super().on_message_complete()

    def _stop(self, reason: str) -> None:
        self._refusal = reason
        raise RefusedError(reason)  # makes the parser fail, and that `send_400_response`

    def handle_websocket_upgrade(self) -> None:
        """Goes on as a socket."""
        if self._answering:
            self._refuse("pipelined")
            return
        self.ws_protocol_class = cast(
            "type[asyncio.Protocol]", partial(WebSocketConnection, connections=self._all, before=self)
        )
        super().handle_websocket_upgrade()
        self.ws_protocol_class = None
        self.parser = None  # type: ignore[assignment] # they hold each other

    # Endings

    def send_400_response(self, msg: str) -> None:
        """Refuses what the parser does not read on."""
        self._refuse(self._refusal)

    def _refuse(self, reason: str) -> None:
        self._end(self._all.refuse(reason, self))

    def _end(self, reason: str) -> None:
        """Answers with an error where nothing is being answered, and ends."""
        if self._answering and (self.cycle.response_started or self.pipeline or reason == "pipelined"):
            self._drop_requests()
            self.transport.abort()
            return
        self._drop_requests()
        self.transport.write(answer(reason, tuple(self.server_state.default_headers)))
        self.transport.close()

    def overdue(self, stage: Stage) -> None:
        """Ends what takes too long."""
        if stage is Stage.UNREAD:
            self._all.refuse("unread", self)
            self.transport.abort()
        elif stage is Stage.IDLE:
            self.transport.close()
        else:
            self._refuse("too_slow")

    def make_room(self) -> None:
        """Ends for somebody else."""
        self.transport.abort()

    @property
    def closing(self) -> bool:
        """Whether it ends as soon as what was sent is read."""
        return self.transport.is_closing()

    def cut(self) -> None:
        """Ends at once."""
        self.transport.abort()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A socket that is read only as fast as it reads, and not at all beyond some frames without a message."""

    def __init__(self, *, connections: Connections, before: HttpConnection, **given: Any) -> None:
        super().__init__(**given)
        self._all, self._limits = connections, connections.limits
        self._before: HttpConnection | None = before
        self.address = before.address
        self._control, self._then = CONTROL.at_once, self.loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the place of the connection that asked for it."""
        super().connection_made(transport)
        assert self._before
        self._all.replace(self._before, self)
        self._before = None

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._all.remove(self)
        super().connection_lost(exc)
        self.conn.parser.close()  # it and `conn` hold each other, and whoever vanishes never lets it come to its end

    def data_received(self, data: bytes) -> None:
        """Reads a little at a time, so that a flood is noticed before all of it is read."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE] if len(data) > SLICE else data)
            if self._control < 0 or max(len(self.frames), self.queue.qsize()) > self._limits.fragments:
                self._give_up()
                return
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()

    def _count(self) -> None:
        now = self.loop.time()
        self._control = min(CONTROL.at_once, self._control + (now - self._then) * CONTROL.per_second) - 1
        self._then = now

    def handle_ping(self) -> None:
        """Answers a ping."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hears the answer to a ping."""
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Takes one more part of a message."""
        self._count()
        super().handle_cont(event)

    def pause_writing(self) -> None:
        """The client does not read, so it is not read from: its pings would be answered without end."""
        super().pause_writing()
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self._all.enter(self, Stage.UNREAD)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        self._all.enter(self, None)

    def _give_up(self) -> None:
        self._all.refuse("too_many_frames", self)
        self.conn.fail(POLICY_VIOLATION, "too_many_frames")
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    def overdue(self, stage: Stage) -> None:
        """Ends what is not read."""
        self._all.refuse("unread", self)
        self.transport.abort()

    def make_room(self) -> None:
        """Never asked: a socket waits for nobody."""
        self.transport.abort()

    @property
    def closing(self) -> bool:
        """Whether it ends as soon as what was sent is read."""
        return self.transport.is_closing()

    def cut(self) -> None:
        """Ends at once."""
        self.transport.abort()


@lru_cache(16)
def answer(reason: str, given: headers.Headers = ()) -> bytes:
    """An error as a whole answer, for what never reaches the application."""
    data = problems.own_body(reason)
    body, status = orjson.dumps(data), problems.STATUS[reason]
    own = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
    if status in (429, 503):
        own.append((b"retry-after", b"%d" % TRY_AGAIN))
    lines = b"".join(b"%s: %s\r\n" % line for line in [*given, *headers.complete(own, tls=False)])
    return STATUS_LINE[status] + lines + b"\r\n" + body
