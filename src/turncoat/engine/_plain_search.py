"""A search for every game, over the plain rules alone: alpha-beta without pruning, so that what it proves is so.

It knows of a game only what its score says: weak, but sound.  The same nodes give the same answer every time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from turncoat.games import Position
from turncoat.games.moves import SWAP, Move

from .line import PROVED_WIN, WIN

INFINITY = WIN + 1
MAX_ESTIMATE = 20_000  # an estimate is never taken for a proof
STONE = 100
GOAL = 2_000  # a whole goal, in games played to one
SCALE = 400.0
"""How much value makes the odds e to 1."""


class OutOfBudget(Exception):
    """Raised to leave a search that has used up what it may."""


class Entry(NamedTuple):
    """What is known of a position."""

    depth: int
    low: int
    high: int
    move: str
    solid: bool
    """Whether it rests on ends of games alone, so that it holds at any depth."""


@dataclass
class Found:
    """A move at the root: its value, the moves expected, whether it rests on ends of games alone."""

    value: int
    moves: tuple[str, ...]
    solid: bool

    @property
    def proved(self) -> bool:
        """Whether the value is no estimate."""
        return self.solid or abs(self.value) >= PROVED_WIN


class Search:
    """Searches, and remembers positions from one search to the next."""

    def __init__(self, most_entries: int) -> None:
        self.nodes = 0
        self.deepest = 0
        self._most_entries = most_entries
        self._table: dict[str, Entry] = {}
        self._history: dict[str, int] = {}
        self._spend: Callable[[], None]
        self._estimates = self._ply = 0
        self.unit = STONE

    def forget(self) -> None:
        """Clears everything learnt, as in a new engine."""
        self._table.clear()
        self._history.clear()

    def run(self, position: Position, lines: int, spend: Callable[[int], None]) -> Iterator[tuple[int, list[Found]]]:
        """Every finished depth with its best lines, best first.

        `spend` is called with the depth at every node, and raises OutOfBudget to end the search.
        """
        self.nodes, self.unit = 0, unit_of(position)
        if len(self._table) > self._most_entries:
            self.forget()
        moves, best = list(position.legal_moves), list[Found]()
        depth = 0
        while moves and not (best and all(found.proved for found in best)):
            depth += 1
            self._spend = partial(spend, depth)
            self.deepest = self._ply = 0
            known, best = best, list[Found]()
            try:
                self._root(position, moves, depth, lines, best)
            except OutOfBudget:
                if not known:  # asked to stop at once: a move is wanted all the same
                    yield depth, best or [Found(self.evaluate(position), (moves[0].text,), solid=False)]
                return
            yield depth, best
            # The moves just told first, in their order.
            rank = {found.moves[0]: number for number, found in enumerate(best)}
            moves.sort(key=lambda move: rank.get(move.text, len(rank)))

    def _root(self, position: Position, moves: list[Move], depth: int, lines: int, best: list[Found]) -> None:
        for move in moves:
            least = best[-1].value if len(best) == lines else -INFINITY
            before = self._estimates
            value, line = self._value_after(position, move, depth - 1, least, INFINITY)
            if value > least or len(best) < lines:
                best.append(Found(value, (move.text, *line), self._estimates == before))
                best.sort(key=lambda found: -found.value)  # stable: of equals the first in reading order
                del best[lines:]

    def _value_after(
        self, position: Position, move: Move, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[str, ...]]:
        """The value of a move for who makes it."""
        after = position.play(move)
        alpha, beta = _nearer(alpha), _nearer(beta)
        self._ply += 1
        if hands_over(position, move.text, after):
            value, line = self._value(after, depth, -beta, -alpha)
            value = -value
        else:
            value, line = self._value(after, depth, alpha, beta)
        self._ply -= 1
        return _further(value), line

    def _value(self, position: Position, depth: int, alpha: int, beta: int) -> tuple[int, tuple[str, ...]]:
        """The value of a position for who decides in it, and the moves expected."""
        self._spend()
        self.nodes += 1
        self.deepest = max(self.deepest, self._ply)
        result = position.result()
        if result is not None:
            return (0 if result.winner is None else WIN if result.winner is position.side else -WIN), ()
        if depth <= 0:
            self._estimates += 1
            return self.evaluate(position), ()
        text = str(position)
        entry = self._table.get(text)
        if entry is not None and (entry.solid or entry.depth >= depth):
            if entry.low >= beta or entry.low == entry.high:
                return self._from_table(entry, entry.low)
            if entry.high <= alpha:
                return self._from_table(entry, entry.high)
        return self._try_moves(position, text, depth, alpha, beta)

    def _from_table(self, entry: Entry, value: int) -> tuple[int, tuple[str, ...]]:
        self._estimates += not entry.solid
        return value, (entry.move,) if entry.move else ()

    def _try_moves(
        self, position: Position, text: str, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[str, ...]]:
        """The same by trying its moves, the one that was best before and those that were good elsewhere first."""
        estimates, best, line, least = self._estimates, -INFINITY, tuple[str, ...](), alpha
        history, known = self._history, self._table.get(text)
        first = known.move if known else ""
        moves = sorted(position.legal_moves, key=lambda move: (move.text != first, -history.get(move.text, 0)))
        for move in moves:
            value, rest = self._value_after(position, move, depth - 1, alpha, beta)
            if value > best:
                best, line = value, (move.text, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                history[move.text] = history.get(move.text, 0) + depth * depth
                break
        solid = self._estimates == estimates or abs(best) >= PROVED_WIN
        low, high = (best if best > least else -INFINITY), (best if best < beta else INFINITY)
        self._table[text] = Entry(depth, low, high, line[0], solid)
        return best, line

    def evaluate(self, position: Position) -> int:
        """The lead in score of the side to move."""
        score = position.score()
        lead = score.of(position.side) - score.of(position.side.other)
        return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, lead * self.unit))


def unit_of(position: Position) -> int:
    """What a point of the score is worth."""
    goals = position.facts().goals
    return STONE if goals is None else GOAL // max(1, *goals)


def hands_over(position: Position, move: str, after: Position) -> bool:
    """Whether another player decides after the move: the turn goes over, or the players exchange sides."""
    return after.side is not position.side or move == SWAP


def _further(value: int) -> int:
    """A proved end seen from one move before."""
    return value - 1 if value >= PROVED_WIN else value + 1 if value <= -PROVED_WIN else value


def _nearer(bound: int) -> int:
    """A bound as it is one move later."""
    if abs(bound) >= INFINITY:
        return bound
    return bound + 1 if bound >= PROVED_WIN - 1 else bound - 1 if bound <= 1 - PROVED_WIN else bound
