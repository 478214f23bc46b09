"""Exact values: tests of "worth at least so much?" until the worth is known, and a line that shows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Literal, get_args

from turncoat import native
from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.moves import SWAP
from turncoat.games.text import Phrase
from turncoat.native.solver import NativeSolver

from ._checkpoint import BadCheckpoint, Checkpoint
from ._plain import PlainSolver

MEBIBYTE = 1 << 20
MAX_MEMORY = 1 << 20  # MiB
EVERY = 60.0  # seconds between two checkpoints
MAX_THREADS = 1024
FEW = 2_000  # nodes of the first attempt at a move of the line

Method = Literal["alpha-beta", "df-pn"]
METHODS: tuple[Method, ...] = get_args(Method)
Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class Progress:
    """The progress of a proof."""

    low: int
    high: int
    """The bounds of the worth so far, for the side to move."""
    target: int | None
    """What is being tested: worth at least this much?  None while the line is looked for."""
    nodes: int
    seconds: float
    part: float
    """The part of the tree of the present test that is done, as far as one can see."""
    proof: int
    disproof: int
    """With proof numbers: how much is left to prove, at the least, if it is so and if it is not."""


Watch = Callable[[Progress], object]


class Contradiction(AssertionError):
    """Two proofs that contradict each other: one of them came from a file."""


@dataclass(frozen=True)
class Solution:
    """The exact value of a position for the side to move, and a line of best play."""

    position: str
    worth: int
    counts_lead: bool
    moves: tuple[str, ...]
    nodes: int
    seconds: float
    exact: bool
    """Whether positions were told apart by themselves; on large boards 64-bit hashes stand in for them."""

    @property
    def outcome(self) -> Outcome:
        """For the side to move."""
        return "win" if self.worth > 0 else "loss" if self.worth < 0 else "draw"

    @property
    def lead(self) -> int | None:
        """The final lead in stones of the side to move, where the game counts stones."""
        return self.worth if self.counts_lead else None


class Solver:
    """Solves positions of one ruleset, and keeps its proofs from one position to the next."""

    def __init__(
        self, ruleset: Ruleset | str, memory: int = 256, method: Method = "alpha-beta", threads: int = 1
    ) -> None:
        """`memory` in MiB.  `alpha-beta` to the end of the game, or `df-pn`: proof numbers, depth first, on one thread.

        One thread does the same work every time; with more, nodes and line may differ, but never the worth.
        """
        if not 1 <= memory <= MAX_MEMORY:
            allowed = Phrase("allowed.whole", {"low": 1, "high": MAX_MEMORY})
            raise BadRequest(problem=Phrase("problems.must_be", {"name": "memory", "allowed": allowed, "got": memory}))
        if method not in METHODS:
            data = {"name": "method", "values": list(METHODS), "got": method}
            raise BadRequest(problem=Phrase("solver.method", data, "turncoat.solve"))
        if not 1 <= threads <= MAX_THREADS:
            allowed = Phrase("allowed.whole", {"low": 1, "high": MAX_THREADS})
            raise BadRequest(
                problem=Phrase("problems.must_be", {"name": "threads", "allowed": allowed, "got": threads})
            )
        if method == "df-pn" and threads > 1:
            raise BadRequest(problem=Phrase("solver.one_thread", {"got": threads}, "turncoat.solve"))
        self.ruleset = Ruleset.read(ruleset)
        self._native = _prover(self.ruleset, memory, method, threads)
        self._started = monotonic()
        self._nodes, self._seconds = 0, 0.0  # of earlier sessions
        self._told = (-self._native.most, self._native.most)

    @property
    def counts_lead(self) -> bool:
        """Whether worths are leads in stones, and not just won, drawn and lost."""
        return self._native.most > 1

    @property
    def exact(self) -> bool:
        """Whether positions are told apart by themselves; on large boards 64-bit hashes stand in for them."""
        return self._native.exact

    @property
    def nodes(self) -> int:
        """Nodes so far, those of earlier sessions among them."""
        return self._nodes + self._native.progress()[0]

    @property
    def seconds(self) -> float:
        """Seconds so far, those of earlier sessions among them."""
        return self._seconds + monotonic() - self._started

    def known(self, position: Position) -> tuple[int, int]:
        """The bounds of the position's worth as far as they are known now."""
        return self._native.known(native.handle(position))

    def reaches(
        self, position: Position, target: int, nodes: int = 0, watch: Callable[[], object] | None = None
    ) -> bool | None:
        """Whether the position is worth at least the target to the side to move; None if the nodes did not suffice."""
        answer = self._native.test(native.handle(position), target, nodes, watch)
        return None if answer == 0 else answer > 0

    def worth(self, position: Position, watch: Watch | None = None, *, outcome_only: bool = False) -> int:
        """What the position is worth; with `outcome_only` no more than its sign is certain."""
        low, high = (-1, 1) if outcome_only else (-self._native.most, self._native.most)
        target, step = 1, 2  # who wins is asked first, then by how much

        def look() -> None:
            if watch:
                watch(self._progress(target))

        while True:
            # The table may have found more than was asked, or have forgotten what was.
            least, most = self.known(position)
            low, high = max(low, min(least, high)), min(high, max(most, low))
            self._told = low, high
            if low >= high:
                return low
            target = min(max(target, low + 1), high)
            reached = self.reaches(position, target, watch=look)
            assert reached is not None  # without a limit on nodes it ends with an answer
            low, high = (target, high) if reached else (low, target - 1)
            target = low + step if reached else high - step + 1
            step = min(step + 1, 8)

    def _progress(self, target: int | None) -> Progress:
        _, part, proof, disproof = self._native.progress()
        low, high = self._told  # and not known(): the table belongs to the search while it runs
        return Progress(low, high, target, self.nodes, self.seconds, part, proof, disproof)

    def line(
        self, position: Position, worth: int, watch: Watch | None = None, *, outcome_only: bool = False
    ) -> tuple[str, ...]:
        """Moves to the end of the game, each of which keeps the worth; where every move loses, any is as good."""
        found: list[str] = []
        while position.result() is None:
            # A side that loses by nobody knows how much may lose by any amount.
            wanted = -self._native.most if outcome_only and worth < 0 else worth
            move = self._keep(position, wanted, lambda: watch and watch(self._progress(None)))
            after = position.play(move)
            worth = -worth if hands_over(position, move, after) else worth
            position = after
            found.append(move)
        return tuple(found)

    def _keep(self, position: Position, worth: int, look: Callable[[], object]) -> str:
        """A move that keeps the worth; those that are quickly proved to are found first."""
        rest = {move.text: position.play(move) for move in position.legal_moves}
        nodes = 1
        while rest:
            for move, after in list(rest.items()):
                over = hands_over(position, move, after)
                reached = self.reaches(after, 1 - worth if over else worth, nodes, look)
                if reached is (not over):
                    return move
                if reached is over:
                    del rest[move]
            nodes = 8 * nodes if nodes > 1 else FEW
        raise Contradiction(f"no move of {position} is worth {worth}")

    def remember(self, checkpoint: Checkpoint) -> None:
        """Loads what an earlier session proved; ValueError if no position of the ruleset can have that value."""
        for text, low, high in checkpoint.proofs:
            if not -self._native.most <= low <= high <= self._native.most:
                raise ValueError(text)
            self._native.learn(text, low, high)
        self._nodes, self._seconds = self._nodes + checkpoint.nodes, self._seconds + checkpoint.seconds

    def checkpoint(self, position: Position) -> Checkpoint:
        """The proofs worth keeping; may be called while a proof is running."""
        return Checkpoint(str(position.canonical()), self.nodes, self.seconds, self._native.proofs())


