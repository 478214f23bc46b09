"""A start that fails: one plain line in either language, an exit code, and not a word of a password."""

import gc
import logging
import os
import socket
import sqlite3
import sys

import pytest

from tests.cli.terminal import run
from tests.service.postgres import postgres
from turncoat.service.sqlite_file import SqliteFile
from turncoat.web.serve import COLLECTED

SECRET = "correct-horse-battery"


@pytest.fixture(scope="module")
def pg():
    with postgres() as address:
        yield address.removeprefix("postgresql://turncoat@").removesuffix("/postgres")


@pytest.fixture(autouse=True)
def as_it_was():
    """Logging and the collector, which a server sets up for its whole process, as they were before."""
    root, thresholds = logging.getLogger(), gc.get_threshold()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def served(database, *more, language="en"):
    """How `turncoat serve` ended, and the one thing it said."""
    answer = run("serve", "--port", "0", "--database", str(database), *more, env={"TURNCOAT_LANG": language})
    assert answer.out == ""
    assert "Traceback" not in answer.err
    told = [line for line in answer.err.splitlines(keepends=True) if "(ulimit -n)" not in line]  # low on some machines
    return answer.code, "".join(told)


def cannot_use(where, reason):
    return 1, f"Error: cannot use the database {where}: {reason}\n"


def with_revision(path, revision):
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        file.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
    file.close()
    return path


def test_a_database_of_a_newer_version_is_left_alone(tmp_path):
    path = with_revision(tmp_path / "m.db", "9999")
    before = path.read_bytes()
    assert served(path) == cannot_use(
        path,
        "it was written by a newer version of Turncoat (schema 9999); install that version, or restore an older backup",
    )
    assert path.read_bytes()[:18] + path.read_bytes()[20:24] == before[:18] + before[20:24]
    code, told = served(path, language="ja")
    assert (code, "より新しいバージョンのTurncoatで書かれています（スキーマ9999）" in told) == (1, True)


def test_a_second_server_on_the_same_file_ends_with_one_line(tmp_path):
    first = SqliteFile(tmp_path / "m.db")
    first.take()
    try:
        assert served(tmp_path / "m.db") == cannot_use(
            tmp_path / "m.db",
            f"another server (process {os.getpid()}) is using it; stop that one, or use PostgreSQL for several",
        )
        assert "別のサーバー" in served(tmp_path / "m.db", language="ja")[1]
    finally:
        first.release()


def test_what_is_no_file_of_ours_is_called_what_it_is(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear friend, " * 100, "utf-8")
    assert served(tmp_path) == cannot_use(tmp_path, "it is a folder; give the name of a file")
    assert served(tmp_path / "letter.txt") == cannot_use(tmp_path / "letter.txt", "it is not a SQLite database")
    inside = tmp_path / "letter.txt" / "m.db"
    assert served(inside) == cannot_use(inside, "part of its path is a file, not a folder")
    assert served(":memory:") == cannot_use(":memory:", "a database in memory would be lost; give the name of a file")


def test_a_damaged_file_is_called_damaged(tmp_path):
    with sqlite3.connect(tmp_path / "m.db") as file:
        file.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        file.execute("INSERT INTO alembic_version VALUES ('0003')")
    file.close()
    with (tmp_path / "m.db").open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * 4096)
    assert served(tmp_path / "m.db") == cannot_use(tmp_path / "m.db", "it is damaged; restore a backup")


def test_a_full_disk_is_called_full(tmp_path, monkeypatch):
    def small(connection, record):
        connection.execute("PRAGMA max_page_count=3")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("turncoat.service.database.set_pragmas", small)
    assert served(tmp_path / "m.db") == cannot_use(tmp_path / "m.db", "the disk is full")
    monkeypatch.setattr(
        "turncoat.service.sqlite_file.os.pwrite", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left"))
    )
    assert served(tmp_path / "n.db") == cannot_use(tmp_path / "n.db", "the disk is full")


def test_a_file_that_may_not_be_written_is_told_so(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", "m.db.pid")

    monkeypatch.setattr("turncoat.service.sqlite_file.os.open", refuse)
    assert served(tmp_path / "m.db") == cannot_use(tmp_path / "m.db", "it cannot be read and written by this user")


def test_what_nobody_has_thought_of_is_no_success_either(tmp_path, monkeypatch):
    def fail(_):
        raise RuntimeError("what now")

    monkeypatch.setattr("turncoat.service.migrations.upgrade", fail)
    code, told = served(tmp_path / "m.db")
    assert (code, told.count("\n")) == (70, 1)


def test_where_no_postgresql_answers_the_address_is_told_without_the_password(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    address = f"postgresql://ann:{SECRET}@127.0.0.1:{port}/games?password={SECRET}"
    assert served(address) == cannot_use(
        f"postgresql://ann:***@127.0.0.1:{port}/games", "no database server answers there"
    )


def test_what_postgresql_refuses_is_told_without_the_password(pg):
    assert served(f"postgresql://locked:{SECRET}@{pg}/postgres") == cannot_use(
        f"postgresql://locked:***@{pg}/postgres", "the user or the password is wrong"
    )
    assert served(f"postgresql://turncoat:{SECRET}@{pg}/nowhere") == cannot_use(
        f"postgresql://turncoat:***@{pg}/nowhere", "there is no database with that name"
    )


@pytest.mark.parametrize(
    "address",
    [f"postgresql://ann:{SECRET}@host:port/games", f"mysql+{SECRET}://ann:{SECRET}@host/games", f"{SECRET}+x://"],
)
def test_what_is_no_address_is_not_repeated(address):
    code, told = served(address)
    assert (code, "this is not a database address" in told) == (1, True)
    if not address.startswith((SECRET, "mysql+")):
        assert SECRET not in told


@pytest.mark.parametrize("broker", [f"redis:ann:{SECRET}@host", f"http://:{SECRET}@host", SECRET])
def test_a_broker_s_address_is_not_repeated(broker, tmp_path):
    answer = run("serve", "--database", "postgresql://host/games", "--broker", broker)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert f":{SECRET}" not in answer.err


def test_a_broker_beside_a_file_is_refused(tmp_path):
    answer = run("serve", "--database", str(tmp_path / "m.db"), "--broker", "redis://localhost")
    assert (answer.code, answer.err) == (
        2,
        "Error: --broker is for several servers, which need PostgreSQL; add --database postgresql://…\n",
    )


def test_a_broker_whose_package_is_missing_is_told_before_anything_is_begun(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setattr("turncoat.web.serve.build", lambda _: pytest.fail("it was begun"))
    code, told = served("postgresql://host/games", "--broker", "redis://localhost")
    assert (code, told) == (2, 'Error: this needs redis, which is not installed: pip install "turncoat[redis]"\n')


def test_an_address_that_is_not_this_machine_s_is_told_and_no_other_port_is_tried():
    answer = run("serve", "--host", "192.0.2.1", "--database", "m.db")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("Error: cannot listen on 192.0.2.1:8080: ")
    assert answer.err.count("\n") == 1


def test_what_is_there_at_the_start_is_not_walked_through_again_and_again(tmp_path):
    assert served(tmp_path)[0] == 1
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == COLLECTED
