"""How moves are played for the service: its only way to the rules of a game.

A position with a native twin answers at once.  Plain rules may take their time, or never come to an end: they are
listed and played in processes of their own, under a time limit, and what comes back is a position that knows all there
is to know of it already.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from turncoat import native
from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest, IllegalMove
from turncoat.play import Node

from . import plain_rules
from .errors import Busy, DamagedJournal
from .journal import JournalEntry, Moved, TakenBack
from .match import Match, MatchTerms
from .snapshots import Snapshot, restore
from .workers import ProcessWorker, Worker, WorkerLost, Workers

LOG = logging.getLogger(__name__)
T = TypeVar("T")
SLICE = 0.002  # seconds that a journal is replayed until others are served
WORKERS = 2
LIMIT = 5.0  # seconds that plain rules may take for a move
LOOK_LIMIT = 15.0  # seconds that they may take for an analysis, the first with all that is to be loaded
LONG_LIMIT = 30.0  # seconds that they may take for a whole match


class Rules(Protocol):
    """Plays moves; every position it gives out knows its legal moves, result and facts already."""

    async def start(self, ruleset: Ruleset) -> Position:
        """The position that a game starts from."""

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry], since: Snapshot | None = None) -> Match:
        """The match as it stands after its journal, or after what of it follows the snapshot."""

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to, not yet a part of the match."""

    async def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""


class NativeRules:
    """The rules of games with a native twin, in this process."""

    async def start(self, ruleset: Ruleset) -> Position:
        """The position that a game starts from."""
        return native.start(ruleset)

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry], since: Snapshot | None = None) -> Match:
        """The match as it stands after its journal; others are served while a long one is replayed."""
        return await _replayed(Match(terms), journal, since, lambda match, move: match.follow(move))

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to."""
        return match.follow(move)

    async def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""
        return position.play(move)


class PlainRules:
    """The rules of games without a twin, in processes of their own; Busy where they do not answer in time."""

    def __init__(self, worker: Callable[[], Worker] = ProcessWorker) -> None:
        self._workers = Workers(WORKERS, worker)

    async def start(self, ruleset: Ruleset) -> Position:
        """The position that a game starts from."""
        return plain_rules.known(await self._ask(LIMIT, plain_rules.start, str(ruleset)))

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry], since: Snapshot | None = None) -> Match:
        """The match as it stands after its journal."""
        steps: list[str | int] = [
            line.entry.move if isinstance(line.entry, Moved) else line.entry.to
            for line in journal
            if isinstance(line.entry, Moved | TakenBack)
        ]
        steps[:0] = since.moves if since else ()
        first, *others = map(
            plain_rules.known, await self._ask(LONG_LIMIT, plain_rules.replay, str(terms.ruleset), steps)
        )
        made = iter(others)
        return await _replayed(
            Match(terms, start=first), journal, since, lambda match, move: match.follow(move, next(made))
        )

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to."""
        return match.follow(move, await self.play(match.position, move))

    async def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""
        return plain_rules.known(await self._ask(LIMIT, plain_rules.play, str(position), move))

    async def _ask(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        try:
            return await self.apply(seconds, work, *given)
        except IllegalMove as problem:  # only legal moves are ever written
            raise DamagedJournal from problem

    async def apply(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        """What the work gives within that time."""
        try:
            return await self._workers.run(seconds, work, *given)
        except WorkerLost as lost:
            LOG.warning("plain rules did not answer", extra={"facts": {"reason": lost.reason, "of": given[0]}})
            raise Busy from lost

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        self._workers.close()


async def _replayed(
    match: Match,
    journal: Sequence[JournalEntry],
    since: Snapshot | None,
    follow: Callable[[Match, str], Node],
) -> Match:
    """Takes the match on in slices, so short that nobody else waits for them."""
    pause = _Pause()
    for move in since.moves if since else ():
        match.advance(follow(match, move))
        await pause()
    if since:
        restore(match, since)
    for line in journal:
        match.apply(line, follow(match, line.entry.move) if isinstance(line.entry, Moved) else None)
        await pause()
    return match


class _Pause:
    """Serves others, once a slice has been used up."""

    def __init__(self) -> None:
        self._ends = time.perf_counter() + SLICE

    async def __call__(self) -> None:
        if time.perf_counter() > self._ends:
            await asyncio.sleep(0)
            self._ends = time.perf_counter() + SLICE


def has_twin(ruleset: Ruleset) -> bool:
    """Whether there are native rules for it."""
    try:
        native.compiled(ruleset)
    except BadRequest:
        return False
    return True


class RulesByTwin:
    """Native rules where there are any, plain ones for all other games."""

    def __init__(self, worker: Callable[[], Worker], twin: Callable[[Ruleset], bool] = has_twin) -> None:
        self._native, self._plain, self._twin = NativeRules(), PlainRules(worker), twin

    def _of(self, ruleset: Ruleset) -> NativeRules | PlainRules:
        return self._native if self._twin(ruleset) else self._plain

    async def start(self, ruleset: Ruleset) -> Position:
        """The position that a game starts from."""
        return await self._of(ruleset).start(ruleset)

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry], since: Snapshot | None = None) -> Match:
        """The match as it stands after its journal."""
        return await self._of(terms.ruleset).match(terms, journal, since)

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to."""
        return await self._of(match.terms.ruleset).follow(match, move)

    async def play(self, position: Position, move: str) -> Position:
        """The position after a legal move."""
        return await self._of(position.ruleset).play(position, move)

    async def apply(self, ruleset: Ruleset, work: Callable[..., T], *given: Any) -> T:
        """What work that plays such a game gives: here where the rules are native, else beside the event loop."""
        return work(*given) if self._twin(ruleset) else await self._plain.apply(LOOK_LIMIT, work, *given)

    def close(self) -> None:
        """Ends the processes of plain rules."""
        self._plain.close()
