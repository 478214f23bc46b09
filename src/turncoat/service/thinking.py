"""Engine work for many people: a few threads, and a queue that serves everyone in turn."""

import asyncio
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from turncoat.engine import Engine

from .errors import Busy

T = TypeVar("T")
KEPT_ENGINES = 4
MOST_OF_ONE = 8
MOST_OF_ALL = 512


class Engines(threading.local):
    """The engines of one thread, the ones used last kept ready."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Engine] = OrderedDict()

    def of(self, ruleset: str, memory: int) -> Engine:
        """An engine for the ruleset with so many MiB."""
        key = (ruleset, memory)
        engine = self._kept.pop(key, None) or Engine(ruleset, memory)
        self._kept[key] = engine
        while len(self._kept) > KEPT_ENGINES:
            self._kept.popitem(last=False)
        return engine


@dataclass
class _Job(Generic[T]):
    done: "asyncio.Future[T]"
    work: Callable[[Engines], T]


class Thinking:
    """Runs engine work in threads.  One owner's jobs wait for each other, never the others' for them."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="engine")
        self._engines = Engines()
        self._queues: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._running = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def waiting(self) -> int:
        """Jobs nobody has begun yet."""
        return sum(map(len, self._queues.values()))

    @property
    def running(self) -> int:
        """Jobs under way."""
        return self._running

    async def ask(self, owner: str, work: Callable[[Engines], T], *, must: bool = False) -> T:
        """What the work gives, when it is the owner's turn; Busy if too much waits already, unless it must be done."""
        self._loop = asyncio.get_running_loop()
        queue = self._queues.get(owner)
        if not must and ((queue is not None and len(queue) >= MOST_OF_ONE) or self.waiting >= MOST_OF_ALL):
            raise Busy
        job = _Job[T](self._loop.create_future(), work)
        self._queues.setdefault(owner, deque()).append(job)
        self._serve()
        return await job.done

    def _serve(self) -> None:
        """Gives free threads the next owner's oldest job; an owner just served goes to the end."""
        while self._running < self.workers and self._queues:
            owner, queue = self._queues.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._queues[owner] = queue
            if job.done.cancelled():
                continue
            self._running += 1
            assert self._loop is not None
            running = self._loop.run_in_executor(self._threads, job.work, self._engines)
            running.add_done_callback(lambda ended, job=job: self._finish(job, ended))  # type: ignore[misc]

    def _finish(self, job: _Job[Any], ended: "asyncio.Future[Any]") -> None:
        self._running -= 1
        if not job.done.cancelled():
            if ended.cancelled():
                job.done.cancel()
            elif error := ended.exception():
                job.done.set_exception(error)
            else:
                job.done.set_result(ended.result())
        self._serve()

    def close(self) -> None:
        """Begins nothing more."""
        for queue in self._queues.values():
            for job in queue:
                job.done.cancel()
        self._queues.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
