"""Engine jobs of many clients on a few workers, shared fairly by worker time.

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
from .workers import Following, ProcessWorker, Worker, WorkerLost, Workers

LOG = logging.getLogger(__name__)
T = TypeVar("T")
MAX_OF_ONE = 8  # jobs of one client that may wait where an answer is not owed
LONGEST_WAIT = 10.0  # seconds such a job waits for its turn
MAX_ATTEMPTS = 2  # of a job whose worker was lost
TURN = 1.0  # seconds that work which is followed goes on while other such work waits
SLACK, GRACE = 3.0, 10.0  # a worker is late after so many times its job's seconds and so many more


@dataclass(eq=False)
class _Job(Generic[T]):
    seconds: float
    done: "asyncio.Future[T]"
    work: Callable[..., T]
    given: tuple[Any, ...]
    following: Following | None = None
    """Whoever follows it; such work can be ended early and gone on with later."""
    began: float | None = None
    """When a worker began it."""

    @property
    def may_end(self) -> bool:
        """Whether it can be asked to make room."""
        return self.following is not None and not self.following.ending


@dataclass(eq=False)
class _Client:
    """A client's jobs, which wait for each other."""

    served: float
    """Seconds of worker time it has had, counted from where the others were when it came."""
    waiting: deque[_Job[Any]] = field(default_factory=deque)
    running: list[_Job[Any]] = field(default_factory=list)

    @property
    def active(self) -> bool:
        """Whether it has jobs waiting or running."""
        return bool(self.waiting or self.running)

    def next(self) -> _Job[Any]:
        """Takes the job that is to be done next out of those that wait: what is owed before what makes room."""
        job = next((each for each in self.waiting if each.following is None), self.waiting[0])
        self.waiting.remove(job)
        return job

    @property
    def owed(self) -> int:
        """Jobs that make no room for others."""
        return sum(job.following is None for job in (*self.waiting, *self.running))


class EnginePool:
    """Runs engine jobs in worker processes."""

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
        self._look_again: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """Jobs waiting for a worker."""
        return sum(len(client.waiting) for client in self._clients.values())

    @property
    def running(self) -> int:
        """Jobs under way."""
        return sum(len(client.running) for client in self._clients.values())

    def load(self, owner: str) -> float:
        """How many jobs the client would have, with one more, for each worker that is its fair share.

        Work that makes room for others is none.
        """
        client = self._clients.get(owner)
        own = 1 + (client.owed if client else 0)
        active = sum(each.owed > 0 for each in self._clients.values()) + (client is None or not client.owed)
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

    async def follow(
        self, owner: str, seconds: float, work: Callable[..., T], *given: Any, on_update: Callable[[Any], None]
    ) -> T:
        """What work gives that tells what it finds, as `on_update` is told; it gets a `Report` before what is given.

        It waits for as long as it must, and comes to its end early where other work waits for its worker, or where
        nobody waits for it any more.
        """
        client = self._clients.setdefault(owner, _Client(self._served))
        job = _Job[T](seconds, asyncio.get_running_loop().create_future(), work, given, Following(on_update))
        client.waiting.append(job)
        self._serve()
        try:
            return await job.done
        finally:
            assert job.following
            job.following.end()
            if job in client.waiting:
                client.waiting.remove(job)  # nobody waits for it, so it must not stand in the way of others

    async def warm_up(self) -> None:
        """Starts two workers before anyone needs them."""
        try:
            await self._workers.warm_up(min(2, self.workers))
        except WorkerLost as lost:
            LOG.warning("an engine worker was lost", extra={"facts": {"reason": lost.reason}})

    def _give_up(self, client: _Client, job: _Job[Any]) -> None:
        if job.began is None and not job.done.done():
            client.waiting.remove(job)
            job.done.set_exception(Busy())

    def _serve(self) -> None:
        """Gives free workers the oldest job of the client that has used least worker time."""
        while self.running < self.workers:
            able = [each for each in self._clients.values() if each.waiting and len(each.running) < self._most]
            if not able:
                break
            client = min(able, key=lambda each: each.served)
            job = client.next()
            if not job.done.done():  # else nobody waits for it any more
                self._begin(client, job)
        self._make_room()
        self._forget()

    def _make_room(self) -> None:
        """Has work that is followed end where other work waits for its worker: one piece of it, then looks again."""
        running = [(client, job) for client in self._clients.values() for job in client.running]
        if any(job.following and job.following.ending for _, job in running):
            return
        for client in sorted(self._clients.values(), key=lambda each: each.served):
            there = [job for job in client.waiting if not job.done.done()]
            if not there:
                continue
            waiting = next((job for job in there if job.following is None), there[0])
            full = len(client.running) >= self._most
            able = [(other, job) for other, job in running if job.may_end and (other is client or not full)]
            if waiting.following:
                ripe = [(other, job) for other, job in able if self._has_run(job) >= TURN]
                if able and not ripe:
                    self._look_later()
                able = ripe
            if able:
                _, job = max(able, key=lambda each: each[0].served)
                assert job.following
                job.following.end()
                return

    def _has_run(self, job: _Job[Any]) -> float:
        return 0.0 if job.began is None else self._clock() - job.began

    def _look_later(self) -> None:
        """Looks again once what runs has had its turn."""
        if self._look_again is None:
            self._look_again = asyncio.get_running_loop().call_later(TURN, self._look)

    def _look(self) -> None:
        self._look_again = None
        self._serve()

    def _begin(self, client: _Client, job: _Job[Any]) -> None:
        job.began = self._clock()
        self._served = client.served
        client.served += job.seconds
        client.running.append(job)
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
            client.running.remove(job)
            client.served += self._clock() - began - job.seconds
        self._serve()

    async def _tried(self, job: _Job[T]) -> T:
        """The result of the work; if a worker is lost, only this job is retried."""
        for _ in range(MAX_ATTEMPTS):
            try:
                seconds = SLACK * job.seconds + GRACE
                return await self._workers.run(seconds, job.work, *job.given, following=job.following)
            except WorkerLost as lost:
                LOG.warning("an engine worker was lost", extra={"facts": {"reason": lost.reason}})
        raise EngineFailed

    def _forget(self) -> None:
        """Forgets clients without jobs, once all others have used as much time as they, or no jobs are left."""
        if not any(client.active for client in self._clients.values()):
            self._clients.clear()
        for owner, client in list(self._clients.items()):
            if not client.active and client.served <= self._served:
                del self._clients[owner]

    def close(self) -> None:
        """Begins nothing more and ends what is under way."""
        if self._look_again:
            self._look_again.cancel()
        for client in self._clients.values():
            for job in client.waiting:
                job.done.cancel()
            client.waiting.clear()
        for task in self._tasks:
            task.cancel()
        self._workers.close()
