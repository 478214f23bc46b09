"""Fast appends to PostgreSQL: all waiting entries and their notifications in one statement, on a kept connection."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .rows import EntryRow

CHANNEL = "turncoat"
NOTIFY = text("SELECT pg_notify(:channel, note) FROM unnest(cast(:notes AS text[])) AS note")
APPEND = """
    WITH kept AS (
        INSERT INTO entries (match_id, seq, kind, at, data)
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::text[])
        ON CONFLICT DO NOTHING RETURNING match_id, seq
    )
    SELECT match_id, seq, pg_notify($6, 'm ' || $7 || ' ' || match_id || ' ' || seq) FROM kept
    """


def notes(origin: str, kept: Iterable[tuple[str, int]]) -> list[str]:
    """What other processes are told about entries."""
    return [f"m {origin} {match} {seq}" for match, seq in kept]


def failures() -> tuple[type[Exception], ...]:
    """What asyncpg raises where SQLAlchemy does not make its own of it: while a connection is made."""
    import asyncpg

    return (asyncpg.PostgresError, asyncpg.InterfaceError)


class AppendConnection:
    """One connection for appending; each statement is a transaction of its own."""

    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self._engine, self._origin = engine.execution_options(isolation_level="AUTOCOMMIT"), origin
        self._connection: AsyncConnection | None = None

    async def append(self, rows: Sequence[EntryRow]) -> set[tuple[str, int]]:
        """Adds the entries, tells every process, and says which were kept: of two with one number, the first."""
        if not rows:
            return set()
        connection = await self._connected()
        try:
            # Asked of the driver itself: the statement never changes, and it takes half the time.
            kept = await connection.fetch(APPEND, *zip(*rows, strict=True), CHANNEL, self._origin)
            return {(match_id, seq) for match_id, seq, _ in kept}
        except BaseException:
            await self.close()
            raise

    async def _connected(self) -> Any:
        """The driver's connection, a new one where the server has hung up meanwhile."""
        if self._connection is not None:
            raw: Any = (await self._connection.get_raw_connection()).driver_connection
            if not raw.is_closed():
                return raw
            await self.close()
        self._connection = await self._engine.connect()
        return (await self._connection.get_raw_connection()).driver_connection

    async def close(self) -> None:
        """Closes the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()
