"""Several processes on one store: PostgreSQL, its notes and Redis's, backups, and what a lost connection costs."""

import asyncio
import subprocess

import asyncpg
import pytest

from tests.attack.cluster import Redis, has_redis
from tests.moves import texts
from tests.service.harness import Player, Time, alone, play_on, refusal, running, shown, timed, two_people, until
from tests.service.postgres import program
from turncoat.games.results import FIRST, SECOND
from turncoat.service import Timeouts
from turncoat.service.journal import ChatSent, JournalEntry, Left
from turncoat.service.store import Store

HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND"


async def fresh(pg, name):
    """The address of a new database on the same server."""
    connection = await asyncpg.connect(pg)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return f"{pg.rpartition('/')[0]}/{name}"


async def cross(one, two):
    """A match that both services show, moves on one seen on the other; presence and lobby too."""
    ann, ben = await two_people(one)
    room = await two.room(ann.id)
    listener = two.subscribe(room, frozenset({SECOND}))
    await ann.play("d3")
    await until(lambda: room.match.at == 1)
    await Player(two, ann.id, ben.tokens[0]).play("c3")
    await until(lambda: ann.match.at == 2)
    await until(lambda: one.presence.connections.counts(ann.id, one.now())[1] == 1)
    two.unsubscribe(room, listener)
    await until(lambda: one.presence.connections.counts(ann.id, one.now())[1] == 0)
    lobby = await two.lobby.watch()
    await lobby.read()
    made = await one.create("verto", "lobby")
    async with asyncio.timeout(10):
        while made.room.id not in (await lobby.read() or ""):
            pass


