"""Matches held in memory, each with its lock, its listeners and its view as text."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import orjson

from . import view_builder
from .errors import NoSuchMatch
from .hub import Listener
from .match import Match
from .store import Store

MOST_KEPT = 5_000


@dataclass(eq=False)
class Room:
    """A match and everybody at it."""

    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    thinking: "asyncio.Task[None] | None" = None
    patient: bool = False
    """Whether a computer's thinking waits, because another process is likely to be at it."""
    _view: tuple[int, str] | None = None

    @property
    def id(self) -> str:
        """The match's name."""
        return self.match.facts.id

    def view(self, now: int) -> str:
        """The view as JSON, built once per change."""
        if self._view is None or self._view[0] != self.match.seq:
            self._view = (self.match.seq, orjson.dumps(view_builder.build(self.match, now)).decode())
        return self._view[1]

    def answer(self, held: frozenset[int], now: int, kind: str = "") -> str:
        """The view together with the sides that whoever asks plays."""
        you = orjson.dumps(self.match.sides_held(held)).decode()
        head = f'"type":"{kind}",' if kind else ""
        return f'{{{head}"match":{self.view(now)},"you":{you}}}'

    def tell(self, now: int) -> None:
        """Sends everyone the view; it is put together once for all who hold the same seats."""
        answers: dict[frozenset[int], str] = {}
        for listener in self.listeners:
            if listener.held not in answers:
                answers[listener.held] = self.answer(listener.held, now, "view")
            listener.post("view", answers[listener.held])

    def post(self, kind: str, text: str) -> None:
        """Sends everyone a message."""
        for listener in self.listeners:
            listener.post(kind, text)

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it: the store has it all."""
        return not self.listeners and not self.lock.locked() and self.thinking is None


class Rooms:
    """The matches in memory; the store decides what is true of them."""

    def __init__(
        self, store: Store, dropped: Callable[[str], None], taken_up: Callable[[Room], Awaitable[None]]
    ) -> None:
        self._store, self._dropped, self._taken_up = store, dropped, taken_up
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def known(self, match_id: str) -> Room | None:
        """The room, if it is in memory."""
        return self._kept.get(match_id)

    def all(self) -> list[Room]:
        """Every room in memory."""
        return list(self._kept.values())

    def add(self, match: Match) -> Room:
        """A room for a match just made."""
        room = self._kept[match.facts.id] = Room(match)
        self._make_space()
        return room

    async def find(self, match_id: str) -> tuple[Room, bool]:
        """The room of that match, and whether it was only now read from the store."""
        room = self._kept.get(match_id)
        if room is not None:
            self._kept.move_to_end(match_id)
            return room, False
        loading = self._loading.get(match_id)
        if loading is None:  # two who ask at once must get the same room, or the same refusal
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda task: self._loaded(match_id, task))
        # Shielded: whoever hangs up must not take the match from the others who wait for it.
        return await asyncio.shield(loading), True

    async def _load(self, match_id: str) -> Room:
        stored = await self._store.load(match_id)
        if stored is None:
            raise NoSuchMatch(id=match_id)
        room = self.add(Match(*stored))
        await self._taken_up(room)
        return room

    def _loaded(self, match_id: str, task: "asyncio.Task[Room]") -> None:
        del self._loading[match_id]
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may wait any more

    def drop(self, room: Room) -> None:
        """Forgets what is in memory; it is read from the store again when it is needed."""
        if self._kept.get(room.id) is room:
            del self._kept[room.id]
            self._dropped(room.id)
        if room.timer:
            room.timer.cancel()
        for listener in room.listeners:
            listener.close()

    def _make_space(self) -> None:
        if len(self._kept) <= MOST_KEPT:
            return
        for room in [room for room in self._kept.values() if room.idle][: len(self._kept) - MOST_KEPT]:
            self.drop(room)
