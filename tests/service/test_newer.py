"""What a later release has written into the same store: refused in a line, and no other match is the worse for it."""

import asyncio
import logging
import sqlite3
from dataclasses import dataclass

import pytest

from tests.service.harness import (
    Time,
    against_the_computer,
    play_on,
    refusal,
    running,
    shown,
    take_up_nothing,
    timed,
    two_people,
    until,
)
from turncoat.games.results import FIRST
from turncoat.service import Service
from turncoat.service.errors import DamagedJournal, NewerJournal
from turncoat.service.journal import ChatSent, Moved, read_entry, store_data
from turncoat.service.takeover import OVERDUE_AFTER

DAY = 86_400


@pytest.fixture
def path(tmp_path):
    return tmp_path / "m.db"


def written(path, statement, *values):
    """Writes to the file as another process would."""
    with sqlite3.connect(path) as file:
        file.execute(statement, values)
    file.close()


def goes_beyond_us(path, match):
    """A later release adds an entry to the match."""
    entry = (match.terms.id, match.seq + 1, "dance", match.changed, '{"v":3,"seat":0}')
    written(path, "INSERT INTO entries (match_id, seq, kind, at, data) VALUES (?, ?, ?, ?, ?)", *entry)


def warned(caplog):
    """What was logged as worse than usual, and whether with a traceback."""
    return {(record.getMessage(), bool(record.exc_info)) for record in caplog.records if record.levelno > logging.INFO}


ONE_LINE = {("a match needs a newer version", False)}


def test_each_kind_of_entry_counts_its_versions_by_itself():
    @dataclass(frozen=True, slots=True)
    class Moved3(Moved):
        version = 3
        why: str = "forced"

    assert '"v":3' in store_data(Moved3("d3"))
    assert '"v":2' in store_data(ChatSent(FIRST, "hi"))
    with pytest.raises(NewerJournal):
        read_entry("move", store_data(Moved3("d3")))
    assert read_entry("chat", store_data(ChatSent(FIRST, "hi"))) == ChatSent(FIRST, "hi")


@pytest.mark.parametrize(
    ("kind", "stored", "newer"),
    [
        ("dance", '{"v":3}', True),
        ("move", '{"v":3,"move":"d3","why":"forced"}', True),
        ("move", '{"v":2,"move":"d3","why":"forced"}', False),
        ("move", '{"v":0,"move":"d3"}', False),
        ("move", '{"v":"3","move":"d3"}', False),
        ("move", "{", False),
    ],
)
def test_what_is_newer_is_told_from_what_is_damaged(kind, stored, newer):
    with pytest.raises(DamagedJournal) as found:
        read_entry(kind, stored)
    assert isinstance(found.value, NewerJournal) == newer
    assert found.value.code == "store_failed"
    assert ("newer version" in found.value.text()) == newer
    assert ("新しい版" in found.value.text("ja")) == newer


def test_a_match_that_has_gone_beyond_us_is_refused_and_whoever_follows_it_is_sent_away(path, caplog):
    async def go():
        async with running(path) as service:
            ann, ben = await two_people(service)
            room = await service.room(ann.id)
            following = service.subscribe(room, frozenset())
            goes_beyond_us(path, ann.match)
            assert await refusal(ann.play("d3")) == "store_failed"
            async with asyncio.timeout(10):
                while await following.read() is not None:
                    pass
            assert service.rooms.known(ann.id) is None
            assert await refusal(service.seat_view(ann.id, ben.tokens)) == "store_failed"
            other, _ = await two_people(service)
            await other.play("d3")

    asyncio.run(go())
    assert warned(caplog) == ONE_LINE


def test_news_of_a_match_that_has_gone_beyond_us_are_a_line_in_the_log(path, caplog):
    async def go():
        async with running(path) as service:
            ann, _ = await two_people(service)
            goes_beyond_us(path, ann.match)
            service.peers.receive(f"m another {ann.id} {ann.match.seq + 1}")
            await until(lambda: service.rooms.known(ann.id) is None)
            await asyncio.sleep(0.05)

    asyncio.run(go())
    assert warned(caplog) == ONE_LINE


def test_computers_of_other_matches_are_looked_after_all_the_same(path, monkeypatch):
    monkeypatch.setattr(Service, "_take_up", take_up_nothing)
    now = Time()

    async def begun():
        async with running(path, now=now) as service:
            beyond, behind = await against_the_computer(service), await against_the_computer(service)
            goes_beyond_us(path, beyond.match)
            move = str(behind.match.position.legal_moves[0])
            entry = (behind.id, 1, "move", now(), f'{{"v":2,"move":"{move}"}}')  # at a process that then died
            written(path, "INSERT INTO entries (match_id, seq, kind, at, data) VALUES (?, ?, ?, ?, ?)", *entry)
            return beyond.id, behind.id

    beyond, behind = asyncio.run(begun())

    async def go():
        async with running(path, now=now) as service:
            service.takeover.note(beyond)
            service.takeover.note(behind)
            now.pass_by(OVERDUE_AFTER / 1000 + 1)
            assert await service.takeover.take_over() == [behind]

    asyncio.run(go())


def test_clocks_of_other_matches_are_given_back_their_time_all_the_same(path, caplog):
    now = Time()

    async def go():
        async with running(path, now=now) as service:
            pairs = [await two_people(service, control=timed("fischer", 5, 0)) for _ in range(2)]
            for ann, ben in pairs:
                await play_on(ann.match, ann, ben, moves=2)
            goes_beyond_us(path, pairs[0][0].match)
            began = now()
            now.pass_by(60)
            service.heartbeat.outages = ((began, now()),)
            await service._forgive_all()
            match = pairs[1][0].match
            assert match.clock.left(match.decider, now()) == 300_000
            assert service.rooms.known(pairs[0][0].id) is None

    asyncio.run(go())
    assert warned(caplog) == ONE_LINE


def test_what_waits_too_long_is_withdrawn_though_one_of_it_is_beyond_us(path, caplog):
    now = Time()

    async def go():
        async with running(path, now=now) as service:
            beyond = await service.create("reversi", "lobby")
            now.pass_by(1)
            other = await service.create("reversi", "lobby")
            goes_beyond_us(path, beyond.room.match)
            for made in (beyond, other):
                service.rooms.drop(made.room)
            now.pass_by(15 * DAY)
            assert await service.lobby.tidy() == 1
            assert shown((await service.room(other.room.id)).match)["status"] == "over"

    asyncio.run(go())
    assert warned(caplog) == ONE_LINE


@pytest.mark.parametrize(
    ("column", "value"), [("ruleset", "next-game"), ("ruleset", "verto:next=yes"), ("clock", '{"kind":"next"}')]
)
def test_a_match_of_a_game_that_we_do_not_have_hides_no_other_in_the_lobby(path, column, value):
    async def go():
        async with running(path) as service:
            first, second = [await service.create("verto", "lobby") for _ in range(2)]
            written(path, f"UPDATE matches SET {column} = ? WHERE id = ?", value, first.room.id)
            service.rooms.drop(first.room)
            service.lobby.changed()
            text = await service.lobby.text()
            assert (second.room.id in text, first.room.id in text) == (True, False)
            assert await refusal(service.room(first.room.id)) == "store_failed"

    asyncio.run(go())
