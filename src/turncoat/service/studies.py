"""Studies: games with variations and comments that their author shows to others by a link.

A study is kept as its record.  It is read in a process of its own: records are long, and may come from anywhere.
"""

from collections.abc import Callable
from typing import TypedDict

from sqlalchemy import delete, insert, select, update

from . import tokens
from .engine_pool import EnginePool
from .errors import BadSecret, NoSuchStudy
from .game_reader import check_offered
from .offered_games import OfferedGames
from .store import Store
from .study_reader import shown, tidied
from .study_view import Study
from .tables import STUDIES

SECONDS = 2.0  # what reading one is reckoned with, as far as sharing the worker fairly goes


class NewStudy(TypedDict):
    """A study just made, and the secret with which it may be changed and deleted."""

    id: str
    secret: str


class Studies:
    """The studies of a store."""

    def __init__(self, store: Store, pool: EnginePool, now: Callable[[], int], offered: OfferedGames) -> None:
        self._store, self._pool, self._now, self._offered = store, pool, now, offered

    async def add(self, record: str, owner: str) -> NewStudy:
        """Keeps a study; an error says what is wrong with its record."""
        text = await self._tidied(record, owner)
        made, now = NewStudy(id=tokens.new_id(), secret=tokens.new_token()), self._now()
        row = {"id": made["id"], "record": text, "secret": tokens.hashed(made["secret"]), "created": now}
        async with self._store.writing() as connection:
            await connection.execute(insert(STUDIES).values({**row, "changed": now}))
        return made

    async def get(self, study_id: str, owner: str) -> Study:
        """A study, with its main line ready to be shown."""
        record, _ = await self._row(study_id)
        return await self._pool.ask(owner, SECONDS, shown, study_id, record)

    async def record(self, study_id: str) -> str:
        """The record of a study."""
        return (await self._row(study_id))[0]

    async def change(self, study_id: str, secret: str, record: str, owner: str) -> None:
        """Puts another record in its place."""
        await self._check(study_id, secret)
        text = await self._tidied(record, owner)
        async with self._store.writing() as connection:
            changed = update(STUDIES).where(STUDIES.c.id == study_id).values(record=text, changed=self._now())
            await connection.execute(changed)

    async def delete(self, study_id: str, secret: str) -> None:
        """Deletes it for good."""
        await self._check(study_id, secret)
        async with self._store.writing() as connection:
            await connection.execute(delete(STUDIES).where(STUDIES.c.id == study_id))

    async def _tidied(self, record: str, owner: str) -> str:
        check_offered(record, self._offered)
        return await self._pool.ask(owner, SECONDS, tidied, record)

    async def _check(self, study_id: str, secret: str) -> None:
        if not tokens.fits(secret, (await self._row(study_id))[1]):
            raise BadSecret

    async def _row(self, study_id: str) -> tuple[str, str]:
        wanted = select(STUDIES.c.record, STUDIES.c.secret).where(STUDIES.c.id == study_id)
        async with self._store.reading() as connection:
            found = (await connection.execute(wanted)).first()
        if found is None:
            raise NoSuchStudy(id=study_id)
        return found[0], found[1]
