"""What an engine thinks of one position of a game: the smallest piece of a review's work, wherever it is done."""

from dataclasses import dataclass
from typing import Protocol

from turncoat.games import Position
from turncoat.games.moves import SWAP
from turncoat.games.results import Result

from .line import Limit, Line


class Analyst(Protocol):
    """Whoever judges positions: our engine, or a program of others."""

    def best(self, position: Position, limit: Limit) -> Line:
        """The best line found within the limit."""


@dataclass(frozen=True)
class Judgement:
    """What the engine thinks of one position, for the player to move."""

    win: float
    proved: bool
    line: Line | None = None
    """Its best line; None where nothing was to choose or the game was over."""
    best: float = 0.0
    """The probability to win after the first move of that line, judged with the limit that what was played had."""
    lead: int | None = None
    """By how many stones the player is ahead in the end, where that is proved and counted."""

    @classmethod
    def of_result(cls, position: Position, result: Result) -> "Judgement":
        """What is known of a game that is over."""
        return cls(0.5 if result.winner is None else float(result.winner is position.side), proved=True)


@dataclass(frozen=True)
class Question:
    """A position to be judged, and the move that was played in it; it can be sent to another process.

    >>> import turncoat
    >>> from turncoat.engine import Engine
    >>> question = Question(0, turncoat.start("reversi:size=4x4"), "b1", Limit(depth=30))
    >>> judged = question.answer(Engine("reversi:size=4x4"))
    >>> judged.proved, judged.lead
    (True, -8)
    """

    number: int
    """How many moves lead to the position."""
    position: Position
    played: str | None
    limit: Limit

    def answer(self, engine: Analyst) -> Judgement:
        """What the engine thinks of it."""
        line = engine.best(self.position, self.limit)
        return Judgement(line.win, line.proved, line, self._after_best(line, engine), line.lead)

    def _after_best(self, line: Line, engine: Analyst) -> float:
        """What the best move would have kept.

        The move that was played is judged one decision later; only what the best one leads to, judged as late and
        with the same limit, can be compared with that.
        """
        if line.proved or self.played is None or line.move == self.played:
            return line.win
        after = self.position.play(line.move)
        result = after.result()
        if result is not None:
            return 0.5 if result.winner is None else float(result.winner is self.position.side)
        stays = after.side is self.position.side and line.move != SWAP
        win = engine.best(after, self.limit).win
        return win if stays else 1 - win
