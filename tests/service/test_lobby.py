"""The lobby: who waits, who is told, and when waiting ends."""

import asyncio

import orjson
import pytest

from tests.service.harness import Time, play_on, running, served, shown, timed, two_people, until
from turncoat.service import Timeouts, errors

DAY = 86_400
DAYS = timed("days", days=3)


@served
async def test_the_lobby_lists_who_waits_and_tells_of_changes(service, now):
    listener = await service.lobby.watch()
    assert orjson.loads(await listener.read()) == {"waiting": []}
    made = await service.create("verto:size=9", "lobby", side="first", name="Ann", control=timed("fischer", 3, 2))
    waiting = orjson.loads(await asyncio.wait_for(listener.read(), 5))["waiting"]
    assert waiting == [
        {
            "id": made.room.id,
            "ruleset": "verto:size=9",
            "game": "verto",
            "name": "Ann",
            "side": "second",
            "clock": {"kind": "fischer", "minutes": 3, "increment": 2},
            "since": now(),
        }
    ]
    with pytest.raises(errors.NotPossible):
        await service.join(made.room.id, made.tokens.values(), None, "Ann")
    await service.join(made.room.id, [], None, "Ben")
    assert orjson.loads(await asyncio.wait_for(listener.read(), 5)) == {"waiting": []}


@served
async def test_whoever_left_the_lobby_waits_no_more(service, now):
    made = await service.create("verto", "lobby")
    here = service.subscribe(made.room, made.held)
    now.pass_by(600)
    service.lobby.changed()
    assert made.room.id in await service.lobby.text()
    service.unsubscribe(made.room, here)
    now.pass_by(31)
    service.lobby.changed()
    assert made.room.id not in await service.lobby.text()


@served
async def test_what_changes_while_the_list_is_read_is_told_too(service, now):
    listener = await service.lobby.watch()
    await listener.read()
    asked, go_on = asyncio.Event(), asyncio.Event()
    waiting = service.store.waiting

    async def slow(*since):
        found = await waiting(*since)
        asked.set()
        await go_on.wait()
        return found

    service.store.waiting = slow
    service.lobby.changed()
    await asked.wait()
    made = await service.create("verto", "lobby")  # after the list was read, before it is told
    go_on.set()
    async with asyncio.timeout(5):
        while made.room.id not in await listener.read():
            pass
    assert made.room.id in await service.lobby.text()


@pytest.mark.parametrize("kind", ["lobby", "friend"])
def test_a_match_to_which_nobody_comes_waits_so_long_and_is_then_withdrawn(kind, tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, timeouts=Timeouts(waiting=5 * DAY)) as service:
            made = await service.create("verto", kind, control=DAYS)
            now.pass_by(5 * DAY - 1)
            assert await service.lobby.tidy() == 0
            assert (made.room.id in await service.lobby.text()) is (kind == "lobby")
            now.pass_by(2)
            assert await service.lobby.tidy() == 1
            assert service.rooms.known(made.room.id) is None  # nobody is at it, so it need not stay in memory
            assert made.room.id not in await service.lobby.text()
            match = (await service.room(made.room.id)).match
            assert shown(match, now())["result"]["reason"] == "withdrawn"
            with pytest.raises(errors.MatchOver):
                await service.join(made.room.id, [], made.invitation, "Ben")
            assert await service.lobby.tidy() == 0

    asyncio.run(go())


@served
async def test_whoever_hosts_and_still_looks_in_goes_on_waiting(service, now):
    here, lately, gone = [await service.create("verto", "lobby", control=DAYS) for _ in range(3)]
    listener = service.subscribe(here.room, here.held)
    now.pass_by(20 * DAY)
    await service.seat_view(lately.room.id, lately.tokens.values())
    now.pass_by(DAY / 2)
    assert await service.lobby.tidy() == 1
    assert [made.room.match.status for made in (here, lately)] == ["open", "open"]
    assert (await service.room(gone.room.id)).match.status == "over"
    service.unsubscribe(here.room, listener)


@served
async def test_a_host_who_looked_in_a_day_ago_has_given_up(service, now):
    made = await service.create("verto", "lobby", control=DAYS)
    now.pass_by(20 * DAY)
    await service.seat_view(made.room.id, made.tokens.values())
    now.pass_by(DAY - 0.001)
    assert await service.lobby.tidy() == 0
    now.pass_by(0.001)
    assert await service.lobby.tidy() == 1


