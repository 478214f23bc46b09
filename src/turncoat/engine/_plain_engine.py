"""The search over plain rules behind the calls of the native engine, thinking in a thread of its own."""

import threading
from time import monotonic

from turncoat.games import Position

from ._plain_search import SCALE, OutOfBudget, Search, unit_of

ENTRIES = 2_000  # positions remembered for a MiB
Answer = tuple[int, int, int, int, bool, int, int, list[str]]
"""Rank, depth, deepest, value, whether it is proved, nodes, microseconds, moves."""


class PlainEngine:
    """Thinks about positions that have no native twin.  One thread thinks, whatever is asked for."""

    scale = SCALE

    def __init__(self, memory: int) -> None:
        """`memory` in MiB."""
        self._search = Search(memory * ENTRIES)
        self._changed = threading.Condition()
        self._told: list[Answer] = []
        self._thread: threading.Thread | None = None
        self._stopped = self._pondering = False
        self._error: Exception | None = None

    def start(self, position: Position, *asked: int) -> None:
        """Begins to think, an earlier search ends; `asked` is what the native engine takes, in its order."""
        depth, nodes, soft_us, hard_us, lines, _threads, ponder = asked
        self._end()
        self._told, self._stopped, self._pondering, self._error = [], False, bool(ponder), None
        budget = _Budget(depth, nodes, soft_us / 1e6, hard_us / 1e6)
        self._thread = threading.Thread(target=self._think, args=(position, lines, budget), daemon=True)
        self._thread.start()

    def _think(self, position: Position, lines: int, budget: "_Budget") -> None:
        try:
            forced = len(position.legal_moves) == 1
            for depth, best in self._search.run(position, lines, lambda depth: self._spend(budget, depth)):
                micros = int(1e6 * (monotonic() - budget.begun))
                head = (depth, self._search.deepest)
                told: list[Answer] = [
                    (rank, *head, found.value, found.proved, self._search.nodes, micros, list(found.moves))
                    for rank, found in enumerate(best)
                ]
                with self._changed:
                    self._told += told
                    self._changed.notify_all()
                if budget.enough(depth, forced and not self._pondering, self._pondering):
                    break
        except Exception as error:  # noqa: BLE001 — the rules may raise anything; whoever waits is told
            self._error = error
        finally:
            with self._changed:
                while self._pondering and not self._stopped:  # nothing more to find, but nobody may hear of the end yet
                    self._changed.wait()
                self._thread = None
                self._changed.notify_all()

    def _spend(self, budget: "_Budget", depth: int) -> None:
        if self._stopped or (depth > 1 and budget.spent(self._search.nodes, self._pondering)):
            raise OutOfBudget

    def wait(self, micros: int) -> tuple[list[Answer], bool]:
        """What was found since the last call, waiting for it so long; and whether it still thinks."""
        with self._changed:
            self._changed.wait_for(lambda: self._told or self._thread is None, micros / 1e6)
            told, self._told = self._told, []
            busy = self._thread is not None
            if self._error is not None and not busy and not told:
                error, self._error = self._error, None
                raise error
            return told, busy

    def stop(self) -> None:
        """Ends the search at once; what it found so far is still told."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """The move it ponders on was played."""
        with self._changed:
            self._pondering = False
            self._changed.notify_all()

    def clear(self) -> None:
        """Clears everything learnt, as in a new engine."""
        self._end()
        self._search.forget()

    def _end(self) -> None:
        """Waits until nothing thinks any more."""
        self.stop()
        thread = self._thread
        if thread is not None:
            thread.join()

    def solve_outcome(self, position: Position) -> tuple[int, int] | None:
        """Nothing: what no endgame solver is made for is left to the search."""
        return None

    def evaluate(self, position: Position) -> int:
        """The estimate of the position for the side to move."""
        estimate = Search(0)
        estimate.unit = unit_of(position)
        return estimate.evaluate(position)


class _Budget:
    """When to stop; what is 0 sets no limit."""

    def __init__(self, depth: int, nodes: int, soft: float, hard: float) -> None:
        self._depth, self._nodes, self._soft, self._hard = depth, nodes, soft, hard
        self.begun = monotonic()

    def spent(self, nodes: int, pondering: bool) -> bool:
        """Whether the search must end here; while it ponders only the nodes are counted."""
        if self._nodes and nodes >= self._nodes:
            return True
        return bool(self._hard) and not pondering and monotonic() - self.begun >= self._hard

    def enough(self, depth: int, forced: bool, pondering: bool) -> bool:
        """Whether no deeper search should be begun: a forced move that is to be played needs none."""
        if depth >= self._depth:
            return True
        late = bool(self._soft) and not pondering and monotonic() - self.begun >= self._soft
        return late or (bool(self._soft) and forced)
