"""Fast appends to SQLite: all waiting entries in one statement, on a dedicated connection and thread."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

from .rows import EntryRow
from .sqlite_file import pragmas

APPEND = f"INSERT INTO entries ({', '.join(EntryRow._fields)}) VALUES "  # noqa: S608 — names of columns
ROW = f"({', '.join('?' * len(EntryRow._fields))})"


class AppendThread:
    """One connection for appending, in a thread of its own; each statement is a transaction of its own."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: sqlite3.Connection | None = None

    async def append(self, rows: Sequence[EntryRow]) -> set[tuple[str, int]] | None:
        """Adds the entries and says so; None where some number is taken, and then nothing was added."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._append, rows)

    def _append(self, rows: Sequence[EntryRow]) -> set[tuple[str, int]] | None:
        if not rows:
            return set()
        try:
            # One step for all: a thread that comes back from each of many would wait each time until it may go on.
            self._connected().execute(APPEND + ", ".join([ROW] * len(rows)), [*chain.from_iterable(rows)])
        except sqlite3.IntegrityError:
            return None
        except BaseException:
            self._close()
            raise
        return {(row.match_id, row.seq) for row in rows}

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            # Without an isolation level every statement is committed at once.
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            for pragma in pragmas():
                self._connection.execute(f"PRAGMA {pragma}")
        return self._connection

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        """Lets go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()
