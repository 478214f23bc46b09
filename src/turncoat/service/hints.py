"""Hints: what the engine would play, alone or against the computer only."""

from turncoat.engine import Limit
from turncoat.games.text import Phrase

from . import engines
from .engine_pool import EnginePool
from .errors import PACKAGE, MatchOver, NoSeat, NotPossible, NotYourTurn, Stale
from .matches import Counts, SeatView
from .view import Hint
from .view_builder import both, event_list

SECONDS = 1.0
NODES = 200_000


class Hints:
    """Answers requests for hints."""

    def __init__(self, pool: EnginePool, counts: Counts) -> None:
        self._pool, self._counts = pool, counts

    async def hint(self, seen: SeatView, at: int, owner: str) -> Hint:
        """The best move after `at` moves; only for the side to move."""
        match = seen.room.match
        if not seen.held:
            raise NoSeat
        if match.terms.kind not in ("local", "computer"):
            raise NotPossible
        if match.status != "playing":
            raise MatchOver
        if at != match.at:
            raise Stale(at=match.at)
        if match.decider not in seen.held:
            raise NotYourTurn
        position = match.position
        seconds = SECONDS / max(1.0, self._pool.load(owner))
        line = await self._pool.ask(owner, seconds, engines.best, position, Limit(time=seconds, nodes=NODES))
        if match.position is not position:  # the match has gone on meanwhile
            raise Stale(at=match.at)
        self._counts.hints += 1
        move = position.find(line.move)
        assert move is not None
        return Hint(
            at=at,
            move=line.move,
            line=list(line.moves),
            cells=list(move.cells),
            events=event_list(move.events),
            win=round(line.win, 4),
            proved=line.proved,
            text=both(
                lambda language: Phrase("hints.line", {"move": line.move, "value": line.text(language)}, PACKAGE).text(
                    language
                )
            ),
        )