def _prover(ruleset: Ruleset, memory: int, method: Method, threads: int) -> NativeSolver | PlainSolver:
    """The native solver, or the one over plain rules where the ruleset has no native twin."""
    if native.has_twin(ruleset):
        return NativeSolver(native.compiled(ruleset), method == "df-pn", memory * MEBIBYTE, threads)
    if method == "df-pn":
        raise BadRequest(problem=Phrase("solver.no_df_pn", {"ruleset": str(ruleset)}, "turncoat.solve"))
    return PlainSolver(ruleset, memory)


def hands_over(position: Position, move: str, after: Position) -> bool:
    """Whether another player decides after the move: the turn goes over, or the players exchange colours."""
    return after.side is not position.side or move == SWAP


def solve(
    position: Position,
    *,
    memory: int = 256,
    method: Method = "alpha-beta",
    threads: int = 1,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
    outcome_only: bool = False,
) -> Solution:
    """The exact worth of a position and a best line.

    With a checkpoint the work is written down every minute and when it is interrupted; the next time it goes on there.
    """
    begin = native.twin(position)
    solver = Solver(begin.ruleset, memory, method, threads)
    if checkpoint and checkpoint.exists() and (checkpoint.stat().st_size or not checkpoint.is_file()):
        kept = Checkpoint.read(checkpoint, str(begin.canonical()))
        try:
            solver.remember(kept)
        except ValueError:
            raise BadCheckpoint(str(checkpoint), "damaged") from None
    try:
        with _kept(solver, begin, checkpoint, watch) as look:
            worth = solver.worth(begin, look, outcome_only=outcome_only)
            moves = solver.line(begin, worth, look, outcome_only=outcome_only)
    except Contradiction:
        if checkpoint is None:
            raise
        raise BadCheckpoint(str(checkpoint), "untrue") from None
    lead = solver.counts_lead and not outcome_only
    return Solution(str(begin), worth, lead, moves, solver.nodes, solver.seconds, solver.exact)


@contextmanager
def _kept(solver: Solver, begin: Position, path: Path | None, watch: Watch | None) -> Iterator[Watch]:
    """Writes the work down now and then, and at the end, however it ends."""
    last = monotonic()
    if path:
        solver.checkpoint(begin).write(path)  # before hours of work show that it cannot be written

    def look(progress: Progress) -> None:
        nonlocal last
        if path and monotonic() - last >= EVERY:
            solver.checkpoint(begin).write(path)
            last = monotonic()
        if watch:
            watch(progress)

    try:
        yield look
    finally:
        if path:
            solver.checkpoint(begin).write(path)
