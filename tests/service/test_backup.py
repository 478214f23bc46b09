"""Backups made while people play; what is lost is restored, and play goes on."""

import asyncio
import os
import random
import sqlite3
import stat
import subprocess
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.moves import texts
from tests.service.harness import play_on, running, shown, two_people
from tests.service.postgres import program
from turncoat.games.results import Side
from turncoat.service.backup import back_up, restore
from turncoat.service.sqlite_file import SqliteFile
from turncoat.service.store_errors import StoreUnusable

MATCHES = 6


class File:
    """An SQLite store."""

    def __init__(self, tmp_path) -> None:
        self.address = str(tmp_path / "matches.db")

    def lose(self):
        for path in Path(self.address).parent.glob("matches.db*"):
            path.unlink()


class Database:
    """A PostgreSQL store."""

    def __init__(self, pg) -> None:
        self._server = pg
        self.address = f"{pg.rpartition('/')[0]}/played"
        self._command("dropdb", "--if-exists", "played")
        self._command("createdb", "played")

    def _command(self, name, *arguments):
        subprocess.run([program(name), f"--maintenance-db={self._server}", *arguments], check=True)

    def lose(self):
        self._command("dropdb", "--force", "played")
        self._command("createdb", "played")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    if request.param == "sqlite":
        return File(tmp_path)
    if not program("pg_dump"):
        pytest.skip("pg_dump is not installed")
    return Database(request.getfixturevalue("pg"))


@asynccontextmanager
async def service_load(service):
    """Pairs that play as fast as they can, each with the moves that were acknowledged."""
    pairs = [await two_people(service, "verto") for _ in range(MATCHES)]
    acknowledged: dict[str, list[str]] = {ann.id: [] for ann, _ in pairs}
    gone = False

    async def play(pair, rng):
        ann, match = pair[0], pair[0].match
        while match.status == "playing" and not gone:
            move = rng.choice(texts(match.position))
            await pair[list(Side).index(match.decider)].play(move)
            acknowledged[ann.id].append(move)
            await asyncio.sleep(0)

    playing = [asyncio.create_task(play(pair, random.Random(number))) for number, pair in enumerate(pairs)]
    try:
        yield pairs, acknowledged
    finally:
        gone = True
        await asyncio.gather(*playing)


async def moves_of(service, match_id):
    return [made["move"] for made in shown((await service.room(match_id)).match)["history"]]


def test_a_backup_under_load_has_every_move_acknowledged_before_it_and_play_goes_on(store, tmp_path):
    async def before():
        async with running(store.address) as service, service_load(service) as (pairs, acknowledged):
            while min(map(len, acknowledged.values())) < 3:
                await asyncio.sleep(0.001)
            had = {match_id: list(moves) for match_id, moves in acknowledged.items()}
            backup = await asyncio.to_thread(back_up, store.address, tmp_path / "backups")
            async with asyncio.timeout(20):  # they go on
                while sum(map(len, acknowledged.values())) <= sum(map(len, had.values())):
                    await asyncio.sleep(0.001)
        return pairs, had, acknowledged, backup

    pairs, had, acknowledged, backup = asyncio.run(before())
    store.lose()
    restore(backup, store.address)

    async def after():
        async with running(store.address) as service:
            for ann, ben in pairs:
                kept = await moves_of(service, ann.id)
                assert kept[: len(had[ann.id])] == had[ann.id]
                assert acknowledged[ann.id][: len(kept)] == kept
                ann.service = ben.service = service
                match = (await service.room(ann.id)).match
                await play_on(match, ann, ben, moves=2)
                assert len(await moves_of(service, ann.id)) == len(kept) + 2 or match.status == "over"

    asyncio.run(after())


async def played(database):
    """The name of a match with a few moves."""
    async with running(database) as service:
        ann, ben = await two_people(service)
        await play_on(ann.match, ann, ben, moves=3)
        return ann.id


def test_a_database_that_is_there_is_never_written_over(store, tmp_path):
    match_id = asyncio.run(played(store.address))
    backup = back_up(store.address, tmp_path / "backups")
    with pytest.raises(StoreUnusable, match=r"already exists; move it away first|it is not empty; create a new one"):
        restore(backup, store.address)

    async def look():
        async with running(store.address) as service:
            assert len(await moves_of(service, match_id)) == 3

    asyncio.run(look())


