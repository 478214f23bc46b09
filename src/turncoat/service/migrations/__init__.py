"""Every change the store's tables have gone through, in order; run at start."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from turncoat.service.store_errors import StoreUnusable

LOCK = 0x7475726E  # any number, the same in every process


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Brings the tables to that revision, wholly or not at all; of processes that start at once one does it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin after the first table
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    chosen = config(connection)
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in {
        each.revision for each in ScriptDirectory.from_config(chosen).walk_revisions()
    }:
        raise StoreUnusable("newer", revision=present)
    command.upgrade(chosen, revision)


def config(connection: Connection) -> Config:
    """What Alembic needs to know to run the migrations on that connection."""
    found = Config()
    found.set_main_option("script_location", "turncoat.service:migrations")
    found.attributes["connection"] = connection
    return found
