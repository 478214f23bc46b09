"""Proofs by the plain rules, for games without a native twin: who wins, by alpha-beta to the end of the game."""

from collections.abc import Callable

from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.moves import SWAP
from turncoat.games.text import Phrase

ENTRIES = 2_000  # positions remembered for a MiB
WATCH_EVERY = 256  # nodes between two looks at whoever watches


class _OutOfNodes(Exception):
    """Raised to leave a test that has used up what it may."""


class PlainSolver:
    """Behind the calls of the native solver: a worth is 1 where the side to move wins, 0 for a draw, -1 for a loss."""

    most = 1
    exact = True

    def __init__(self, ruleset: Ruleset, memory: int) -> None:
        """`memory` in MiB; where it is full the oldest proofs go first."""
        self._ruleset, self._room = ruleset, memory * ENTRIES
        self._bounds: dict[str, tuple[int, int]] = {}
        self._nodes, self._most_nodes, self._part = 0, 0, 0.0
        self._watch: Callable[[], object] | None = None

    def test(self, position: Position, target: int, nodes: int, watch: Callable[[], object] | None) -> int:
        """1 where the position is worth the target to the side to move, -1 where it is less, 0 if nodes run out."""
        self._most_nodes, self._watch, self._part = self._nodes + nodes if nodes else 0, watch, 0.0
        try:
            return 1 if self._reaches(position, target, 1.0) else -1
        except _OutOfNodes:
            return 0
        except RecursionError:
            data = {"ruleset": str(self._ruleset)}
            raise BadRequest(problem=Phrase("solver.too_deep", data, "turncoat.solve")) from None

    def _reaches(self, position: Position, target: int, part: float) -> bool:
        """Whether the position is worth at least so much to who decides in it; `part` of the tree lies below it."""
        result = position.result()
        if result is not None:
            return (0 if result.winner is None else 1 if result.winner is position.side else -1) >= target
        text = _text(position)
        low, high = self._bounds.get(text, (-1, 1))
        if low >= target or high < target:
            self._part += part
            return low >= target
        self._spend()
        moves = position.legal_moves
        found = any(self._good(position, move.text, target, part / len(moves)) for move in moves)
        low, high = self._bounds.pop(text, (-1, 1))  # put last: of all that is remembered it is the newest
        self.learn(text, *((max(low, target), high) if found else (low, min(high, target - 1))))
        return found

    def _good(self, position: Position, move: str, target: int, part: float) -> bool:
        after = position.play(move)
        if after.side is not position.side or move == SWAP:
            return not self._reaches(after, 1 - target, part)
        return self._reaches(after, target, part)

    def _spend(self) -> None:
        self._nodes += 1
        if self._most_nodes and self._nodes > self._most_nodes:
            raise _OutOfNodes
        if self._watch and self._nodes % WATCH_EVERY == 0:
            self._watch()

    def known(self, position: Position) -> tuple[int, int]:
        """The bounds of the position's worth as far as they are known now."""
        return self._bounds.get(_text(position), (-1, 1))

    def learn(self, text: str, low: int, high: int) -> None:
        """Takes over what was proved."""
        if len(self._bounds) >= self._room:
            del self._bounds[next(iter(self._bounds))]
        self._bounds[text] = low, high

    def proofs(self) -> list[tuple[str, int, int]]:
        """Every position of which something is proved, with its bounds."""
        return [(text, low, high) for text, (low, high) in self._bounds.items()]

    def progress(self) -> tuple[int, float, int, int]:
        """Nodes so far, and the part of the present test that is done; there are no proof numbers."""
        return self._nodes, min(1.0, self._part), 0, 0


def _text(position: Position) -> str:
    return str(position).partition(" ")[2]
