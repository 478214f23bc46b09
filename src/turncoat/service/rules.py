"""How moves are played for the service: the one place through which it asks for the rules of a game.

A position with a native twin answers at once.  Plain rules may take their time, or never come to an end: they must not
be listed or played on the event loop.
"""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from turncoat.play import Node

from .journal import JournalEntry
from .match import Match, MatchTerms

LONG = 200  # entries of a journal that are too many to be replayed while others wait


class Rules(Protocol):
    """Plays moves; every position it gives out knows its legal moves, result and facts already."""

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry]) -> Match:
        """The match as it stands after its journal."""

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to, not yet a part of the match."""


class NativeRules:
    """The rules of games with a native twin, in this process."""

    async def match(self, terms: MatchTerms, journal: Sequence[JournalEntry]) -> Match:
        """The match as it stands after its journal; a long one is replayed beside the event loop."""
        if len(journal) < LONG:
            return Match(terms, journal)
        return await asyncio.to_thread(Match, terms, journal)

    async def follow(self, match: Match, move: str) -> Node:
        """What a legal move leads to."""
        return match.follow(move)
