"""The database's address, and connections to it."""

from sqlalchemy import URL, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from turncoat.extras import need

from .sqlite_file import MEMORY, set_pragmas
from .store_errors import StoreUnusable

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
TIMEOUTS = {"timeout": 10, "command_timeout": 30}
"""Seconds for PostgreSQL: a database that does not answer is as good as away, and whoever waits is told so."""


def read_url(database: str) -> URL:
    """The database's address with its driver; a plain path means a SQLite file.

    >>> print(read_url("games.db"), read_url("postgresql://host/turncoat"))
    sqlite+aiosqlite:///games.db postgresql+asyncpg://host/turncoat
    """
    scheme, sign, rest = database.partition("://")
    if not sign:
        return make_url(f"sqlite+aiosqlite:///{database}")
    if DRIVERS.get(scheme) == DRIVERS["postgresql"]:
        need("postgres", "asyncpg")
    return make_url(f"{DRIVERS.get(scheme, scheme)}://{rest}")


def shown(database: str) -> str:
    """The database's address without its password; StoreUnusable if it is not one."""
    try:
        url = read_url(database)
        url.get_dialect()
    except (ArgumentError, ValueError):  # their texts quote the address, and a password with it
        raise StoreUnusable("address") from None
    if url.get_backend_name() == "sqlite":
        return url.database or MEMORY
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


def connect(url: URL) -> AsyncEngine:
    """A pool of connections to it; nothing is opened before it is used."""
    if url.get_backend_name() == "postgresql":
        return create_async_engine(url, pool_size=8, pool_pre_ping=True, connect_args=TIMEOUTS, hide_parameters=True)
    engine = create_async_engine(url, pool_size=4, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine
