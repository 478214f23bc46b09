"""The store: one writer wins, nothing acknowledged is lost, old tables are brought up to date, backups come back."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import create_async_engine

from tests.service.harness import Player, play_on, running, served, shown, timed, two_people
from turncoat.games.results import FIRST, SECOND
from turncoat.service import errors, migrations
from turncoat.service.database import read_url
from turncoat.service.journal import ChatSent, JournalEntry, Moved, Resigned
from turncoat.service.store import Store
from turncoat.service.tables import METADATA


@served
async def test_of_two_writers_of_the_same_number_one_is_refused(service, now):
    ann, _ = await two_people(service)
    entries = [JournalEntry(2, 1, ChatSent(FIRST, str(number))) for number in range(10)]
    kept = await asyncio.gather(*(service.store.append(ann.id, entry) for entry in entries))
    assert sorted(kept) == [False] * 9 + [True]
    assert len(await service.store.entries(ann.id, 1)) == 1


@served
async def test_a_number_that_is_taken_keeps_nobody_else_from_writing(service, now):
    (ann, _), (cay, _) = await two_people(service), await two_people(service)
    taken, free = JournalEntry(1, 1, ChatSent(FIRST, "late")), JournalEntry(2, 1, ChatSent(FIRST, "in time"))
    late, early = await asyncio.gather(service.store.append(ann.id, taken), service.store.append(cay.id, free))
    assert (late, early) == (False, True)
    assert [entry.seq for entry in await service.store.entries(ann.id, 0)] == [1]
    assert [entry.seq for entry in await service.store.entries(cay.id, 0)] == [1, 2]


def test_tables_are_made_from_nothing_as_the_code_describes_them(tmp_path):
    async def go():
        store = Store(str(tmp_path / "new.db"))
        await store.open()
        async with store._engine.connect() as connection:

            def columns(sync):
                found = inspect(sync)
                return {
                    name: {each["name"]: (str(each["type"]), each["nullable"]) for each in found.get_columns(name)}
                    for name in METADATA.tables
                }

            assert await connection.run_sync(columns) == {
                name: {each.name: (each.type.compile(connection.dialect), each.nullable) for each in table.columns}
                for name, table in METADATA.tables.items()
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


def test_of_several_that_start_at_once_on_a_new_file_one_has_it(tmp_path):
    async def go():
        stores = [Store(str(tmp_path / "new.db")) for _ in range(4)]
        opened = await asyncio.gather(*(store.open() for store in stores), return_exceptions=True)
        assert [getattr(each, "why", each) for each in opened] == [None, "in_use", "in_use", "in_use"]
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


def test_a_backup_taken_while_people_play_is_whole(tmp_path):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=10)
            with sqlite3.connect(tmp_path / "matches.db") as live:  # as docs/running.md tells
                live.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
            live.close()
            seen = shown(ann.match, 0)
            await play_on(ann.match, ann, ben, moves=5)
        async with running(tmp_path / "copy.db") as restored:
            room = await restored.room(ann.id)
            assert shown(room.match, 0) == seen
            ann.service = ben.service = restored
            await play_on(room.match, ann, ben)
            assert room.match.status == "over"

    asyncio.run(go())


@served
async def test_what_the_store_cannot_keep_has_not_happened(service, now):
    ann, _ = await two_people(service)
    commit = service.store._commit

    async def fail(batch):
        raise OSError("the disk is full")

    service.store._commit = fail
    try:
        outcome = await asyncio.gather(ann.play("d3"), return_exceptions=True)
    finally:
        service.store._commit = commit
    assert isinstance(outcome[0], errors.StoreFailed)
    assert (await service.room(ann.id)).match.at == 0
    await ann.play("d3")


@served
async def test_states_are_kept_so_that_what_is_live_is_found(service, now):
    ann, _ben = await two_people(service, control=timed("fischer", 5, 0))
    waiting = await service.create("verto", "lobby")
    assert await service.store.live() == [ann.id]
    assert [terms.id for terms in await service.store.waiting(0, 0)] == [waiting.room.id]
    await ann("resign")
    await service.join(waiting.room.id, [], None, None)
    assert await service.store.live() == []
    assert await service.store.waiting(0, 0) == []


def test_addresses_of_databases_are_understood():
    assert str(read_url("/a/b.db")) == "sqlite+aiosqlite:////a/b.db"
    assert str(read_url("sqlite:///b.db")) == "sqlite+aiosqlite:///b.db"
    assert str(read_url("postgres://u@h/d")) == "postgresql+asyncpg://u@h/d"


@served
async def test_what_is_acknowledged_has_reached_the_disk(service, now):
    ann, _ben = await two_people(service)
    await ann.play("d3")  # the writer's own connections have been opened
    names, durable = ("synchronous", "journal_mode", "foreign_keys", "busy_timeout"), [2, "wal", 1, 10_000]  # 2: FULL
    for connection in (await service.store._engine.connect(), service.store._kept):
        answers = [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in names]
        assert answers == durable
        if connection is not service.store._kept:
            await connection.close()
    line = service.store._appender

    def ask():
        return [line._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await asyncio.get_running_loop().run_in_executor(line._thread, ask) == durable


@served
async def test_a_move_waits_for_whoever_keeps_the_file_to_himself(service, now):
    ann, _ben = await two_people(service)
    other = sqlite3.connect(service.store.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    moving = asyncio.create_task(ann.play("d3"))
    await asyncio.sleep(0.3)
    assert not moving.done()
    other.execute("COMMIT")
    other.close()
    assert (await moving).room.match.at == 1


@served
async def test_an_entry_of_no_match_is_refused(service, now):
    with pytest.raises(errors.StoreFailed):
        await service.store.append("nowhere", JournalEntry(1, 1, ChatSent(FIRST, "hello")))


@served
async def test_what_fails_takes_nothing_else_with_it(service, now):
    ann, _ben = await two_people(service)
    with pytest.raises(errors.StoreFailed):
        await service.store.append("nowhere", JournalEntry(1, 1, ChatSent(FIRST, "hello")))
    await ann.play("d3")
    assert [line.entry.kind for line in await service.store.entries(ann.id, 0)] == ["join", "move"]


@served
async def test_a_match_is_read_as_it_was_made(service, now):
    clock = timed("byoyomi", minutes=5, seconds=30, periods=3)
    ann, ben = await two_people(service, "verto:size=5", control=clock)
    now.pass_by(7)
    await ann.play("c3")
    await ann("chat", "good luck 先手")
    await ann("resign")
    again = (await ann("rematch")).room.match.terms.id
    assert again == ann.id
    follows = (await ben("rematch")).room.match
    for match in (ann.match, follows):
        terms = match.terms
        stored, entries = await service.store.terms(terms.id), await service.store.entries(terms.id, 0)
        assert stored == replace(terms, seats=tuple(match.seats.values()))
        if match is not follows:
            kept = [(line.seq, line.entry.kind, line.at - 1_800_000_000_000) for line in entries]
            assert kept == [
                (1, "join", 0),
                (2, "move", 7000),
                (3, "chat", 7000),
                (4, "resign", 7000),
                (5, "offer", 7000),
                (6, "rematch", 7000),
            ]
            assert entries[2].entry == ChatSent(FIRST, "good luck 先手")
    assert (follows.terms.previous, follows.terms.created, follows.terms.owner) == (
        ann.id,
        now(),
        ann.match.terms.owner,
    )
    assert await service.store.terms("nowhere") is None
    assert [entry.seq for entry in await service.store.entries(ann.id, 4)] == [5, 6]


@served
async def test_moves_of_many_matches_share_a_commit(service, now):
    people = [(await two_people(service))[0] for _ in range(30)]
    line, commits = service.store._appender, list[int]()
    append = line.append

    async def counted(rows):
        commits.append(len(rows))
        return await append(rows)

    line.append = counted
    await asyncio.gather(*(ann.play("d3") for ann in people))
    assert (1 <= len(commits) <= 3, sum(commits)) == (True, 30)
    assert [ann.match.at for ann in people] == [1] * 30


@served
async def test_what_goes_on_is_found_newest_first(service, now):
    blitz = timed("fischer", 5, 0)
    first, _ = await two_people(service, control=blitz)
    now.pass_by(1)
    computer = await service.create("reversi", "computer", side="first", level="1")
    now.pass_by(1)
    last, _ = await two_people(service, control=timed("days", days=1))
    unhurried, _ = await two_people(service)
    await service.create("reversi", "local")
    await service.create("reversi", "friend", control=blitz)  # nobody has come
    over, _ = await two_people(service, control=blitz)
    await over("resign")
    assert await service.store.live() == [last.id, computer.room.id, first.id]
    asked_for = [first.id, computer.room.id, unhurried.id, "nowhere"]
    assert await service.store.of_computers(asked_for) == [computer.room.id]
    assert await service.store.of_computers([]) == []
    await service.resign(computer.room.id, computer.tokens.values())
    assert await service.store.of_computers(asked_for) == []


@served
async def test_who_waits_is_found_newest_first_and_days_for_longer(service, now):
    old = await service.create("verto", "lobby")
    days = await service.create("verto", "lobby", control=timed("days", days=3))
    began = now()
    now.pass_by(10)
    young = await service.create("verto", "lobby")
    friend = await service.create("verto", "friend")
    waiting = service.store.waiting

    def ids(found):
        return [terms.id for terms in found]

    assert ids(await waiting(began, began))[0] == young.room.id
    assert set(ids(await waiting(began, began))) == {young.room.id, old.room.id, days.room.id}
    assert ids(await waiting(began + 1, began)) == [young.room.id, days.room.id]
    assert ids(await waiting(began + 1, began + 1)) == [young.room.id]
    since = service.store.waiting_since
    assert ids(await since(began)) == []
    assert set(ids(await since(began + 1))) == {old.room.id, days.room.id}
    assert ids(await since(now() + 1))[2:] in ([young.room.id, friend.room.id], [friend.room.id, young.room.id])


def test_an_outage_is_what_lasts_longer_than_the_gap(tmp_path):
    async def go():
        store = Store(str(tmp_path / "m.db"))
        await store.open()
        beats = [await store.beat(now, 6000) for now in (1000, 7000, 13_001, 13_002)]
        assert beats == [False, False, True, False]
        assert await store.outages() == [(7000, 13_001)]
        await store.close()

    asyncio.run(go())


def test_a_state_changes_with_its_entry_or_not_at_all(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service, control=timed("fischer", 5, 0))
            late = JournalEntry(1, 1, Resigned(FIRST))  # its number is taken
            assert await service.store.append(ann.id, late, "over") is False
            assert await service.store.live() == [ann.id]
            assert await service.store.append(ann.id, JournalEntry(2, 1, Resigned(FIRST)), "over") is True
            assert await service.store.live() == []

    asyncio.run(go())


def test_the_folder_of_a_new_file_is_made(tmp_path):
    async def go():
        async with running(tmp_path / "deep" / "down" / "m.db") as service:
            await service.store.ping()
        assert (tmp_path / "deep" / "down" / "m.db").exists()

    asyncio.run(go())


@served
async def test_the_state_of_a_match_is_kept_beside_its_journal(service, now):
    async def states():
        async with service.store._engine.connect() as connection:
            rows = await connection.exec_driver_sql("SELECT id, state FROM matches")
            return {row[0]: row[1] for row in rows}

    made = await service.create("reversi:size=4x4", "friend", side="first")
    found = [(await states())[made.room.id]]
    joined = await service.join(made.room.id, [], made.invitation, None)
    found.append((await states())[made.room.id])
    ann, ben = Player(service, made.room.id, made.tokens[FIRST]), Player(service, made.room.id, joined.tokens[SECOND])
    await play_on(ann.match, ann, ben)
    found.append((await states())[made.room.id])
    await ann("rematch")
    again = (await ben("rematch")).room.id
    found.append((await states())[again])
    await service.resign(again, ann.tokens)
    found.append((await states())[again])
    assert found == ["open", "playing", "over", "playing", "over"]


def test_a_store_that_was_never_opened_keeps_nothing_and_says_so(tmp_path):
    async def go():
        store = Store(str(tmp_path / "m.db"))
        with pytest.raises(errors.StoreFailed):
            await asyncio.wait_for(store.append("any", JournalEntry(1, 1, Moved("d3"))), 5)
        await store.close()

    asyncio.run(go())


@served
async def test_a_process_that_was_killed_is_forgotten_an_hour_after_its_last_beat(service, now):
    store, hour = service.store, 3_600_000
    for origin, beat in (("killed", 1), ("alive", 2), ("ending", 1 + hour)):
        store.origin = origin
        await store.sign_on(beat)
    await store.sign_off()
    store.origin = "asking"
    assert await store.processes() == {"killed": 1, "alive": 2}
    store.origin = "ending"
    await store.sign_on(2 + hour)
    await store.sign_off()
    store.origin = "asking"
    assert await store.processes() == {"alive": 2}