def test_two_services_on_postgresql_follow_each_other(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            await cross(one, two)

    asyncio.run(go())


def test_two_services_follow_each_other_through_redis(redis, pg):
    async def go():
        async with running(pg, broker_address=redis) as one, running(pg, broker_address=redis) as two:
            await cross(one, two)

    asyncio.run(go())


def test_of_two_services_that_move_at_once_one_wins(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, _ = await two_people(one)
            elsewhere = Player(two, ann.id, ann.tokens[0])
            await two.room(ann.id)
            moves = texts(ann.match.position)
            outcomes = await asyncio.gather(ann.play(moves[0], 0), elsewhere.play(moves[-1], 0), return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatView", "Stale"]
            assert len(await one.store.entries(ann.id, 0)) == 2  # the joining and one move

    asyncio.run(go())


def test_two_services_on_one_store_agree_on_one_match(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, ben = await two_people(one)
            other_ann = Player(two, ann.id, ann.tokens[0])
            await two.room(ann.id)
            outcomes = await asyncio.gather(ann.play("d3", 0), other_ann.play("c4", 0), return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatView", "Stale"]
            await one.matches.refresh(one.rooms.known(ann.id))
            assert shown(one.rooms.known(ann.id).match) == shown(two.rooms.known(ann.id).match)
            # A stale memory is no obstacle: whoever comes late sees what happened, and the move is made once.
            await two.play(ann.id, ben.tokens, texts(two.rooms.known(ann.id).match.position)[0], 1)
            await ann("chat", "well played")
            assert ann.match.at == 2

    asyncio.run(go())


def test_a_process_that_has_missed_the_news_asks_the_store_before_it_refuses_or_does_nothing(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            two.peers.receive = lambda note: None
            ann, ben = await two_people(one)
            await two.room(ann.id)
            await ann.play("d3")
            seen = await two.play(ann.id, ben.tokens, "c3", 1)
            assert seen.room.match.at == 2
            await ann("offer", "draw")
            await two.offer(ann.id, ben.tokens, "draw", "accept")
            await one.matches.refresh(one.rooms.known(ann.id))
            assert ann.match.status == "over"

    asyncio.run(go())


def test_a_move_taken_back_at_another_process_is_made_again_not_taken_for_a_repeat(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            two.peers.receive = lambda note: None
            both = await alone(one)
            await two.play(both.id, both.tokens, "d3", 0)
            await one.back(both.id, both.tokens, 0, 1)
            seen = await two.play(both.id, both.tokens, "d3", 0)
            assert (seen.room.match.seq, seen.room.match.at) == (3, 1)
            assert len(await one.store.entries(both.id, 0)) == 3

    asyncio.run(go())


def test_several_processes_may_start_at_once_on_a_new_database(pg):
    async def go():
        address = await fresh(pg, "new")
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(go())


def test_of_many_writers_of_the_same_number_one_is_kept(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, _ = await two_people(one)
            for number in range(2, 6):
                entries = [JournalEntry(number, 1, ChatSent(FIRST, str(text))) for text in range(6)]
                stores = [one.store, two.store] * 3
                asked = [store.append(ann.id, entry) for store, entry in zip(stores, entries, strict=True)]
                kept = await asyncio.gather(*asked)
                [entry] = await one.store.entries(ann.id, number - 1)
                assert [text for text, fine in enumerate(kept) if fine] == [int(entry.entry.text)]

    asyncio.run(go())


def test_notes_lost_with_the_connection_are_made_up_for(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, ben = await two_people(one)
            room = await two.room(ann.id)
            listener = two.subscribe(room, frozenset())
            connection = await asyncpg.connect(pg)
            await connection.execute(f"{HANG_UP} application_name = 'turncoat live'")
            await connection.close()
            await play_on(ann.match, ann, ben, moves=4)
            await until(lambda: room.match.at == 4)
            two.unsubscribe(room, listener)

    asyncio.run(go())


def test_whoever_only_asks_by_http_at_one_process_cannot_be_claimed_away_at_the_other(pg):
    async def go():
        soon = Timeouts(away=0.5)
        async with running(pg, timeouts=soon) as one, running(pg, timeouts=soon) as two:
            ann, ben = await two_people(one)
            await ann.play("d3")

            async def look_on():
                while True:
                    await two.seat_view(ann.id, ben.tokens)
                    await asyncio.sleep(0.05)

            looking = asyncio.create_task(look_on())
            await asyncio.sleep(1)
            assert one.presence.gone(ann.match, SECOND)  # as far as is known there
            assert await refusal(ann("claim")) == "too_early"
            looking.cancel()
            await asyncio.sleep(1)
            await ann("claim")
            assert ann.match.ended == Left(SECOND)

    asyncio.run(go())


def test_when_redis_dies_nobody_with_an_open_socket_can_be_claimed_away(pg, tmp_path):
    if not has_redis():
        pytest.skip("Redis is not installed")

    async def go():
        now, redis = Time(), Redis(tmp_path)
        redis.start()
        address = f"redis://127.0.0.1:{redis.port}"
        try:
            async with (
                running(pg, broker_address=address, now=now) as one,
                running(pg, broker_address=address, now=now) as two,
            ):
                ann, _ben = await two_people(one)
                room = await two.room(ann.id)
                socket = two.subscribe(room, frozenset({SECOND}))
                await until(lambda: one.presence.connections.counts(ann.id, now())[1] == 1)
                redis.kill()
                now.pass_by(300)  # of what the other process tells nothing has come for so long
                assert one.presence.gone(ann.match, SECOND)  # as far as is known there
                assert await refusal(ann("claim")) == "too_early"
                redis.start()
                await until(lambda: one.broker._ready.is_set() and two.broker._ready.is_set())
                async with asyncio.timeout(20):
                    while not one.presence.connections.counts(ann.id, now())[1]:
                        assert await refusal(ann("claim")) == "too_early"
                        await two.presence.renew()
                        await asyncio.sleep(0.1)
                two.unsubscribe(room, socket)
                await until(lambda: one.presence.connections.counts(ann.id, now())[1] == 0)
                now.pass_by(121)
                await ann("claim")
                assert ann.match.ended == Left(SECOND)
        finally:
            redis.kill()

    asyncio.run(asyncio.wait_for(go(), 120))


def test_a_process_that_starts_after_the_database_s_clock_was_set_keeps_time_with_those_that_run(pg, monkeypatch):
    jumps, calendar = [0], Store.calendar

    async def jumped(store):
        at, noted = await calendar(store)
        assert at is not None
        return at + jumps[-1], noted

    monkeypatch.setattr(Store, "calendar", jumped)

    async def go():
        async with running(pg) as one:
            ann, ben = await two_people(one, control=timed("fischer", 10, 0))
            await ann.play("d3")
            await ben.play("c3")
            for jump in (3_600_000, -3_600_000):
                jumps.append(jump)
                async with running(pg) as two:
                    assert abs(two.now() - one.now()) < 1500
                    match = (await two.room(ann.id)).match
                    left = match.clock.left(match.decider, two.now())
                    assert (match.status, 590_000 < left <= 600_000) == ("playing", True)
                    assert await two.store.outages() == await one.store.outages()

    asyncio.run(go())


def test_a_database_that_restarts_is_found_again(pg):
    async def go():
        async with running(pg) as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=2)
            connection = await asyncpg.connect(pg)
            await connection.execute(f"{HANG_UP} usename = 'turncoat'")
            await connection.close()
            await asyncio.sleep(0.2)
            room = await service.room(ann.id)
            await play_on(room.match, ann, ben, moves=2)
            assert (await service.room(ann.id)).match.at == 4

    asyncio.run(go())


def test_a_dump_can_be_restored_and_played_on(pg, tmp_path):
    if not program("pg_dump"):
        pytest.skip("pg_dump is not installed")

    async def before():
        async with running(pg) as service:
            ann, ben = await two_people(service, control=timed("fischer", 5, 5))
            await play_on(ann.match, ann, ben, moves=10)
            return ann, ben, shown(ann.match, 0)["position"]

    ann, ben, position = asyncio.run(before())
    dump, restored = tmp_path / "backup.dump", pg.rpartition("/")[0] + "/restored"
    subprocess.run([program("pg_dump"), "--format=custom", f"--file={dump}", pg], check=True)
    subprocess.run([program("createdb"), f"--maintenance-db={pg}", "restored"], check=True)
    subprocess.run([program("pg_restore"), f"--dbname={restored}", dump], check=True)

    async def after():
        async with running(restored) as service:
            room = await service.room(ann.id)
            assert str(room.match.position) == position
            ann.service = ben.service = service
            await play_on(room.match, ann, ben)
            assert room.match.status == "over"

    asyncio.run(after())
