"""Levels for people: the engine weakened so that it makes human mistakes, never absurd ones.

A level thinks for a number of nodes about several moves at once and then chooses among the plausible ones, the better
the likelier.  Worth is compared in log-odds, so a level that is behind still tells a better move from a worse one.

>>> import turncoat
>>> from random import Random
>>> Level(3).choose(turncoat.start("verto:size=3"), rng=Random(1)).move
'b1'
"""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import pstdev
from types import NoneType
from typing import Literal, NamedTuple

from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from ._arguments import check, check_position
from .clock import turn_share
from .engine import Engine
from .line import WIN, Limit, Line, check_limit

MAX: Literal["max"] = "max"
ALL = 1 << 10  # more lines than any position has moves
LEVEL_MEMORY, MAX_MEMORY = 4, 64  # MiB: a level's table is small so that it is emptied in no time before every move
CERTAIN = 30.0  # log-odds from which on nothing is left to chance


class Strength(NamedTuple):
    """How a level is weakened."""

    nodes: int
    """Positions it may look at for a move; the first depth is always finished."""
    lines: int
    """How many moves it weighs; of one alone it simply plays the best."""
    temperature: float
    """Log-odds of winning by which a move must be worse to be chosen e times as rarely."""
    relative_temperature: float
    """The least temperature, in standard deviations of what the moves are worth."""
    greatest_loss: float
    """The share of its chances to win that it may give away with a move, as far as it sees."""
    turn: int
    """Positions of its own turn that it looks through for a win at once, which may take several decisions."""
    seconds: float
    """The time it states for a turn: it has answered by then, whatever the machine."""


STRENGTHS: tuple[Strength, ...] = (
    Strength(1, ALL, 5.00, 12.0, 0.97, 0, 0.5),
    Strength(1, ALL, 1.00, 0.0, 0.75, 300, 0.5),
    Strength(1, ALL, 0.45, 0.0, 0.60, 300, 0.5),
    Strength(300, ALL, 0.35, 0.0, 0.45, 300, 0.5),
    Strength(1_000, ALL, 0.22, 0.0, 0.35, 0, 0.5),
    Strength(2_500, 8, 0.14, 0.0, 0.25, 0, 0.5),
    Strength(6_000, 5, 0.08, 0.0, 0.15, 0, 0.5),
    Strength(15_000, 3, 0.05, 0.0, 0.10, 0, 1.0),
    Strength(60_000, 1, 0.0, 0.0, 0.0, 0, 1.0),
    Strength(400_000, 1, 0.0, 0.0, 0.0, 0, 2.0),
)
"""Levels 1 to 10."""
DEFAULT_SECONDS = 5.0  # for a turn of `max`, where no clock says otherwise
NAMES: tuple[str, ...] = (*map(str, range(1, len(STRENGTHS) + 1)), MAX)


class Chosen(NamedTuple):
    """A level's move, and the line it expects."""

    move: str
    line: Line


