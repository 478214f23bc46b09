"""Notes between processes: PostgreSQL's LISTEN/NOTIFY or Redis.  A note that is lost costs a delay, never a move."""

import asyncio
import contextlib
import logging
import secrets
from abc import ABC, abstractmethod
from typing import Any, Protocol

from sqlalchemy.engine import URL

from turncoat.extras import need

from .postgres import CHANNEL, failures

LOG = logging.getLogger(__name__)
RECONNECT_DELAY = 1.0  # seconds between attempts to get the connection back
ECHO_INTERVAL = 5.0  # seconds between notes to ourselves
ECHO_TIMEOUT = 15.0  # seconds without one coming back after which the connection is given up


class NoteReceiver(Protocol):
    """Receives notes from other processes."""

    def receive(self, note: str) -> None:
        """A note from another process."""

    def missed(self) -> None:
        """The connection was lost for a while, and notes with it."""


class Broker:
    """Carries notes between processes; this one is for a single process and does nothing."""

    sends_moves = False
    """Whether a move must be told through it, because the store does not tell it."""

    async def start(self, receiver: NoteReceiver) -> None:
        """Starts listening."""

    def publish(self, note: str) -> None:
        """Tells every other process."""

    async def stop(self) -> None:
        """Stops listening."""


class _NoteBroker(Broker, ABC):
    """What the brokers share: notes that wait to be sent, and a connection that comes back."""

    def __init__(self) -> None:
        self._outbox: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._echo = f"e {secrets.token_hex(8)}"
        self._echoed = 0.0

    async def start(self, receiver: NoteReceiver) -> None:
        """Starts listening, and returns once it does."""
        self._task = asyncio.create_task(self._run(receiver), name="broker")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), 10)

    def publish(self, note: str) -> None:
        """Queues the note; where too many wait the oldest are worth the least."""
        if self._outbox.full():
            self._outbox.get_nowait()
        self._outbox.put_nowait(note)

    async def stop(self) -> None:
        """Closes the connection."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=5)

    async def _run(self, receiver: NoteReceiver) -> None:
        while True:
            try:
                await self._run_connection(receiver)
            except self._failures() as error:
                LOG.warning("broker lost", extra={"facts": {"kind": type(error).__name__}})
            await asyncio.sleep(RECONNECT_DELAY)

    async def _run_connection(self, receiver: NoteReceiver) -> None:
        """Carries notes for as long as our own come back: a connection that is half open carries nothing, silently."""
        work = [asyncio.create_task(self._exchange(receiver)), asyncio.create_task(self._send_echoes())]
        try:
            ended, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        for task in ended:
            task.result()

    async def _send_echoes(self) -> None:
        clock = asyncio.get_running_loop().time
        await self._ready.wait()
        self._echoed = clock()
        while clock() - self._echoed < ECHO_TIMEOUT:
            self.publish(self._echo)
            await asyncio.sleep(ECHO_INTERVAL)
        raise TimeoutError

    def _receive(self, note: str, receiver: NoteReceiver) -> None:
        if note == self._echo:
            self._echoed = asyncio.get_running_loop().time()
        else:
            receiver.receive(note)

    def _failures(self) -> tuple[type[Exception], ...]:
        """What a lost connection raises."""
        return (OSError, TimeoutError)

    @abstractmethod
    async def _exchange(self, receiver: NoteReceiver) -> None:
        """Sends and receives notes until the connection is lost."""

    async def _next_notes(self) -> list[str]:
        notes = [await self._outbox.get()]
        while not self._outbox.empty() and len(notes) < 200:
            notes.append(self._outbox.get_nowait())
        return notes


class PostgresBroker(_NoteBroker):
    """LISTEN and NOTIFY on a connection of its own."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)

    def _failures(self) -> tuple[type[Exception], ...]:
        return (*super()._failures(), *failures())

    async def _exchange(self, receiver: NoteReceiver) -> None:
        import asyncpg

        connection = await asyncpg.connect(
            self._address, timeout=10, server_settings={"application_name": "turncoat live"}
        )
        try:
            gone = asyncio.Event()
            connection.add_termination_listener(lambda *_: gone.set())
            await connection.add_listener(CHANNEL, lambda *received: self._receive(str(received[-1]), receiver))
            if self._ready.is_set():
                receiver.missed()
            self._ready.set()
            while not gone.is_set():
                notes: list[str] = []
                # No wait_for: it may swallow a cancellation that comes together with a note.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        notes = await self._next_notes()
                if notes:
                    await connection.execute(
                        "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note", CHANNEL, notes
                    )
        finally:
            with contextlib.suppress(TimeoutError, OSError, *failures()):
                await connection.close(timeout=2)
            connection.terminate()


class RedisBroker(_NoteBroker):
    """Publish and subscribe through a Redis server."""

    sends_moves = True

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def _failures(self) -> tuple[type[Exception], ...]:
        import redis

        return (*super()._failures(), redis.RedisError)

    async def _exchange(self, receiver: NoteReceiver) -> None:
        from redis import asyncio as redis

        client: Any = redis.Redis.from_url(self._address, socket_connect_timeout=5)
        pubsub: Any = client.pubsub()
        sender: asyncio.Task[None] | None = None
        try:
            await pubsub.subscribe(CHANNEL)
            if self._ready.is_set():
                receiver.missed()
            self._ready.set()
            sender = asyncio.create_task(self._send(client))
            while not sender.done():
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is not None:
                    self._receive(message["data"].decode(), receiver)
            sender.result()
        finally:
            if sender is not None:
                sender.cancel()
            await pubsub.aclose()
            await client.aclose()

    async def _send(self, client: Any) -> None:
        while True:
            for note in await self._next_notes():
                await client.publish(CHANNEL, note)


def choose(address: str | None, store_url: URL) -> Broker:
    """The broker asked for; PostgreSQL itself where it is the store; none for one process with a file."""
    if address:
        need("redis", "redis")
        return RedisBroker(address)
    return PostgresBroker(store_url) if store_url.get_backend_name() == "postgresql" else Broker()
