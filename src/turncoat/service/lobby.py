"""The lobby: matches that wait for somebody, who watches the list, and when waiting ends."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import orjson

from turncoat.games.results import Side

from . import acts
from .hub import Listener
from .match import Facts

if TYPE_CHECKING:
    from ._service import Service

LOG = logging.getLogger(__name__)
DAY = 86_400_000  # milliseconds
GRACE = 60_000
FRESH = 2.0  # seconds a list is good for
TIDY_FIRST, TIDY_EVERY = 60.0, 3600.0  # seconds; by the first time other processes have told who is there


class Lobby:
    """The waiting matches of one process's people and of all others."""

    def __init__(self, service: "Service") -> None:
        self.service = service
        self.listeners: set[Listener] = set()
        self._text: tuple[float, str] | None = None
        self._changes = 0
        self._task: asyncio.Task[Any] | None = None

    def start(self) -> None:
        """Begins what goes on by itself."""
        self.service.spawn(self._keep_tidy())

    def close(self) -> None:
        """Sends everyone home."""
        for listener in self.listeners:
            listener.close()

    async def text(self) -> str:
        """The waiting matches as JSON."""
        clock = asyncio.get_running_loop().time()
        if self._text is not None and self._text[0] >= clock:
            return self._text[1]
        now, changes = self.service.now(), self._changes
        found = await self.service.store.waiting(now - DAY, self._oldest(now))
        text = orjson.dumps({"waiting": [_waiting(facts) for facts in found if self._shown(facts, now)]}).decode()
        if changes == self._changes:  # else it was out of date before it was read
            self._text = (clock + FRESH, text)
        return text

    def _oldest(self, now: int) -> int:
        """The moment before which matches wait no more; 0 where they wait for ever."""
        waiting = self.service.patience.waiting
        return now - round(waiting * 1000) if waiting else 0

    def _shown(self, facts: Facts, now: int) -> bool:
        """Whether whoever made the match is still there to play it."""
        if facts.clock.kind == "days" or now - facts.created < GRACE:
            return True
        absent = self.service.people.presence.absent_since(facts.id, _host(facts), now)
        return absent is None or now - absent < GRACE // 2

    def changed(self) -> None:
        """The list is made anew, and whoever looks at it is told."""
        self._text = None
        self._changes += 1
        if self.listeners and (self._task is None or self._task.done()):
            self._task = self.service.spawn(self._tell())

    async def _tell(self) -> None:
        told = -1
        while told != self._changes:  # what changes while the list is read must be told too
            await asyncio.sleep(0.1)  # several changes at once are told once
            told = self._changes
            text = await self.text()
            for listener in self.listeners:
                listener.post("view", text)

    async def watch(self) -> Listener:
        """Hears the list now and whenever it changes."""
        listener = Listener()
        self.listeners.add(listener)
        text = await self.text()
        if not listener.unread:  # a newer list may have come meanwhile
            listener.post("view", text)
        return listener

    # The end of waiting

    async def _keep_tidy(self) -> None:
        pause = TIDY_FIRST
        while True:
            await asyncio.sleep(pause)
            pause = TIDY_EVERY
            try:
                await self.tidy()
            except Exception:
                LOG.exception("the lobby could not be tidied")

    async def tidy(self) -> int:
        """Withdraws matches that have waited too long and whose host has not looked in for a day; how many."""
        now, ended = self.service.now(), 0
        for facts in await self.service.store.waiting_since(self._oldest(now)):
            if self.service.people.presence.seen_after(facts.id, _host(facts), now - DAY, now):
                continue
            sitting = await self.service.act(facts.id, frozenset(), lambda match, _, __: acts.expire(match))
            ended += sitting.room.match.status == "over"
            if sitting.room.idle:
                self.service.rooms.drop(sitting.room)
        return ended


def _host(facts: Facts) -> int:
    """The seat of whoever made the match."""
    return 0 if facts.seats[0].kind == "person" else 1


def _waiting(facts: Facts) -> dict[str, Any]:
    host = _host(facts)
    return {
        "id": facts.id,
        "ruleset": facts.ruleset,
        "game": facts.game,
        "name": facts.seats[host].name,
        "side": (Side.SECOND, Side.FIRST)[host].value,
        "clock": facts.clock.data(),
        "since": facts.created,
    }
