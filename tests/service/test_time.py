"""Time at a match: clocks that run, fall, and survive a restart; opponents who leave."""

import asyncio

import pytest

from tests.moves import texts
from tests.service.harness import Time, play_on, presence_message, running, served, shown, timed, two_people, until
from turncoat.games.results import FIRST, SECOND
from turncoat.service import errors

BLITZ = timed("fischer", minutes=1, increment=2)


@served
async def test_no_clock_runs_before_the_first_turn_is_made(service, now):
    ann, _ben = await two_people(service, control=BLITZ)
    now.pass_by(600)
    assert shown(ann.match, now())["times"]["running"] is None
    await ann.play("d3")
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (60_000, 60_000, "second")


@served
async def test_the_time_of_a_turn_is_taken_and_the_increment_given(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    await ann.play("d3")
    now.pass_by(10)
    await ben.play("c3")
    assert shown(ann.match, now())["times"] == {
        "first": 60_000,
        "second": 52_000,
        "running": "first",
        "as_of": now(),
    }


@served
async def test_a_move_after_the_time_is_up_loses_instead(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    await ann.play("d3")
    now.pass_by(61)
    await ben.play("c3")
    result = shown(ann.match, now())["result"]
    assert (result["winner"], result["reason"], ann.match.at) == ("first", "time", 1)


@served
async def test_a_flag_falls_by_itself(service, now):
    ann, _ben = await two_people(service, control=timed("fischer", minutes=0, increment=1))
    await ann.play("d3")
    now.pass_by(0.95)
    room, clock = service.rooms.known(ann.id), asyncio.get_running_loop().time
    before = clock()
    service.alarm.set(room)
    assert (
        before + 0.05 <= service.alarm._timers[room.id].when() <= clock() + 0.07
    )  # no sooner than time is up, and hardly later
    now.pass_by(0.1)
    await until(lambda: ann.match.status == "over")
    assert shown(ann.match, now())["result"]["reason"] == "time"


@served
async def test_after_a_swap_each_player_keeps_the_own_time(service, now):
    ann, ben = await two_people(service, "invector:size=4x3", control=BLITZ)
    await ann.play(texts(ann.match.position)[0])
    now.pass_by(20)
    await ben.play("swap")
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (42_000, 60_000, "second")


def test_clocks_survive_a_restart_without_robbing_anyone(tmp_path):
    async def go():
        now = Time()
        database = tmp_path / "matches.db"
        async with running(database, now=now) as service:
            ann, ben = await two_people(service, control=BLITZ)
            await ann.play("d3")
            for _ in range(2):
                now.pass_by(5)
                await service.heartbeat.beat()
        now.pass_by(3600)  # nobody is there
        async with running(database, now=now) as service:
            ann.service = ben.service = service
            room = await service.room(ann.id)
            assert shown(room.match, now())["times"]["second"] == 50_000
            now.pass_by(5)
            await ben.play("c3")
            assert shown(room.match, now())["times"]["second"] == 47_000
        now.pass_by(3600)
        async with running(database, now=now) as service:
            room = await service.room(ann.id)  # forgiven once, not twice
            assert shown(room.match, now())["times"]["first"] == 60_000
            now.pass_by(59)
            assert room.match.status == "playing"

    asyncio.run(go())


@served
async def test_while_the_service_sleeps_or_is_cut_off_from_its_store_no_clock_runs(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    await ann.play("d3")
    now.pass_by(5)
    await service.heartbeat.beat()  # as it does every two seconds
    now.pass_by(3600)
    await service.heartbeat.beat()
    now.pass_by(5)
    await ben.play("c3")
    assert shown(ann.match, now())["times"]["second"] == 52_000


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
    here = service.subscribe(room, frozenset({SECOND}))
    now.pass_by(1000)
    with pytest.raises(errors.TooEarly):
        await ann("claim")
    service.unsubscribe(room, here)
    now.pass_by(119)
    with pytest.raises(errors.TooEarly):
        await ann("claim")
    assert presence_message(service, room)["gone"]["second"] == now() + 1000
    now.pass_by(1)
    await ann("claim")
    assert shown(ann.match, now())["result"]["text"]["en"] == "Numbers left the game. Symbols win."


@served
async def test_days_per_move_know_no_leaving(service, now):
    ann, _ben = await two_people(service, control=timed("days", days=1))
    await ann.play("d3")
    now.pass_by(3600 * 20)
    with pytest.raises(errors.NotPossible):
        await ann("claim")
    now.pass_by(3600 * 5)
    await ann("claim")
    assert shown(ann.match, now())["result"]["reason"] == "time"


@served
async def test_presence_tells_who_is_here_and_how_many_watch(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    first, watcher = service.subscribe(room, frozenset({FIRST})), service.subscribe(room, frozenset())
    assert presence_message(service, room)["here"] == {"first": True, "second": False, "watching": 1}
    service.unsubscribe(room, watcher)
    service.unsubscribe(room, first)
    assert presence_message(service, room)["here"] == {"first": False, "second": False, "watching": 0}


@served
async def test_byo_yomi_is_told_with_its_periods(service, now):
    clock = timed("byoyomi", minutes=0.5, seconds=10, periods=2)
    ann, ben = await two_people(service, control=clock)
    await ann.play("d3")
    now.pass_by(45)
    times = shown(ann.match, now())["times"]
    assert (times["second"], times["periods"]) == (5_000, {"first": 2, "second": 1})
    await play_on(ann.match, ann, ben, moves=1)
    assert shown(ann.match, now())["times"]["periods"] == {"first": 2, "second": 1}


@served
async def test_a_move_is_in_time_until_the_very_deadline(service, now):
    clock = timed("fischer", minutes=1, increment=0)
    ann, ben = await two_people(service, control=clock)
    await ann.play("d3")
    now.pass_by(59.999)
    await ben.play("c3")
    assert shown(ann.match, now())["times"]["second"] == 1
    other, late = await two_people(service, control=clock)
    await other.play("d3")
    now.pass_by(60)
    await late.play("c3")
    assert (other.match.status, other.match.at) == ("over", 1)
    assert shown(other.match, now())["times"]["second"] == 0


@served
async def test_an_alarm_that_rings_early_is_set_again(service, now):
    ann, ben = await two_people(service, control=timed("fischer", minutes=0, increment=1))
    await ann.play("d3")
    now.pass_by(0.96)
    await ben("chat", "wait")  # sets the alarm for the 40 ms that are left
    await asyncio.sleep(0.2)  # by the service's own clock no time has passed
    assert ann.match.status == "playing"
    now.pass_by(0.04)
    await until(lambda: ann.match.status == "over", 2)
    result = shown(ann.match, now())["result"]
    assert (result["winner"], result["reason"]) == ("first", "time")


@served
async def test_the_alarm_goes_with_the_clock_from_one_side_to_the_other(service, now):
    ann, ben = await two_people(service, control=timed("fischer", minutes=0.02, increment=0))
    await ann.play("d3")
    await ben.play("c3")
    now.pass_by(1.1)
    await ann.play(texts(ann.match.position)[0])
    now.pass_by(1.2)
    await until(lambda: ann.match.status == "over", 4)
    assert shown(ann.match, now())["result"]["winner"] == "first"


@served
async def test_nobodys_flag_falls_once_the_match_is_over(service, now):
    ann, ben = await two_people(service, control=timed("fischer", minutes=0.02, increment=0.9))
    await ann.play("d3")
    await ann("resign")
    now.pass_by(100)
    await asyncio.sleep(0.05)
    assert shown(ann.match, now())["times"] == {
        "first": 1200,
        "second": 1200,
        "running": None,
        "as_of": now(),
    }
    with pytest.raises(errors.MatchOver):
        await ben("claim")


@served
async def test_days_begin_anew_for_both_when_a_turn_is_taken_back(service, now):
    ann, ben = await two_people(service, control=timed("days", days=2))
    await ann.play("d3")
    now.pass_by(86_400)
    await ben.play("c3")
    now.pass_by(86_400)
    await ben("offer", "takeback")
    await ann("offer", "takeback", "accept")
    assert shown(ann.match, now())["times"] == {
        "first": 172_800_000,
        "second": 172_800_000,
        "running": "second",
        "as_of": now(),
    }
    now.pass_by(172_799)
    await ben.play("c3")
    assert ann.match.at == 2


@served
async def test_when_the_first_turn_is_taken_back_no_clock_runs(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    await ann.play("d3")
    now.pass_by(10)
    await ann("offer", "takeback")
    await ben("offer", "takeback", "accept")
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (60_000, 50_000, None)


@served
async def test_a_takeback_gives_no_increment_and_no_time_back(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    await ann.play("d3")
    await ben.play("c3")
    now.pass_by(10)
    await ben("offer", "takeback")
    await ann("offer", "takeback", "accept")
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"], times["running"]) == (50_000, 62_000, "second")


@served
async def test_steps_of_one_turn_cost_time_and_bring_the_increment_once(service, now):
    ann, ben = await two_people(service, "vect-reverse", control=BLITZ)
    await ann.play("d3")
    assert shown(ann.match, now())["times"]["running"] is None  # his first turn is not made yet
    await ann.play("d4-c5")
    now.pass_by(5)
    await ben.play(texts(ben.match.position)[0])
    assert ben.match.position.mid_turn
    assert shown(ann.match, now())["times"]["second"] == 55_000
    now.pass_by(5)
    await play_on(ben.match, ann, ben, moves=1)
    assert shown(ann.match, now())["times"]["second"] == 52_000


@served
async def test_byo_yomi_without_minutes_begins_in_its_first_period(service, now):
    clock = timed("byoyomi", minutes=0, seconds=30, periods=3)
    ann, ben = await two_people(service, control=clock)

    def left():
        times = shown(ann.match, now())["times"]
        return times["second"], times["periods"]["second"], times["in_period"]["second"]

    assert left() == (30_000, 3, True)
    await ann.play("d3")
    now.pass_by(29.999)
    assert left() == (1, 3, True)
    now.pass_by(0.001)
    assert left() == (30_000, 2, True)
    now.pass_by(30)
    assert left() == (30_000, 1, True)
    now.pass_by(29.999)
    await ben.play("c3")
    assert left() == (30_000, 1, True)
    await ann.play(texts(ann.match.position)[0])
    now.pass_by(30)
    assert left() == (0, 0, True)
    await ann("claim")
    assert shown(ann.match, now())["result"]["winner"] == "first"


@served
async def test_minutes_of_byo_yomi_are_told_from_its_periods(service, now):
    ann, _ben = await two_people(service, control=timed("byoyomi", minutes=0.5, seconds=30, periods=2))
    await ann.play("d3")
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"]) == (30_000, 30_000)
    assert times["in_period"] == {"first": False, "second": False}
    now.pass_by(30)
    times = shown(ann.match, now())["times"]
    assert (times["second"], times["periods"]["second"]) == (30_000, 2)
    assert times["in_period"] == {"first": False, "second": True}


@served
async def test_only_the_side_whose_clock_ran_gets_back_the_time_of_an_outage(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    still, _ = await two_people(service, control=BLITZ)
    await ann.play("d3")
    now.pass_by(4)
    await service.heartbeat.beat()
    now.pass_by(1000)
    await service.heartbeat.beat()
    times = shown(ann.match, now())["times"]
    assert (times["first"], times["second"]) == (60_000, 56_000)
    assert still.match.seq == 1  # nothing to give back where no clock runs
    now.pass_by(6)  # a beat that is late is no outage
    await service.heartbeat.beat()
    assert shown(ann.match, now())["times"]["second"] == 50_000
    now.pass_by(6.001)
    await service.heartbeat.beat()
    assert shown(ann.match, now())["times"]["second"] == 50_000
    await ben("resign")


@served
async def test_an_outage_is_given_back_from_when_the_turn_began(service, now):
    ann, ben = await two_people(service, control=BLITZ)
    now.pass_by(3)
    await service.heartbeat.beat()
    now.pass_by(2)
    await ann.play("d3")  # the service was there after its last beat
    now.pass_by(100)
    await service.heartbeat.beat()
    assert shown(ann.match, now())["times"]["second"] == 60_000
    now.pass_by(1)
    await ben.play("c3")
    assert shown(ann.match, now())["times"]["second"] == 61_000


@served
async def test_no_clock_runs_before_the_first_turn_is_whole(service, now):
    ann, _ben = await two_people(service, "vect-reverse", control=timed("fischer", minutes=1))
    await ann.play("d3")
    assert shown(ann.match, now())["times"]["running"] is None  # the turn goes on
    now.pass_by(30)
    await ann.play("d4-c5")
    times = shown(ann.match, now())["times"]
    assert (times["running"], times["first"]) == ("second", 60_000)
