"""Worker processes: each does one piece of work at a time, over a line of its own.

One that dies or is late loses the work it was at and nothing else; another takes its place.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
NICENESS = 5  # of workers, which give way to live play
START_TIMEOUT = 60.0  # seconds in which a process must have begun
LENGTH = struct.Struct("!I")


class WorkerLost(Exception):
    """The worker ended, or took too long and was ended, before the work was done."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Outcome(NamedTuple):
    """What came of a piece of work: its answer, or the error it raised."""

    answer: Any = None
    error: Exception | None = None

    @classmethod
    def of(cls, work: Callable[..., Any], given: tuple[Any, ...]) -> "Outcome":
        """What comes of the work, done here and now."""
        try:
            return cls(work(*given))
        except Exception as error:  # noqa: BLE001 — raised again where the work was asked for
            return cls(error=error)

    def get(self) -> Any:
        """The answer."""
        if self.error is not None:
            raise self.error
        return self.answer


class Worker(ABC):
    """Does one piece of work at a time."""

    @abstractmethod
    def is_alive(self) -> bool:
        """Whether it can be given work, as far as is known."""

    @abstractmethod
    async def begin(self) -> None:
        """Makes it ready."""

    @abstractmethod
    async def run(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Outcome:
        """Does the work; WorkerLost if it dies over it."""

    @abstractmethod
    def end(self) -> None:
        """Ends it on the spot, whatever it is at."""


class ProcessWorker(Worker):
    """A worker in a process of its own."""

    def __init__(self) -> None:
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None
        self._process: Any = None

    def is_alive(self) -> bool:
        """Whether its line is open: it is closed when the process ends, however that ends."""
        return self._writer is not None and not self._reader.at_eof()

    async def begin(self) -> None:
        """Starts the process and waits until it is there."""
        ours, theirs = socket.socketpair()
        self._process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
        try:
            await asyncio.to_thread(self._start, theirs)
            self._reader, self._writer = await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()  # a process that comes up all the same finds its line closed, and ends
            raise
        await self._read()

    def _start(self, line: socket.socket) -> None:
        with line:  # the process has one of its own
            self._process.start()

    async def run(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Outcome:
        """Sends the work and waits for what comes of it."""
        assert self._writer is not None
        message = pickle.dumps((work, given))
        try:
            self._writer.write(LENGTH.pack(len(message)) + message)
            await self._writer.drain()
        except OSError as error:
            raise WorkerLost("died") from error
        return Outcome(*pickle.loads(await self._read()))  # noqa: S301 — our own process

    async def _read(self) -> bytes:
        try:
            (length,) = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))
            return await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerLost("died") from error

    def end(self) -> None:
        """Kills the process: one that was stopped hears nothing else."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            threading.Thread(target=self._process.join, daemon=True).start()  # leaves no zombie behind


class Workers:
    """So many workers, begun when they are first needed; one that is lost is replaced."""

    def __init__(self, most: int, make: Callable[[], Worker] = ProcessWorker) -> None:
        self.most = most
        self._make = make
        self._places = asyncio.Semaphore(most)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def run(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """What the work gives within that time, once a worker is free; WorkerLost where it gives nothing."""
        async with self._places:
            worker = await self._free()
            try:
                async with asyncio.timeout(seconds):
                    outcome = await worker.run(work, given)
            except TimeoutError:
                self._release(worker)
                raise WorkerLost("late") from None
            except (WorkerLost, asyncio.CancelledError):
                self._release(worker)
                raise
            except Exception:  # work that cannot be sent
                self._idle.append(worker)
                raise
            self._idle.append(worker)
            answer: T = outcome.get()
            return answer

    async def warm_up(self, number: int) -> None:
        """Begins so many workers before anybody waits for them."""
        async with AsyncExitStack() as places:
            for _ in range(number):
                await places.enter_async_context(self._places)
            self._idle += await asyncio.gather(*(self._free() for _ in range(number)))

    async def _free(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive():
                return worker
            self._release(worker)
        if self._closed:
            raise WorkerLost("ended")
        worker = self._make()
        self._all.add(worker)
        try:
            async with asyncio.timeout(START_TIMEOUT):
                await worker.begin()
        except BaseException as error:
            self._release(worker)
            if isinstance(error, TimeoutError | OSError):
                raise WorkerLost("never began") from error
            raise
        return worker

    def _release(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.end()

    def close(self) -> None:
        """Ends every worker, whatever it is at."""
        self._closed = True
        self._idle.clear()
        for worker in list(self._all):
            self._release(worker)


# In the process of a worker


def _serve(line: socket.socket) -> None:
    """Does what comes in, one after another, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    os.nice(NICENESS)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with contextlib.suppress(OSError, EOFError), line, line.makefile("rwb") as stream:
        _send(stream, b"")
        while head := stream.read(LENGTH.size):
            work, given = pickle.loads(stream.read(LENGTH.unpack(head)[0]))  # noqa: S301 — our own service
            _send(stream, _packed(Outcome.of(work, given)))


def _send(stream: Any, message: bytes) -> None:
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def _packed(outcome: Outcome) -> bytes:
    try:
        message = pickle.dumps(tuple(outcome))
        pickle.loads(message)  # noqa: S301 — an error that cannot be read back would be a worker lost
    except Exception:  # noqa: BLE001
        return pickle.dumps((None, RuntimeError(f"{type(outcome.error or outcome.answer).__name__} cannot be sent")))
    return message


def _exit_with_parent() -> None:
    """Ends the worker with the service, also when that was killed and could not say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
