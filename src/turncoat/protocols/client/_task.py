"""Requests to another engine: the position, the limit, the timeouts, and how the position came about."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from turncoat.engine.line import Limit
from turncoat.games import Position, Ruleset
from turncoat.games.board import EMPTY
from turncoat.games.errors import IllegalMove, WrongType
from turncoat.games.results import Side
from turncoat.games.text import Phrase
from turncoat.native import start
from turncoat.play import Game, TimeLeft

MAX_TRIED = 20_000  # positions looked at to find out how one came about
DEFAULT_SECONDS = 1.0
DEFAULT_LIMIT = Limit(
    time=DEFAULT_SECONDS
)  # what is asked for where nobody set a limit; not every program can keep to it


@dataclass(frozen=True)
class Timeouts:
    """Seconds one waits before an engine counts as hung."""

    start: float = 15.0
    """For its first answer."""
    move: float = 120.0
    """For a move without a limit of time."""
    grace: float = 3.0
    """Beyond the limit of time; whether that already loses is for the match to say."""
    end: float = 1.0
    """Between asking it to quit and ending it."""


@dataclass(frozen=True)
class Task:
    """A position to choose a move in."""

    position: Position
    limit: Limit = DEFAULT_LIMIT
    clocks: Mapping[Side, TimeLeft] = field(default_factory=dict)
    moves: tuple[str, ...] | None = None
    """Every move since the ruleset's start; None of a game that began elsewhere."""
    analysis: bool = False
    """Whether lines are wanted, for as long as somebody listens, and no move."""

    @classmethod
    def of(
        cls,
        game: Game,
        limit: Limit | None = None,
        clocks: Mapping[Side, TimeLeft] | None = None,
        *,
        analysis: bool = False,
    ) -> "Task":
        """What is asked about the game's current position."""
        if not isinstance(game, Game):
            raise WrongType.of("game", Phrase("allowed.game", package="turncoat.protocols"), game)
        limit = limit or (Limit() if clocks else DEFAULT_LIMIT)
        return cls(game.position, limit, dict(clocks or {}), game.known_moves, analysis)

    @property
    def clock(self) -> TimeLeft | None:
        """The clock of the side to move."""
        return self.clocks.get(self.position.side)

    def deadline(self, timeouts: Timeouts) -> float:
        """The moment from which on the engine is late."""
        seconds = timeouts.move
        if self.limit.time is not None and self.limit is not DEFAULT_LIMIT:
            seconds = self.limit.time + timeouts.grace
        elif self.clock is not None:
            seconds = max(0.0, self.clock.remaining) + timeouts.grace
        elif self.analysis:
            seconds = math.inf
        return time.monotonic() + seconds


def replay(ruleset: Ruleset, moves: Sequence[str]) -> Position:
    """The position after those moves from the start."""
    position = start(ruleset)
    for move in moves:
        position = position.play(move)
    return position


def way_to(target: Position, told: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Moves from the ruleset's start to a position that a game began with, for programs that are shown no positions.

    Those told before and some more, or all found anew; None where they are not found soon.

    >>> way_to(start("reversi").play("d3").play("c3"), ["d3"])
    ('d3', 'c3')
    """
    for known in (tuple(told), ()) if told else ((),):
        try:
            more = _search(replay(target.ruleset, known), target)
        except IllegalMove:  # told of another game
            continue
        if more is not None:
            return (*known, *more)
    return None


def _search(first: Position, target: Position) -> tuple[str, ...] | None:
    """Depth first, the shortest ways before the longer ones."""
    goal, stays = str(target), target.ruleset.info.othello
    full = len(target.board) - target.board.count(EMPTY)
    tried = 0

    def may_lead(position: Position) -> bool:
        """Where no stone ever leaves the board, a stone on a cell that stays empty is one too many."""
        return not stays or all(
            mark == EMPTY or goal_mark != EMPTY for mark, goal_mark in zip(position.board, target.board, strict=True)
        )

    def go(position: Position, depth: int) -> tuple[str, ...] | None:
        nonlocal tried
        tried += 1
        if str(position) == goal:
            return ()
        if depth == 0 or tried > MAX_TRIED or not may_lead(position):
            return None
        for move in position.legal_moves:
            found = go(position.play(move), depth - 1)
            if found is not None:
                return (move.text, *found)
        return None

    least = full - len(first.board) + first.board.count(EMPTY) if stays else 0
    for depth in range(max(0, least), max(0, least) + 6):
        found = go(first, depth)
        if found is not None or tried > MAX_TRIED:
            return found
    return None
