"""What one process hears from the others, without any: notes are spoken into its ear."""

import asyncio

import orjson

from tests.service.club import Player, Time, running, served, two_people, until
from turncoat.service.hub import MOST_UNREAD, Listener


def spoken(service, *words):
    """A note of another process."""
    service.news.hear(" ".join(map(str, words)))


@served
async def test_a_match_that_went_on_elsewhere_is_read_again(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    listener = service.listen(room, frozenset())
    async with running(service.store.url.database, now=now) as other:
        await Player(other, ann.id, ann.tokens[0]).service.play(ann.id, ann.tokens, "d3", 0)
    spoken(service, "m", "elsewhere", ann.id, 1)  # known already
    await asyncio.sleep(0.05)
    assert room.match.at == 0
    spoken(service, "m", service.origin, ann.id, 2)  # our own word
    await asyncio.sleep(0.05)
    assert room.match.at == 0
    spoken(service, "m", "elsewhere", ann.id, 2)
    await until(lambda: room.match.at == 1)
    while orjson.loads(await listener.read()).get("match", {}).get("at") != 1:
        pass


@served
async def test_when_notes_were_lost_what_people_look_at_is_read_again(service, now):
    (ann, _), (eve, _) = await two_people(service), await two_people(service)
    seen, unseen = service.rooms.known(ann.id), service.rooms.known(eve.id)
    service.listen(seen, frozenset())
    async with running(service.store.url.database, now=now) as other:
        for player in (ann, eve):
            await other.play(player.id, player.tokens, "d3", 0)
    service.news.missed()
    await until(lambda: seen.match.at == 1)
    assert unseen.match.at == 0  # looked up when somebody comes


@served
async def test_a_change_of_the_lobby_elsewhere_is_told_here(service, now):
    watching = await service.lobby.watch()
    await watching.read()
    async with running(service.store.url.database, now=now) as other:
        made = await other.create("verto", "lobby")
    spoken(service, "l", service.origin)
    await asyncio.sleep(0.2)
    assert not watching.unread
    spoken(service, "l", "elsewhere")
    async with asyncio.timeout(5):
        assert made.room.id in await watching.read()


@served
async def test_what_is_not_understood_is_nobody_s_harm(service, now):
    for note in ("", "x", "x elsewhere", "y elsewhere what ever"):
        service.news.hear(note)
    ann, _ben = await two_people(service)
    await ann.play("d3")


async def take_up_nothing(_):
    """Leaves at the start what is in the store where it is."""


def test_a_computer_left_alone_for_twenty_seconds_is_taken_over(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)  # it must be heard of, not found

    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, pace=600) as gone:  # it will not come to a move
            computer = await gone.create("reversi", "computer", side="second", level="1")
            person = await gone.create("reversi", "computer", side="first", level="1")
            ann, _ben = await two_people(gone)
        async with running(tmp_path / "m.db", now=now) as service:
            for match_id in (computer.room.id, person.room.id, ann.id):
                spoken(service, "m", "elsewhere", match_id, 1)
            now.pass_by(10)
            spoken(service, "m", "elsewhere", ann.id, 2)
            now.pass_by(9.999)
            assert await service.news.take_over() == []
            now.pass_by(0.001)
            assert await service.news.take_over() == [computer.room.id]
            assert [room.id for room in service.rooms.all()] == [computer.room.id]
            await until(lambda: service.rooms.known(computer.room.id).match.at == 1)
            now.pass_by(1000)
            assert await service.news.take_over() == []  # each is looked at once, until it goes on

    asyncio.run(go())


async def told(listener):
    """All that waits to be read."""
    found = []
    while listener.unread:
        found.append(await listener.read())
    return found


def test_what_a_listener_hears_comes_in_order_and_a_view_replaces_an_unread_one():
    async def go():
        listener = Listener()
        for kind, text in [
            ("view", "1"),
            ("view", "2"),
            ("presence", "3"),
            ("view", "4"),
            ("view", "5"),
            ("ping", "6"),
        ]:
            listener.post(kind, text)
        assert await told(listener) == ["2", "3", "5", "6"]
        listener.close()
        assert await listener.read() is None

    asyncio.run(go())


def test_a_listener_may_be_so_far_behind_and_no_further():
    async def go():
        listener = Listener()
        for number in range(MOST_UNREAD):
            listener.post("presence", str(number))
        lost = [listener.lost]
        listener.post("view", "now")
        assert [*lost, listener.lost] == [False, True]
        assert await listener.read() is None
        full = Listener()
        for number in range(MOST_UNREAD - 1):
            full.post("presence", str(number))
        for number in range(3):
            full.post("view", str(number))  # each takes the place of the one before
        assert not full.lost
        assert (await told(full))[-1] == "2"

    asyncio.run(go())


def test_whoever_waits_to_read_is_woken_by_what_comes_and_by_the_end():
    async def go():
        listener = Listener()
        reading = asyncio.create_task(listener.read())
        await asyncio.sleep(0)
        listener.post("presence", "hello")
        assert await asyncio.wait_for(reading, 1) == "hello"
        reading = asyncio.create_task(listener.read())
        await asyncio.sleep(0)
        listener.close()
        assert await asyncio.wait_for(reading, 1) is None
        unread = Listener()
        unread.post("presence", "last words")
        unread.close()
        assert (await unread.read(), await unread.read()) == ("last words", None)

    asyncio.run(go())
