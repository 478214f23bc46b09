"""Computer players whose process has died: matches in progress elsewhere are watched, and taken over when overdue."""

from collections.abc import Awaitable, Callable

from .errors import DamagedJournal
from .match import Match
from .rooms import Room
from .store import Store

OVERDUE_AFTER = 20_000  # milliseconds after which a computer's move from elsewhere is overdue
CHECK_INTERVAL = 5.0  # seconds between looks at what is overdue


class Takeover:
    """Looks after the computers of other processes, one of which may be gone."""

    def __init__(
        self,
        store: Store,
        load: Callable[[str], Awaitable[Match | None]],
        now: Callable[[], int],
        *,
        known: Callable[[str], Room | None],
        take_up: Callable[[str], Awaitable[object]],
    ) -> None:
        self._store, self._load, self._now, self._known, self._take_up = store, load, now, known, take_up
        self.went_on: dict[str, int] = {}
        """When matches that are not in memory here last went on elsewhere."""

    def note(self, match_id: str) -> None:
        """A match goes on elsewhere."""
        self.went_on[match_id] = self._now()

    async def recall(self) -> None:
        """Looks at everything that is being played, because notes were lost."""
        now = self._now()
        for match_id in await self._store.live():
            self.went_on.setdefault(match_id, now)

    async def take_over(self) -> list[str]:
        """Takes up the matches in which a computer's move is overdue; which they were."""
        latest = self._now() - OVERDUE_AFTER
        overdue = [match_id for match_id, at in self.went_on.items() if at <= latest]
        for match_id in overdue:
            del self.went_on[match_id]
        taken = []
        for match_id in await self._store.of_computers(overdue):
            if self._known(match_id) is None and await self._waits_for_a_computer(match_id):
                await self._take_up(match_id)
                taken.append(match_id)
        return taken

    async def _waits_for_a_computer(self, match_id: str) -> bool:
        """Looked up without keeping the match in memory, for mostly it waits for its person."""
        try:
            match = await self._load(match_id)
        except DamagedJournal:  # told to whoever asks for it; the others are looked after
            return False
        return match is not None and match.status == "playing" and match.seats[match.decider].kind == "computer"
