"""Finished public games: noted once each, for the explorer and for whoever looks for something to watch."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite

from turncoat.games.results import FIRST, SECOND, Side

from . import explorer_moves
from .engine_pool import EnginePool
from .errors import DamagedJournal, Refused
from .match import Match
from .publishing import is_public
from .store import Store
from .tables import ENTRIES, EXPLORED_MOVES, FINISHED_GAMES, MATCHES

LOG = logging.getLogger(__name__)
EVERY = 600.0  # seconds between looks for games that nobody has noted: their process was killed, say
AT_ONCE = 100
SECONDS = 2.0
WEEK = 7 * 86_400_000
FEWEST_TURNS = 8  # of a game worth watching
LATELY = 1_000  # of the latest games that are looked through


class Archive:
    """Notes public games once they are over."""

    def __init__(self, store: Store, pool: EnginePool, load: Callable[[str], Awaitable[Match | None]]) -> None:
        self._store, self._pool, self._load = store, pool, load

    async def note(self, match: Match) -> bool:
        """Counts a finished game; whether it was not counted before, by whatever process."""
        if match.status != "over" or not is_public(match):
            return False
        turns, winner, margin = _turns(match), _winner(match), _margin(match)
        moves = match.game.current.moves()
        found = await self._pool.ask("", SECONDS, explorer_moves.keys, str(match.game.root.position), moves, must=True)
        insert = (postgresql if self._store.shared else sqlite).insert
        row = {"match_id": match.terms.id, "ended": match.changed, "turns": turns, "margin": margin}
        first = insert(FINISHED_GAMES).values(row).on_conflict_do_nothing().returning(FINISHED_GAMES.c.match_id)
        async with self._store.writing() as connection:
            if (await connection.execute(first)).first() is None:
                return False
            rows = _rows(match.terms.id, found, winner) if turns else []
            if rows:
                await connection.execute(_counted(insert(EXPLORED_MOVES)), rows)
        return True

    async def catch_up(self) -> int:
        """Counts what was not counted when it ended; how many."""
        done, failed = 0, set[str]()
        while True:
            waiting = [match_id for match_id in await self._unnoted(len(failed)) if match_id not in failed]
            if not waiting:
                return done
            for match_id in waiting:
                try:
                    match = await self._load(match_id)
                    done += match is not None and await self.note(match)
                except DamagedJournal:  # logged where it was found
                    failed.add(match_id)
                except Refused:
                    LOG.warning("a finished game could not be counted", extra={"facts": {"match": match_id}})
                    failed.add(match_id)

    async def _unnoted(self, skipped: int) -> list[str]:
        noted = select(FINISHED_GAMES.c.match_id)
        over = (MATCHES.c.kind == "lobby") & (MATCHES.c.state == "over")
        wanted = select(MATCHES.c.id).where(over, MATCHES.c.id.not_in(noted)).limit(AT_ONCE + skipped)
        async with self._store.reading() as connection:
            return [row[0] for row in await connection.execute(wanted)]

    async def running(self, since: int, most: int) -> list[str]:
        """Public games being played in which something has happened since then, the latest first."""
        playing = (MATCHES.c.kind == "lobby") & (MATCHES.c.state == "playing")
        some = select(MATCHES.c.id).where(playing).order_by(MATCHES.c.created.desc()).limit(LATELY).subquery()
        latest = func.max(ENTRIES.c.at)
        wanted = select(some.c.id).join(ENTRIES, ENTRIES.c.match_id == some.c.id).group_by(some.c.id)
        async with self._store.reading() as connection:
            rows = await connection.execute(wanted.having(latest >= since).order_by(latest.desc()).limit(most))
            return [row[0] for row in rows]

    async def finished(self, most: int) -> list[str]:
        """The games that ended last."""
        return await self._finished(FINISHED_GAMES.c.ended.desc(), most)

    async def close(self, now: int, most: int) -> list[str]:
        """Of the games of a week that were played to their end, those with the smallest margin, the longest first."""
        played_out = FINISHED_GAMES.c.margin.is_not(None) & (FINISHED_GAMES.c.ended >= now - WEEK)
        return await self._finished(FINISHED_GAMES.c.margin, most, FINISHED_GAMES.c.turns.desc(), played_out)

    async def _finished(self, order: Any, most: int, then: Any = None, condition: Any = True) -> list[str]:
        wanted = select(FINISHED_GAMES.c.match_id).where(FINISHED_GAMES.c.turns >= FEWEST_TURNS)
        if condition is not True:
            wanted = wanted.where(condition)
        wanted = wanted.order_by(order, *([then] if then is not None else [])).limit(most)
        async with self._store.reading() as connection:
            return [row[0] for row in await connection.execute(wanted)]


def _turns(match: Match) -> int:
    return match.game.current.turn


def _winner(match: Match) -> Side | None:
    """The side that won, as it was called at the end."""
    if match.ended:
        return None if match.ended.loser is None else match.side_of(match.ended.loser).other
    result = match.position.result()
    return result.winner if result else None


def _margin(match: Match) -> int | None:
    """By how much it was decided in the game's own count; None where it was not played to its end."""
    score = match.position.facts().score
    return None if match.ended else abs(score.first - score.second)


def _rows(match_id: str, keys: list[str], winner: Side | None) -> list[dict[str, Any]]:
    """A row for every move, each counted once for a game."""
    won = {"first": int(winner is FIRST), "second": int(winner is SECOND)}
    latest = {key: at for at, key in enumerate(keys, 1)}
    return [{"key": key, "games": 1, **won, "match_id": match_id, "at": latest[key]} for key in sorted(latest)]


def _counted(insert: Any) -> Any:
    """Adds to what was counted before."""
    table, new = EXPLORED_MOVES.c, insert.excluded
    counts = {name: table[name] + new[name] for name in ("games", "first", "second")}
    return insert.on_conflict_do_update(
        index_elements=["key"], set_={**counts, "match_id": new.match_id, "at": new["at"]}
    )
