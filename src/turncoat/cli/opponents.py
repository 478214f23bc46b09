"""Who can sit on the other side of a terminal.  An opponent is anything with a name that chooses a legal move."""

import os
import shlex
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from turncoat.games import Position

from .asking import ask_yes
from .console import is_interactive
from .errors import NO, CommandError, unknown
from .language import say

if TYPE_CHECKING:  # the engine is imported when somebody plays it
    from collections.abc import Callable, Mapping

    from turncoat.engine import Engine, Limit, Line
    from turncoat.engine.clock import Clock
    from turncoat.games.results import Side

LEVEL = "level "
LEVELS = (*map(str, range(1, 11)), "max")
PROGRAMS = ("cmd:", "cmd-ugi:", "cmd-nboard:", "cmd-gtp:")
MOST_THREADS = 8


def _ignore(lines: "list[Line]") -> None:
    pass


@dataclass(frozen=True)
class Moment:
    """What an opponent may know beside the position."""

    clocks: "Mapping[Side, Clock]" = field(default_factory=dict)
    """By side, where there are any."""
    moves: tuple[str, ...] | None = None
    """All moves since the ruleset's start; None where the game began elsewhere."""
    listen: "Callable[[list[Line]], None]" = _ignore
    """Is told what the opponent thinks while it thinks."""


class Opponent(Protocol):
    """Plays one side of a game."""

    name: str
    """As records write it, and as `--against` takes it."""

    @property
    def line(self) -> "Line | None":
        """What it thought of the move it chose last, where it tells."""

    def check(self, position: Position, moves: tuple[str, ...] | None) -> None:
        """Complains where it cannot play on from the position, to which those moves led since the ruleset's start."""

    def choose(self, position: Position, moment: Moment = ...) -> str:
        """One of the position's legal moves."""

    def close(self) -> None:
        """It is needed no more."""


class RandomOpponent:
    """Chooses every legal move with the same chance."""

    name = "random"
    line: "Line | None" = None

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def check(self, position: Position, moves: tuple[str, ...] | None) -> None:
        """It plays everything."""

    def choose(self, position: Position, moment: Moment | None = None) -> str:
        """Any legal move."""
        return self._random.choice(position.legal_moves).text

    def close(self) -> None:
        """There is nothing to give back."""


class LevelOpponent:
    """Our engine at a level."""

    def __init__(self, level: str, seed: int | None = None) -> None:
        from turncoat.engine.levels import Level

        self._level = Level(level)
        self.name = f"{LEVEL}{level}"
        self.line: Line | None = None
        self._random = Random(seed)
        self._engine: Engine | None = None
        self._made = 0  # decisions of the present turn

    def check(self, position: Position, moves: tuple[str, ...] | None) -> None:
        """It plays everything."""

    def choose(self, position: Position, moment: Moment | None = None) -> str:
        """The level's move, in good time."""
        if self._engine is None or self._engine.ruleset != position.ruleset:
            self._engine = self._level.engine(position.ruleset)
        moment = moment or Moment()
        self._made = self._made + 1 if position.mid_turn else 0
        limit = self._limit(position, moment)
        chosen = self._level.choose(
            position, self._engine, self._random, limit=limit, made=self._made, listen=moment.listen
        )
        self.line = chosen.line
        return chosen.move

    def _limit(self, position: Position, moment: Moment) -> "Limit":
        from turncoat.engine import Limit
        from turncoat.engine.clock import allot, decisions_left, turn_share

        threads = min(MOST_THREADS, len(os.sched_getaffinity(0)))
        clock = moment.clocks.get(position.side)
        if clock is None:
            return replace(self._level.within(None, turn_share(position, self._made)), threads=threads)
        times = allot(clock, decisions_left(position))
        return Limit(time=times.hard, soft_time=times.soft, threads=threads)

    def close(self) -> None:
        """Ends what may still run."""
        if self._engine is not None:
            self._engine.stop()


class ProgramOpponent:
    """A program of others; what it does wrong loses it the game."""

    def __init__(self, name: str) -> None:
        from turncoat.engine.external import External

        self.name = name
        self._program = External(name)

    @property
    def line(self) -> "Line | None":
        """What it told about its move."""
        return self._program.lines[0] if self._program.lines else None

    def check(self, position: Position, moves: tuple[str, ...] | None) -> None:
        """EngineFailure where the command cannot be run, or its protocol cannot carry the game."""
        self._program.check(position, moves)

    def choose(self, position: Position, moment: Moment | None = None) -> str:
        """The program's move; EngineFailure where it makes none."""
        moment = moment or Moment()
        return self._program.choose(position, None, moment.clocks or None, moment.moves)

    def close(self) -> None:
        """Ends the program."""
        self._program.close()


def admitted(name: str | None) -> str | None:
    """The opponent that a file names; None for a program that the person does not want started.

    Whoever wrote the file wrote the command: it may do anything, so that nobody but the person may start it.
    """
    if name is None or not name.startswith(PROGRAMS):
        return name
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in name)  # no escapes for the terminal
    if not is_interactive():
        raise CommandError("starts_program", NO, command=shlex.quote(shown))
    try:
        return name if ask_yes(say("play.really_start", command=shown)) else None
    except EOFError:
        return None


NAMES = (RandomOpponent.name, *LEVELS)
"""What `--against` takes, beside programs."""


def is_opponent(name: str) -> bool:
    """Whether a record's player is none of flesh and blood.

    >>> [is_opponent(name) for name in ("level 5", "random", "Ann", "cmd:edax -gtp")]
    [True, True, False, True]
    """
    level = name.startswith(LEVEL) and name.removeprefix(LEVEL) in LEVELS
    return level or name == RandomOpponent.name or name.startswith(PROGRAMS)


def find(name: str, seed: int | None = None) -> Opponent:
    """The opponent of that name: as records write it, or a level's number alone."""
    level = name.removeprefix(LEVEL)
    if name == RandomOpponent.name:
        return RandomOpponent(seed)
    if level in LEVELS:
        return LevelOpponent(level, seed)
    if name.startswith(PROGRAMS):
        return ProgramOpponent(name)
    raise unknown("no_opponent", name, [*NAMES, "cmd:COMMAND"])


def label(name: str) -> str:
    """What an opponent is called."""
    level = name.removeprefix(LEVEL)
    if level in LEVELS:
        return say("opponents.level", level=level)
    return say("opponents.random") if name == RandomOpponent.name else name
