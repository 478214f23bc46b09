"""Engine work for many people: a few workers, shared fairly by client, in time as in strength.

Who has had least of the workers' time is served next (start-time fair queueing), whoever asks how often.
"""

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .errors import Busy, EngineFailed
from .workers import ProcessWorker, Worker, WorkerLost, Workers

LOG = logging.getLogger(__name__)
T = TypeVar("T")
MAX_OF_ONE = 8  # jobs of one client that may wait where an answer is not owed
LONGEST_WAIT = 10.0  # seconds such a job waits for its turn
MAX_ATTEMPTS = 2  # of a job whose worker was lost
SLACK, GRACE = 3.0, 10.0  # a worker is late after so many times its job's seconds and so many more


@dataclass(eq=False)
class _Job(Generic[T]):
    seconds: float
    done: "asyncio.Future[T]"
    work: Callable[..., T]
    given: tuple[Any, ...]
    begun: bool = False


@dataclass(eq=False)
class _Client:
    """Whose jobs wait for each other."""

    served: float
    """Seconds of worker time it has had, counted from where the others were when it came."""
    waiting: deque[_Job[Any]] = field(default_factory=deque)
    running: int = 0

    @property
    def active(self) -> bool:
        """Whether it has work here."""
        return bool(self.waiting or self.running)


class EnginePool:
    """Runs engine work elsewhere."""

    def __init__(
        self,
        workers: int | None = None,
        worker: Callable[[], Worker] = ProcessWorker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.workers = workers or max(2, os.cpu_count() or 2)
        self._most = max(1, self.workers - 1)
        """Workers one client may keep busy: one is left for whoever comes next."""
        self._clock = clock
        self._workers = Workers(self.workers, worker)
        self._clients: dict[str, _Client] = {}
        self._served = 0.0
        """How much the client served last had had before."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """Jobs nobody has begun yet."""
        return sum(len(client.waiting) for client in self._clients.values())

    @property
    def running(self) -> int:
        """Jobs under way."""
        return sum(client.running for client in self._clients.values())

    def load(self, owner: str) -> float:
        """How many jobs the client would have, with one more, for each worker that is its fair share."""
        client = self._clients.get(owner)
        own = 1 + (len(client.waiting) + client.running if client else 0)
        active = sum(each.active for each in self._clients.values()) + (client is None or not client.active)
        return own / min(self._most, self.workers / active)

    async def ask(self, owner: str, seconds: float, work: Callable[..., T], *given: Any, must: bool = False) -> T:
        """What the work gives, which should take so many seconds, when it is the client's turn.

        Busy if it waits too long or too much of the client's waits already, unless it must be done.
        """
        client = self._clients.setdefault(owner, _Client(self._served))
        if not must and len(client.waiting) >= MAX_OF_ONE:
            raise Busy
        loop = asyncio.get_running_loop()
        job = _Job[T](seconds, loop.create_future(), work, given)
        client.waiting.append(job)
        if not must:
            loop.call_later(LONGEST_WAIT, self._give_up, client, job)
        self._serve()
        return await job.done

    async def warm_up(self) -> None:
        """Has workers ready before anybody waits for them: one, and one for whoever comes next."""
        try:
            await self._workers.warm_up(min(2, self.workers))
        except WorkerLost as lost:
            LOG.warning("an engine worker was lost", extra={"facts": {"reason": lost.reason}})

    def _give_up(self, client: _Client, job: _Job[Any]) -> None:
        if not job.begun and not job.done.done():
            client.waiting.remove(job)
            job.done.set_exception(Busy())

    def _serve(self) -> None:
        """Gives free workers the oldest job of whoever has had least."""
        while self.running < self.workers:
            able = [each for each in self._clients.values() if each.waiting and each.running < self._most]
            if not able:
                break
            client = min(able, key=lambda each: each.served)
            job = client.waiting.popleft()
            if not job.done.done():  # else nobody waits for it any more
                self._begin(client, job)
        self._forget()

    def _begin(self, client: _Client, job: _Job[Any]) -> None:
        job.begun = True
        self._served = client.served
        client.served += job.seconds
        client.running += 1
        task = asyncio.create_task(self._run(client, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, client: _Client, job: _Job[Any]) -> None:
        began = self._clock()
        try:
            answer = await self._tried(job)
        except Exception as error:  # noqa: BLE001 — told to whoever asked
            if not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(answer)
        finally:
            job.done.cancel()  # where the pool was closed; else it is done
            client.running -= 1
            client.served += self._clock() - began - job.seconds
        self._serve()

    async def _tried(self, job: _Job[T]) -> T:
        """What the work gives; a worker that is lost over it costs this job alone another try."""
        for _ in range(MAX_ATTEMPTS):
            try:
                return await self._workers.run(SLACK * job.seconds + GRACE, job.work, *job.given)
            except WorkerLost as lost:
                LOG.warning("an engine worker was lost", extra={"facts": {"reason": lost.reason}})
        raise EngineFailed

    def _forget(self) -> None:
        """Forgets clients without work, once all others have had as much as they, or nobody has work any more."""
        if not any(client.active for client in self._clients.values()):
            self._clients.clear()
        for owner, client in list(self._clients.items()):
            if not client.active and client.served <= self._served:
                del self._clients[owner]

    def close(self) -> None:
        """Begins nothing more and ends what is under way."""
        for client in self._clients.values():
            for job in client.waiting:
                job.done.cancel()
            client.waiting.clear()
        for task in self._tasks:
            task.cancel()
        self._workers.close()
