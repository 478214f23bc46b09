"""Analyses: any position played on from for both sides, and what the engine thinks of it for as long as somebody looks.

Nothing is kept here.  Whoever analyses has the tree of moves and asks about a position by the moves that lead to it.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from turncoat.games import Ruleset
from turncoat.games.ruleset import split_position

from . import analysis_search, analysis_work
from .analysis_search import Asked
from .analysis_view import Comparison
from .engine_pool import EnginePool
from .errors import Busy, NotPossible
from .offered_games import OfferedGames
from .rooms import Room
from .rules import RulesByTwin

MOST_OF_ONE = 6  # analyses of one client at a time
LONGEST = 60.0  # seconds the engine may take for a position
COMPARISON = 2 * analysis_search.COMPARED_SECONDS
READING = 5.0  # seconds that a record may take, the first with all that is to be loaded
OnUpdate = Callable[[dict[str, Any]], None]


class Analyses:
    """What one process analyses."""

    def __init__(
        self,
        pool: EnginePool,
        rules: RulesByTwin,
        offered: OfferedGames,
        room: Callable[[str], Awaitable[Room]],
        owner: Callable[[str], str],
    ) -> None:
        self._pool, self._rules, self._offered, self._room, self._owner = pool, rules, offered, room, owner
        self._open: Counter[str] = Counter()

    def ruleset(self, position: str) -> Ruleset:
        """The ruleset of a position's text; an error where its game is not offered, of which nothing is imported."""
        self._offered.ruleset(position.partition(" ")[0])
        return split_position(position)[0]

    # Positions

    async def moment(self, position: str, moves: Sequence[str], since: int) -> str:
        """The position that the moves lead to, and what may be done there."""
        return await self._rules.apply(self.ruleset(position), analysis_work.moment, position, moves, since)

    async def readings(self, position: str, moves: Sequence[str]) -> str:
        """The position under every other value of an option that fits it."""
        return await self._rules.apply(self.ruleset(position), analysis_work.readings, position, moves)

    async def compare(self, position: str, moves: Sequence[str], ruleset: str, client: str) -> Comparison:
        """What the moves are worth, here and under other rules."""
        self.ruleset(position)
        other = str(self._offered.ruleset(ruleset))
        asked = Asked(position, tuple(moves))
        return await self._pool.ask(self._owner(client), COMPARISON, analysis_search.compare, asked, other)

    # Trees

    async def read(self, text: str, ruleset: str | None, client: str) -> str:
        """The tree of the one game that a text tells of; `ruleset` is that of a transcript."""
        work = analysis_work.read, text, ruleset, tuple(self._offered.all)
        return await self._pool.ask(self._owner(client), READING, *work)

    async def write(
        self,
        position: str,
        headers: Mapping[str, str],
        root: Mapping[str, Any],
        nodes: Sequence[Mapping[str, Any]],
        client: str,
    ) -> str:
        """The record of a tree."""
        self.ruleset(position)
        work = analysis_work.write, position, headers, root, nodes
        return await self._pool.ask(self._owner(client), READING, *work)

    async def of_match(self, match_id: str) -> str:
        """The tree of a finished match."""
        match = (await self._room(match_id)).match
        if match.status != "over":
            raise NotPossible  # while a match is played nobody is told what to play
        return analysis_work.tree_of(match)

    # The engine

    @contextmanager
    def watching(self, client: str) -> Iterator["Watching"]:
        """What one connection has analysed; Busy where the client has too many already."""
        owner = self._owner(client)
        if self._open[owner] >= MOST_OF_ONE:
            raise Busy
        self._open[owner] += 1
        try:
            yield Watching(self, self._pool, owner)
        finally:
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]


class Watching:
    """The engine's work for one connection; whoever cancels it is told nothing more."""

    def __init__(self, analyses: Analyses, pool: EnginePool, owner: str) -> None:
        self._analyses, self._pool, self._owner = analyses, pool, owner

    async def analyse(self, asked: Asked, lines: int, seconds: float, on_update: OnUpdate) -> bool:
        """The best lines as they deepen; whether all of them are proved in the end.

        It may be interrupted for others, and then goes on; what is less deep than what was told is not told again.
        """
        self._analyses.ruleset(asked.position)
        left, depth, proved = min(seconds, LONGEST), 0, False

        def deeper(found: dict[str, Any]) -> None:
            nonlocal depth, proved
            if found["depth"] >= depth:
                depth, proved = found["depth"], all(line["proved"] for line in found["lines"])
                on_update(found)

        while left > 0 and not proved:
            work = analysis_search.search, asked, lines, left
            left = await self._pool.follow(self._owner, left, *work, on_update=deeper)
        return proved

    async def survey(self, position: str, moves: Sequence[str], wanted: Sequence[int], on_update: OnUpdate) -> None:
        """What is thought at a glance of positions along a line of moves."""
        self._analyses.ruleset(position)
        while wanted:
            seconds = analysis_search.SURVEY_SECONDS * len(wanted) / 10
            work = analysis_search.survey, position, tuple(moves), tuple(wanted)
            wanted = wanted[await self._pool.follow(self._owner, seconds, *work, on_update=on_update) :]
