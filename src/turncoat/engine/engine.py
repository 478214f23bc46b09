"""The engine: the native search, or the one over plain rules, with results as they arrive."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import aclosing
from types import TracebackType

from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest, WrongType
from turncoat.games.text import Phrase
from turncoat.native import compiled, handle, has_twin
from turncoat.native.search import NativeEngine

from ._arguments import check, check_position, is_whole
from ._plain_engine import PlainEngine
from ._weights import BadWeights, Weights, shipped
from .line import MAX_MEMORY, MAX_SECONDS, Limit, Line, check_limit, whole

MEBIBYTE = 1 << 20


class Engine:
    """Analyses positions of one ruleset, and keeps its tables from one search to the next.

    >>> import turncoat
    >>> with Engine("reversi:size=4x4") as engine:
    ...     *_, last = engine.analyse(turncoat.start("reversi:size=4x4"), Limit(depth=30))
    >>> last[0].lead
    -8
    """

    def __init__(self, ruleset: Ruleset | str, memory: int = 64, weights: Weights | str | None = "shipped") -> None:
        """`memory` in MiB; `weights` instead of those that come with Turncoat, None for the general estimate."""
        if not is_whole(memory):
            raise WrongType.of("memory", whole(1, MAX_MEMORY), memory)
        if not 1 <= memory <= MAX_MEMORY:
            data = {"name": "memory", "allowed": whole(1, MAX_MEMORY), "got": memory}
            raise BadRequest(problem=Phrase("problems.must_be", data))
        if weights is not None and weights != "shipped":
            check("weights", weights, Weights, "weights")
        self.ruleset = Ruleset.read(ruleset)
        found = shipped(self.ruleset) if isinstance(weights, str) else weights
        if found is not None and not found.fit(self.ruleset):
            raise BadWeights(self.ruleset, "other_ruleset")
        self.weights = found
        self._native = _searcher(self.ruleset, memory, found)
        self._whole, self._gathered = 1, list[Line]()
        self._latest = object()  # stands for the search begun last
        self._changing = threading.RLock()  # the collector may close an iterator in the midst of a start

    def __repr__(self) -> str:
        return f"<Engine of {self.ruleset}>"

    def start(self, position: Position, limit: Limit, *, ponder: bool = False) -> None:
        """Starts a search in the background; `poll` returns its results."""
        self._begin(position, limit, ponder=ponder)

    def _begin(self, position: Position, limit: Limit, *, ponder: bool = False) -> object:
        """The same; returns a token for this search."""
        self._check(position)
        check_limit(limit)
        with self._changing:
            search = self._latest = object()
            self._whole, self._gathered = max(1, min(limit.lines, len(position.legal_moves))), list[Line]()
            self._native.start(
                handle(position),
                min(limit.depth or 239, 239),
                limit.nodes or 0,
                _micros(limit.soft_time),
                _micros(limit.time),
                limit.lines,
                limit.threads,
                ponder,
            )
            return search

    def _check(self, position: Position) -> None:
        """Raises WrongType or BadRequest unless it is a position of this engine's ruleset."""
        check_position(position)
        if position.ruleset != self.ruleset:
            raise BadRequest(problem=Phrase("engine.other_ruleset", {"ruleset": str(self.ruleset)}, "turncoat.engine"))

    def poll(self, seconds: float = 0.05) -> tuple[list[list[Line]], bool]:
        """Depths finished since the last call, each a list of lines, best first; and whether the search is still on."""
        found, busy = self._native.wait(int(seconds * 1e6))
        depths: list[list[Line]] = []
        for rank, depth, deepest, value, proved, nodes, micros, moves in found:
            line = Line(rank, depth, deepest, value, proved, nodes, micros / 1e6, tuple(moves), self._native.scale)
            if rank == 0:
                self._gathered = []
            self._gathered.append(line)
            if len(self._gathered) == self._whole:  # the lines of one depth may come in two pieces
                depths.append(self._gathered)
        return depths, busy

    def stop(self) -> None:
        """Ends the search at once; what it found so far is still told."""
        self._native.stop()

    def _leave(self, search: object) -> None:
        """Ends that search, but not one started after it."""
        with self._changing:
            if search is self._latest:
                self._native.stop()

    def ponder_hit(self) -> None:
        """The pondered move was played: the time limits apply, counted from the start of the search."""
        self._native.ponder_hit()

    def forget(self) -> None:
        """Clears everything learnt, as in a new engine."""
        self._native.clear()

    def analyse(self, position: Position, limit: Limit) -> Generator[list[Line], None, None]:
        """Yields every finished depth: the requested lines, best first.  Nothing if the game is over.

        A search begun after this one ends it.
        """
        search = self._begin(position, limit)
        try:
            busy = True
            while busy and search is self._latest:
                found, busy = self.poll()
                yield from found
        finally:
            self._leave(search)

    async def analyse_async(self, position: Position, limit: Limit) -> AsyncGenerator[list[Line], None]:
        """The same for asyncio, without blocking the event loop."""
        search = await self._begin_async(position, limit)
        try:
            busy = True
            while busy and search is self._latest:
                found, busy = await asyncio.to_thread(self.poll)
                for lines in found:
                    yield lines
        finally:
            await asyncio.to_thread(self._leave, search)

    async def _begin_async(self, position: Position, limit: Limit) -> object:
        """A search started in another thread, because starting may have to wait for an earlier search to end."""
        beginning = asyncio.ensure_future(asyncio.to_thread(self._begin, position, limit))
        try:
            return await asyncio.shield(beginning)
        except asyncio.CancelledError:
            self._leave(await beginning)  # a search that nobody will hear of must not go on
            raise

    def best(self, position: Position, limit: Limit) -> Line:
        """The best line found within the limit."""
        lines: list[Line] = []
        for lines in self.analyse(position, limit):  # noqa: B007 — the last depth is wanted
            pass
        if not lines:
            raise BadRequest(problem=Phrase("engine.over", {}, "turncoat.engine"))
        return lines[0]

    def solve_outcome(self, position: Position) -> int | None:
        """Who wins with best play: 1 the side to move, 0 nobody, -1 the other; None if no endgame solver applies.

        It knows no limit but `stop` from another thread: for positions that will be proved in acceptable time.
        """
        self._check(position)
        found = self._native.solve_outcome(handle(position))
        return None if found is None else found[0]

    def evaluate(self, position: Position) -> int:
        """The static evaluation for the side to move, without a search."""
        self._check(position)
        return self._native.evaluate(handle(position))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _searcher(ruleset: Ruleset, memory: int, weights: Weights | None) -> NativeEngine | PlainEngine:
    """The native search, or the one over plain rules where the ruleset has no native twin."""
    if not has_twin(ruleset):
        return PlainEngine(memory)
    if weights is None:
        return NativeEngine(compiled(ruleset), memory * MEBIBYTE)
    try:
        return NativeEngine(compiled(ruleset), memory * MEBIBYTE, *weights.native())
    except ValueError as bad:
        raise BadWeights(bad, "unusable") from None


def _micros(seconds: float | None) -> int:
    return 0 if seconds is None else max(1, int(min(seconds, MAX_SECONDS) * 1e6))


def _fresh(position: Position, limit: Limit) -> Engine:
    """A new engine for the position, once the arguments are checked."""
    check_position(position)
    check_limit(limit)
    return Engine(position.ruleset)


def analyse(position: Position, limit: Limit) -> Iterator[list[Line]]:
    """Yields every finished depth of a new engine's search: the best lines, best first."""
    return _fresh(position, limit).analyse(position, limit)


async def analyse_async(position: Position, limit: Limit) -> AsyncGenerator[list[Line], None]:
    """The same for asyncio, without blocking the event loop."""
    check_position(position)
    check_limit(limit)
    engine = await asyncio.to_thread(Engine, position.ruleset)
    async with aclosing(engine.analyse_async(position, limit)) as depths:
        async for lines in depths:
            yield lines


def best(position: Position, limit: Limit) -> Line:
    """The best line that a new engine finds within the limit."""
    return _fresh(position, limit).best(position, limit)
