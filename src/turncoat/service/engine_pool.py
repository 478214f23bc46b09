"""Engine work for many people: a few workers, and a queue that serves everyone in turn."""

import asyncio
import contextlib
import os
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import engines
from .errors import Busy

T = TypeVar("T")
MOST_OF_ONE = 8
MOST_OF_ALL = 512


@dataclass
class _Job(Generic[T]):
    owner: str
    done: "asyncio.Future[T]"
    work: Callable[..., T]
    given: tuple[Any, ...]


class EnginePool:
    """Runs engine work elsewhere.  One owner's jobs wait for each other, never the others' for them."""

    def __init__(self, workers: int | None = None, start: Callable[[int], Executor] = engines.processes) -> None:
        self.workers = workers or max(2, os.cpu_count() or 2)
        self._share = max(1, self.workers - 1)
        """Workers one owner may keep busy: one is left for whoever comes next."""
        self._busy: Counter[str] = Counter()
        self._start = start
        self._executor: Executor | None = None
        self._queues: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._running = 0

    @property
    def waiting(self) -> int:
        """Jobs nobody has begun yet."""
        return sum(map(len, self._queues.values()))

    @property
    def running(self) -> int:
        """Jobs under way."""
        return self._running

    @property
    def load(self) -> float:
        """How many jobs there are for each worker, those under way among them."""
        return (self._running + self.waiting) / self.workers

    async def ask(self, owner: str, work: Callable[..., T], *given: Any, must: bool = False) -> T:
        """What the work gives, when it is the owner's turn; Busy if too much waits already, unless it must be done."""
        queue = self._queues.get(owner)
        if not must and ((queue is not None and len(queue) >= MOST_OF_ONE) or self.waiting >= MOST_OF_ALL):
            raise Busy
        job = _Job[T](owner, asyncio.get_running_loop().create_future(), work, given)
        self._queues.setdefault(owner, deque()).append(job)
        self._serve()
        return await job.done

    async def warm_up(self) -> None:
        """Has a worker ready before anybody waits for it."""
        with contextlib.suppress(Busy):
            await self.ask("", os.getpid)

    def _serve(self) -> None:
        """Gives free workers the next owner's oldest job; an owner just served goes to the end."""
        while self._running < self.workers:
            owner = next((each for each in self._queues if self._busy[each] < self._share), None)
            if owner is None:
                return
            queue = self._queues.pop(owner)
            job = queue.popleft()
            if queue:
                self._queues[owner] = queue
            if not job.done.cancelled():
                self._begin(job)

    def _begin(self, job: _Job[Any]) -> None:
        if self._executor is None:
            self._executor = self._start(self.workers)
        try:
            running = asyncio.get_running_loop().run_in_executor(self._executor, job.work, *job.given)
        except (BrokenExecutor, RuntimeError):
            self._replace()
            job.done.set_exception(Busy())
            return
        self._running += 1
        self._busy[job.owner] += 1
        running.add_done_callback(lambda ended: self._finish(job, ended))

    def _finish(self, job: _Job[Any], ended: "asyncio.Future[Any]") -> None:
        self._running -= 1
        self._busy[job.owner] -= 1
        if not self._busy[job.owner]:
            del self._busy[job.owner]
        error = None if ended.cancelled() else ended.exception()
        if isinstance(error, BrokenExecutor):  # a worker died: new ones take its place, and whoever asked may ask again
            self._replace()
            error = Busy()
        if not job.done.done():
            if ended.cancelled():
                job.done.cancel()
            elif error:
                job.done.set_exception(error)
            else:
                job.done.set_result(ended.result())
        self._serve()

    def _replace(self) -> None:
        if self._executor is not None:
            engines.end(self._executor)
            self._executor = None

    def close(self) -> None:
        """Begins nothing more and ends what is under way."""
        for queue in self._queues.values():
            for job in queue:
                job.done.cancel()
        self._queues.clear()
        self._replace()
