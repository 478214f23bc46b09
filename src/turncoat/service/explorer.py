"""The explorer: what was played from a position in this server's public games, and in sets made elsewhere.

A move is known by the positions it leads from and to, each in the least of its symmetric forms, so that mirror images
are one.  That is worked out in a process of its own (explorer_moves.py): there may be hundreds of moves.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from .engine_pool import EnginePool
from .explorer_files import ExplorerFile
from .explorer_moves import Child, read
from .explorer_view import Exploration, Explored, Sample, Source
from .offered_games import OfferedGames
from .store import Store
from .tables import EXPLORED_MOVES, MATCHES

SERVER = "server"
SECONDS = 1.0  # what a question is reckoned with, as far as sharing the worker fairly goes
AT_ONCE = 500
COUNTED = select(EXPLORED_MOVES, MATCHES.c.id.label("kept")).outerjoin(
    MATCHES, MATCHES.c.id == EXPLORED_MOVES.c.match_id
)
"""What was played, and whether the latest game is still there: matches may be deleted, what was counted stays."""


class Explorer:
    """Answers questions about positions."""

    def __init__(self, store: Store, pool: EnginePool, offered: OfferedGames, files: Sequence[ExplorerFile]) -> None:
        self._store, self._pool, self._offered, self._files = store, pool, offered, files

    async def explore(self, position: str, owner: str) -> Exploration:
        """What was played from the position; an error says what is wrong with its text."""
        self._offered.game((position.split() or [""])[0].partition(":")[0].lower())
        asked = await self._pool.ask(owner, SECONDS, read, position)
        sources = [Source(name=SERVER, moves=await self._played_here(asked.children))]
        sources += [Source(name=file.name, moves=await file.moves(asked.children)) for file in self._files]
        return Exploration(position=asked.position, side=asked.side, sources=sources)

    async def has_moves(self) -> bool:
        """Whether anything is known of what was played, from any position."""
        if self._files:
            return True
        async with self._store.reading() as connection:
            return (await connection.execute(select(EXPLORED_MOVES.c.key).limit(1))).first() is not None

    async def _played_here(self, children: Sequence[Child]) -> list[Explored]:
        names = [child.key for child in children]
        async with self._store.reading() as connection:
            rows = dict[str, Any]()
            for start in range(0, len(names), AT_ONCE):
                some = COUNTED.where(EXPLORED_MOVES.c.key.in_(names[start : start + AT_ONCE]))
                rows |= {row.key: row for row in await connection.execute(some)}
        found = [_told(child.move, rows[child.key]) for child in children if child.key in rows]
        return sorted(found, key=lambda each: -each["games"])


def _told(move: str, row: Any) -> Explored:
    return Explored(
        move=move,
        games=row.games,
        first=row.first,
        second=row.second,
        draws=row.games - row.first - row.second,
        win=None,
        lead=None,
        proved=False,
        sample=None if row.kept is None else Sample(id=row.match_id, at=row.at),
    )
