"""One server a file: the lock, by whatever way the file is come to, and who may read what is in it."""

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest

from tests.service.harness import play_on, running, shown, two_people
from turncoat.service.store import Store
from turncoat.service.store_errors import StoreUnusable

HOLD = """
import asyncio, sys
from turncoat.service.store import Store
async def go():
    await Store(sys.argv[1]).open()
    print("open", flush=True)
    await asyncio.sleep(600)
asyncio.run(go())
"""


async def opened(database):
    """The reason why the file cannot be had, None where it can; it is let go again."""
    store = Store(str(database))
    try:
        await store.open()
    except StoreUnusable as unusable:
        return unusable.text()
    await store.close()
    return None


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def ways_to(path, tmp_path, monkeypatch):
    """The same file by other names."""
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "folder").symlink_to(path.parent)
    monkeypatch.chdir(path.parent)
    return [
        path,
        path.name,
        f"./{path.name}",
        tmp_path / "link.db",
        tmp_path / "folder" / path.name,
        path.parent / ".." / path.parent.name / path.name,
        f"sqlite:///{path}",
        f"sqlite:///file:{path}?uri=true",
    ]


def test_a_second_server_on_the_same_file_is_told_who_has_it(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()

    async def go():
        ways = ways_to(home / "m.db", tmp_path, monkeypatch)
        async with running(home / "m.db") as service:
            await two_people(service)
            for way in ways:
                assert await opened(way) == (
                    f"another server (process {os.getpid()}) is using it; stop that one, or use PostgreSQL for several"
                ), way
        for way in ways:
            assert await opened(way) is None, way

    asyncio.run(go())


def test_a_file_that_is_named_by_a_link_first_is_the_same_file(tmp_path):
    async def go():
        (tmp_path / "link.db").symlink_to(tmp_path / "m.db")  # to where there is nothing yet
        async with running(tmp_path / "link.db"):
            assert "another server" in (await opened(tmp_path / "m.db") or "")

    asyncio.run(go())


def test_the_lock_ends_with_its_process_however_that_ends(tmp_path):
    path = tmp_path / "m.db"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert f"process {holder.pid}" in (asyncio.run(opened(path)) or "")
        os.kill(holder.pid, signal.SIGSTOP)  # it does nothing, and yet has not ended
        assert f"process {holder.pid}" in (asyncio.run(opened(path)) or "")
    finally:
        holder.kill()
        holder.communicate()
    assert asyncio.run(opened(path)) is None


@pytest.mark.parametrize("database", [":memory:", "sqlite://", "sqlite:///file::memory:?uri=true"])
def test_a_database_in_memory_is_no_store(database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreUnusable, match="memory would be lost; give the name of a file"):
        Store(database)
    assert list(tmp_path.iterdir()) == []


def test_whoever_only_reads_and_backs_up_is_not_kept_out(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=3)
            with sqlite3.connect(f"file:{tmp_path / 'm.db'}?mode=ro", uri=True) as reader:
                assert reader.execute("SELECT count(*) FROM entries").fetchone() == (4,)
            reader.close()
            with sqlite3.connect(tmp_path / "m.db") as live, sqlite3.connect(tmp_path / "copy.db") as copy:
                live.backup(copy)
            live.close()
            copy.close()
            await play_on(ann.match, ann, ben, moves=1)
        async with running(tmp_path / "copy.db") as restored:
            assert shown((await restored.room(ann.id)).match)["at"] == 3

    asyncio.run(go())


def test_only_its_owner_can_read_a_new_file_and_all_beside_it(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            await two_people(service)
            found = {path.name: oct(mode(path)) for path in tmp_path.iterdir()}
            assert found == dict.fromkeys(("m.db", "m.db-wal", "m.db-shm", "m.db.pid"), "0o600")

    before = os.umask(0)
    try:
        asyncio.run(go())
    finally:
        os.umask(before)


def test_a_file_that_others_could_read_is_closed_to_them_and_that_is_said(tmp_path, caplog):
    path = tmp_path / "m.db"

    async def go():
        async with running(path) as service:
            await two_people(service)
            for each in (path, tmp_path / "m.db-wal", tmp_path / "m.db-shm"):
                (tmp_path / f"old-{each.name}").write_bytes(each.read_bytes())
        for each in tmp_path.glob("old-*"):  # as a server that was killed has left them, when files were 0644
            each.chmod(0o644)
        async with running(tmp_path / "old-m.db"):
            found = {each.name: oct(mode(each)) for each in tmp_path.glob("old-*")}
            assert set(found.values()) == {"0o600"}, found

    asyncio.run(go())
    told = [record.facts["file"] for record in caplog.records if "read by others" in record.getMessage()]
    assert told == [str(tmp_path / f"old-m.db{ending}") for ending in ("", "-wal", "-shm")]


@pytest.mark.parametrize("name", ["folder", "not_a_database", "no_folder"])
def test_what_is_no_database_is_called_what_it_is(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "not_a_database").write_text("a letter to a friend, rather long " * 40, "utf-8")
    place = tmp_path / name if name != "no_folder" else tmp_path / "not_a_database" / "m.db"
    with pytest.raises(StoreUnusable) as unusable:
        asyncio.run(Store(str(place)).open())
    assert unusable.value.why == name
    assert not (tmp_path / "not_a_database-wal").exists()
