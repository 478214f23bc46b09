"""Backups of a store: made while people play, and restored only into a new database."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, inspect

from turncoat import files

from .database import connect, read_url
from .sqlite_file import MODE, SIDE_FILES, SqliteFile
from .store_errors import StoreUnusable, unusable

ENDINGS = {"sqlite": ".sqlite", "postgresql": ".dump"}
BEGINNINGS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
"""By which a backup is known."""
PLAIN = ("--no-owner", "--no-privileges")  # whoever restores it owns it
LONGEST_MESSAGE = 300


def back_up(database: str, folder: Path, keep: int | None = None) -> Path:
    """A new backup in the folder, where only the newest `keep` stay; StoreUnusable tells why there is none."""
    url = _address(database)
    folder.mkdir(parents=True, exist_ok=True)
    ending = ENDINGS[url.get_backend_name()]
    backup = folder / f"turncoat-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{ending}"
    part = backup.with_name(f"{backup.name}.part")
    with _new_file(part):
        if url.get_backend_name() == "sqlite":
            _copy(SqliteFile.of(url).path, part)
        else:
            _run("pg_dump", url, "--format=custom", *PLAIN, f"--file={part}")
        _reach_disk(part)
        part.replace(backup)
    _reach_disk(folder)
    if keep:
        for old in sorted(folder.glob(f"turncoat-*{ending}"))[:-keep]:
            old.unlink()
    return backup


def restore(backup: Path, database: str) -> None:
    """Makes the database that the backup is of; StoreUnusable where there is one, or what is there is no backup."""
    url = _address(database)
    files.check_is_file(backup)  # a pipe would be waited for
    with backup.open("rb") as file:
        wanted = BEGINNINGS[url.get_backend_name()]
        if file.read(len(wanted)) != wanted:
            raise StoreUnusable("no_backup")
    if url.get_backend_name() == "sqlite":
        _restore_file(backup, SqliteFile.of(url))
        return
    try:
        asyncio.run(_require_empty(url))
    except Exception as error:
        raise unusable(error) from error
    _run("pg_restore", url, *PLAIN, "--single-transaction", "--exit-on-error", str(backup))


def _address(database: str) -> URL:
    url = read_url(database)
    if url.get_backend_name() not in ENDINGS:
        raise StoreUnusable("address")
    return url


def _restore_file(backup: Path, file: SqliteFile) -> None:
    there = [path for path in (file.path, *(Path(f"{file.path}{ending}") for ending in SIDE_FILES)) if path.exists()]
    if there:  # also what is left of a lost one: SQLite would take it for the newest moves of the restored one
        raise StoreUnusable("there_already", file=str(there[0]))
    file.take()  # a server may not have noticed that its file is gone
    part = file.path.with_name(f"{file.path.name}.part")
    try:
        with _new_file(part):
            _copy(backup, part)
            _reach_disk(part)
            part.replace(file.path)
        _reach_disk(file.path.parent)
    except BaseException:
        file.path.unlink(missing_ok=True)
        raise
    finally:
        file.release()


def _copy(source: Path, target: Path) -> None:
    """The database as it stands at one moment, whoever writes to it meanwhile."""
    if not source.exists():
        raise StoreUnusable("missing")
    try:
        with (
            closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True)) as live,
            closing(sqlite3.connect(target)) as copy,
        ):
            live.backup(copy)
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise StoreUnusable("damaged")
            copy.execute("PRAGMA journal_mode=DELETE")  # one file is all of it
    except sqlite3.Error as error:
        raise unusable(error) from error


def _run(program: str, url: URL, *arguments: str) -> None:
    """Runs a program of PostgreSQL on the database.  The password is not among what `ps` shows."""
    found = shutil.which(program)
    if found is None:
        raise StoreUnusable("no_program", program=program)
    query = {name: value for name, value in url.query.items() if name != "password"}
    password = url.password or url.query.get("password")
    address = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    command = [found, "--no-password", f"--dbname={address.render_as_string()}", *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if ran.returncode:
        said = " ".join(ran.stderr.split())[:LONGEST_MESSAGE]
        raise StoreUnusable("program_failed", program=program, message=said.removeprefix(f"{program}: "))


async def _require_empty(url: URL) -> None:
    def tables(connection: Connection) -> list[str]:
        return inspect(connection).get_table_names()

    engine = connect(url)
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(tables):
                raise StoreUnusable("not_empty")
    finally:
        await engine.dispose()


@contextlib.contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """An empty file that only its owner can read, and nothing of it where it comes to nothing."""
    path.unlink(missing_ok=True)  # what a killed one has left
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _reach_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
