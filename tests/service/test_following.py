"""Engine work that is followed: it tells what it finds while it is done, makes room, and takes turns."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.service import work
from tests.service.harness import until
from tests.service.thread_worker import ThreadWorker
from turncoat.service import engine_pool
from turncoat.service.engine_pool import MAX_OF_ONE, EnginePool
from turncoat.service.workers import ProcessWorker


@pytest.mark.parametrize("worker", [ProcessWorker, ThreadWorker])
def test_work_that_is_followed_tells_what_it_finds_and_ends_when_asked_or_when_nobody_waits(worker):
    async def go():
        pool, received = EnginePool(2, worker), list[tuple[int, int]]()
        assert await pool.follow("ann", 1, work.counting, 0.001, 5, on_update=received.append) == 5
        assert [number for _, number in received] == [0, 1, 2, 3, 4]
        # What is asked to end when it has ended already costs the next piece of work nothing.
        again = list[tuple[int, int]]()
        assert await pool.follow("ann", 1, work.counting, 0.001, 5, on_update=again.append) == 5
        assert [number for _, number in again] == [0, 1, 2, 3, 4]
        received.clear()
        following = asyncio.create_task(pool.follow("ann", 30, work.counting, 0.01, 100_000, on_update=received.append))
        await until(lambda: len(received) > 3)
        assert pool.running == 1
        following.cancel()
        await until(lambda: not pool.running)
        pid = received[0][0]
        assert pid == os.getpid() or Path(f"/proc/{pid}").exists()  # it lives on for other work
        assert await pool.ask("ben", 1, divmod, 7, 2) == (3, 1)
        pool.close()

    asyncio.run(asyncio.wait_for(go(), 60))


def test_work_that_is_followed_makes_room_at_once_for_what_is_owed(tmp_path):
    async def go():
        pool, ended = EnginePool(2, ThreadWorker), list[str]()

        async def follow(who):
            await pool.follow(who, 30, work.counting, 0.005, 100_000, on_update=lambda _: None)
            ended.append(who)

        tasks = [asyncio.create_task(follow(who)) for who in ("ann", "ben")]
        await until(lambda: pool.running == 2)
        assert pool.load("guest") == 0.5 * 2  # followed work takes nothing from others' strength
        assert await pool.ask("guest", 1, divmod, 7, 2) == (3, 1)
        assert len(ended) == 1
        [other] = {"ann", "ben"} - set(ended)
        # One's own as well, where one may have no more workers.
        assert await pool.ask(other, 1, divmod, 7, 2, must=True) == (3, 1)
        pool.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(go(), 60))


def test_what_is_owed_to_somebody_comes_before_what_they_follow():
    async def go():
        pool, order = EnginePool(2, ThreadWorker), list[str]()

        async def follow(name):
            await pool.follow("ann", 1, work.counting, 0.005, 40, on_update=lambda _: None)
            order.append(name)

        following = [asyncio.create_task(follow(name)) for name in ("first", "second")]
        await until(lambda: pool.running == 1 and pool.waiting == 1)
        assert await pool.ask("ann", 1, divmod, 7, 2) == (3, 1)
        assert order == ["first"]  # which made room; the second, which waited longer, is still to come
        await asyncio.gather(*following)
        pool.close()

    asyncio.run(asyncio.wait_for(go(), 60))


def test_what_nobody_follows_any_more_does_not_wait_either():
    async def go():
        pool = EnginePool(2, ThreadWorker)
        running = asyncio.create_task(pool.follow("ann", 1, work.counting, 0.005, 100_000, on_update=lambda _: None))
        await until(lambda: pool.running == 1)
        gone = [
            asyncio.create_task(pool.follow("ann", 1, work.counting, 0.005, 9, on_update=lambda _: None))
            for _ in range(2 * MAX_OF_ONE)
        ]
        await until(lambda: pool.waiting == 2 * MAX_OF_ONE)
        for each in gone:
            each.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        assert pool.waiting == 0
        assert await pool.ask("ann", 1, divmod, 7, 2) == (3, 1)
        pool.close()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(go(), 60))


def test_those_who_follow_take_turns(monkeypatch):
    async def go():
        monkeypatch.setattr(engine_pool, "TURN", 0.1)
        pool, turns = EnginePool(2, ThreadWorker), dict.fromkeys(("ann", "ben", "cat", "dan"), 0)

        async def follow(who):
            while True:
                await pool.follow(who, 1, work.counting, 0.005, 100_000, on_update=lambda _: None)
                turns[who] += 1

        tasks = [asyncio.create_task(follow(who)) for who in turns]
        await until(lambda: min(turns.values()) >= 3)
        assert max(turns.values()) <= 2 * min(turns.values()) + 2
        pool.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(go(), 60))


def test_what_one_follows_oneself_takes_turns_too(monkeypatch):
    async def go():
        monkeypatch.setattr(engine_pool, "TURN", 0.05)
        pool = EnginePool(2, ThreadWorker)
        first = asyncio.create_task(pool.follow("ann", 1, work.counting, 0.01, 100_000, on_update=lambda _: None))
        second = asyncio.create_task(pool.follow("ann", 1, work.counting, 0.01, 3, on_update=lambda _: None))
        assert await first >= 4  # it made room, but not at once
        assert await second == 3
        alone = asyncio.create_task(pool.follow("ann", 1, work.counting, 0.01, 30, on_update=lambda _: None))
        assert await alone == 30  # nobody waits: it goes on for as long as it takes
        pool.close()

    asyncio.run(asyncio.wait_for(go(), 60))
