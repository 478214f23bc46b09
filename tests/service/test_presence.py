"""Who is here: in this process and in others, when somebody counts as gone, and who is told."""

import asyncio

import orjson
import pytest

from tests.moves import texts
from tests.service.harness import (
    Time,
    play_on,
    presence_message,
    quiet,
    running,
    served,
    timed,
    two_people,
    until,
)
from turncoat.games.results import FIRST, SECOND
from turncoat.service import Timeouts, errors


def here(service, player):
    """Who is at the match, as everyone there is told."""
    return presence_message(service, service.rooms.known(player.id))["here"]


def gone_from(service, player):
    """From when on the sides may be claimed against."""
    return presence_message(service, service.rooms.known(player.id))["gone"]


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
    presence = presence_message(service, made.room)
    assert presence["here"] == {"first": True, "second": True, "watching": 2}
    assert (presence["type"], presence["as_of"]) == ("presence", now())
    for listener in (both, *eyes):
        service.unsubscribe(made.room, listener)


@served
async def test_a_computer_is_always_here(service, now):
    made = await service.create("reversi", "computer", side="second", level="1")
    assert presence_message(service, made.room)["here"] == {"first": True, "second": False, "watching": 0}
    now.pass_by(1000)
    assert presence_message(service, made.room)["gone"]["first"] is None


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
    await quiet(service, room)
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
    assert presence_message(service, waiting.room)["gone"] == {"first": None, "second": None}
    await ben("resign")
    now.pass_by(1000)
    assert gone_from(service, ann) == {"first": None, "second": None}
