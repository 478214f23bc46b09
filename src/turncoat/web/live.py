"""Live play: a socket for pages, a stream of lines for bots."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from prometheus_client import Histogram
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from turncoat.games.errors import TurncoatError
from turncoat.service import Service, Sitting
from turncoat.service.hub import Listener

from . import problems, seats
from .guard import client_of
from .limits import Limiter
from .messages import PongMessage, SocketMessage

router = APIRouter(prefix="/api")
PING = '{"type":"ping"}'
QUIET = 25.0  # seconds without news after which a ping is sent
PATIENCE = 10.0  # seconds a client may take to read what was sent
SLOW, RESTART, GONE, RUDE = 4008, 1012, 4404, 4429


@router.websocket("/matches/{match_id}/live")
async def live(socket: WebSocket, match_id: str) -> None:
    """Sends the view at once and at every change; takes moves."""
    service: Service = socket.app.state.service
    await socket.accept()
    try:
        sitting = await service.sit(match_id, seats.tokens_of(socket))
    except TurncoatError as error:
        await socket.send_text(orjson.dumps({"type": "refused", **problems.body(error)}).decode())
        await socket.close(GONE, error.code)
        return
    listener = service.listen(sitting.room, sitting.held)
    try:
        await _first_of(_send(socket, listener), _receive(socket, service, sitting, listener))
    finally:
        service.unlisten(sitting.room, listener)


@router.websocket("/lobby/live")
async def lobby(socket: WebSocket) -> None:
    """Sends the list of waiting matches at once and whenever it changes."""
    service: Service = socket.app.state.service
    await socket.accept()
    listener = await service.lobby.watch()
    try:
        await _first_of(_send(socket, listener), _listen(socket))
    finally:
        service.lobby.listeners.discard(listener)


async def _first_of(*work: Coroutine[Any, Any, None]) -> None:
    """Ends when one of them does: a client that reads no more is not waited for, nor one that is gone."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect | RuntimeError):
            raise error


async def _listen(socket: WebSocket) -> None:
    """Hears nothing but the end."""
    while True:
        await _text(socket)


async def _send(socket: WebSocket, listener: Listener) -> None:
    """Sends what the listener has to read, at the client's pace; a client that is too slow is dropped."""
    try:
        while True:
            text = await _next(listener)
            if text is None:
                break
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(text)
    except TimeoutError:
        listener.lost = True
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
    if listener.lost:
        socket.app.state.metrics.dropped.inc()
    with contextlib.suppress(RuntimeError, OSError, TimeoutError):
        async with asyncio.timeout(1):
            await socket.close(SLOW if listener.lost else RESTART)


async def _next(listener: Listener) -> str | None:
    """What there is to read, or a ping after a while without news."""
    if listener.unread:
        return await listener.read()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(QUIET):
            return await listener.read()
    return PING


async def _receive(socket: WebSocket, service: Service, sitting: Sitting, listener: Listener) -> None:
    limiter, client = socket.app.state.limiter, client_of(socket.scope)
    moves: Histogram = socket.app.state.metrics.moves
    connection = f"{client} {id(listener)}"
    while True:
        text = await _text(socket)
        if not limiter.allow(connection, "message"):
            await socket.close(RUDE, "too_many_requests")
            return
        answer = await _answer(service, sitting, text, moves)
        if answer:
            listener.post("answer", answer)


async def _text(socket: WebSocket) -> str:
    """The next message, whether it came as text or as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")


async def _answer(service: Service, sitting: Sitting, text: str, moves: Histogram) -> str | None:
    """What whoever sent the message is told besides what everyone hears."""
    started = time.perf_counter()
    try:
        wanted = SocketMessage.model_validate_json(text).root
    except ValidationError:
        return orjson.dumps({"type": "refused", **problems.own_body("bad_message")}).decode()
    if isinstance(wanted, PongMessage):
        return PING if wanted.echo else None
    room, before = sitting.room, sitting.room.match.seq
    try:
        await service.play(room.id, sitting.held, wanted.move, wanted.at)
    except TurncoatError as error:
        more = orjson.loads(room.answer(sitting.held, service.now())) if error.code == "stale" else {}
        refused = {"type": "refused", "move": wanted.move, "at": wanted.at, **problems.body(error), **more}
        return orjson.dumps(refused).decode()
    if room.match.seq == before:
        # A repeat changed nothing, so nobody was told: whoever repeats it wants to know where things stand.
        return room.answer(sitting.held, service.now(), "view")
    moves.observe(time.perf_counter() - started)
    return None


class Lines(Response):
    """The messages of a match, one a line, for as long as the client reads them."""

    media_type = "application/x-ndjson"

    def __init__(self, service: Service, sitting: Sitting, limiter: Limiter, client: str) -> None:
        super().__init__(None, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._service, self._sitting, self._limiter, self._client = service, sitting, limiter, client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until one side has enough."""
        if not self._limiter.open(self._client):
            await problems.response(problems.own_body("too_many_connections"))(scope, receive, send)
            return
        listener = self._service.listen(self._sitting.room, self._sitting.held)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await _first_of(_write(send, listener), _gone(receive))
        finally:
            self._service.unlisten(self._sitting.room, listener)
            self._limiter.close(self._client)


async def _write(send: Send, listener: Listener) -> None:
    text: str | None = ""
    with contextlib.suppress(TimeoutError, OSError):
        while text is not None:
            text = await _next(listener)
            async with asyncio.timeout(PATIENCE):
                line = f"{text}\n".encode() if text else b""
                await send({"type": "http.response.body", "body": line, "more_body": text is not None})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
