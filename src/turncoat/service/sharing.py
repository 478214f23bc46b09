"""What is shown to others, beside the matches themselves: public links, pictures, studies."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .engine_pool import EnginePool
from .match import Match
from .offered_games import OfferedGames
from .pictures import Shown
from .publishing import FindRoom, Publishing
from .rooms import Room
from .store import Store
from .studies import Studies
from .tasks import BackgroundTasks
from .workers import Worker

T = TypeVar("T")


class Sharing:
    """The parts, with one worker process of their own: what they do must not keep a computer from its move."""

    def __init__(
        self,
        store: Store,
        tasks: BackgroundTasks,
        now: Callable[[], int],
        worker: Callable[[], Worker],
        offered: OfferedGames,
        *,
        room: FindRoom,
        rooms: Callable[[], Iterable[Room]],
    ) -> None:
        self._pool = EnginePool(1, worker)
        self.links = Publishing(store, tasks, now, room=room, rooms=rooms)
        self.studies = Studies(store, self._pool, now, offered)

    async def draw(self, owner: str, seconds: float, make: Callable[..., T], *given: Any) -> T:
        """A picture, made elsewhere when it is the client's turn; Busy if that takes too long."""
        return await self._pool.ask(owner, seconds, make, *given)

    def close(self) -> None:
        """Begins nothing more."""
        self._pool.close()


def shown(match: Match, at: int | None = None) -> Shown:
    """The match as far as a picture of the moment after `at` moves shows it."""
    moves = match.game.current.moves()
    return Shown(str(match.game.root.position), moves if at is None else moves[:at])
