"""Databases of earlier versions are brought up to date, and what was going on in them goes on.

`stored/v0002.sql` was written by 0.1.0, `v0002.json` tells what it showed and the secrets it had handed out.
"""

import asyncio
import json
import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import create_async_engine

from tests.service.harness import Player, Time, play_on, running, shown
from turncoat.games.results import FIRST, SECOND
from turncoat.service import migrations
from turncoat.service.database import read_url
from turncoat.service.errors import DamagedJournal
from turncoat.service.journal import KINDS, Joined, TakenBack, read_entry, store_data

STORED = Path(__file__).with_name("stored")
TOLD = json.loads((STORED / "v0002.json").read_text("utf-8"))


async def _migrate(database, revision):
    engine = create_async_engine(read_url(str(database)))
    async with engine.begin() as connection:
        await connection.run_sync(migrations.upgrade, revision)
    await engine.dispose()


@pytest.fixture
def database(tmp_path):
    """A file as 0.1.0 has left it."""
    path = tmp_path / "old.db"
    asyncio.run(_migrate(path, "0002"))
    with sqlite3.connect(path) as old:
        old.executescript((STORED / "v0002.sql").read_text("utf-8"))
    old.close()
    return path


def at_that_time(database):
    """A service on the file, at the moment it was left."""
    return running(database, now=Time(TOLD["now"]))


def as_told(match):
    """What is compared of a match."""
    view = shown(match, TOLD["now"])
    history = [[made["move"], made["side"], made["turn"], made["at_ms"]] for made in view["history"]]
    result = view["result"] and {name: view["result"][name] for name in ("winner", "reason", "rule", "ended")}
    return {**view, "history": history, "result": result}


@pytest.mark.parametrize("name", TOLD["views"])
def test_a_match_of_0_1_is_shown_as_it_was(database, name):
    async def go():
        async with at_that_time(database) as service:
            match = (await service.room(TOLD["secrets"][name][0])).match
            told, expected = as_told(match), TOLD["views"][name]
            assert {field: told[field] for field in expected} == expected
            assert match.record() == TOLD["records"][name]

    asyncio.run(go())


@pytest.mark.parametrize("name", ["playing", "rematch"])
def test_a_match_of_0_1_is_played_to_its_end_with_its_old_tokens(database, name):
    async def go():
        async with at_that_time(database) as service:
            match_id, ann, ben = TOLD["secrets"][name]
            match = (await service.room(match_id)).match
            people = [Player(service, match_id, token) for token in (ann, ben)]
            people.sort(key=lambda player: min(match.seats_held(player.tokens)))
            await play_on(match, *people)
            assert match.status == "over"
        async with at_that_time(database) as service:
            assert shown((await service.room(match_id)).match) == shown(match)

    asyncio.run(go())


def test_an_invitation_of_0_1_still_opens_the_seat(database):
    async def go():
        async with at_that_time(database) as service:
            match_id, _, invitation = TOLD["secrets"]["open"]
            joined = await service.join(match_id, [], invitation, "Ben")
            assert joined.held == {FIRST}
            assert joined.room.match.status == "playing"

    asyncio.run(go())


def test_the_seats_of_0_1_are_where_they_belong(database):
    asyncio.run(_migrate(database, "head"))
    with sqlite3.connect(database) as file:
        rows = file.execute("SELECT kind, name FROM seats WHERE match_id = ? ORDER BY seat", ["oldmatchzzz3"])
        assert rows.fetchall() == [("person", "Ann"), ("person", "Ben")]
        open_, taken = TOLD["secrets"]["open"][0], TOLD["secrets"]["playing"][0]
        rows = file.execute("SELECT seat FROM seats WHERE kind = 'open' AND match_id IN (?, ?)", [open_, taken])
        assert rows.fetchall() == [(0,)]
        assert "seats" not in {column[1] for column in file.execute("PRAGMA table_info(matches)")}
    file.close()


def test_the_journal_that_0_1_wrote_is_left_as_it_is(database):
    def rows():
        with sqlite3.connect(database) as file:
            found = file.execute("SELECT * FROM entries ORDER BY match_id, seq").fetchall()
        file.close()
        return found

    before = rows()
    asyncio.run(_migrate(database, "head"))
    assert rows() == before


def test_a_migration_can_be_taken_back(database):
    async def go():
        from alembic import command

        engine = create_async_engine(read_url(str(database)))
        async with engine.begin() as connection:
            await connection.run_sync(migrations.upgrade)
        async with engine.begin() as connection:
            await connection.run_sync(lambda sync: command.downgrade(migrations.config(sync), "0002"))
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
            rows = await connection.exec_driver_sql("SELECT seats FROM matches WHERE id = 'oldmatchzzz3'")
            seats = json.loads(rows.scalar_one())
        await engine.dispose()
        assert not {"seats", "processes"} & set(names)
        assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", "Ann"), ("person", "Ben")]

    asyncio.run(go())


def test_entries_of_version_1_are_read():
    assert read_entry("back", '{"to":3,"takeback":true}') == TakenBack(3, agreed=True)
    assert read_entry("back", '{"to":3}') == TakenBack(3)
    assert read_entry("join", '{"seat":1,"name":null,"token":"h"}') == Joined(SECOND, "h")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_stored_of_an_entry_reads_back(kind):
    given = {"seat": FIRST, "token": "h", "name": "先手", "move": "d3", "to": 2, "agreed": True, "offer": "draw"}
    given |= {"answer": "decline", "text": 'say "hi"', "ms": 5, "match": "abc"}
    made = KINDS[kind]
    entry = made(**{name: given[name] for name in (each.name for each in fields(made))})
    assert read_entry(kind, store_data(entry)) == entry
    assert '"v":2' in store_data(entry)


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        ("dance", "{}"),
        ("move", "{"),
        ("move", "[]"),
        ("move", '{"to":3}'),
        ("move", '{"v":3,"move":"d3"}'),
        ("resign", '{"seat":2}'),
        ("resign", "{}"),
    ],
)
def test_what_cannot_be_understood_is_said_to_be_damaged(kind, stored):
    with pytest.raises(DamagedJournal) as damaged:
        read_entry(kind, stored)
    assert damaged.value.code == "store_failed"
