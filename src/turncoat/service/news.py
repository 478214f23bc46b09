"""News from other processes: matches that go on, people who come and go, computers left without a process."""

import asyncio
import logging
from typing import TYPE_CHECKING

from .match import Match

if TYPE_CHECKING:
    from ._service import Service

LOG = logging.getLogger(__name__)
SILENCE = 20_000  # milliseconds after which a computer's move from elsewhere is overdue
LOOK = 5.0  # seconds between looks at what is overdue


class News:
    """What one process hears from the others."""

    def __init__(self, service: "Service") -> None:
        self.service = service
        self._gone_on: dict[str, int] = {}
        """When matches that are not in memory here last went on elsewhere."""

    def start(self) -> None:
        """Begins to look after what other processes leave behind."""
        if self.service.shared:
            self.service.spawn(self._look_after())

    def hear(self, note: str) -> None:
        """A note from another process: a match has gone on, people came or went, the lobby changed."""
        kind, _, rest = note.partition(" ")
        origin, _, rest = rest.partition(" ")
        if origin == self.service.origin:
            return
        if kind == "m":
            match_id, _, seq = rest.partition(" ")
            room = self.service.rooms.known(match_id)
            if room is None:
                self._gone_on[match_id] = self.service.now()
            elif room.match.seq < int(seq):
                self.service.spawn(self.service.refresh(room))
        elif kind == "p":
            self.service.people.hear(origin, rest)
        elif kind == "l":
            self.service.lobby.changed()

    def missed(self) -> None:
        """Notes were lost: asks the store about matches that somebody listens to, and that computers play."""
        for room in self.service.rooms.all():
            if room.listeners:
                self.service.spawn(self.service.refresh(room))
        self.service.spawn(self._recall())

    async def _recall(self) -> None:
        now = self.service.now()
        for match_id in await self.service.store.live():
            self._gone_on.setdefault(match_id, now)

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.take_over()
            except Exception:
                LOG.exception("matches of other processes could not be looked after")

    async def take_over(self) -> list[str]:
        """Takes up the matches in which a computer's move is overdue: its process may be gone."""
        latest = self.service.now() - SILENCE
        overdue = [match_id for match_id, at in self._gone_on.items() if at <= latest]
        for match_id in overdue:
            del self._gone_on[match_id]
        taken = []
        for match_id in await self.service.store.of_computers(overdue):
            if self.service.rooms.known(match_id) is None and await self._waits_for_a_computer(match_id):
                await self.service.room(match_id)
                taken.append(match_id)
        return taken

    async def _waits_for_a_computer(self, match_id: str) -> bool:
        """Looked up without keeping the match in memory, for mostly it waits for its person."""
        stored = await self.service.store.load(match_id)
        if stored is None:
            return False
        match = Match(*stored)
        return match.status == "playing" and match.seats[match.decider].kind == "computer"
