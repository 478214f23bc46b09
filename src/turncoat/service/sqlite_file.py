"""The file of a SQLite store: used by one server at a time, and readable by its owner only."""

import asyncio
import contextlib
import fcntl
import logging
import os
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy.engine import URL
from sqlalchemy.util import await_only

from .store_errors import StoreUnusable

LOG = logging.getLogger(__name__)
BUSY_TIMEOUT = 10.0  # seconds that somebody else may keep a file to himself
MODE = 0o600
MEMORY = ":memory:"
SIDE_FILES = ("-wal", "-shm", "-journal")  # what SQLite keeps with it


class SqliteFile:
    """Taken before it is opened.  The lock is the system's: it ends with the process, however that ends.

    It lies on a file beside the database: SQLite locks the database itself, and would lose these locks with ours.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # by whatever way one comes to it
        self._lock = -1

    @classmethod
    def of(cls, url: URL) -> "SqliteFile":
        """The file of that address; what is in memory alone would be another database for every connection."""
        name = url.database or MEMORY
        if name.startswith("file:"):
            name = MEMORY if url.query.get("mode") == "memory" else unquote(name[5:].partition("?")[0])
        if name == MEMORY:
            raise StoreUnusable("memory")
        return cls(Path(name))

    def take(self) -> None:
        """Makes the file this process's own; StoreUnusable where it is another's."""
        if self.path.is_dir():
            raise StoreUnusable("folder")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{self.path}.pid", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
            os.close(lock)
            raise StoreUnusable("in_use", holder=holder or "?") from None
        self._lock = lock
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, MODE))

    def release(self) -> None:
        """Leaves it to the next."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def close_to_others(self) -> None:
        """What others could read so far becomes its owner's alone; SQLite gives what it adds the same mode."""
        for path in (self.path, *(Path(f"{self.path}{ending}") for ending in SIDE_FILES)):
            try:
                if path.stat().st_mode & 0o077:
                    path.chmod(MODE)
                    LOG.warning("a database could be read by others, now by its owner alone", extra=_facts(path))
            except FileNotFoundError:
                pass
            except PermissionError:  # somebody else's file, which we may write
                LOG.warning("a database can be read by others", extra=_facts(path))


def _facts(path: Path) -> dict[str, Any]:
    return {"facts": {"file": str(path)}}


def pragmas() -> tuple[str, ...]:
    """How every connection behaves."""
    # FULL: what is acknowledged has reached the disk, so that it outlives a power cut as well as a kill.
    # What is deleted is overwritten, so that nobody finds it in the file.
    return (f"busy_timeout={BUSY_TIMEOUT * 1000:.0f}", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")


def set_pragmas(connection: Any, _record: object) -> None:
    """How every connection to the file is set up."""
    cursor = connection.cursor()
    for pragma in pragmas():
        cursor.execute(f"PRAGMA {pragma}")
    ends = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:  # of several who open a new file at once SQLite turns some away
            if time.monotonic() > ends or error.sqlite_errorcode & 0xFF not in (
                sqlite3.SQLITE_BUSY,
                sqlite3.SQLITE_LOCKED,
            ):
                raise
            await_only(asyncio.sleep(0.05))
    cursor.close()
