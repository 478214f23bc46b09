"""Live play: a socket for pages, a stream of lines for bots."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from prometheus_client import Histogram
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from turncoat.games.errors import TurncoatError
from turncoat.service import SeatView, Service
from turncoat.service.errors import StoreFailed
from turncoat.service.subscriptions import Subscription

from . import problems, seats
from .costs import MESSAGE, MOVE
from .guard import client_of
from .limits import Limiter
from .messages import MoveMessage, PongMessage, SocketMessage, SyncMessage

router = APIRouter(prefix="/api")
PING = '{"type":"ping"}'
PING_AFTER = 25.0  # seconds without news after which a ping is sent
SEND_TIMEOUT = 10.0  # seconds a client may take to read what was sent
CLOSING_DELAY = 0.1  # seconds in which a move under way may still be refused, once nothing more comes of its match
DONE, SLOW, RESTART, BROKEN, LATER, GONE, TOO_MANY = 1000, 4008, 1012, 1011, 1013, 4404, 4429
CLOSED_BY = {"no_such_match": GONE, "store_failed": LATER, "busy": LATER, "engine_failed": LATER}
LOG = logging.getLogger("turncoat.web")


@router.websocket("/matches/{match_id}/live")
async def live(socket: WebSocket, match_id: str) -> None:
    """Sends the match at once, then what changes; takes moves."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        seen = await service.seat_view(match_id, seats.tokens_of(socket))
        subscription = service.subscribe(seen.room, seen.held)
        try:
            await until_first(send_all(socket, subscription), _receive(socket, service, seen, subscription))
        finally:
            service.unsubscribe(seen.room, subscription)


@router.websocket("/public/{name}/live")
async def watch(socket: WebSocket, name: str) -> None:
    """Sends a public game at once, then what changes; takes nothing."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        found = await service.sharing.links.find(name)
        subscription = service.subscribe(found.room, frozenset(), found.link)
        try:
            await until_first(send_all(socket, subscription), _listen(socket))
        finally:
            service.unsubscribe(found.room, subscription)


@router.websocket("/matches/{match_id}/review")
async def review(socket: WebSocket, match_id: str) -> None:
    """Sends the review of a finished match, all that is known of it at once, then what is judged, until it is done."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        with await service.review(match_id, client_of(socket.scope)) as subscription:
            await until_first(send_all(socket, subscription, DONE), _listen(socket))


@router.websocket("/lobby/live")
async def lobby(socket: WebSocket) -> None:
    """Sends the list of waiting matches at once and whenever it changes."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        subscription = await service.lobby.watch()
        try:
            await until_first(send_all(socket, subscription), _listen(socket))
        finally:
            service.lobby.subscriptions.discard(subscription)


@router.websocket("/watch/live")
async def watch_all(socket: WebSocket) -> None:
    """Sends the public games there are to watch, then what changes, once a second at the most."""
    service: Service = socket.app.state.service
    await socket.accept()
    async with errors_sent(socket):
        subscription = await service.sharing.watch.watch()
        try:
            await until_first(send_all(socket, subscription), _listen(socket))
        finally:
            service.sharing.watch.subscriptions.discard(subscription)


@asynccontextmanager
async def errors_sent(socket: WebSocket) -> AsyncIterator[None]:
    """Has whatever goes wrong told over the socket, which then closes with a code that says what to do."""
    try:
        yield
    except (WebSocketDisconnect, ClientDisconnect):
        pass  # nobody is there to be told
    except TurncoatError as error:
        await _end(socket, refused(problems.body(error)), CLOSED_BY.get(error.code, BROKEN), error.code)
    except Exception:
        LOG.exception("a socket failed", extra={"facts": {"path": socket.url.path}})
        await _end(socket, refused(problems.own_body("internal")), BROKEN, "internal")


async def _end(socket: WebSocket, text: str, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
        async with asyncio.timeout(SEND_TIMEOUT):
            await socket.send_text(text)
            await socket.close(code, reason)


async def until_first(*work: Coroutine[Any, Any, None]) -> None:
    """Ends when one of them does: a client that reads no more is not waited for, nor one that is gone."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
            raise error


async def _listen(socket: WebSocket) -> None:
    """Hears nothing but the end."""
    while True:
        await text_of(socket)


