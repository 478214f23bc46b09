"""How often comings and goings are told: once in a while, and only where something is different."""

import asyncio
from typing import Any

import orjson

from tests.service.harness import (
    next_message,
    presence_message,
    quiet,
    running,
    served,
    two_people,
    until,
)
from turncoat.games.results import FIRST, SECOND


def test_those_who_only_watch_are_told_of_together_and_players_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.presence.BROADCAST_INTERVAL", 0.1)

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
            room = service.rooms.known(ann.id)
            player = service.subscribe(room, frozenset({FIRST}))
            await quiet(service, room)
            while player.unread:
                await player.read()
            eyes = [service.subscribe(room, frozenset()) for _ in range(20)]
            assert not player.unread
            told: list[dict[str, Any]] = []
            while not told or told[-1]["here"]["watching"] < 20:
                told.append(orjson.loads(await asyncio.wait_for(player.read(), 5)))
            assert len(told) == 1  # not one for each of them
            assert (await next_message(eyes[0], "presence"))["here"]["watching"] == 1  # whoever comes knows at once
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
    here = presence_message(service, service.rooms.known(ann.id))["here"]
    assert here == {
        "first": True,
        "second": False,
        "watching": 50,
    }


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
