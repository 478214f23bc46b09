"""Public links: names by which anybody may watch a private match, made by its players and withdrawn by them.

Matches of the lobby are public anyway, under their own name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from . import tokens
from .errors import NoSeat, NoSuchMatch, NotPossible
from .match import Match
from .rooms import Room
from .store import Store
from .subscriptions import Subscription
from .tables import PUBLIC_LINKS
from .tasks import BackgroundTasks


class FindRoom(Protocol):
    """How a match is found."""

    async def __call__(self, match_id: str, *, fresh: bool = False) -> Room:
        """The match of that name; `fresh` asks the store what other processes have added."""


@dataclass(frozen=True)
class PublicGame:
    """A game that anybody may watch under a name of its own."""

    room: Room
    link: str | None
    """The public link by which it was found; None for a match of the lobby, which hides nothing."""

    @property
    def match(self) -> Match:
        """The match behind it."""
        return self.room.match


def is_public(match: Match) -> bool:
    """Whether the match was open to anybody from its beginning: it may be listed, searched and explored."""
    return match.terms.kind == "lobby"


class Publishing:
    """Which games anybody may watch, and under which names."""

    def __init__(
        self,
        store: Store,
        tasks: BackgroundTasks,
        now: Callable[[], int],
        *,
        room: FindRoom,
        rooms: Callable[[], Iterable[Room]],
    ) -> None:
        """`room` finds a match, `rooms` are those in memory."""
        self._store, self._tasks, self._now, self._find, self._rooms = store, tasks, now, room, rooms
        self.tell: Callable[[str], None] = lambda _: None
        """Lets other processes know that a link is withdrawn."""

    async def find(self, name: str) -> PublicGame:
        """The public game of that name; NoSuchMatch for a match that is private, whoever asks."""
        match_id = await self._match_of(name)
        room = await self._find(match_id or name, fresh=True)
        if match_id is None and not is_public(room.match):
            raise NoSuchMatch(id=name)
        return PublicGame(room, name if match_id else None)

    async def _match_of(self, link: str) -> str | None:
        async with self._store.reading() as connection:
            found = await connection.execute(select(PUBLIC_LINKS.c.match_id).where(PUBLIC_LINKS.c.id == link))
            return found.scalar()

    async def link(self, match_id: str, who: Iterable[str]) -> str | None:
        """The public name of a player's match, None where it has none."""
        match = await self._own(match_id, who)
        if is_public(match):
            return match_id
        wanted = select(PUBLIC_LINKS.c.id).where(PUBLIC_LINKS.c.match_id == match_id)
        async with self._store.reading() as connection:
            return (await connection.execute(wanted)).scalar()

    async def publish(self, match_id: str, who: Iterable[str]) -> str | None:
        """The same; where there is none yet it is made."""
        known = list(who)
        if not is_public(await self._own(match_id, known)):
            insert = (postgresql if self._store.shared else sqlite).insert(PUBLIC_LINKS)
            row = {"id": tokens.new_id(), "match_id": match_id, "created": self._now()}
            async with self._store.writing() as connection:
                await connection.execute(insert.values(row).on_conflict_do_nothing())
        return await self.link(match_id, known)

    async def withdraw(self, match_id: str, who: Iterable[str]) -> None:
        """The link shows nothing any more, here and at every other process; another one will have another name."""
        known = list(who)
        if is_public(await self._own(match_id, known)):
            raise NotPossible
        link = await self.link(match_id, known)
        async with self._store.writing() as connection:
            await connection.execute(delete(PUBLIC_LINKS).where(PUBLIC_LINKS.c.match_id == match_id))
        if link:
            self.withdrawn(link)
            self.tell(link)

    async def _own(self, match_id: str, who: Iterable[str]) -> Match:
        match = (await self._find(match_id, fresh=True)).match
        if not match.seats_held(who):
            raise NoSeat
        return match

    # Whoever watches by a link that is withdrawn is sent away

    def withdrawn(self, link: str) -> None:
        """Closes the connections that came by that link."""
        for subscription in self._watching():
            if subscription.link == link:
                subscription.close(NoSuchMatch(id=link))

    def missed(self) -> None:
        """Notes of other processes were lost: asks the store which links still hold."""
        links = {subscription.link for subscription in self._watching()}
        if links:
            self._tasks.start(self._look_again(links))

    async def _look_again(self, links: Iterable[str | None]) -> None:
        for link in filter(None, links):
            if await self._match_of(link) is None:
                self.withdrawn(link)

    def _watching(self) -> list[Subscription]:
        return [each for room in self._rooms() for each in room.subscriptions if each.link]
