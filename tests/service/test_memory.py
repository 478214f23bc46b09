"""Matches in memory: how many are kept, which may go, and what happens when the store fails meanwhile."""

import asyncio
import gc
import logging

import orjson
import pytest
from sqlalchemy.exc import OperationalError

from tests.service.harness import Player, play_on, running, served, shown, two_people, until
from turncoat.games.results import FIRST
from turncoat.service import errors, view_builder
from turncoat.service.journal import JournalEntry, Moved, TakenBack
from turncoat.service.matches import SeatView
from turncoat.service.rooms import Rooms


async def away(*_):
    """A store that cannot be asked."""
    raise OperationalError("SELECT", {}, OSError("the disk is gone"))


def test_a_full_memory_forgets_what_nobody_looks_at_the_longest_unused_first(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.rooms.MAX_KEPT", 3)

    async def go():
        async with running(tmp_path / "m.db") as service:
            people = [await two_people(service) for _ in range(3)]
            watched, second, third = [ann.id for ann, _ in people]
            listener = service.subscribe(service.rooms.known(watched), frozenset())
            await service.room(second)  # used lately
            for kept in (second, second):
                await service.create("verto", "local")
                assert service.rooms.known(watched) is not None
                assert (service.rooms.known(kept) is not None) is (len(service.rooms) == 3)
                assert service.rooms.known(third) is None
                await service.room(second)
            assert not listener.closed
            await people[0][0].play("d3")
            while orjson.loads(await listener.read()).get("match", {}).get("at") != 1:
                pass
            assert shown((await service.room(third)).match, 0)["at"] == 0
            assert len(service.rooms) == 3

    asyncio.run(go())


@served
async def test_a_match_that_is_over_leaves_memory_once_nobody_wants_anything_of_it_any_more(service, now):
    ann, ben = await two_people(service)
    playing, _ = await two_people(service)
    await play_on(ann.match, ann, ben, moves=3)
    await service.resign(ann.id, ann.tokens)
    over = shown(ann.match, now())
    await service.rooms.forget_finished()
    assert service.rooms.known(ann.id) is not None  # they may be looking at it
    await service.rooms.forget_finished()
    assert service.rooms.known(ann.id) is None
    assert service.rooms.known(playing.id) is not None
    assert shown((await service.room(ann.id)).match, now()) == over


@served
async def test_a_match_that_is_over_stays_while_it_is_watched_or_asked_for(service, now):
    ann, _ben = await two_people(service)
    await service.resign(ann.id, ann.tokens)
    room = service.rooms.known(ann.id)
    listener = service.subscribe(room, frozenset())
    for _ in range(3):
        await service.rooms.forget_finished()
    service.unsubscribe(room, listener)
    for _ in range(3):
        await service.rooms.forget_finished()
        await service.seat_view(ann.id, ann.tokens)
    assert service.rooms.known(ann.id) is room
    for _ in range(2):
        await service.rooms.forget_finished()
    assert service.rooms.known(ann.id) is None


@served
async def test_what_is_kept_of_views_for_all_matches_does_not_grow_with_their_number(service, now):
    async def kept():
        ann, ben = await two_people(service)
        await play_on(ann.match, ann, ben, moves=2)
        shown(ann.match, now())
        caches = [each for each in vars(view_builder).values() if hasattr(each, "cache_info")]
        return sum(each.cache_info().currsize for each in caches)

    before = await kept()
    assert [await kept() for _ in range(3)] == [before] * 3


def test_a_match_at_which_a_computer_thinks_is_not_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.rooms.MAX_KEPT", 1)

    async def go():
        async with running(tmp_path / "m.db", pace=3) as service:
            made = await service.create("reversi", "computer", side="second", level="1")
            await service.create("verto", "local")
            await service.create("verto", "local")
            assert service.rooms.known(made.room.id) is made.room
            await until(lambda: made.room.match.at == 1)

    asyncio.run(go())


@served
async def test_whoever_listens_is_let_go_when_the_store_fails_and_finds_the_truth_again(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    listener = service.subscribe(room, frozenset({FIRST}))
    commit, service.store._commit = service.store._commit, away
    with pytest.raises(errors.StoreFailed):
        await ann.play("d3")
    service.store._commit = commit
    while await listener.read() is not None:
        pass
    assert listener.closed
    assert service.rooms.known(ann.id) is None
    assert (await service.room(ann.id)).match.at == 0


def test_two_who_ask_for_a_match_at_once_get_the_same_room(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
        async with running(tmp_path / "m.db") as service:
            rooms = await asyncio.gather(*(service.room(ann.id) for _ in range(3)))
            assert len(set(map(id, rooms))) == 1
            assert len(service.rooms) == 1
            refused = await asyncio.gather(*(service.room("nowhere") for _ in range(2)), return_exceptions=True)
            assert [getattr(error, "code", None) for error in refused] == ["no_such_match"] * 2

    asyncio.run(go())


def test_when_the_store_fails_all_who_wait_for_the_match_are_told_so(tmp_path, caplog):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
        async with running(tmp_path / "m.db") as service:
            service.store._entries, entries = away, service.store._entries
            outcomes = await asyncio.gather(*(service.room(ann.id) for _ in range(3)), return_exceptions=True)
            assert [getattr(error, "code", None) for error in outcomes] == ["store_failed"] * 3
            service.store._entries = entries
            assert (await service.room(ann.id)).match.status == "playing"

    asyncio.run(go())
    [told] = [record.facts for record in caplog.records if record.getMessage() == "reading failed"]
    assert told == {"kind": "OperationalError", "where": told["where"]}
    assert told["where"].startswith("store.py:")
    assert "the disk is gone" not in caplog.text  # such texts may quote what people wrote


def test_whoever_hangs_up_does_not_take_the_match_from_the_others(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            made = await service.create("reversi", "computer", side="second", level="1")
            await until(lambda: made.room.match.at == 1)
            service.rooms.drop(made.room)
            asked = [asyncio.create_task(service.room(made.room.id)) for _ in range(2)]
            await asyncio.sleep(0)
            asked[0].cancel()
            assert (await asked[1]).match.at == 1
            with pytest.raises(asyncio.CancelledError):
                await asked[0]

    asyncio.run(go())


def test_a_match_that_cannot_be_read_and_for_which_nobody_waits_any_more_is_no_news(tmp_path, caplog):
    async def go():
        async with running(tmp_path / "m.db") as service:
            asked = asyncio.create_task(service.room("nowhere"))
            await asyncio.sleep(0)
            asked.cancel()
            await asyncio.wait({asked})
            await asyncio.sleep(0.1)
            gc.collect()

    asyncio.run(go())
    assert caplog.messages == []


def test_whoever_hangs_up_in_the_middle_of_what_is_refused_leaves_nothing_in_memory_or_log(tmp_path, caplog):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            await ann.play("d3")
            for _ in range(3):
                asked = asyncio.create_task(ben.play("a1"))
                await asyncio.sleep(0)
                asked.cancel()
                await asyncio.wait({asked})
            await asyncio.sleep(0.1)
            gc.collect()
            assert [each for each in gc.get_objects() if isinstance(each, SeatView) and each.room.id == ann.id] == []

    asyncio.run(go())
    assert caplog.messages == []


@served
async def test_a_store_that_cannot_be_told_of_the_beat_is_logged_and_told_again(service, now):
    told = []

    class Ear(logging.Handler):
        def emit(self, record):
            told.append(record.getMessage())

    ear = Ear()
    logging.getLogger("turncoat.service").addHandler(ear)
    beat, service.store.beat = service.store.beat, away
    try:
        task = service.tasks.every(0.01, service.heartbeat.beat, "the store could not be told that we are alive")
        await until(lambda: len(told) > 1)
        assert "alive" in told[0]
        service.store.beat = beat
        now.pass_by(60)
        await until(lambda: service.heartbeat.outages != ())
        task.cancel()
    finally:
        logging.getLogger("turncoat.service").removeHandler(ear)


def test_after_the_end_a_write_is_refused_and_waits_for_nobody(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
        with pytest.raises(errors.StoreFailed):
            await asyncio.wait_for(ann.play("d3", 0), 5)
        with pytest.raises(errors.StoreFailed):
            await asyncio.wait_for(service.store.append(ann.id, JournalEntry(2, 1, Moved("d3"))), 5)
        with pytest.raises(errors.StoreFailed):
            await asyncio.wait_for(service.create("verto", "local"), 5)

    asyncio.run(go())


def test_what_waits_to_be_written_at_the_end_is_written(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            people = [(await two_people(service))[0] for _ in range(5)]
            moves = [asyncio.create_task(ann.play("d3")) for ann in people]
            await asyncio.sleep(0)
        assert [(await move).room.match.at for move in moves] == [1] * 5
        async with running(tmp_path / "m.db") as service:
            assert [(await service.room(ann.id)).match.at for ann in people] == [1] * 5

    asyncio.run(go())


@served
async def test_a_match_just_made_can_be_played_by_its_tokens_alone(service, now):
    made = await service.create("reversi", "local")
    service.rooms.drop(made.room)
    alone = Player(service, made.room.id, made.tokens[FIRST])
    await service.play(alone.id, alone.tokens, "d3", 0)
    await play_on(alone.match, alone, moves=3)
    assert alone.match.at == 4


@pytest.mark.parametrize("twin", [True, False])
@pytest.mark.parametrize(
    "damage", [JournalEntry(2, 1, Moved("a1")), JournalEntry(3, 1, Moved("d3")), JournalEntry(2, 1, TakenBack(5))]
)
def test_a_damaged_journal_is_a_failure_of_the_store_not_of_whoever_asks(tmp_path, damage, twin, caplog):
    async def go():
        async with running(tmp_path / "m.db", twin=lambda _: twin) as service:
            ann, _ben = await two_people(service)
            good, _ = await two_people(service)
            assert await service.store.append(ann.id, damage)
            service.rooms.drop(service.rooms.known(ann.id))
            for _ in range(2):
                with pytest.raises(errors.StoreFailed) as refused:
                    await service.seat_view(ann.id, ann.tokens)
                assert refused.value.code == "store_failed"
            await good.play("d3")
            assert good.match.at == 1

    asyncio.run(go())


def test_whoever_closes_waits_for_matches_that_are_being_read_but_not_for_ever():
    async def go():
        gate = asyncio.Event()

        async def load(_):
            await gate.wait()

        async def loaded(_):
            pass

        rooms = Rooms(load, loaded, dropped=lambda _: None)
        await asyncio.wait_for(rooms.finish(60), 1)  # nothing is being read
        asked = asyncio.create_task(rooms.find("m"))
        await asyncio.sleep(0)
        await asyncio.wait_for(rooms.finish(0.05), 10)
        assert not asked.done()
        finishing = asyncio.create_task(rooms.finish(60))
        await asyncio.sleep(0.05)
        assert not finishing.done()
        gate.set()
        await asyncio.wait_for(finishing, 10)
        with pytest.raises(errors.NoSuchMatch):
            await asked

    asyncio.run(go())
