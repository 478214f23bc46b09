"""The store: one writer wins, nothing acknowledged is lost, old tables are brought up to date, backups come back."""

import asyncio
import sqlite3

import pytest
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import create_async_engine

from tests.moves import texts
from tests.service.club import Player, play_on, running, served, two_people
from turncoat.service import migrations, view
from turncoat.service.match import Entry
from turncoat.service.store import Store, read_url
from turncoat.service.tables import METADATA


@served
async def test_of_two_writers_of_the_same_number_one_is_refused(service, now):
    ann, _ = await two_people(service)
    entries = [Entry(2, "chat", 1, {"seat": 0, "text": str(number)}) for number in range(10)]
    kept = await asyncio.gather(*(service.store.append(ann.id, entry) for entry in entries))
    assert sorted(kept) == [False] * 9 + [True]
    assert len(await service.store.entries(ann.id, 1)) == 1


def test_two_services_on_one_store_agree_on_one_match(tmp_path):
    async def go():
        database = tmp_path / "matches.db"
        async with running(database) as one, running(database) as two:
            ann, ben = await two_people(one)
            other_ann = Player(two, ann.id, ann.tokens[0])
            await two.room(ann.id)
            outcomes = await asyncio.gather(ann.play("d3", 0), other_ann.play("c4", 0), return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Sitting", "Stale"]
            await one.refresh(one.rooms.known(ann.id))
            assert view.build(one.rooms.known(ann.id).match, 0) == view.build(two.rooms.known(ann.id).match, 0)
            # A stale memory is no obstacle: whoever comes late sees what happened, and the move is made once.
            await two.play(ann.id, ben.tokens, texts(two.rooms.known(ann.id).match.table.position)[0], 1)
            await ann("chat", "well played")
            assert ann.match.at == 2

    asyncio.run(go())


def test_tables_are_made_from_nothing_as_the_code_describes_them(tmp_path):
    async def go():
        store = Store(str(tmp_path / "new.db"))
        await store.open()
        async with store._engine.connect() as connection:

            def columns(sync):
                found = inspect(sync)
                return {name: {c["name"] for c in found.get_columns(name)} for name in METADATA.tables}

            assert await connection.run_sync(columns) == {
                name: set(table.columns.keys()) for name, table in METADATA.tables.items()
            }
        await store.close()
        again = Store(str(tmp_path / "new.db"))
        await again.open()
        await again.close()

    asyncio.run(go())


def test_a_file_that_somebody_else_is_just_opening_is_waited_for(tmp_path):
    async def go():
        path = tmp_path / "new.db"
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        store = Store(f"sqlite:///{path}?timeout=0.1")
        opening = asyncio.create_task(store.open())
        await asyncio.sleep(0.5)
        assert not opening.done()
        other.execute("COMMIT")
        other.close()
        await asyncio.wait_for(opening, 20)
        await store.close()

    asyncio.run(go())


def test_several_processes_may_start_at_once_on_a_new_store(tmp_path):
    async def go():
        stores = [Store(str(tmp_path / "new.db")) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(go())


def test_a_migration_that_fails_leaves_nothing_half_done(tmp_path):
    async def go():
        engine = create_async_engine(read_url(str(tmp_path / "new.db")))

        def fail(sync):
            migrations.upgrade(sync)
            raise OSError("killed")

        with pytest.raises(OSError, match="killed"):
            async with engine.begin() as connection:
                await connection.run_sync(fail)
        async with engine.connect() as connection:
            assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == []
        await engine.dispose()

    asyncio.run(go())


def test_a_store_of_the_previous_schema_is_brought_up_to_date_and_played_on(tmp_path):
    async def go():
        database = tmp_path / "old.db"
        async with running(tmp_path / "new.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=6)
            seen = view.build(ann.match, 0)
        engine = create_async_engine(read_url(str(database)))
        async with engine.begin() as connection:
            await connection.run_sync(migrations.upgrade, "0001")
        await engine.dispose()
        with sqlite3.connect(database) as old:
            old.execute("ATTACH ? AS new", (str(tmp_path / "new.db"),))
            for table in ("matches", "entries"):
                old.execute(f"INSERT INTO {table} SELECT * FROM new.{table}")
        old.close()
        async with running(database) as service:
            ann.service = ben.service = service
            room = await service.room(ann.id)
            assert view.build(room.match, 0) == seen
            await play_on(room.match, ann, ben)
            assert room.match.status == "over"

    asyncio.run(go())


def test_a_backup_taken_while_people_play_is_whole(tmp_path):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=10)
            with sqlite3.connect(tmp_path / "matches.db") as live:  # as docs/running.md tells
                live.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
            live.close()
            seen = view.build(ann.match, 0)
            await play_on(ann.match, ann, ben, moves=5)
        async with running(tmp_path / "copy.db") as restored:
            room = await restored.room(ann.id)
            assert view.build(room.match, 0) == seen
            ann.service = ben.service = restored
            await play_on(room.match, ann, ben)
            assert room.match.status == "over"

    asyncio.run(go())


@served
async def test_what_the_store_cannot_keep_has_not_happened(service, now):
    from turncoat.service.errors import StoreFailed

    ann, _ = await two_people(service)
    commit = service.store._commit

    async def fail(batch):
        raise OSError("the disk is full")

    service.store._commit = fail
    try:
        outcome = await asyncio.gather(ann.play("d3"), return_exceptions=True)
    finally:
        service.store._commit = commit
    assert isinstance(outcome[0], StoreFailed)
    assert (await service.room(ann.id)).match.at == 0
    await ann.play("d3")


@served
async def test_states_are_kept_so_that_what_is_live_is_found(service, now):
    from turncoat.service import Clock

    ann, _ben = await two_people(service, clock=Clock("fischer", 5, 0))
    waiting = await service.create("verto", "lobby")
    assert await service.store.live() == [ann.id]
    assert [facts.id for facts in await service.store.waiting(0, 0)] == [waiting.room.id]
    await ann("resign")
    await service.join(waiting.room.id, [], None, None)
    assert await service.store.live() == []
    assert await service.store.waiting(0, 0) == []


def test_addresses_of_databases_are_understood():
    assert read_url("/a/b.db") == "sqlite+aiosqlite:////a/b.db"
    assert read_url("sqlite:///b.db") == "sqlite+aiosqlite:///b.db"
    assert read_url("postgres://u@h/d") == "postgresql+asyncpg://u@h/d"