@dataclass(frozen=True)
class Level:
    """A strength of the computer: 1 to 10, or `max`, which is the engine itself.

    >>> Level("max").seconds, Level(1).seconds
    (5.0, 0.5)
    >>> Level(11)
    Traceback (most recent call last):
    turncoat.games.errors.BadRequest: there is no level 11; levels: 1 2 3 4 5 6 7 8 9 10 max
    """

    name: int | str

    def __post_init__(self) -> None:
        text = str(self.name).strip().lower()
        if text not in NAMES:
            raise BadRequest(problem=Phrase("levels.unknown", {"name": self.name, "names": NAMES}, "turncoat.engine"))
        object.__setattr__(self, "name", MAX if text == MAX else int(text))

    @property
    def strength(self) -> Strength | None:
        """How it is weakened; None for `max`."""
        return STRENGTHS[self.name - 1] if isinstance(self.name, int) else None

    @property
    def seconds(self) -> float:
        """The time limit of a turn, for all its decisions together."""
        return self.strength.seconds if self.strength else DEFAULT_SECONDS

    @property
    def limit(self) -> Limit:
        """The engine's limit for a turn of one decision."""
        if self.strength is None:
            return Limit.for_move(0.96 * self.seconds)  # what is left is for the way to the player
        # The time is a promise for slow machines; on others the nodes end the search, and the same seed plays the same.
        return replace(Limit.for_move(0.8 * self.seconds), nodes=self.strength.nodes, lines=self.strength.lines)

    def engine(self, ruleset: Ruleset | str) -> Engine:
        """A new engine with the memory the level needs."""
        return Engine(ruleset, memory=LEVEL_MEMORY if self.strength else MAX_MEMORY)

    def choose(
        self,
        position: Position,
        engine: Engine | None = None,
        rng: Random | None = None,
        *,
        limit: Limit | None = None,
        made: int | None = None,
        listen: Callable[[list[Line]], object] | None = None,
    ) -> Chosen:
        """Its move.  The same position, seed and level give the same, but for `max`, which uses all its time.

        `limit` replaces what `max` is asked and shortens what other levels think; `made` says how many decisions of
        this turn were made before, which share its time; `listen` hears every finished depth.
        """
        check_position(position)
        check("engine", engine, (Engine, NoneType), "engine")
        check("rng", rng, (Random, NoneType), "rng")
        if limit is not None:
            check_limit(limit)
        searcher = engine or self.engine(position.ruleset)
        if self.strength:
            searcher.forget()
        lines: list[Line] = []
        for lines in searcher.analyse(position, self.within(limit, turn_share(position, made))):
            if listen:
                listen(lines)
        if not lines:
            raise BadRequest(problem=Phrase("engine.over", {}, "turncoat.engine"))
        line = self.pick(position, lines, rng or Random())
        return Chosen(line.move, line)

    def pick(self, position: Position, lines: Sequence[Line], rng: Random) -> Line:
        """The line it plays, of those the engine found."""
        if self.strength is None:
            return lines[0]
        # Few nodes end in the middle of a turn of several decisions, whose win it would be absurd to overlook.
        won = winning_turn(position, self.strength.turn)
        if len(won) > 1:
            return replace(lines[0], value=WIN - len(won), proved=True, moves=won)
        return pick(lines, self.strength, rng)

    def within(self, limit: Limit | None, share: float = 1.0) -> Limit:
        """The engine's limit for a decision with that share of the turn's time.

        A limit that is set `max` takes as it is; the others take what is less.
        """
        time = share * (self.limit.time or 0)
        own = replace(self.limit, time=time, soft_time=time)
        if limit is None or self.strength is None:
            return limit or own
        time, nodes = min(own.time or math.inf, limit.time or math.inf), min(own.nodes or 0, limit.nodes or sys.maxsize)
        soft = min(time, math.inf if limit.soft_time is None else limit.soft_time)
        return replace(own, time=time, soft_time=soft, nodes=nodes, depth=limit.depth)


def winning_turn(position: Position, most: int) -> tuple[str, ...]:
    """The fewest decisions of the present turn that win the game at once; none where so many positions show no such.

    >>> import turncoat
    >>> winning_turn(turncoat.start("vect-reverse:target=1/5"), 300)
    ('d3', 'd4-c3')
    """
    check_position(position)
    turns: list[tuple[Position, tuple[str, ...]]] = [(position, ())]
    looked = 0
    for at, moves in turns:
        for move in at.legal_moves:
            if looked == most:
                return ()
            looked += 1
            after = at.play(move)
            result = after.result()
            if result is not None and result.winner is position.side:
                return (*moves, move.text)
            if after.mid_turn:
                turns.append((after, (*moves, move.text)))
    return ()


def pick(lines: Sequence[Line], strength: Strength, rng: Random) -> Line:
    """A random plausible line, better ones more often; takes a win it sees, defends a lost game as well as it can."""
    best = max(lines, key=worth)
    if strength.temperature <= 0 or abs(worth(best)) >= CERTAIN:
        return best
    least = best.win * (1 - strength.greatest_loss)
    plausible = [line for line in lines if line.win >= least]
    temperature = max(strength.temperature, strength.relative_temperature * pstdev(map(worth, plausible)))
    return rng.choices(plausible, [math.exp((worth(line) - worth(best)) / temperature) for line in plausible])[0]


def worth(line: Line) -> float:
    """Log-odds of winning; what is proved lies beyond every estimate, a higher win above a lower one."""
    odds = line.value / line.scale
    if line.proved and line.value:
        return odds + math.copysign(2 * CERTAIN, odds)
    return odds
