"""Watching: who looks at the games being played, and little boards of them, told once a second at the most."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable

from . import view_builder
from .archive import Archive
from .errors import DamagedJournal, NoSuchMatch
from .match import Match
from .publishing import FindRoom, is_public
from .subscriptions import Subscription
from .tasks import BackgroundTasks
from .view_builder import event_list, result_of
from .watch_view import Watched, WatchedGame, Watching
from .wire import json_text

LOG = logging.getLogger(__name__)
MOST_RUNNING, MOST_FINISHED, MOST_CLOSE = 12, 8, 4
EVERY = 1.0  # seconds from one message to the next at the least
LIST_EVERY = 5.0  # seconds for which a list of games holds
LATELY = 86_400_000  # milliseconds without a move after which nobody calls a game running
MOST_KEPT = 100


class Watch:
    """The games to watch of one process's people."""

    def __init__(self, archive: Archive, tasks: BackgroundTasks, now: Callable[[], int], room: FindRoom) -> None:
        self._archive, self._tasks, self._now, self._room = archive, tasks, now, room
        self.subscriptions: set[Subscription] = set()
        self._known = Watching(type="watching", running=[], finished=[], close=[])
        self._until = 0.0
        self._ended: OrderedDict[str, WatchedGame] = OrderedDict()
        """Finished games, which stay as they are."""
        self._telling: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def text(self) -> str:
        """All there is to watch as JSON."""
        await self._look()
        return json_text(self._known)

    async def watch(self) -> Subscription:
        """Follows the games."""
        await self._look()
        subscription = Subscription(lambda _: json_text(self._known))
        self.subscriptions.add(subscription)
        if self._telling is None or self._telling.done():
            self._telling = self._tasks.start(self._tell())
        return subscription

    def listed(self) -> None:
        """A public game has begun or ended."""
        self._until = 0.0

    def close(self) -> None:
        """Sends everyone home."""
        for subscription in self.subscriptions:
            subscription.close()

    async def _tell(self) -> None:
        """Tells what has changed, for as long as anybody looks."""
        while self.subscriptions:
            await asyncio.sleep(EVERY)
            before = self._known
            try:
                await self._look(every=EVERY)
            except Exception:
                LOG.exception("games to watch could not be found")
                continue
            if before is not self._known:
                self._send(before, self._known)

    def _send(self, before: Watching, now: Watching) -> None:
        if _names(before) != _names(now):
            for subscription in self.subscriptions:
                subscription.restart()
            return
        known = {each["id"]: each for each in before["running"]}
        changed = [each for each in now["running"] if known[each["id"]] != each]
        if changed:
            text = json_text(Watched(type="watched", games=changed))
            for subscription in self.subscriptions:
                subscription.update(text)

    async def _look(self, every: float = EVERY) -> None:
        """Looks at the boards again, unless somebody has a moment ago, and for other games from time to time."""
        async with self._one_at_a_time:
            clock = asyncio.get_running_loop().time()
            if clock < self._until - LIST_EVERY + every:
                return
            now, fresh = self._now(), clock >= self._until
            if fresh:
                running = await self._archive.running(now - LATELY, MOST_RUNNING)
                finished = await self._archive.finished(MOST_FINISHED)
                close = await self._archive.close(now, MOST_CLOSE)
                self._until = clock + LIST_EVERY
            else:
                running, finished, close = _names(self._known)
            found = [await self._of_running(match_id, fresh=fresh) for match_id in running]
            self._known = Watching(
                type="watching",
                running=[each for each in found if each is not None],
                finished=await self._of_finished(finished),
                close=await self._of_finished(close),
            )

    async def _of_running(self, match_id: str, *, fresh: bool) -> WatchedGame | None:
        match = await self._match(match_id, fresh=fresh)
        if match is None:
            return None
        if match.status == "over":
            self._until = 0.0  # it belongs to the others from now on
        return glance(match)

    async def _of_finished(self, names: Iterable[str]) -> list[WatchedGame]:
        found = []
        for match_id in names:
            known = self._ended.get(match_id)
            if known is None:
                match = await self._match(match_id)
                if match is None:
                    continue
                known = self._ended[match_id] = glance(match)
                while len(self._ended) > MOST_KEPT:
                    self._ended.popitem(last=False)
            found.append(known)
        return found

    async def _match(self, match_id: str, *, fresh: bool = False) -> Match | None:
        try:
            match = (await self._room(match_id, fresh=fresh)).match
        except (DamagedJournal, NoSuchMatch):
            return None
        return match if is_public(match) else None


def glance(match: Match) -> WatchedGame:
    """A game as it stands."""
    position = match.position
    board, result = view_builder.board(position), result_of(match)
    return WatchedGame(
        id=match.terms.id,
        ruleset=str(match.terms.ruleset),
        game=match.terms.game,
        board=board["board"],
        zones=board["zones"],
        last=event_list(position.events),
        at=match.at,
        turn=match.game.current.turn,
        side=position.side,
        score=board["score"],
        seats=view_builder.seats(match),
        clock=view_builder.clock(match.terms.control),
        since=match.changed,
        winner=result["winner"] if result else None,
        result=result["text"] if result else None,
    )


def _names(known: Watching) -> tuple[list[str], list[str], list[str]]:
    running, finished, close = known["running"], known["finished"], known["close"]
    return tuple([each["id"] for each in some] for some in (running, finished, close))  # type: ignore[return-value]
