"""Engine work: a worker that dies or hangs costs its own job another try; clients share workers fairly."""

import asyncio
import os
import platform
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.moves import texts
from tests.service import work
from tests.service.harness import alone, running, until
from tests.service.thread_worker import ThreadWorker
from turncoat.service import engine_pool, errors
from turncoat.service.engine_pool import MAX_OF_ONE, EnginePool
from turncoat.service.workers import Outcome, ProcessWorker, Worker, WorkerLost, Workers


class Steps:
    """Time that goes on by itself when everybody waits, from one end of work to the next."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[tuple[str, float, float]] = []
        """Who was served, when, and for how long."""
        self._ends: list[tuple[float, asyncio.Event]] = []

    async def work(self, who, seconds):
        self.begun.append((who, self.now, seconds))
        ended = asyncio.Event()
        self._ends.append((self.now + seconds, ended))
        await ended.wait()

    async def go_on(self, until):
        """Lets it be that late."""
        while True:
            for _ in range(30):
                await asyncio.sleep(0)
            due = min(self._ends, key=lambda each: each[0], default=(until, asyncio.Event()))
            if due[0] >= until:
                break
            self._ends.remove(due)
            self.now = due[0]
            due[1].set()
        self.now = until

    def given(self, who, since=0.0):
        """The worker time somebody has had from then on."""
        return sum(
            max(0.0, min(began + seconds, self.now) - max(began, since))
            for each, began, seconds in self.begun
            if each == who
        )


class Clockwork(Worker):
    """A worker whose work is (who, seconds), done in the time of a test."""

    def __init__(self, steps) -> None:
        self._steps = steps

    def is_alive(self):
        return True

    async def begin(self):
        pass

    async def run(self, work, given):
        await self._steps.work(*given)
        return Outcome(given[0])

    async def follow(self, work, given, following):
        working = asyncio.create_task(self._steps.work(*given))
        asked = asyncio.create_task(following.until_ending())
        await asyncio.wait([working, asked], return_when=asyncio.FIRST_COMPLETED)
        return Outcome(given[0])

    def end(self):
        pass


def paced(workers):
    """A pool in a time of its own."""
    steps = Steps()
    return EnginePool(workers, lambda: Clockwork(steps), lambda: steps.now), steps


def busy(pool, who, seconds, games=1):
    """So many games of somebody in which the computer thinks again as soon as it has thought."""

    async def game():
        while True:
            await pool.ask(who, seconds, print, who, seconds, must=True)

    return [asyncio.create_task(game()) for _ in range(games)]


async def ended(tasks, pool):
    for task in tasks:
        task.cancel()
    pool.close()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_who_has_had_least_of_the_workers_time_is_served_next():
    async def go():
        pool, steps = paced(1)
        tasks = [*busy(pool, "greedy", 5, games=85), *busy(pool, "ann", 0.5), *busy(pool, "ben", 1, games=3)]
        await steps.go_on(until=900)
        shares = [steps.given(who, since=100) for who in ("greedy", "ben")]
        assert shares == pytest.approx([320, 320], abs=10)  # ann, who plays as fast as she can, needs the rest
        turns = [began for who, began, _ in steps.begun if who == "ann"]
        assert max(after - before for before, after in pairwise(turns)) <= 0.5 + 5 + 1  # her move, one of each other's
        await ended(tasks, pool)

    asyncio.run(go())


def test_one_client_leaves_a_worker_for_whoever_comes_next():
    async def go():
        pool, steps = paced(2)
        tasks = busy(pool, "greedy", 5, games=85)
        await steps.go_on(until=3)
        assert pool.running == 1
        asked = asyncio.create_task(pool.ask("ann", 0.2, print, "ann", 0.2))
        await steps.go_on(until=3.3)
        assert steps.begun[-1] == ("ann", 3, 0.2)
        assert await asked == "ann"
        await ended(tasks, pool)

    asyncio.run(go())


def test_whoever_comes_later_has_nothing_in_reserve():
    async def go():
        pool, steps = paced(1)
        tasks = busy(pool, "early", 1, games=2)
        await steps.go_on(until=100)
        tasks += busy(pool, "late", 1, games=2)
        await steps.go_on(until=120)
        assert steps.given("late", since=100) == pytest.approx(10, abs=1)
        await ended(tasks, pool)

    asyncio.run(go())


def test_clients_that_came_once_each_are_forgotten():
    async def go():
        pool, steps = paced(2)
        for number in range(50):
            job = asyncio.create_task(pool.ask(f"{number}", 1, f"{number}", f"{number}", 1))
            await steps.go_on(until=steps.now + 3)
            await job
        assert not pool._clients
        pool.close()

    asyncio.run(go())


def test_a_client_s_strength_depends_on_its_own_games_and_its_fair_share():
    async def go():
        pool, steps = paced(4)
        loads = [pool.load("ann")]
        tasks = busy(pool, "greedy", 5, games=85)
        await steps.go_on(until=1)
        loads += [pool.load("ann"), pool.load("greedy")]
        tasks += busy(pool, "ann", 5)
        await steps.go_on(until=2)
        loads.append(pool.load("ann"))
        for number in range(6):
            tasks += busy(pool, f"guest {number}", 5)
        await steps.go_on(until=3)
        loads.append(pool.load("ann"))
        # Alone; beside 85 games of another; that other; with a second game; as one of eight on four workers.
        assert loads == pytest.approx([1 / 3, 1 / 2, 86 / 3, 1, 4])
        await ended(tasks, pool)

    asyncio.run(go())


def test_who_asks_for_too_much_is_told_so_at_once_and_nobody_else():
    async def go():
        pool, steps = paced(2)
        tasks = busy(pool, "greedy", 5, games=MAX_OF_ONE + 1)
        tasks += [task for number in range(600) for task in busy(pool, f"guest {number}", 0.01)]
        await steps.go_on(until=1)
        with pytest.raises(errors.Busy):
            await pool.ask("greedy", 1, print, "greedy", 1)
        asked = asyncio.create_task(pool.ask("ann", 0.2, print, "ann", 0.2))
        await steps.go_on(until=30)
        assert await asked == "ann"
        await ended(tasks, pool)

    asyncio.run(go())


def test_a_hint_that_waits_too_long_is_refused_and_leaves_no_trace(monkeypatch):
    monkeypatch.setattr(engine_pool, "LONGEST_WAIT", 0.02)

    async def go():
        pool, steps = paced(1)
        tasks = busy(pool, "ann", 5)
        await steps.go_on(until=1)
        with pytest.raises(errors.Busy):
            await pool.ask("ben", 1, print, "ben", 1)
        await steps.go_on(until=20)
        assert steps.given("ben") == 0
        assert pool.waiting == 0
        await ended(tasks, pool)
        assert pool.running == 0

    asyncio.run(go())


def test_a_worker_has_as_long_as_its_job_may_take():
    async def go():
        pool, given = EnginePool(1, ThreadWorker), list[float]()

        async def run(seconds, work, *asked, following=None):
            given.append(seconds)
            return work(*asked)

        workers: Any = pool._workers
        workers.run = run
        for seconds in (0.1, 60):
            await pool.ask("ann", seconds, divmod, 7, 2)
        assert given == pytest.approx([10.3, 190])
        pool.close()

    asyncio.run(go())


def test_an_error_in_the_work_is_the_asker_s_and_costs_no_worker():
    async def go():
        pool = EnginePool(1, ThreadWorker)
        with pytest.raises(ZeroDivisionError):
            await pool.ask("ann", 1, divmod, 1, 0)
        assert await pool.ask("ann", 1, divmod, 7, 2) == (3, 1)
        assert (pool.waiting, pool.running) == (0, 0)
        pool.close()

    asyncio.run(go())


# In processes


async def worker_at(told):
    await until(lambda: told.exists() and told.read_text("utf-8"))
    return int(told.read_text("utf-8"))


async def warm(pool, place):
    """Both workers, ready."""
    return await asyncio.gather(*(pool.ask(who, 60, work.once, place / "none", place / who) for who in ("a", "b")))


def lost(caplog):
    return [record.facts["reason"] for record in caplog.records if "lost" in record.getMessage()]


def test_a_worker_that_is_killed_or_hangs_costs_its_own_job_a_second_try_and_no_other_job(
    tmp_path, monkeypatch, caplog
):
    async def go():
        pool = EnginePool(2, ProcessWorker)
        gate, told = tmp_path / "gate", tmp_path / "pid"
        for end, grace in ((signal.SIGKILL, 60.0), (signal.SIGSTOP, 2.0)):
            await warm(pool, tmp_path)
            monkeypatch.setattr(engine_pool, "GRACE", grace)
            gate.touch()
            told.unlink(missing_ok=True)
            victim = asyncio.create_task(pool.ask("ann", 0.1, work.once, gate, told))
            others = [asyncio.create_task(pool.ask(f"guest {n}", 1, divmod, n, 10, must=True)) for n in range(40)]
            worker = await worker_at(told)
            os.kill(worker, end)
            gate.unlink()
            assert [await other for other in others] == [divmod(n, 10) for n in range(40)]
            assert await victim not in (worker, os.getpid())
            await until(lambda worker=worker: not Path(f"/proc/{worker}").exists())
            monkeypatch.undo()
        pool.close()

    asyncio.run(asyncio.wait_for(go(), 90))
    assert lost(caplog) == ["died", "late"]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has other ways")
def test_a_worker_gives_back_the_memory_of_the_tables_it_is_done_with():
    async def go():
        pool = EnginePool(1, ProcessWorker)
        try:
            assert await pool.ask("ann", 60, work.kept_of_tables) < 8
        finally:
            pool.close()

    asyncio.run(asyncio.wait_for(go(), 90))


def test_workers_are_ready_before_anybody_waits_for_them():
    async def go():
        pool = EnginePool(3, ThreadWorker)
        await pool.warm_up()
        ready = list(pool._workers._idle)
        assert len(ready) == 2
        assert await pool.ask("ann", 1, divmod, 7, 2) == (3, 1)
        assert set(pool._workers._idle) == set(ready)
        pool.close()

    asyncio.run(go())


def test_work_that_kills_every_worker_is_given_up_and_told(caplog):
    async def go():
        pool = EnginePool(1, ProcessWorker)
        with pytest.raises(errors.EngineFailed):
            await pool.ask("ann", 1, work.die)
        assert pool.running == 0
        pool.close()

    asyncio.run(asyncio.wait_for(go(), 90))
    assert lost(caplog) == ["died", "died"]


def test_workers_end_with_whoever_closes_them_and_what_they_cannot_say_is_no_death():
    async def go():
        workers = Workers(1)
        pid = await workers.run(30, os.getpid)
        with pytest.raises(RuntimeError, match="OSError cannot be sent"):
            await workers.run(30, work.unspeakable)
        with pytest.raises(TypeError):
            await workers.run(30, divmod, 1)
        assert await workers.run(30, os.getpid) == pid
        os.kill(pid, signal.SIGKILL)  # while it has nothing to do
        await until(lambda: not workers._idle[0].is_alive())
        successor = await workers.run(30, os.getpid)
        assert successor != pid
        asked = asyncio.create_task(workers.run(600, work.stubborn))
        await asyncio.sleep(0.1)
        workers.close()
        with pytest.raises(WorkerLost):
            await asked
        with pytest.raises(WorkerLost, match="ended"):
            await workers.run(30, os.getpid)
        await until(lambda: not Path(f"/proc/{successor}").exists())

    asyncio.run(asyncio.wait_for(go(), 60))


def test_hints_come_from_processes_that_end_with_the_service(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", worker=ProcessWorker) as service:
            one = await alone(service, "verto")
            worker = await service.pool.ask("test", 1, os.getpid)
            assert worker != os.getpid()
            assert (await service.hint(one.id, one.tokens, 0))["move"] in texts(one.match.position)
        await until(lambda: not Path(f"/proc/{worker}").exists())

    asyncio.run(asyncio.wait_for(go(), 60))
