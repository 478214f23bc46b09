"""Who can sit on the other side of a terminal.  An opponent is anything with a name that chooses a legal move."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from turncoat.games.kit import Position


class Opponent(Protocol):
    """Plays one side of a game."""

    name: str
    """As records write it, and as `--against` takes it."""

    def choose(self, position: Position) -> str:
        """One of the position's legal moves."""


class RandomOpponent:
    """Chooses every legal move with the same chance."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position) -> str:
        """Any legal move."""
        return self._random.choice(position.moves())


OPPONENTS: Mapping[str, Callable[[int | None], Opponent]] = {RandomOpponent.name: RandomOpponent}
"""How to make each opponent from a seed, by its name."""
