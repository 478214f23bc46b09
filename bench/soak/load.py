"""People who come and go: each has an address and a process of their own, asks over HTTP, and follows matches."""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import orjson

from bench.load_players import TEXT, Socket, frame

TIMEOUT = 30.0  # seconds for anything
REMEMBERED = 2000  # matches that are over and may be looked at again


class UnexpectedAnswer(Exception):
    """Something did not go as it should; it is counted, and the match at which it happened is left."""


@dataclass(eq=False)
class Person:
    """Somebody, at the process that the proxy chose for them."""

    address: str
    port: int
    token: str = ""
    socket: Socket | None = None


class Load:
    """Everyone, and what became of what they did."""

    def __init__(self, ports: Sequence[int], pace: float, seed: int) -> None:
        """`pace` is how many seconds a move takes."""
        self.ports, self.pace, self.random = ports, pace, random.Random(seed)
        self.latencies: list[float] = []
        """Seconds from when a move was due until the opponent had it, since they were last taken."""
        self.counts: Counter[str] = Counter()
        """How often what was done."""
        self.errors: Counter[str] = Counter()
        """How often what went wrong."""
        self.playing: dict[str, int] = {}
        """Matches that are on, and how many moves are made."""
        self.over: deque[str] = deque(maxlen=REMEMBERED)
        self.leaving = asyncio.Event()
        """Set when it is time to go."""
        self._people = 0
        self._clients = {port: self._client(port) for port in ports}

    @staticmethod
    def _client(port: int) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=50)
        return httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=TIMEOUT, limits=limits)

    def chance(self, share: float) -> bool:
        """Whether it happens this time."""
        return self.random.random() < share

    def person(self, token: str = "") -> Person:
        """Somebody who was never here before."""
        self._people += 1
        self.counts["people"] += 1
        rest, last = divmod(self._people, 250)
        block, third = divmod(rest, 250)
        return Person(f"10.{block % 250}.{third}.{last + 1}", self.random.choice(self.ports), token)

    async def ask(
        self, person: Person, method: str, path: str, body: Any = None, refused: Sequence[int] = ()
    ) -> dict[str, Any]:
        """The answer; empty for one of the statuses that may be, UnexpectedAnswer for any other but success."""
        client, what = self._clients[person.port], f"{method} {path.rpartition('/')[2]}"
        try:
            answer = await client.request(method, path, json=body, headers=_headers(person))
        except httpx.HTTPError as error:
            raise self.trouble(f"{what}: {type(error).__name__}") from None
        client.cookies.clear()
        if answer.status_code in refused:
            return {}
        if not answer.is_success:
            raise self.trouble(f"{what}: {answer.status_code} {answer.text[:60] if method != 'GET' else ''}".strip())
        self.counts["requests"] += 1
        json = answer.headers.get("content-type", "").startswith("application/json")
        return orjson.loads(answer.content) if json else {}

    def trouble(self, what: str) -> UnexpectedAnswer:
        """Counts what went wrong."""
        self.errors[what] += 1
        return UnexpectedAnswer(what)

    async def connect(self, person: Person, path: str, receive: Callable[[bytes], None]) -> None:
        """Opens a socket."""
        socket = Socket(path, person.token, receive, person.address)
        try:
            async with asyncio.timeout(TIMEOUT):
                await asyncio.get_running_loop().create_connection(lambda: socket, "127.0.0.1", person.port)
                await socket.opened
        except (OSError, TimeoutError) as error:
            raise self.trouble(f"connecting: {type(error).__name__}") from None
        person.socket = socket
        self.counts["sockets"] += 1

    def send(self, person: Person, message: bytes) -> None:
        """Sends a frame that was made before."""
        if person.socket is None or person.socket.lost:
            raise self.trouble("a socket was lost")
        person.socket.send(message)

    def say(self, person: Person, **message: Any) -> None:
        """Sends a message."""
        self.send(person, frame(TEXT, orjson.dumps(message)))

    def hang_up(self, person: Person) -> None:
        """Closes the socket, if there is one."""
        if person.socket is not None:
            if person.socket.lost:
                self.trouble("a socket was lost")
            person.socket.close()
        person.socket = None

    async def read_lines(self, person: Person, path: str, stay: "Callable[[Load], Awaitable[None]]") -> None:
        """Reads what is sent as lines for so long."""
        try:
            async with self._clients[person.port].stream("GET", path, headers=_headers(person)) as answer:
                reading = asyncio.create_task(_drain(answer))
                try:
                    await stay(self)
                finally:
                    reading.cancel()
                    await asyncio.wait({reading})
        except httpx.HTTPError as error:
            raise self.trouble(f"reading lines: {type(error).__name__}") from None
        self.counts["streams"] += 1

    async def wait(self, seconds: float) -> None:
        """Lets that time pass, or less where it is time to go."""
        try:
            async with asyncio.timeout(seconds):
                await self.leaving.wait()
        except TimeoutError:
            pass

    async def close(self) -> None:
        """Closes all connections for requests."""
        for client in self._clients.values():
            await client.aclose()


def _headers(person: Person) -> dict[str, str]:
    given = {"x-forwarded-for": person.address}
    return given | ({"authorization": f"Bearer {person.token}"} if person.token else {})


async def _drain(answer: httpx.Response) -> None:
    async for _ in answer.aiter_raw():
        pass
