"""The lobby: the list of open matches, its subscribers, and when a match is withdrawn."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from turncoat.games.results import FIRST, SECOND, Side

from .errors import DamagedJournal
from .match import MatchTerms
from .presence import DAY, Connections
from .store import Store
from .subscriptions import Subscription
from .tasks import BackgroundTasks
from .time_controls import control_data
from .timeouts import Timeouts
from .view import Lobby as LobbyView
from .view import Waiting
from .wire import json_text

GRACE = 60_000
CACHE_SECONDS = 2.0  # seconds a list is good for
BROADCAST_INTERVAL = 0.1  # seconds in which several changes are told once


class Lobby:
    """The open matches, of this process and all others."""

    def __init__(
        self,
        store: Store,
        connections: Connections,
        timeouts: Timeouts,
        tasks: BackgroundTasks,
        now: Callable[[], int],
        *,
        withdraw: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`withdraw` ends a match to which nobody came, and says whether it did."""
        self._store, self._connections, self._timeouts = store, connections, timeouts
        self._tasks, self._now, self._withdraw = tasks, now, withdraw
        self.subscriptions: set[Subscription] = set()
        self._listed: tuple[float, str] | None = None
        self._latest = ""
        self._told: str | None = None
        """The list that everyone has."""
        self._changes = 0
        self._telling: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Closes all subscriptions."""
        for subscription in self.subscriptions:
            subscription.close()

    async def text(self) -> str:
        """The open matches as JSON."""
        clock = asyncio.get_running_loop().time()
        if self._listed is not None and self._listed[0] >= clock:
            return self._listed[1]
        now, changes = self._now(), self._changes
        found = await self._store.waiting(now - DAY, self._oldest(now))
        text = json_text(LobbyView(waiting=[_waiting(terms) for terms in found if self._shown(terms, now)]))
        if changes == self._changes:  # else it was out of date before it was read
            self._listed = (clock + CACHE_SECONDS, text)
        return text

    def _oldest(self, now: int) -> int:
        """The moment before which matches wait no more; 0 where they wait for ever."""
        waiting = self._timeouts.waiting
        return now - round(waiting * 1000) if waiting else 0

    def _shown(self, terms: MatchTerms, now: int) -> bool:
        """Whether the match's host is still there."""
        if terms.control.kind == "days" or now - terms.created < GRACE:
            return True
        absent = self._connections.absent_since(terms.id, _host(terms), now)
        return absent is None or now - absent < GRACE // 2

    def changed(self) -> None:
        """Rebuilds the list and sends it to subscribers."""
        self._listed = None
        self._changes += 1
        if self.subscriptions and (self._telling is None or self._telling.done()):
            self._telling = self._tasks.start(self._broadcast())

    async def _broadcast(self) -> None:
        told = -1
        while told != self._changes:  # what changes while the list is read must be told too
            await asyncio.sleep(BROADCAST_INTERVAL)
            told = self._changes
            self._latest = await self.text()
            if self._latest != self._told:
                self._told = self._latest
                for subscription in self.subscriptions:
                    subscription.restart()  # a list tells all

    async def watch(self) -> Subscription:
        """Subscribes to the list, now and whenever it changes."""
        subscription, changes = Subscription(lambda _: self._latest), self._changes
        self.subscriptions.add(subscription)
        try:
            self._latest = await self.text()
        except BaseException:
            self.subscriptions.discard(subscription)  # nobody reads it
            raise
        if self._latest != self._told:  # where not everyone has the same list, the next one is told whatever it is
            self._told = self._latest if len(self.subscriptions) == 1 else None
        if changes != self._changes:  # a newer list is to come
            self.changed()
        return subscription

    async def tidy(self) -> int:
        """Withdraws matches that have waited too long and whose host has not looked in for a day; how many."""
        now, ended = self._now(), 0
        for terms in await self._store.waiting_since(self._oldest(now)):
            if not self._connections.seen_after(terms.id, _host(terms), now - DAY, now):
                with contextlib.suppress(DamagedJournal):  # logged already; the others are tidied
                    ended += await self._withdraw(terms.id)
        return ended


def _host(terms: MatchTerms) -> Side:
    """The seat of whoever made the match."""
    return FIRST if terms.seats[0].kind == "person" else SECOND


def _waiting(terms: MatchTerms) -> Waiting:
    host = _host(terms)
    return Waiting(
        id=terms.id,
        ruleset=str(terms.ruleset),
        game=terms.game,
        name=terms.seats[host is SECOND].name,
        side=host.other,
        clock=control_data(terms.control),
        since=terms.created,
    )
