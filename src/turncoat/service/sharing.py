"""What is shown to others beside the matches: public links, pictures, studies, games to watch, what was played."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from . import archive
from .archive import Archive
from .engine_pool import EnginePool
from .explorer import Explorer
from .explorer_files import ExplorerFile
from .match import Match
from .offered_games import OfferedGames
from .pictures import Shown
from .publishing import FindRoom, Publishing
from .rooms import Room
from .store import Store
from .studies import Studies
from .tasks import BackgroundTasks
from .watch import Watch
from .workers import Worker

T = TypeVar("T")


@dataclass(frozen=True)
class Parts:
    """What it needs of the service."""

    store: Store
    tasks: BackgroundTasks
    now: Callable[[], int]
    offered: OfferedGames
    room: FindRoom
    rooms: Callable[[], Iterable[Room]]
    load: Callable[[str], Awaitable[Match | None]]
    """Reads a match without keeping it in memory."""


class Sharing:
    """Each does one thing; they have a worker process of their own, so that no computer waits for them to move."""

    def __init__(self, of: Parts, worker: Callable[[], Worker], sets: Sequence[ExplorerFile] = ()) -> None:
        self._pool, self._tasks = EnginePool(1, worker), of.tasks
        self.links = Publishing(of.store, of.tasks, of.now, room=of.room, rooms=of.rooms)
        self.studies = Studies(of.store, self._pool, of.now, of.offered)
        self.archive = Archive(of.store, self._pool, of.load)
        self.watch = Watch(self.archive, of.tasks, of.now, of.room)
        self.explorer = Explorer(of.store, self._pool, of.offered, sets)

    def start(self) -> None:
        """Counts the games that ended while nobody was there to do it, now and from time to time."""
        self._tasks.start(self.archive.catch_up())
        self._tasks.every(archive.EVERY, self.archive.catch_up, "finished games could not be counted")

    def listed(self, match: Match) -> None:
        """A public game has begun or ended."""
        self.watch.listed()
        if match.status == "over" and not self._tasks.stopped:
            self._tasks.start(self._counted(match))

    async def _counted(self, match: Match) -> None:
        await self.archive.note(match)
        self.watch.listed()

    async def draw(self, owner: str, seconds: float, make: Callable[..., T], *given: Any) -> T:
        """A picture, made elsewhere when it is the client's turn; Busy if that takes too long."""
        return await self._pool.ask(owner, seconds, make, *given)

    def close(self) -> None:
        """Begins nothing more, and sends home who watches."""
        self.watch.close()
        self._pool.close()


def shown(match: Match, at: int | None = None) -> Shown:
    """The match as far as a picture of the moment after `at` moves shows it."""
    moves = match.game.current.moves()
    return Shown(str(match.game.root.position), moves if at is None else moves[:at])
