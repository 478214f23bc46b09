"""Computer players: they move when it is their turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count

from turncoat.engine.clock import turn_share
from turncoat.engine.levels import Level
from turncoat.games import Position
from turncoat.games.results import Side
from turncoat.play import Budget, Node, TimeLeft

from . import engines
from .commands import Play
from .engine_pool import EnginePool
from .errors import MatchOver, NotStarted
from .match import Match
from .messages import ThinkingMessage
from .rooms import Room
from .tasks import BackgroundTasks

LOG = logging.getLogger(__name__)
LEEWAY = 5.0  # seconds beyond its own time that a computer in another process is given
MIN_SECONDS = 0.05  # seconds a computer takes for a move, however little it has left
OVERHEAD = 0.1  # seconds a move may cost beyond its thinking, on a server with others to serve
AFTER_TROUBLE = 2.0  # seconds until it tries again, twice as many after each failure
LONGEST_PAUSE = 60.0


@dataclass
class _Turn:
    """A computer at work on its decision; while `waiting`, another process is probably at it."""

    task: "asyncio.Task[None]"
    waiting: bool


class ComputerPlayers:
    """The computer players of one process's matches."""

    def __init__(
        self,
        pool: EnginePool,
        tasks: BackgroundTasks,
        now: Callable[[], int],
        *,
        play: Callable[[str, frozenset[Side], Play], Awaitable[object]],
        known: Callable[[str], Room | None],
        pace: float = 0.0,
    ) -> None:
        """`play` makes a move of a seat; `pace` is the seconds a move takes at the least, so that people can follow."""
        self._pool, self._tasks, self._now, self._play, self._known = pool, tasks, now, play, known
        self.pace = pace
        self._turns: dict[Room, _Turn] = {}

    def consider(self, room: Room, *, patient: bool = False) -> None:
        """Starts the computer's decision if it is its turn; patiently if another process may be at it already."""
        match, turn = room.match, self._turns.get(room)
        if match.status != "playing" or match.seats[match.decider].kind != "computer":
            return
        if turn is not None:
            if turn.waiting and not patient:
                turn.task.cancel()  # the decision is ours after all; it is taken up as soon as the waiting has ended
            return
        room.held_open += 1
        task = self._tasks.start(self._take_turn(room, patient=patient))
        self._turns[room] = _Turn(task, patient)
        task.add_done_callback(lambda _: self._ended(room))

    def waits(self, room: Room) -> bool:
        """Whether this process is leaving the decision to another one for a while."""
        return room in self._turns and self._turns[room].waiting

    def stop(self, room: Room) -> None:
        """Stops working on this match."""
        if room in self._turns:
            self._turns[room].task.cancel()

    def _ended(self, room: Room) -> None:
        self._turns.pop(room)
        room.held_open -= 1
        if self._known(room.id) is room and not self._tasks.stopped:
            self.consider(room)

    async def _take_turn(self, room: Room, *, patient: bool) -> None:
        match = room.match
        at, seat = match.at, match.decider
        level = Level(match.seats[seat].level or 1)
        if patient:
            await asyncio.sleep(level.seconds + LEEWAY)
            self._turns[room].waiting = False
        if match.at != at or match.status != "playing":
            return
        room.broadcast(ThinkingMessage(type="thinking", side=match.side_of(seat)))
        try:
            await self._try_to_move(room, seat, level, at)
        finally:
            room.set_computer_failing(failing=False)

    async def _try_to_move(self, room: Room, seat: Side, level: Level, at: int) -> None:
        """Makes the move; failures are retried after longer and longer pauses, and soon shown to the players."""
        for failures in count():
            try:
                await self._move(room, seat, level)
            except (MatchOver, NotStarted):
                pass  # resigned or out of time meanwhile
            except Exception:
                LOG.exception("the computer could not move", extra={"facts": {"match": room.id, "failures": failures}})
                if failures:
                    room.set_computer_failing(failing=True)
                await asyncio.sleep(min(LONGEST_PAUSE, AFTER_TROUBLE * 2**failures))
                if room.match.at == at and room.match.status == "playing" and self._known(room.id) is room:
                    continue
            return

    async def _move(self, room: Room, seat: Side, level: Level) -> None:
        match, clock = room.match, asyncio.get_running_loop().time
        started, at, position = clock(), match.at, match.position
        move = position.legal_moves[0].text
        if len(position.legal_moves) > 1:
            owner = match.terms.owner
            budget = budget_of(match, seat, level, self._now(), self._pool.load(owner))
            asked = (engines.choose, str(level.name), *_turn_so_far(match.game.current), budget)
            move = await self._pool.ask(owner, budget.time or level.seconds, *asked, must=True)
        await asyncio.sleep(max(0.0, self.pace - (clock() - started)))
        await self._play(room.id, frozenset({seat}), Play(move, at, position))


def budget_of(match: Match, seat: Side, level: Level, now: int, load: float) -> Budget:
    """What a level may use for a decision: its part of the turn's time, less where its client has many at work.

    What a clock leaves of that is for the player to say: games without native rules are not played in this process.
    """
    share = turn_share(match.position, match.game.current.begun)
    seconds = max(MIN_SECONDS, share * (level.limit.time or level.seconds) / max(1.0, load))
    if match.terms.control.kind in ("none", "days"):
        return Budget(time=seconds)
    # An increment comes with a whole turn, which may be several decisions.
    clock = TimeLeft(match.clock.left(seat, now) / 1000, match.terms.control.increment / 2000)
    return Budget(time=seconds, clocks={match.position.side: clock}, overhead=OVERHEAD)


def _turn_so_far(node: Node) -> tuple[Position, tuple[str, ...]]:
    """Where the turn under way began, and its moves: all of a game that a level looks at."""
    moves = list[str]()
    while node.parent is not None and node.position.mid_turn:
        moves.append(node.move)
        node = node.parent
    return node.position, tuple(reversed(moves))