@served
async def test_nothing_that_has_begun_is_ever_withdrawn(service, now):
    ann, ben = await two_people(service)
    await play_on(ann.match, ann, ben, moves=3)
    joined, _ = await two_people(service, kind="lobby")
    now.pass_by(1000 * DAY)
    assert await service.lobby.tidy() == 0
    assert (ann.match.status, ann.match.at, joined.match.status) == ("playing", 3, "playing")


def test_a_match_that_somebody_joins_at_that_very_moment_is_played(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            made = await service.create("verto", "friend")
            now.pass_by(15 * DAY)
            asked = [service.lobby.tidy(), service.join(made.room.id, [], made.invitation, "Ben")]
            tidied, joined = await asyncio.gather(*asked, return_exceptions=True)
            match = (await service.room(made.room.id)).match
            if isinstance(joined, errors.MatchOver):
                assert (tidied, match.status) == (1, "over")
            else:
                assert (tidied, match.status) == (0, "playing")

    asyncio.run(go())


def test_matches_wait_for_ever_where_that_is_wished(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, timeouts=Timeouts(waiting=0)) as service:
            made = await service.create("verto", "lobby", control=DAYS)
            now.pass_by(1000 * DAY)
            assert await service.lobby.tidy() == 0
            assert made.room.id in await service.lobby.text()

    asyncio.run(go())


def test_the_lobby_is_tidied_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service._service.TIDY_FIRST", 0.01)

    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            made = await service.create("verto", "friend")
        now.pass_by(15 * DAY)
        async with running(tmp_path / "m.db", now=now) as service:
            room = await service.room(made.room.id)
            await until(lambda: room.match.status == "over")

    asyncio.run(go())


@served
async def test_a_match_is_listed_for_its_first_minute_whoever_is_there(service, now):
    made = await service.create("verto", "lobby")
    now.pass_by(59.999)
    service.lobby.changed()
    assert made.room.id in await service.lobby.text()
    now.pass_by(0.001)
    service.lobby.changed()
    assert made.room.id not in await service.lobby.text()
    await service.seat_view(made.room.id, made.tokens.values())  # its host looks in
    now.pass_by(29.999)
    service.lobby.changed()
    assert made.room.id in await service.lobby.text()
    now.pass_by(0.001)
    service.lobby.changed()
    assert made.room.id not in await service.lobby.text()


@served
async def test_a_match_waits_in_the_lobby_for_a_day_and_one_of_days_for_two_weeks(service, now):
    quick, slow = [await service.create("verto", "lobby", control=clock) for clock in (timed(), DAYS)]
    service.subscribe(quick.room, quick.held)
    now.pass_by(DAY)
    service.lobby.changed()
    assert quick.room.id in await service.lobby.text()
    now.pass_by(0.001)
    service.lobby.changed()
    text = await service.lobby.text()
    assert (quick.room.id in text, slow.room.id in text) == (False, True)
    now.pass_by(13 * DAY - 0.001)
    service.lobby.changed()
    assert slow.room.id in await service.lobby.text()
    now.pass_by(0.001)
    service.lobby.changed()
    assert slow.room.id not in await service.lobby.text()


@served
async def test_the_list_is_read_once_for_many_and_again_after_a_while(service, now):
    reads, waiting = [], service.store.waiting

    async def counted(*since):
        reads.append(since)
        return await waiting(*since)

    service.store.waiting = counted
    for _ in range(5):
        await service.lobby.text()
    assert len(reads) == 1
    service.lobby.changed()
    await service.lobby.text()
    assert len(reads) == 2


@served
async def test_many_changes_at_once_are_told_once(service, now):
    listener = await service.lobby.watch()
    await listener.read()
    told = []

    async def read():
        while (text := await listener.read()) is not None:
            told.append(text)

    service.tasks.start(read())
    made = [await service.create("verto", "lobby") for _ in range(5)]
    await until(lambda: told)
    await asyncio.sleep(0.3)
    assert len(told) <= 2
    assert all(each.room.id in told[-1] for each in made)


@served
async def test_the_seat_that_is_open_is_the_one_that_is_offered(service, now):
    for side, open_ in (("first", "second"), ("second", "first")):
        made = await service.create("verto", "lobby", side=side, name=side)
        waiting = {each["id"]: each for each in orjson.loads(await service.lobby.text())["waiting"]}
        assert (waiting[made.room.id]["side"], waiting[made.room.id]["name"]) == (open_, side)
