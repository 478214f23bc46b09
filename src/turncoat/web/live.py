"""Live play: a socket for pages, a stream of lines for bots."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from turncoat.games.kit import TurncoatError
from turncoat.service import Service, Sitting
from turncoat.service.hub import Listener

from . import models, problems, seats
from .guard import client_of

router = APIRouter(prefix="/api")
PING = '{"type":"ping"}'
QUIET = 25.0  # seconds without news after which a ping is sent
PATIENCE = 10.0  # seconds a client may take to read what was sent
SLOW, RESTART, GONE, RUDE = 4008, 1012, 4404, 4429
MOVE = TypeAdapter(models.Move)


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
    sender = asyncio.create_task(_send(socket, listener))
    try:
        await _receive(socket, service, sitting, listener)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, or closed by the sender meanwhile
    finally:
        service.unlisten(sitting.room, listener)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


@router.websocket("/lobby/live")
async def lobby(socket: WebSocket) -> None:
    """Sends the list of waiting matches at once and whenever it changes."""
    service: Service = socket.app.state.service
    await socket.accept()
    listener = await service.people.watch_lobby()
    sender = asyncio.create_task(_send(socket, listener))
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        service.people.lobby_listeners.discard(listener)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _send(socket: WebSocket, listener: Listener) -> None:
    """Sends what the listener has to read, at the client's pace; a client that is too slow is dropped."""
    try:
        while True:
            text: str | None = PING
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    text = await listener.read()
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
    if socket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError):
            await socket.close(SLOW if listener.lost else RESTART)


async def _receive(socket: WebSocket, service: Service, sitting: Sitting, listener: Listener) -> None:
    limits, client = socket.app.state.settings.limits, client_of(socket.scope)
    moves = socket.app.state.metrics.moves
    connection = f"{client} {id(listener)}"
    while True:
        text = await _text(socket)
        if not limits.allow(connection, "message"):
            await socket.close(RUDE, "too_many_requests")
            return
        started = time.perf_counter()
        answer = await _answer(service, sitting, text)
        if answer:
            listener.post("answer", answer)
        else:
            moves.observe(time.perf_counter() - started)


async def _text(socket: WebSocket) -> str:
    """The next message, whether it came as text or as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")


async def _answer(service: Service, sitting: Sitting, text: str) -> str | None:
    """What whoever sent the message is told besides what everyone hears."""
    try:
        message = orjson.loads(text)
        kind = message.pop("type")
        if kind == "pong":
            return PING if message.get("echo") else None
        if kind != "move":
            raise ValueError(kind)
        wanted = MOVE.validate_python(message)
    except (ValueError, ValidationError, AttributeError, KeyError, TypeError):
        return orjson.dumps({"type": "refused", **problems.own_body("bad_message")}).decode()
    room, before = sitting.room, sitting.room.match.seq
    try:
        await service.play(room.id, sitting.held, wanted.move, wanted.at)
    except TurncoatError as error:
        more = orjson.loads(room.answer(sitting.held, service.now())) if error.code == "stale" else {}
        refused = {"type": "refused", "move": wanted.move, "at": wanted.at, **problems.body(error), **more}
        return orjson.dumps(refused).decode()
    # A repeat changed nothing, so nobody was told: whoever repeats it wants to know where things stand.
    return room.answer(sitting.held, service.now(), "view") if room.match.seq == before else None


async def lines(service: Service, sitting: Sitting, done: Callable[[], None]) -> AsyncIterator[str]:
    """The messages of a match, one a line."""
    listener = service.listen(sitting.room, sitting.held)
    try:
        while True:
            text: str | None = PING
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    text = await listener.read()
            if text is None:
                return
            yield text + "\n"
    finally:
        service.unlisten(sitting.room, listener)
        done()
