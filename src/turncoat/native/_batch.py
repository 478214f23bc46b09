"""Many games of one ruleset side by side, stepped as arrays."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from . import _requests
from ._native import Games
from ._position import NativePosition, native_of


class Batch:
    """`n` games of a ruleset, or from a position, that move together.

    >>> batch = Batch("reversi", 1000)
    >>> batch.step(np.zeros(1000, dtype=int))  # the first move in reading order, everywhere
    >>> batch[999].side
    <Side.SECOND: 'second'>
    >>> while batch.step_random(seed=3):
    ...     pass
    >>> bool(batch.done.all())
    True
    """

    def __init__(self, start: Position | Ruleset | str, n: int, *, threads: int = 1) -> None:
        _requests.at_least(0, n=n)
        _requests.at_least(1, threads=threads)
        begin = native_of(start)
        self._games, self._threads = Games(begin.state, n), threads
        self.ruleset = begin.ruleset

    def __len__(self) -> int:
        return len(self._games)

    def __getitem__(self, game: int) -> Position:
        """The position of one game."""
        return NativePosition(self.ruleset, self._games.at(range(len(self))[game]))

    @property
    def sides(self) -> NDArray[np.int8]:
        """Who decides next in each game: 0 the first side, 1 the second."""
        return self._games.sides(self._threads)

    @property
    def counts(self) -> NDArray[np.int32]:
        """The number of legal moves in each game; 0 where it is over."""
        return self._games.counts(self._threads)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self._games.done(self._threads)

    @property
    def winners(self) -> NDArray[np.int8]:
        """Who won: 0 the first side, 1 the second, -1 nobody or nobody yet."""
        return self._games.winners(self._threads)

    @property
    def played(self) -> NDArray[np.int32]:
        """Moves played in each game since its start."""
        return self._games.played()

    @property
    def hashes(self) -> NDArray[np.uint64]:
        """The `key` of each position."""
        return self._games.hashes(self._threads)

    @property
    def boards(self) -> NDArray[np.int8]:
        """A row for each game with its cells in reading order: 1 the first side, -1 the second, 0 no stone."""
        return self._games.boards(self._threads)

    def step(self, indices: ArrayLike) -> None:
        """Plays in each game the move of that number in `legal_moves`.

        Games that are over stay, whatever their number.  A wrong number is refused before any game has moved.
        """
        numbers = np.asarray(indices)
        if not np.issubdtype(numbers.dtype, np.integer):
            allowed = Phrase("allowed.whole_numbers", package="turncoat.native")
            data = {"name": "indices", "allowed": allowed, "got": numbers.dtype}
            raise BadRequest(problem=Phrase("problems.must_be", data))
        if numbers.shape != (len(self),):
            data = {"games": len(self), "got": numbers.shape}
            raise BadRequest(problem=Phrase("problems.batch_shape", data, "turncoat.native"))
        bad = self._games.step(np.ascontiguousarray(numbers, dtype=np.int64), self._threads)
        if bad is not None:
            game, got, moves = bad
            data = {"game": game, "high": moves - 1, "got": got}
            raise BadRequest(problem=Phrase("problems.batch_index", data, "turncoat.native"))

    def step_random(self, seed: int) -> int:
        """Plays a random move in every game that is not over; the number of those.

        What is drawn depends on the seed, the game's place and the moves it has seen: one seed serves a whole run.
        """
        _requests.seed(seed)
        return self._games.step_random(seed, self._threads)

    def reset_finished(self) -> int:
        """Puts every game that is over back to the start; the number of those."""
        return self._games.reset_finished()
