"""How a match is read from the store: from its latest snapshot and what came after, or from its whole journal."""

import contextlib
import logging

from . import snapshots
from .errors import DamagedJournal, Refused, StoreFailed
from .match import Match, MatchTerms
from .rules import Rules
from .snapshots import Snapshot, take
from .store import Store

LOG = logging.getLogger(__name__)


class Loader:
    """Reads matches, and keeps snapshots of long ones."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store, self._rules = store, rules

    async def load(self, match_id: str) -> Match | None:
        """The match as it stands, None where there is none."""
        terms = await self._store.terms(match_id)
        if terms is None:
            return None
        match, replayed = await self._from_snapshot(terms) or await self._from_journal(terms)
        if replayed >= snapshots.EVERY:
            self.keep(match)
        return match

    async def _from_snapshot(self, terms: MatchTerms) -> tuple[Match, int] | None:
        """The match and how many entries were replayed; None where there is no snapshot to trust."""
        try:
            text = await self._store.snapshot(terms.id)
            if text is None:
                return None
            snapshot = Snapshot.read(text)
            if snapshot.rules != terms.ruleset.info.version:
                return None
            # With its own last entry, by which it is known to be of this journal.
            journal = await self._store.entries(terms.id, snapshot.seq - 1)
            if not journal or (journal[0].seq, journal[0].at) != (snapshot.seq, snapshot.changed):
                raise DamagedJournal
            return await self._rules.match(terms, journal[1:], snapshot), len(journal) - 1
        except (Refused, ValueError, TypeError, IndexError) as problem:
            if isinstance(problem, Refused) and not isinstance(problem, DamagedJournal):
                raise
            LOG.warning("a snapshot was passed over", extra={"facts": {"match": terms.id}})
            return None

    async def _from_journal(self, terms: MatchTerms) -> tuple[Match, int]:
        journal = await self._store.entries(terms.id, 0)
        return await self._rules.match(terms, journal), len(journal)

    def keep(self, match: Match) -> None:
        """Keeps a snapshot of the match; a store that fails or is closed does without."""
        with contextlib.suppress(StoreFailed):
            self._store.keep_snapshot(match.terms.id, match.seq, take(match).text())
