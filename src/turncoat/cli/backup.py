"""The commands `backup` and `restore`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from .errors import NO, CommandError, file_error
from .language import say, spoken
from .storage import Database, database_address

Done = TypeVar("Done")


def backup(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    *,
    database: Database = None,
    keep: Annotated[int | None, typer.Option("--keep", "-k", min=1, metavar="N")] = None,
) -> int:
    """Write a backup and print its path."""
    from turncoat.service.backup import back_up

    address = database_address(database)
    typer.echo(_told("cannot_back_up", address, folder, lambda: back_up(address, folder, keep)))
    return 0


def restore(
    backup: Annotated[Path, typer.Argument(metavar="FILE")],
    *,
    database: Database = None,
) -> int:
    """Make a database from a backup."""
    from turncoat.service.backup import restore as make
    from turncoat.service.database import shown

    address = database_address(database)
    _told("cannot_restore", address, backup, lambda: make(backup, address))
    typer.echo(say("restore.done", where=shown(address)))
    return 0


def _told(key: str, address: str, path: Path, work: Callable[[], Done]) -> Done:
    """Does the work; what is in the way is told in one line, without a password."""
    from turncoat.service.database import shown
    from turncoat.service.store_errors import StoreUnusable

    where = f"{address.partition('://')[0]}://"
    try:
        where = shown(address)
        return work()
    except StoreUnusable as error:
        raise CommandError(key, NO, where=where, reason=error.text(spoken())) from None
    except OSError as error:
        raise file_error(error, path, "cannot_write" if key == "cannot_back_up" else "cannot_read") from None