def test_of_many_backups_the_newest_are_kept(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    folder = tmp_path / "backups"
    folder.mkdir()
    others = ["turncoat-20250101T000000Z.dump", "letter.sqlite"]
    old = [f"turncoat-2025010{day}T000000Z.sqlite" for day in range(1, 5)]
    for name in (*others, *old):
        (folder / name).touch()
    newest = back_up(str(tmp_path / "m.db"), folder, 2)
    assert sorted(path.name for path in folder.iterdir()) == sorted([*others, old[-1], newest.name])
    back_up(str(tmp_path / "m.db"), folder)
    assert (folder / old[-1]).exists()


def test_only_its_owner_can_read_a_backup_and_what_it_is_restored_to(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    before = os.umask(0)
    try:
        backup = back_up(str(tmp_path / "m.db"), tmp_path / "backups")
        restore(backup, str(tmp_path / "n.db"))
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (backup, tmp_path / "n.db")] == [0o600, 0o600]


def test_what_is_left_of_a_lost_file_is_not_mixed_with_its_backup(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    backup = back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    for left in ("m.db-wal", "m.db-shm", "m.db-journal"):
        (tmp_path / "m.db").unlink(missing_ok=True)
        (tmp_path / left).write_bytes(b"moves")
        with pytest.raises(StoreUnusable, match=f"{left} already exists"):
            restore(backup, str(tmp_path / "m.db"))
        (tmp_path / left).unlink()


def test_a_server_that_has_not_noticed_its_loss_is_ended_first(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    backup = back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    file = SqliteFile(tmp_path / "m.db")
    file.take()
    try:
        file.path.unlink()
        with pytest.raises(StoreUnusable, match=f"another server \\(process {os.getpid()}\\)"):
            restore(backup, str(tmp_path / "m.db"))
        assert not file.path.exists()
    finally:
        file.release()
    restore(backup, str(tmp_path / "m.db"))


def damaged(backup):
    """A backup of which a part was overwritten."""
    raw = bytearray(backup.read_bytes())
    raw[4096:8192] = b"\xff" * 4096
    backup.write_bytes(raw)
    return "damaged"


def hardly_damaged(backup):
    """A backup of which an index says another state than its table, which reading alone would not notice."""
    raw = backup.read_bytes()
    assert raw.count(b"playingfriend") == 1
    backup.write_bytes(raw.replace(b"playingfriend", b"playedxfriend"))
    return "damaged"


def of_something_else(backup):
    """What is no backup."""
    backup.write_text("Dear friend")
    return "not a backup of this kind of database"


def of_postgresql(backup):
    """A backup of the other kind of store."""
    backup.write_bytes(b"PGDMP and more")
    return "not a backup of this kind of database"


@pytest.mark.parametrize("spoil", [damaged, hardly_damaged, of_something_else, of_postgresql])
def test_what_is_no_whole_backup_restores_nothing(tmp_path, spoil):
    asyncio.run(played(tmp_path / "m.db"))
    backup = back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    with pytest.raises(StoreUnusable, match=spoil(backup)):
        restore(backup, str(tmp_path / "n.db"))
    assert [path.name for path in tmp_path.glob("n.db*") if path.suffix != ".pid"] == []


def test_a_damaged_file_makes_no_backup(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    damaged(tmp_path / "m.db")
    with pytest.raises(StoreUnusable, match="damaged"):
        back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []


def test_where_there_is_no_database_none_is_made(tmp_path):
    with pytest.raises(StoreUnusable, match="it does not exist"):
        back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    assert not (tmp_path / "m.db").exists()


def test_the_backup_of_a_file_is_one_file_and_the_journal_in_it_is_whole(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=5)
            return await asyncio.to_thread(back_up, str(tmp_path / "m.db"), tmp_path / "backups")

    backup = asyncio.run(go())
    with sqlite3.connect(f"file:{backup}?mode=ro&immutable=1", uri=True) as copy:
        assert copy.execute("SELECT count(*) FROM entries").fetchone() == (6,)
    copy.close()
    assert [path.name for path in backup.parent.iterdir()] == [backup.name]


@pytest.fixture
def synced(monkeypatch):
    """What has reached the disk, file by file and folder by folder."""
    found, sync = list[str](), os.fsync

    def noted(opened):
        found.append(Path(f"/proc/self/fd/{opened}").readlink().name)
        sync(opened)

    monkeypatch.setattr(os, "fsync", noted)
    return found


def test_a_backup_and_what_is_restored_have_reached_the_disk_with_their_names(tmp_path, synced):
    asyncio.run(played(tmp_path / "m.db"))
    backup = back_up(str(tmp_path / "m.db"), tmp_path / "backups")
    (tmp_path / "restored").mkdir()
    restore(backup, str(tmp_path / "restored" / "n.db"))
    assert synced == [f"{backup.name}.part", "backups", "n.db.part", "restored"]


def test_what_a_killed_backup_has_left_is_in_nobody_s_way(tmp_path):
    asyncio.run(played(tmp_path / "m.db"))
    folder = tmp_path / "backups"
    first = back_up(str(tmp_path / "m.db"), folder)
    (folder / f"{first.name}.part").write_bytes(b"half a backup")
    (tmp_path / "n.db.part").write_bytes(b"half a database")
    restore(first, str(tmp_path / "n.db"))
    assert not (tmp_path / "n.db.part").exists()
    assert back_up(str(tmp_path / "n.db"), folder).read_bytes()[:15] == b"SQLite format 3"


TELLS = """#!/bin/sh
for each in "$@"; do echo "argument $each"; done >"{told}"
echo "password $PGPASSWORD" >>"{told}"
echo "pg_dump: error: the server has gone" >&2
exit 1
"""


@pytest.mark.parametrize(
    "address", ["postgresql://ann:se%40cret@host:5433/games", "postgresql://ann@host:5433/games?password=se%40cret"]
)
def test_the_password_is_handed_on_where_nobody_sees_it(tmp_path, monkeypatch, address):
    fake, told = tmp_path / "pg_dump", tmp_path / "told"
    fake.write_text(TELLS.format(told=told))
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(StoreUnusable, match=r"^pg_dump says: error: the server has gone$"):
        back_up(address, tmp_path / "backups")
    arguments, _, password = told.read_text().partition("password ")
    assert "argument --dbname=postgresql://ann@host:5433/games\n" in arguments
    assert "cret" not in arguments
    assert password == "se@cret\n"
    assert list((tmp_path / "backups").iterdir()) == []


def test_without_the_programs_of_postgresql_they_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreUnusable, match=r"^pg_dump is not installed$"):
        back_up("postgresql://ann@host/games", tmp_path / "backups")
