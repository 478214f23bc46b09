"""Many games of one ruleset side by side, stepped as arrays."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from . import _requests
from ._native import Games
from ._position import NativePosition, native_of

MAX_ACTION = np.iinfo(np.int32).max


class TimeStep(NamedTuple):
    """How the games of a batch stand after a step, one row a game, in the eyes of the side that decides next."""

    observations: NDArray[np.bool_]
    """Planes of the board, games x planes x rows x columns: own stones, the other side's, then what the game adds."""
    legal: NDArray[np.bool_]
    """Which actions are legal, games x actions; none where the game is over."""
    sides: NDArray[np.int8]
    """Who decides next: 0 the first side, 1 the second."""
    rewards: NDArray[np.float32]
    """What the step brought each side, games x 2: 1 for a win, -1 for a loss where it ended the game, else 0."""
    done: NDArray[np.bool_]
    """Which games are over; with `auto_reset` which this step ended, and what stands beside is the new game."""


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

    For learning programs moves also have fixed numbers, the actions:

    >>> batch = Batch("reversi", 1000)
    >>> now = batch.observe()
    >>> now.observations.shape, now.legal.shape
    ((1000, 2, 8, 8), (1000, 65))
    >>> now = batch.step_actions(batch.sample_actions(seed=3), auto_reset=True, out=now)
    >>> int(now.legal.sum())
    3000
    """

    def __init__(self, start: Position | Ruleset | str, n: int, *, threads: int = 1) -> None:
        _requests.games(n=n)
        _requests.at_least(1, threads=threads)
        begin = native_of(start)
        self._hold(begin.ruleset, Games(begin.state, n), threads)

    def _hold(self, ruleset: Ruleset, games: Games, threads: int) -> None:
        self.ruleset, self._games, self._threads = ruleset, games, threads
        self.planes, self._rows, self._columns, self.action_count = games.rules.shape

    @classmethod
    def _of(cls, ruleset: Ruleset, games: Games, threads: int) -> Self:
        batch = cls.__new__(cls)
        batch._hold(ruleset, games, threads)
        return batch

    def copy(self) -> Self:
        """The same games once more, which then go their own way."""
        return self._of(self.ruleset, self._games.copy(), self._threads)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "Batch"], tuple[Any, ...]]:
        # As texts, which other versions and other processors read too.
        start = NativePosition(self.ruleset, self._games.start)
        return _rebuild, (type(self), start, self._games.texts(), self._games.played(), self._threads)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.ruleset}>"

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, games: int) -> Position: ...
    @overload
    def __getitem__(self, games: slice) -> Self: ...

    def __getitem__(self, games: int | slice) -> "Position | Self":
        """The position of one game, or a batch of its own of some."""
        if isinstance(games, slice):
            places = np.arange(len(self), dtype=np.int64)[games].copy()
            return self._of(self.ruleset, self._games.select(places), self._threads)
        return NativePosition(self.ruleset, self._games.at(range(len(self))[games]))

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

    def actions(self, game: int) -> dict[str, int]:
        """The legal moves of one game, each with its action.

        A move keeps its action from the start of the game to its end, on every board of that size.
        """
        state = self._games.at(range(len(self))[game])
        return dict(zip(state.moves(), state.actions(), strict=True))

    def observe(self, out: TimeStep | None = None) -> TimeStep:
        """How the games stand now; written into the arrays of `out`, if given."""
        into = self._arrays(out)
        self._games.observe(into, self._threads)
        return into

    def sample_actions(self, seed: int) -> NDArray[np.int32]:
        """A random legal action for each game, -1 where it is over: those that `step_random` would play."""
        _requests.seed(seed)
        return self._games.sample(seed, self._threads)

    def step_actions(self, actions: ArrayLike, *, auto_reset: bool = False, out: TimeStep | None = None) -> TimeStep:
        """Plays an action in each game, and how the games stand then; written into the arrays of `out`, if given.

        Games that are over stay, whatever their action.  With `auto_reset` a game that ends begins again at once.  An
        action that is not legal is refused before any game has moved.
        """
        wide = self._one_for_each(actions, "actions")
        if wide.dtype != np.int32:  # what does not fit must not become another action
            wide = np.clip(wide.astype(np.int64), -1, MAX_ACTION)
        numbers = np.ascontiguousarray(wide, dtype=np.int32)
        into = self._arrays(out)
        bad = self._games.step_actions(numbers, auto_reset, into, self._threads)
        if bad is not None:
            data = {"game": bad, "got": np.asarray(actions)[bad], "legal": sorted(self.actions(bad).values())}
            raise BadRequest(problem=Phrase("problems.batch_action", data, "turncoat.native"))
        return into

    def step(self, indices: ArrayLike) -> None:
        """Plays in each game the move of that number in `legal_moves`.

        Games that are over stay, whatever their number.  A wrong number is refused before any game has moved.
        """
        numbers = np.ascontiguousarray(self._one_for_each(indices, "indices"), dtype=np.int64)
        bad = self._games.step(numbers, self._threads)
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

    def _one_for_each(self, given: ArrayLike, name: str) -> NDArray[Any]:
        numbers = np.asarray(given)
        if not np.issubdtype(numbers.dtype, np.integer):
            allowed = Phrase("allowed.whole_numbers", package="turncoat.native")
            raise BadRequest(
                problem=Phrase("problems.must_be", {"name": name, "allowed": allowed, "got": numbers.dtype})
            )
        if numbers.shape != (len(self),):
            data = {"games": len(self), "got": numbers.shape}
            raise BadRequest(problem=Phrase("problems.batch_shape", data, "turncoat.native"))
        return numbers

    def _arrays(self, out: TimeStep | None) -> TimeStep:
        """Arrays to write in: new ones, or those given, which must be of the right kind."""
        n = len(self)
        wanted = (
            ((n, self.planes, self._rows, self._columns), np.bool_),
            ((n, self.action_count), np.bool_),
            ((n,), np.int8),
            ((n, 2), np.float32),
            ((n,), np.bool_),
        )
        if out is None:
            arrays: list[NDArray[Any]] = [np.empty(shape, kind) for shape, kind in wanted]
            return TimeStep(*arrays)
        given: tuple[NDArray[Any], ...] = out
        for array, (shape, kind) in zip(given, wanted, strict=True):
            flags = array.flags
            if array.shape != shape or array.dtype != kind or not (flags.c_contiguous and flags.writeable):
                raise BadRequest(problem=Phrase("problems.batch_out", {"shape": shape}, "turncoat.native"))
        return out


def _rebuild(
    kind: type[Batch], start: NativePosition, texts: list[str], played: NDArray[np.int32], threads: int
) -> Batch:
    return kind._of(start.ruleset, Games(start.state, texts, played), threads)
