"""The short way to write to PostgreSQL: entries and their notes in one statement, on a connection that is kept."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

CHANNEL = "turncoat"
COLUMNS = ("match_id", "seq", "kind", "at", "data")
NOTIFY = text("SELECT pg_notify(:channel, note) FROM unnest(cast(:notes AS text[])) AS note")
APPEND = text(
    """
    WITH kept AS (
        INSERT INTO entries (match_id, seq, kind, at, data)
        SELECT * FROM unnest(
            cast(:match_id AS text[]), cast(:seq AS int[]), cast(:kind AS text[]), cast(:at AS bigint[]),
            cast(:data AS text[])
        )
        ON CONFLICT DO NOTHING RETURNING match_id, seq
    )
    SELECT match_id, seq, pg_notify(:channel, 'm ' || :origin || ' ' || match_id || ' ' || seq) FROM kept
    """
)


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

    async def append(self, rows: list[dict[str, Any]]) -> set[tuple[str, int]]:
        """Adds the entries, tells every process, and says which were kept: of two with one number, the first."""
        if not rows:
            return set()
        connection = await self._connected()
        given: dict[str, Any] = {name: [row[name] for row in rows] for name in COLUMNS}
        try:
            found = await connection.execute(APPEND, {**given, "channel": CHANNEL, "origin": self._origin})
            return {(row[0], row[1]) for row in found}
        except BaseException:
            await self.close()
            raise

    async def _connected(self) -> AsyncConnection:
        """The connection, a new one where the server has hung up meanwhile."""
        if self._connection is not None:
            raw: Any = (await self._connection.get_raw_connection()).driver_connection
            if not raw.is_closed():
                return self._connection
            await self.close()
        self._connection = await self._engine.connect()
        return self._connection

    async def close(self) -> None:
        """Lets go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()
