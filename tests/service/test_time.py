"""Time at a match: clocks that run, fall, and survive a restart; opponents who leave."""

import asyncio

import pytest

from tests.moves import texts
from tests.service.club import Time, play_on, running, served, two_people, until
from turncoat.service import Clock, errors, view

BLITZ = Clock("fischer", minutes=1, increment=2)


@served
async def test_no_clock_runs_before_the_first_turn_is_made(service, now):
    ann, _ben = await two_people(service, clock=BLITZ)
    now.pass_by(600)
    assert view.build(ann.match, now())["times"]["running"] is None
    await ann.play("d3")
    times = view.build(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (60_000, 60_000, "second")


@served
async def test_the_time_of_a_turn_is_taken_and_the_increment_given(service, now):
    ann, ben = await two_people(service, clock=BLITZ)
    await ann.play("d3")
    now.pass_by(10)
    await ben.play("c3")
    assert view.build(ann.match, now())["times"] == {
        "first": 60_000,
        "second": 52_000,
        "running": "first",
        "as_of": now(),
    }


@served
async def test_a_move_after_the_time_is_up_loses_instead(service, now):
    ann, ben = await two_people(service, clock=BLITZ)
    await ann.play("d3")
    now.pass_by(61)
    await ben.play("c3")
    result = view.build(ann.match, now())["result"]
    assert (result["winner"], result["reason"], ann.match.at) == ("first", "time", 1)


@served
async def test_a_flag_falls_by_itself(service, now):
    ann, _ben = await two_people(service, clock=Clock("fischer", minutes=0, increment=1))
    await ann.play("d3")
    now.pass_by(0.95)
    service.people.set_alarm(service.rooms.known(ann.id), now())
    now.pass_by(0.1)
    await until(lambda: ann.match.status == "over")
    assert view.build(ann.match, now())["result"]["reason"] == "time"


@served
async def test_after_a_swap_each_player_keeps_the_own_time(service, now):
    ann, ben = await two_people(service, "invector:size=4x3", clock=BLITZ)
    await ann.play(texts(ann.match.table.position)[0])
    now.pass_by(20)
    await ben.play("swap")
    times = view.build(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (42_000, 60_000, "second")


def test_clocks_survive_a_restart_without_robbing_anyone(tmp_path):
    async def go():
        now = Time()
        database = tmp_path / "matches.db"
        async with running(database, now=now) as service:
            ann, ben = await two_people(service, clock=BLITZ)
            await ann.play("d3")
            for _ in range(2):
                now.pass_by(5)
                await service.beat()
        now.pass_by(3600)  # nobody is there
        async with running(database, now=now) as service:
            ann.service = ben.service = service
            room = await service.room(ann.id)
            assert view.build(room.match, now())["times"]["second"] == 50_000
            now.pass_by(5)
            await ben.play("c3")
            assert view.build(room.match, now())["times"]["second"] == 47_000
        now.pass_by(3600)
        async with running(database, now=now) as service:
            room = await service.room(ann.id)  # forgiven once, not twice
            assert view.build(room.match, now())["times"]["first"] == 60_000
            now.pass_by(59)
            assert room.match.status == "playing"

    asyncio.run(go())


@served
async def test_while_the_service_sleeps_or_is_cut_off_from_its_store_no_clock_runs(service, now):
    ann, ben = await two_people(service, clock=BLITZ)
    await ann.play("d3")
    now.pass_by(5)
    await service.beat()  # as it does every two seconds
    now.pass_by(3600)
    await service.beat()
    now.pass_by(5)
    await ben.play("c3")
    assert view.build(ann.match, now())["times"]["second"] == 52_000


def test_a_short_restart_is_no_outage(tmp_path):
    async def go():
        now = Time()
        for _ in range(2):
            async with running(tmp_path / "matches.db", now=now) as service:
                assert await service.store.outages() == []
            now.pass_by(2)

    asyncio.run(go())


@served
async def test_the_win_over_somebody_who_left_can_be_claimed_after_a_while(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    here = service.listen(room, frozenset({1}))
    now.pass_by(1000)
    with pytest.raises(errors.TooEarly):
        await ann("claim")
    service.unlisten(room, here)
    now.pass_by(119)
    with pytest.raises(errors.TooEarly):
        await ann("claim")
    assert service.people.presence_of(room)["gone"]["second"] == now() + 1000
    now.pass_by(1)
    await ann("claim")
    assert view.build(ann.match, now())["result"]["text"]["en"] == "Numbers left the match: the game goes to Symbols."


@served
async def test_days_per_move_know_no_leaving(service, now):
    ann, _ben = await two_people(service, clock=Clock("days", days=1))
    await ann.play("d3")
    now.pass_by(3600 * 20)
    with pytest.raises(errors.NotPossible):
        await ann("claim")
    now.pass_by(3600 * 5)
    await ann("claim")
    assert view.build(ann.match, now())["result"]["reason"] == "time"


@served
async def test_presence_tells_who_is_here_and_how_many_watch(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    first, watcher = service.listen(room, frozenset({0})), service.listen(room, frozenset())
    assert service.people.presence_of(room)["here"] == {"first": True, "second": False, "watching": 1}
    service.unlisten(room, watcher)
    service.unlisten(room, first)
    assert service.people.presence_of(room)["here"] == {"first": False, "second": False, "watching": 0}


@served
async def test_byo_yomi_is_told_with_its_periods(service, now):
    clock = Clock("byoyomi", minutes=0.5, seconds=10, periods=2)
    ann, ben = await two_people(service, clock=clock)
    await ann.play("d3")
    now.pass_by(45)
    times = view.build(ann.match, now())["times"]
    assert (times["second"], times["periods"]) == (5_000, {"first": 2, "second": 1})
    await play_on(ann.match, ann, ben, moves=1)
    assert view.build(ann.match, now())["times"]["periods"] == {"first": 2, "second": 1}
