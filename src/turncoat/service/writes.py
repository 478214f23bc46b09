"""What waits to be written to the store."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .journal import JournalEntry
from .match import MatchTerms


@dataclass
class Write:
    """What waits to be written, and who waits for it."""

    done: asyncio.Future[bool]
    match_id: str = ""
    entry: JournalEntry | None = None
    state: str | None = None
    new: MatchTerms | None = None
    snapshot: dict[str, Any] | None = None

    @property
    def at(self) -> str:
        """The match it is about."""
        return self.match_id or (self.new.id if self.new else self.snapshot["match_id"] if self.snapshot else "")


def outcome_of(batch: Sequence[Write], kept: set[tuple[str, int]]) -> list[bool]:
    """Of each write whether it was kept; of several with one number within a batch it was the first."""
    outcome = []
    for write in batch:
        key = (write.match_id, write.entry.seq if write.entry else 0)
        outcome.append(write.entry is None or key in kept)
        kept.discard(key)
    return outcome
