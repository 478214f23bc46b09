"""Taking out of the database what is not to be kept: the names and the chat of a match, and whole matches.

In a file, what is deleted is overwritten at once and leaves the write-ahead log at once.  SQLite may still hold scraps
where rows once moved from one page to another; they go when the file is written anew, by `compact`.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import Select, bindparam, delete, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .errors import StoreFailed
from .journal import WRITTEN, Erased, JournalEntry, read_entry, store_data, without_words
from .postgres import CHANNEL, NOTIFY, notes
from .rows import entry_row
from .sqlite_file import SqliteFile
from .store_errors import facts
from .tables import ENTRIES, MATCHES, SEATS, SNAPSHOTS

LOG = logging.getLogger(__name__)
MAX_COMPACTED = 256 * 1024 * 1024  # bytes of a file that is written anew while people play: a second or two
SCRAPS, NO_SCRAPS = 1, 0
"""What a file's `user_version` says: whether something was erased since it was last written anew."""


def hold(match_id: str) -> Select[tuple[str]]:
    """Keeps the match as it is until the transaction ends, for the others at work in PostgreSQL."""
    return select(MATCHES.c.id).where(MATCHES.c.id == match_id).with_for_update(key_share=True, read=True)


def fit_to_keep() -> Select[tuple[object, ...]]:
    """The row of a snapshot, unless its match is gone or what it holds was erased since."""
    match_id, seq = (bindparam(name, type_=SNAPSHOTS.c[name].type) for name in ("match_id", "seq"))
    row = [bindparam(column.name, type_=column.type).label(column.name) for column in SNAPSHOTS.c]
    erased = (ENTRIES.c.match_id == match_id) & (ENTRIES.c.kind == Erased.kind) & (ENTRIES.c.seq > seq)
    return select(*row).where(exists().where(MATCHES.c.id == match_id), ~exists().where(erased))


class Eraser:
    """Erases and deletes, in transactions of its own."""

    def __init__(
        self, engine: AsyncEngine, origin: str, file: SqliteFile | None, failures: tuple[type[Exception], ...]
    ) -> None:
        self._engine, self._origin, self._file, self._failures = engine, origin, file, failures
        self._one_at_a_time = asyncio.Lock()

    async def erase(self, match_id: str, line: JournalEntry) -> bool:
        """Keeps the entry that says so and blanks all that people wrote before it; False if another was first."""
        async with self._transaction() as connection:
            await connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match_id).with_for_update())
            kind = sqlite if self._file else postgresql
            added = kind.insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.seq)
            if not (await connection.execute(added, entry_row(match_id, line)._asdict())).first():
                return False
            await self._blank(connection, match_id, line.seq)
            await self._note_scraps(connection)
            if self._file is None:
                said = {"channel": CHANNEL, "notes": notes(self._origin, {(match_id, line.seq)})}
                await connection.execute(NOTIFY, said)
        await self._empty_log()
        return True

    async def _blank(self, connection: AsyncConnection, match_id: str, before: int) -> None:
        mine = ENTRIES.c.match_id == match_id
        wanted = select(ENTRIES.c.seq, ENTRIES.c.kind, ENTRIES.c.data).where(
            mine, ENTRIES.c.kind.in_(WRITTEN), ENTRIES.c.seq < before
        )
        for seq, kind, data in (await connection.execute(wanted)).all():
            blank = store_data(without_words(read_entry(kind, data)))
            await connection.execute(update(ENTRIES).where(mine, ENTRIES.c.seq == seq).values(data=blank))
        await connection.execute(update(SEATS).where(SEATS.c.match_id == match_id).values(name=None))
        await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.match_id == match_id))

    async def delete_finished(self, before: int, most: int) -> list[str]:
        """Deletes a few matches of which nothing happened since that moment, the oldest first; their names."""
        lately = (ENTRIES.c.match_id == MATCHES.c.id) & (ENTRIES.c.at >= before)
        wanted = (
            select(MATCHES.c.id)
            .where(MATCHES.c.state == "over", MATCHES.c.created < before, ~exists().where(lately))
            .order_by(MATCHES.c.created)
            .limit(most)
            .with_for_update(skip_locked=True)  # of several processes each takes others
        )
        async with self._transaction() as connection:
            found = [row[0] for row in await connection.execute(wanted)]
            if found:
                await _delete(connection, found)
                await self._note_scraps(connection)
        if found:
            await self._empty_log()
        return found

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        async with self._one_at_a_time, self._told(), self._engine.begin() as connection:
            if self._file:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @asynccontextmanager
    async def _told(self) -> AsyncIterator[None]:
        """What goes wrong is logged, without words of people, and told as one error of ours."""
        try:
            yield
        except self._failures as error:
            LOG.error("erasing failed", extra={"facts": facts(error)})
            raise StoreFailed from None

    async def _note_scraps(self, connection: AsyncConnection) -> None:
        if self._file:
            await connection.exec_driver_sql(f"PRAGMA user_version = {SCRAPS}")

    async def _empty_log(self) -> None:
        """Has nothing stand in the write-ahead log that no longer stands in the file."""
        if self._file is None:
            return
        try:
            async with self._engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLAlchemyError as error:  # the next one will
            LOG.warning("the write-ahead log could not be emptied", extra={"facts": facts(error)})

    async def compact(self) -> bool:
        """Writes a file anew in which something was erased, and its scraps are gone; whether it did."""
        if self._file is None:
            return False
        async with self._one_at_a_time, self._told():
            autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            async with autocommit.connect() as connection:
                said = (await connection.exec_driver_sql("PRAGMA user_version")).scalar()
                if said == NO_SCRAPS:
                    return False
                size = self._file.path.stat().st_size
                if size > MAX_COMPACTED:
                    LOG.warning("a large file was not written anew after erasing", extra={"facts": {"bytes": size}})
                    return False
                await connection.exec_driver_sql("VACUUM")
                await connection.exec_driver_sql(f"PRAGMA user_version = {NO_SCRAPS}")
        await self._empty_log()
        return True


async def _delete(connection: AsyncConnection, matches: Sequence[str]) -> None:
    for table in (ENTRIES, SNAPSHOTS, SEATS):
        await connection.execute(delete(table).where(table.c.match_id.in_(matches)))
    await connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(matches)))
