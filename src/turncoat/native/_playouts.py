"""Random games by the thousand."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turncoat.games import Position, Ruleset
from turncoat.games.results import Result, Score, Side

from . import _requests
from ._plain import random_game
from ._position import SIDES, NativePosition, Progress, position_of

COLUMNS: dict[str, type[np.integer[Any]]] = {
    "winner": np.int8,
    "moves": np.int32,
    "turns": np.int32,
    "rule": np.uint8,
    "ended": np.uint8,
    "reason": np.uint8,
    "score_first": np.int32,
    "score_second": np.int32,
}


@dataclass(frozen=True, repr=False)
class Playouts:
    """How random games ended: one entry for each game in every array."""

    ruleset: Ruleset
    seed: int
    winner: NDArray[np.int8]
    """0 for the first side, 1 for the second, -1 for a draw."""
    moves: NDArray[np.int32]
    turns: NDArray[np.int32]
    rule: NDArray[np.uint8]
    """The number of the rule that decided the game."""
    ended: NDArray[np.uint8]
    """The number of the rule that ended it."""
    reason: NDArray[np.uint8]
    """A place in `reasons`."""
    score_first: NDArray[np.int32]
    score_second: NDArray[np.int32]
    reasons: tuple[str, ...]
    """What `reason` counts."""

    def __repr__(self) -> str:
        counts = f"first {self.first}, second {self.second}, draws {self.draws}"
        return f"<Playouts {self.ruleset}: {len(self)} games, {counts}>"

    def __len__(self) -> int:
        return len(self.winner)

    @cached_property
    def first(self) -> int:
        """Games won by the first side."""
        return int(np.count_nonzero(self.winner == 0))

    @cached_property
    def second(self) -> int:
        """Games won by the second side."""
        return int(np.count_nonzero(self.winner == 1))

    @property
    def draws(self) -> int:
        """Games nobody won."""
        return len(self) - self.first - self.second

    @cached_property
    def mean_moves(self) -> float:
        """Moves in a game on average."""
        return float(self.moves.mean()) if len(self) else 0.0

    @cached_property
    def mean_turns(self) -> float:
        """Turns in a game on average."""
        return float(self.turns.mean()) if len(self) else 0.0

    def result(self, game: int) -> Result:
        """How that game ended."""
        winner = SIDES[self.winner[game]] if self.winner[game] >= 0 else None
        return Result(winner, f"R{self.rule[game]}", self.reasons[self.reason[game]], f"R{self.ended[game]}")

    def score(self, game: int) -> Score:
        """The final score of that game."""
        return Score(int(self.score_first[game]), int(self.score_second[game]))

    def by_reason(self) -> dict[tuple[Side | None, str, str], int]:
        """How often a side won by a rule and for a reason, most frequent first."""
        kinds, numbers = np.unique(np.stack([self.winner, self.rule, self.reason]), axis=1, return_counts=True)
        found: Counter[tuple[Side | None, str, str]] = Counter()
        for (winner, rule, reason), number in zip(kinds.T.tolist(), numbers.tolist(), strict=True):
            found[SIDES[winner] if winner >= 0 else None, f"R{rule}", self.reasons[reason]] = number
        return dict(found.most_common())


def playouts(
    start: Position | Ruleset | str,
    n: int,
    seed: int = 0,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Playouts:
    """Random games from a position or from the start of a ruleset, each move uniformly among the legal ones.

    Game i of a seed is the same however many games are asked for, on any number of threads, on every machine.

    >>> playouts("reversi", 3, seed=1).moves.tolist() == playouts("reversi", 5, seed=1, threads=2).moves.tolist()[:3]
    True
    """
    _requests.games(n=n)
    _requests.at_least(1, threads=threads)
    _requests.seed(seed)
    begin = position_of(start)
    if isinstance(begin, NativePosition):
        return Playouts(
            begin.ruleset, seed, **begin.state.playouts(n, seed, threads, progress), reasons=begin.state.rules.reasons
        )
    return _plain_playouts(begin, n, seed, progress)


def _plain_playouts(begin: Position, n: int, seed: int, progress: Progress | None) -> Playouts:
    """The same by the plain rules, one after another."""
    reasons: dict[str, int] = {}
    rows = []
    for game in range(n):
        moves, turns, last = 0, 0, begin
        for _, last in random_game(begin, seed, game):
            moves, turns = moves + 1, turns + (not last.mid_turn)
        result, score = last.result(), last.score()
        assert result is not None
        winner = -1 if result.winner is None else SIDES.index(result.winner)
        reason = reasons.setdefault(result.reason, len(reasons))
        rows.append((winner, moves, turns, _number(result.rule), _number(result.ended), reason, *score))
        if progress:
            progress((game + 1) / n)
    columns = list(zip(*rows, strict=True)) or [()] * len(COLUMNS)
    arrays = {name: np.array(each, kind) for each, (name, kind) in zip(columns, COLUMNS.items(), strict=True)}
    return Playouts(begin.ruleset, seed, **arrays, reasons=tuple(reasons))


def _number(rule: str) -> int:
    return int(rule.removeprefix("R"))


def playout_moves(start: Position | Ruleset | str, seed: int, game: int) -> list[str]:
    """The moves of one game of `playouts` with that seed."""
    _requests.at_least(0, game=game)
    _requests.seed(seed)
    begin = position_of(start)
    if isinstance(begin, NativePosition):
        return begin.state.playout_moves(seed, game)
    return [move for move, _ in random_game(begin, seed, game)]
