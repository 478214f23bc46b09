"""Worker processes: each does one piece of work at a time, over a line of its own.

One that dies or is late loses the work it was at and nothing else; another takes its place.
"""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import pickle
import select
import signal
import socket
import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
NICENESS = 5  # of workers, which give way to live play
START_TIMEOUT = 60.0  # seconds in which a process must have begun
LENGTH = struct.Struct("!I")
M_MMAP_THRESHOLD, LARGE = -3, 1 << 20  # of glibc's malloc.h, and bytes


class WorkerLost(Exception):
    """The worker ended, or took too long and was ended, before the work was done."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Outcome(NamedTuple):
    """What came of a piece of work: its answer, or the error it raised."""

    answer: Any = None
    error: Exception | None = None
    more: bool = False
    """Whether it is only what was found by then: there is more to come."""

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


class Report(Protocol):
    """What a piece of work that is followed is given first: whom it tells what it finds, and whether it should end."""

    def __call__(self, found: object, /) -> None:
        """Tells what was found by now."""

    def ended(self) -> bool:
        """Whether it is to come to its end, for nobody waits for more or somebody else waits for the worker."""


class Following:
    """Who follows a piece of work while it is done, and may have it end early."""

    def __init__(self, on_update: Callable[[Any], None]) -> None:
        self.on_update, self._end = on_update, asyncio.Event()

    def end(self) -> None:
        """Asks the work to come to its end."""
        self._end.set()

    @property
    def ending(self) -> bool:
        """Whether it was asked to."""
        return self._end.is_set()

    async def until_ending(self) -> None:
        """Waits until it is asked to."""
        await self._end.wait()


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
    async def follow(self, work: Callable[..., Any], given: tuple[Any, ...], following: Following) -> Outcome:
        """Does work that tells what it finds, and hears when to end, through the `Report` it is given first."""

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
        await self._send(pickle.dumps((work, given, False)))
        return await self._outcome()

    async def follow(self, work: Callable[..., Any], given: tuple[Any, ...], following: Following) -> Outcome:
        """Sends the work and hands on what it finds; asked to end it sends an empty message, as often as it likes."""
        await self._send(pickle.dumps((work, given, True)))
        asking = asyncio.create_task(self._ask_to_end(following))
        try:
            while (outcome := await self._outcome()).more:
                following.on_update(outcome.answer)
        finally:
            asking.cancel()
        return outcome

    async def _ask_to_end(self, following: Following) -> None:
        await following.until_ending()
        with contextlib.suppress(WorkerLost):  # whoever waits for the outcome hears of it
            await self._send(b"")

    async def _send(self, message: bytes) -> None:
        assert self._writer is not None
        try:
            self._writer.write(LENGTH.pack(len(message)) + message)
            await self._writer.drain()
        except OSError as error:
            raise WorkerLost("died") from error

    async def _outcome(self) -> Outcome:
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

    async def run(self, seconds: float, work: Callable[..., T], *given: Any, following: Following | None = None) -> T:
        """What the work gives within that time, once a worker is free; WorkerLost where it gives nothing."""
        async with self._places:
            worker = await self._free()
            try:
                async with asyncio.timeout(seconds):
                    if following is None:
                        outcome = await worker.run(work, given)
                    else:
                        outcome = await worker.follow(work, given, following)
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
    _give_memory_back()
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with contextlib.suppress(OSError, EOFError), line:
        _send(line, b"")
        while True:
            message = _received(line, LENGTH.unpack(_received(line, LENGTH.size))[0])
            if not message:
                continue  # asked to end what has ended by itself
            work, given, followed = pickle.loads(message)  # noqa: S301 — our own service
            _send(line, _packed(Outcome.of(work, (_Report(line), *given) if followed else given)))


def _give_memory_back() -> None:
    """Large blocks, an engine's tables above all, go back to the system when they are freed; glibc would keep them."""
    with contextlib.suppress(OSError, AttributeError):  # no C library of that kind
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


class _Report:
    """Tells the service what is found, and hears from it when to end."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def __call__(self, found: object) -> None:
        """Tells what was found by now."""
        _send(self._line, _packed(Outcome(found, more=True)))

    def ended(self) -> bool:
        """Whether something was said since, which while work is done means its end; so does the end of the line."""
        return bool(select.select([self._line], [], [], 0)[0])


def _received(line: socket.socket, size: int) -> bytes:
    """So many bytes and none beyond them, so that it can be seen whether there are more; EOFError at the end."""
    parts = bytearray()
    while len(parts) < size:
        part = line.recv(size - len(parts))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def _send(line: socket.socket, message: bytes) -> None:
    line.sendall(LENGTH.pack(len(message)) + message)


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
