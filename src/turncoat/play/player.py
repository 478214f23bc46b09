"""The interface of players: Player, Budget, Choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, Protocol

from turncoat.games.results import Side

from .clock import TimeLeft
from .game import Game

Fault = Literal["resign", "crash", "illegal", "time"]


class Line(Protocol):
    """The line a player expects, and its value; engines have their own class for it."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, the one to be made first."""

    @property
    def win(self) -> float:
        """The probability that the side to move wins."""

    @property
    def proved(self) -> bool:
        """Whether the value is proved."""

    @property
    def depth(self) -> int:
        """How many moves it looked ahead."""

    def text(self, language: str = "en") -> str:
        """The value in words."""


def ignore(lines: Sequence[Any]) -> None:
    """Ignores the lines."""


@dataclass(frozen=True)
class Budget:
    """What a player may use for one move; the first limit reached ends its search.

    >>> Budget(nodes=1000, clocks={Side.FIRST: TimeLeft(60, 1)}).clock(Side.FIRST)
    TimeLeft(remaining=60, increment=1, moves_to_go=None)
    """

    nodes: int | None = None
    time: float | None = None
    """Seconds for this move."""
    depth: int | None = None
    clocks: Mapping[Side, TimeLeft] = field(default_factory=dict)
    """By the side that is played, where there are any."""
    overhead: float | None = None
    """Seconds that a move costs its clock beyond the thinking, where that is known."""
    listen: Callable[[Sequence[Any]], object] = ignore
    """Is told the lines a player thinks of while it thinks, best first."""

    def clock(self, side: Side) -> TimeLeft | None:
        """The clock of a side; None where there is none."""
        return self.clocks.get(side)


@dataclass(frozen=True)
class Choice:
    """The player's move; without one, the player resigns.

    >>> Choice("d3").move, Choice.resign().resigns
    ('d3', True)
    """

    move: str
    proved: Literal[-1, 0, 1] | None = None
    """What the player has proved about the game: 1 that it wins, 0 that it draws, -1 that it loses."""
    note: str = ""
    """The proof in words, for the record."""
    line: Line | None = None
    """What it expects, where it tells."""

    @classmethod
    def resign(cls) -> "Choice":
        """A choice that resigns."""
        return cls("")

    @property
    def resigns(self) -> bool:
        """Whether the player resigns."""
        return not self.move


class Forfeit(Exception):
    """Raised by a player that has lost the game, with the reason."""

    def __init__(self, ending: Fault, note: str) -> None:
        super().__init__(ending, note)
        self.ending, self.note = ending, note

    def text(self, language: str = "en") -> str:
        """What went wrong, in that language if possible."""
        return self.note


class Player(Protocol):
    """Plays any number of games of one ruleset, one after another.  A class of your own gets the rest by inheriting.

    >>> class Eager(Player):
    ...     def choose(self, game: Game, budget: Budget = Budget()) -> Choice:
    ...         return Choice(str(game.position.legal_moves[0]))
    >>> Eager().choose(Game.start("reversi")).move
    'd3'
    """

    exact: bool = False
    """Whether what it proves may end a game: it will also play it."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def begin(self, seed: int) -> None:
        """Begins a new game: earlier games must not matter, and all randomness comes from the seed."""
        return

    def check(self, game: Game) -> None:
        """Raises an error if it cannot play on from the game's current position."""
        return

    def choose(self, game: Game, budget: Budget = ...) -> Choice:
        """A legal move of the game's current position."""

    def close(self) -> None:
        """Releases its resources."""
        return


class RandomPlayer(Player):
    """Makes every legal move with the same chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def begin(self, seed: int) -> None:
        """A stream of its own for every game."""
        self._random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """Any legal move."""
        return Choice(self._random.choice(game.position.legal_moves).text)
