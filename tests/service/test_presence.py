"""Who is here: in this process and in others, when somebody counts as gone, and who is told."""

import asyncio
from typing import Any

import orjson
import pytest

from tests.moves import texts
from tests.service.club import Time, next_told, play_on, running, served, timed, told_of, two_people, until
from turncoat.games.results import FIRST, SECOND
from turncoat.service import Timeouts, errors


def here(service, player):
    """Who is at the match, as everyone there is told."""
    return told_of(service, service.rooms.known(player.id))["here"]


def gone_from(service, player):
    """From when on the sides may be claimed against."""
    return told_of(service, service.rooms.known(player.id))["gone"]


def told_elsewhere(service, player, *counts, origin="elsewhere"):
    """Another process tells how many connections it has."""
    service.peers.receive(f"p {origin} {orjson.dumps({player.id: counts}).decode()}")


@served
async def test_several_connections_of_one_seat_are_one_person(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    desk, phone = service.subscribe(room, frozenset({FIRST})), service.subscribe(room, frozenset({FIRST}))
    service.unsubscribe(room, desk)
    assert here(service, ann) == {"first": True, "second": False, "watching": 0}
    service.unsubscribe(room, phone)
    assert here(service, ann) == {"first": False, "second": False, "watching": 0}


@served
async def test_whoever_plays_both_sides_is_here_for_both_and_watchers_are_counted(service, now):
    made = await service.create("reversi", "local")
    both = service.subscribe(made.room, made.held)
    eyes = [service.subscribe(made.room, frozenset()) for _ in range(2)]
    presence = told_of(service, made.room)
    assert presence["here"] == {"first": True, "second": True, "watching": 2}
    assert (presence["type"], presence["as_of"]) == ("presence", now())
    for listener in (both, *eyes):
        service.unsubscribe(made.room, listener)


@served
async def test_a_computer_is_always_here(service, now):
    made = await service.create("reversi", "computer", side="second", level="1")
    assert told_of(service, made.room)["here"] == {"first": True, "second": False, "watching": 0}
    now.pass_by(1000)
    assert told_of(service, made.room)["gone"]["first"] is None


@served
async def test_a_process_that_is_heard_no_more_is_believed_for_forty_five_seconds(service, now):
    ann, _ben = await two_people(service)
    told_elsewhere(service, ann, 0, 1, 2)
    now.pass_by(44.999)
    assert here(service, ann) == {"first": False, "second": True, "watching": 2}
    now.pass_by(0.001)
    assert here(service, ann) == {"first": False, "second": False, "watching": 0}


@served
async def test_a_process_that_tells_again_is_believed_again(service, now):
    ann, _ben = await two_people(service)
    told_elsewhere(service, ann, 0, 1, 0)
    now.pass_by(30)
    told_elsewhere(service, ann, 0, 1, 0)
    now.pass_by(44.999)
    assert here(service, ann)["second"]


@served
async def test_connections_of_all_processes_are_added_up_and_each_answers_for_its_own(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    eye = service.subscribe(room, frozenset())
    told_elsewhere(service, ann, 0, 1, 3, origin="one")
    told_elsewhere(service, ann, 1, 1, 0, origin="two")
    assert here(service, ann) == {"first": True, "second": True, "watching": 4}
    told_elsewhere(service, ann, 0, 0, 1, origin="one")
    assert here(service, ann) == {"first": True, "second": True, "watching": 2}
    told_elsewhere(service, ann, 0, 0, 0, origin="two")
    assert here(service, ann) == {"first": False, "second": False, "watching": 2}
    service.unsubscribe(room, eye)


@served
async def test_what_a_process_tells_of_itself_comes_back_to_it_unheard(service, now):
    ann, _ben = await two_people(service)
    told_elsewhere(service, ann, 1, 1, 1, origin=service.origin)
    assert here(service, ann) == {"first": False, "second": False, "watching": 0}


@served
async def test_somebody_at_another_process_is_gone_from_when_it_last_spoke_of_him(service, now):
    ann, _ben = await two_people(service)
    now.pass_by(500)
    told_elsewhere(service, ann, 0, 1, 0)
    now.pass_by(10)
    told_elsewhere(service, ann, 0, 0, 0)  # he closes his page there
    assert gone_from(service, ann)["second"] == now() + 120_000
    now.pass_by(119.999)
    with pytest.raises(errors.TooEarly):
        await ann("claim")
    now.pass_by(0.001)
    await ann("claim")


@served
async def test_nobody_is_claimed_against_while_he_is_at_another_process(service, now):
    ann, _ben = await two_people(service)
    now.pass_by(1000)
    told_elsewhere(service, ann, 0, 1, 0)
    assert gone_from(service, ann) == {"first": now() - 1000_000 + 120_000, "second": None}
    with pytest.raises(errors.TooEarly):
        await ann("claim")


@served
async def test_everyone_at_a_match_is_told_when_somebody_comes_or_goes_elsewhere(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    listener = service.subscribe(room, frozenset({FIRST}))
    while listener.unread:
        await listener.read()
    told_elsewhere(service, ann, 0, 1, 0)
    assert orjson.loads(await listener.read())["here"]["second"] is True
    told_elsewhere(service, ann, 0, 1, 0)  # nothing new
    assert not listener.unread
    told_elsewhere(service, ann, 0, 0, 0)
    assert orjson.loads(await listener.read())["here"]["second"] is False


@served
async def test_whoever_asks_for_something_is_seen_even_without_a_connection(service, now):
    ann, ben = await two_people(service)
    now.pass_by(100)
    await service.seat_view(ann.id, ben.tokens)
    assert gone_from(service, ann)["second"] == now() + 120_000
    now.pass_by(100)
    await ben("chat", "still here")
    assert gone_from(service, ann) == {"first": now() - 80_000, "second": now() + 120_000}


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (timed(), 40),
        (timed("fischer", minutes=10, increment=0), 20),
        (timed("byoyomi", minutes=10, seconds=30, periods=3), 20),
        (timed("days", days=1), None),
    ],
    ids=lambda value: getattr(value, "kind", value),
)
def test_how_long_one_is_waited_for_depends_on_the_clock(clock, seconds, tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, timeouts=Timeouts(away=40)) as service:
            ann, ben = await two_people(service, control=clock)
            expected = None if seconds is None else now() + 1000 * seconds
            assert gone_from(service, ann) == {"first": expected, "second": expected}
            await ben("resign")
            assert gone_from(service, ann) == {"first": None, "second": None}

    asyncio.run(go())


def test_after_a_restart_nobody_is_gone_before_he_could_come_back(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            ann, _ben = await two_people(service)
        now.pass_by(5000)
        async with running(tmp_path / "m.db", now=now) as service:
            await service.room(ann.id)
            ann.service = service
            assert gone_from(service, ann)["second"] == now() + 120_000

    asyncio.run(go())


def test_other_processes_are_told_at_once_and_again_and_again(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.presence.RENEW_INTERVAL", 0.02)

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
            notes: list[str] = []
            service.shared, service.peers._publish = True, notes.append
            room = service.rooms.known(ann.id)
            listener = service.subscribe(room, frozenset({FIRST}))
            word = f'p {service.origin} {{"{ann.id}":[1,0,0]}}'
            assert notes == [word]
            await until(lambda: notes.count(word) > 3)
            service.unsubscribe(room, listener)
            await until(lambda: notes[-1] == f'p {service.origin} {{"{ann.id}":[0,0,0]}}')
            said = len(notes)
            await asyncio.sleep(0.1)
            assert len(notes) == said  # of a match at which nobody is there is nothing to tell

    asyncio.run(go())


@served
async def test_presence_is_of_people_not_of_sides_after_a_swap(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    room = service.rooms.known(ann.id)
    listener = service.subscribe(room, frozenset({SECOND}))
    await ann.play(texts(ann.match.position)[0])
    await ben.play("swap")
    assert here(service, ann) == {"first": True, "second": False, "watching": 0}
    await play_on(ann.match, ann, ben)
    assert here(service, ann)["first"]
    service.unsubscribe(room, listener)


@served
async def test_word_of_a_match_that_is_not_in_memory_is_kept_for_when_it_is(service, now):
    ann, _ben = await two_people(service)
    service.rooms.drop(service.rooms.known(ann.id))
    told_elsewhere(service, ann, 0, 1, 0)
    await service.room(ann.id)
    assert here(service, ann)["second"]


@served
async def test_who_left_another_process_is_forgotten_once_it_has_long_been_known(service, now):
    ann, _ben = await two_people(service)
    service.rooms.drop(service.rooms.known(ann.id))
    told_elsewhere(service, ann, 1, 1, 0)
    told_elsewhere(service, ann, 0, 1, 0)
    told_elsewhere(service, ann, 0, 0, 0)
    connections = service.presence.connections
    now.pass_by(120)
    service.presence.forget_absent()
    assert connections.absent_for(ann.id, FIRST, now()) == 120_000  # she may be claimed against from now on
    now.pass_by(46)
    service.presence.forget_absent()
    assert not connections.seen


@served
async def test_whoever_waits_alone_at_another_process_is_remembered_for_a_day(service, now):
    made = await service.create("verto", "lobby", side="first")
    service.rooms.drop(made.room)
    told_elsewhere(service, made.room, 1, 0, 0)
    told_elsewhere(service, made.room, 0, 0, 0)
    for seconds, remembered in ((86_399, True), (2, False)):
        now.pass_by(seconds)
        service.presence.forget_absent()
        assert bool(service.presence.connections.seen) is remembered


@served
async def test_nobody_is_forgotten_who_is_there_or_whose_match_is_in_memory(service, now):
    ann, _ben = await two_people(service)
    cat, _dan = await two_people(service)
    service.rooms.drop(service.rooms.known(cat.id))
    service.presence.note_seen(ann.id, frozenset({FIRST}))
    now.pass_by(86_400)
    told_elsewhere(service, cat, 1, 1, 0)
    service.presence.forget_absent()
    assert service.presence.connections.counts(cat.id, now()) == (1, 1, 0)
    assert service.presence.connections.absent_for(ann.id, FIRST, now()) == 86_400_000


@served
async def test_a_process_that_was_killed_leaves_nothing_behind(service, now):
    ann, _ben = await two_people(service)
    told_elsewhere(service, ann, 1, 1, 2)
    service.rooms.drop(service.rooms.known(ann.id))
    told_elsewhere(service, ann, 1, 1, 2)
    now.pass_by(200)
    service.presence.forget_absent()
    assert not service.presence.connections.elsewhere
    assert not service.presence.connections.seen


@served
async def test_the_lobby_is_told_when_a_host_comes_or_goes(service, now):
    made = await service.create("verto", "lobby")
    now.pass_by(600)
    watching = await service.lobby.watch()
    assert orjson.loads(await watching.read()) == {"waiting": []}
    listener = service.subscribe(made.room, made.held)
    async with asyncio.timeout(5):
        assert made.room.id in await watching.read()
    service.unsubscribe(made.room, listener)
    assert made.room.id in await service.lobby.text()  # for half a minute more


@served
async def test_who_has_ended_up_with_the_match_is_nobody_s_absence(service, now):
    ann, ben = await two_people(service)
    waiting = await service.create("reversi", "friend", side="first")
    assert told_of(service, waiting.room)["gone"] == {"first": None, "second": None}
    await ben("resign")
    now.pass_by(1000)
    assert gone_from(service, ann) == {"first": None, "second": None}


def test_those_who_only_watch_are_told_of_together_and_players_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.presence.BROADCAST_INTERVAL", 0.1)

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
            room = service.rooms.known(ann.id)
            player = service.subscribe(room, frozenset({FIRST}))
            while player.unread:
                await player.read()
            eyes = [service.subscribe(room, frozenset()) for _ in range(20)]
            assert not player.unread
            told: list[dict[str, Any]] = []
            while not told or told[-1]["here"]["watching"] < 20:
                told.append(orjson.loads(await asyncio.wait_for(player.read(), 5)))
            assert len(told) == 1  # not one for each of them
            assert (await next_told(eyes[0], "presence"))["here"]["watching"] == 1  # whoever comes knows at once
            opponent = service.subscribe(room, frozenset({SECOND}))
            assert orjson.loads(await player.read())["here"]["second"] is True
            service.unsubscribe(room, opponent)
            assert orjson.loads(await player.read())["here"]["second"] is False

    asyncio.run(go())


@served
async def test_however_many_come_and_go_everyone_is_told_once_in_a_while(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    published: list[str] = []
    service.shared, service.peers._publish = True, published.append
    eyes = [service.subscribe(room, frozenset()) for _ in range(50)]
    seat = service.subscribe(room, frozenset({FIRST}))
    await quiet(service, room)
    for each in (*eyes, seat):
        while each.unread:
            await each.read()
    published.clear()
    for held in (frozenset(), frozenset({FIRST}), frozenset({SECOND})) * 100:  # one opens and closes in a loop
        service.unsubscribe(room, service.subscribe(room, held))
    await asyncio.sleep(0.05)
    told = [len(each._unread) for each in eyes]
    assert max(told) <= 1  # that the second had come, at once
    await quiet(service, room)
    assert [len(each._unread) for each in eyes] <= [2] * 50  # and that the second had gone
    assert len(published) <= 2
    assert here(service, ann) == {"first": True, "second": False, "watching": 50}


@served
async def test_of_comings_and_goings_that_come_to_nothing_nobody_is_told(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    eye = service.subscribe(room, frozenset())
    await quiet(service, room)
    while eye.unread:
        await eye.read()
    for _ in range(100):
        service.unsubscribe(room, service.subscribe(room, frozenset()))
    await quiet(service, room)
    assert not eye.unread
    service.unsubscribe(room, eye)
    service.rooms.drop(room)
    await quiet(service, room)
    assert (service.presence._told, service.presence._published) == ({}, {})  # nothing is left of it


@served
async def test_a_lobby_that_stays_as_it_is_is_not_told_again(service, now):
    made = await service.create("verto", "lobby")
    watching = await service.lobby.watch()
    await watching.read()
    await until(lambda: service.lobby._telling is None or service.lobby._telling.done())
    while watching.unread:
        await watching.read()
    for _ in range(100):
        service.unsubscribe(made.room, service.subscribe(made.room, made.held))
    service.lobby.changed()
    await until(service.lobby._telling.done)
    assert not watching.unread
    await service.create("verto", "lobby")
    async with asyncio.timeout(5):
        assert (await watching.read()).count('"id"') == 2


async def quiet(service, room):
    """Waits until nothing more is to be told of the match."""
    await until(lambda: room.id not in service.presence._later)