async def send_all(socket: WebSocket, subscription: Subscription, ended: int = RESTART) -> None:
    """Sends what there is to read, at the client's pace; a client that is too slow is dropped.

    `ended` is the code with which the socket is closed once there is nothing more to come.
    """
    try:
        with closing(_PingTimer(subscription)) as ping_timer:
            while (text := await subscription.read()) is not None:
                ping_timer.reset()
                async with asyncio.timeout(SEND_TIMEOUT):
                    await socket.send_text(text)
        await asyncio.sleep(CLOSING_DELAY)
    except TimeoutError:
        subscription.lost = True
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
    if subscription.lost:
        socket.app.state.metrics.dropped.inc()
    with contextlib.suppress(RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(1):
            await socket.close(SLOW if subscription.lost else ended)


class _PingTimer:
    """Sends a ping after a while without messages.

    Messages are many: only the moment of the latest is noted, and the timer set anew when it rings.
    """

    def __init__(self, subscription: Subscription) -> None:
        self._subscription, self._loop = subscription, asyncio.get_running_loop()
        self.reset()
        self._wait(PING_AFTER)

    def reset(self) -> None:
        """A message was sent."""
        self._since = self._loop.time()

    def _wait(self, seconds: float) -> None:
        self._timer = self._loop.call_later(seconds, self._ping_if_due)

    def _ping_if_due(self) -> None:
        left = self._since + PING_AFTER - self._loop.time()
        if left <= 0 and not self._subscription.unread:
            self._subscription.post(PING)
        self._wait(left if left > 0 else PING_AFTER)

    def close(self) -> None:
        """No ping is needed any more."""
        self._timer.cancel()


async def _receive(socket: WebSocket, service: Service, seen: SeatView, subscription: Subscription) -> None:
    limiter, client = socket.app.state.limiter, client_of(socket.scope)
    moves: Histogram = socket.app.state.metrics.moves
    connection = f"{client} {id(subscription)}"
    while True:
        text = await text_of(socket)
        if limiter.take(connection, message=1):
            with contextlib.suppress(RuntimeError, OSError):  # closed already
                await socket.close(TOO_MANY, "too_many_requests")
            return
        wanted = _read(text)
        # Who has used up what there is for one client is read no further until there is more.
        cost = (MOVE if isinstance(wanted, MoveMessage) else MESSAGE).ms
        while wait := limiter.take(client, cost=cost):
            await asyncio.sleep(wait)
        await _take(service, seen, subscription, wanted, moves)


async def text_of(socket: WebSocket) -> str:
    """The next message, whether it came as text or as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")


def _read(text: str) -> MoveMessage | PongMessage | SyncMessage | None:
    """The message; None where it cannot be read."""
    try:
        return SocketMessage.model_validate_json(text).root
    except ValidationError:
        return None


async def _take(
    service: Service,
    seen: SeatView,
    subscription: Subscription,
    wanted: MoveMessage | PongMessage | SyncMessage | None,
    moves: Histogram,
) -> None:
    """Does what a message asks, and tells whoever sent it what the others are not told."""
    started = time.perf_counter()
    if wanted is None:
        subscription.post(refused(problems.own_body("bad_message")))
        return
    if isinstance(wanted, PongMessage):
        if wanted.echo:
            subscription.post(PING)
        return
    if isinstance(wanted, SyncMessage):
        subscription.restart()
        return
    room, before = seen.room, seen.room.match.seq
    try:
        await service.play(room.id, seen.held, wanted.move, wanted.at)
    except StoreFailed as error:
        error.data |= {"move": wanted.move, "at": wanted.at}
        raise  # the match is no more in memory, so there is nothing left to follow
    except TurncoatError as error:
        subscription.post(refused({"move": wanted.move, "at": wanted.at, **problems.body(error)}))
        if error.code == "stale":
            subscription.add_setup()
        return
    if room.match.seq == before:
        # A repeat changed nothing, so nobody was told: whoever repeats it wants to know where things stand.
        subscription.add_setup()
        return
    moves.observe(time.perf_counter() - started)


def refused(body: dict[str, Any]) -> str:
    return orjson.dumps({"type": "refused", **body}).decode()


@contextmanager
def following(service: Service, seen: SeatView) -> Iterator[Subscription]:
    """Follows a match."""
    subscription = service.subscribe(seen.room, seen.held)
    try:
        yield subscription
    finally:
        service.unsubscribe(seen.room, subscription)


class Lines(Response):
    """Messages, one a line, for as long as there are any and the client reads them."""

    media_type = "application/x-ndjson"

    def __init__(self, followed: AbstractContextManager[Subscription], limiter: Limiter, client: str) -> None:
        super().__init__(None, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._followed, self._limiter, self._client = followed, limiter, client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until one side has enough."""
        if not self._limiter.open(self._client):
            await problems.response(problems.own_body("too_many_connections"))(scope, receive, send)
            return
        try:
            with self._followed as subscription:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                await until_first(_write(send, subscription), _gone(receive))
        except TurncoatError as error:  # too late for a status
            await send({"type": "http.response.body", "body": f"{refused(problems.body(error))}\n".encode()})
        finally:
            self._limiter.close(self._client)


async def _write(send: Send, subscription: Subscription) -> None:
    text: str | None = ""
    with contextlib.suppress(TimeoutError, OSError), closing(_PingTimer(subscription)) as ping_timer:
        while text is not None:
            text = await subscription.read()
            ping_timer.reset()
            async with asyncio.timeout(SEND_TIMEOUT):
                line = f"{text}\n".encode() if text else b""
                await send({"type": "http.response.body", "body": line, "more_body": text is not None})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
