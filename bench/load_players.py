"""The players of bench/load.py: sockets with hardly any cost of their own, so that the server is measured, not they."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from typing import cast

import httpx
import orjson

from turncoat import Position, start

Latencies = list[float]
"""Seconds from the moment a move was due until the opponent had it."""
TEXT, PING, PONG = 1, 9, 10
FINAL = MASKED = 128


def frame(kind: int, text: bytes) -> bytes:
    """A message of a client, masked with zeros."""
    size = bytes([MASKED | len(text)]) if len(text) < 126 else bytes([MASKED | 126]) + len(text).to_bytes(2, "big")
    return bytes([FINAL | kind]) + size + bytes(4) + text


class Socket(asyncio.Protocol):
    """A WebSocket client."""

    def __init__(self, path: str, token: str, receive: Callable[[bytes], None], address: str = "") -> None:
        """`address` is the client's own, where this stands for a proxy."""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        given = {"Authorization": f"Bearer {token}"} if token else {}
        if address:
            given["X-Forwarded-For"] = address
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        )
        self._hello += "".join(f"{name}: {value}\r\n" for name, value in given.items()) + "\r\n"
        self._receive, self._unread = receive, b""
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello.encode())

    def data_received(self, data: bytes) -> None:
        unread = self._unread + data if self._unread else data
        if not self.opened.done():
            head, mark, rest = unread.partition(b"\r\n\r\n")
            if mark:
                assert b" 101 " in head[:16], head
                self.opened.set_result(None)
                unread = rest
        self._unread = self._read(unread) if self.opened.done() else unread

    def _read(self, data: bytes) -> bytes:
        """Hands on every whole message; what is left of the data."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if begin + size > end:
                break
            kind, at = data[at] & 15, begin + size
            if kind == TEXT:
                self._receive(data[begin:at])
            elif kind == PING:
                self.send(frame(PONG, data[begin:at]))
        return data[at:]

    def send(self, message: bytes) -> None:
        """Sends a frame."""
        self._transport.write(message)

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True

    def close(self) -> None:
        """Hangs up."""
        self._transport.close()


class Match:
    """A match, both its players, and the game that they play."""

    def __init__(self, ruleset: str, seed: int, moves: int, latencies: Latencies) -> None:
        self._ruleset, self._latencies = ruleset, latencies
        self._game = _random_game(ruleset, seed, moves)
        self._sent = self._told = 0
        """Moves made, and of these told."""
        self.due: deque[float] = deque()
        """When the moves fell due that are not told yet."""
        self.sockets: list[Socket] = []
        self._position: asyncio.Future[str]

    async def begin(self, client: httpx.AsyncClient) -> None:
        """Makes the match, and both seats are taken."""
        asked = {"ruleset": self._ruleset, "kind": "friend", "side": "first"}
        made = (await client.post("/api/matches", json=asked)).json()
        self._id, self._tokens = made["match"]["id"], [made["tokens"]["first"]]
        client.cookies.clear()
        joined = await client.post(f"/api/matches/{self._id}/join", json={"invitation": made["invitation"]})
        self._tokens.append(joined.json()["tokens"]["second"])
        client.cookies.clear()

    async def connect(self, port: int) -> None:
        """Opens the players' sockets."""
        for seat, token in enumerate(self._tokens):
            socket = Socket(f"/api/matches/{self._id}/live", token, lambda text, seat=seat: self._receive(seat, text))  # type: ignore[misc]
            await asyncio.get_running_loop().create_connection(lambda socket=socket: socket, "127.0.0.1", port)  # type: ignore[misc]
            await asyncio.wait_for(socket.opened, 60)
            self.sockets.append(socket)

    def fall_due(self, moment: float) -> None:
        """The next move is due; it is sent unless the last one is still on its way."""
        if len(self.due) + self._told < len(self._game):
            self.due.append(moment)
            if len(self.due) == 1:
                self._send()

    def _send(self) -> None:
        self._mover, message, self._mark, _ = self._game[self._sent]
        self._sent += 1
        self.sockets[self._mover].send(message)

    def _receive(self, seat: int, text: bytes) -> None:
        """Takes a message in; the opponent's update with the move ends its time."""
        if text.startswith(b'{"type":"update"'):
            if self._sent > self._told and seat != self._mover and self._mark in text:
                self._latencies.append(time.perf_counter() - self.due.popleft())
                self._told += 1
                if self.due:
                    self._send()
        elif seat == 0 and text.startswith(b'{"type":"setup"') and self._sent:
            self._position.set_result(orjson.loads(text)["match"]["position"])

    async def is_wrong(self) -> bool:
        """Whether the server's match does not stand where the game does."""
        self._position = asyncio.get_running_loop().create_future()
        self.sockets[0].send(frame(TEXT, b'{"type":"sync"}'))
        reached = str(self._game[self._told - 1][3]) if self._told else str(start(self._ruleset))
        return await asyncio.wait_for(self._position, 60) != reached


def _random_game(ruleset: str, seed: int, moves: int) -> "list[tuple[int, bytes, bytes, Position]]":
    """The first moves of a game: who makes it, its message, what the update tells, the position it leads to."""
    chance, position, found = random.Random(seed), start(ruleset), list[tuple[int, bytes, bytes, Position]]()
    while len(found) < moves:
        if position.is_over:  # too short: another one
            position = start(ruleset)
            found.clear()
        # Nobody here swaps: first stays first.
        move = chance.choice([move.text for move in position.legal_moves if move.text != "swap"])
        mover, at = int(position.side.value == "second"), len(found)
        message = orjson.dumps({"type": "move", "move": move, "at": at})
        position = position.play(move)
        found.append((mover, frame(TEXT, message), b'"at":%d,' % (at + 1), position))
    return found
