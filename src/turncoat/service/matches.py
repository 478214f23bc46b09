"""Where a command is made durable: `Matches.perform` decides on the entry, appends it, applies it and announces it."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side

from .commands import Command, decide
from .errors import DamagedJournal, MatchOver, Stale, StoreFailed
from .journal import ChatSent, Entry, Erased, Joined, JournalEntry, Moved, Offered, RematchMade, TakenBack
from .match import Match, MatchTerms, legal_move
from .rooms import Room, Rooms, log_unreadable
from .rules import Rules
from .store import Store

MAX_ATTEMPTS = 8
Who = Iterable[str] | frozenset[Side]
"""Tokens as they came, or the seats themselves where they are known."""


@dataclass(frozen=True)
class SeatView:
    """A match as whoever asked sees it, and what was handed out to them."""

    room: Room
    held: frozenset[Side]
    tokens: dict[Side, str] = field(default_factory=dict)
    """By seat, only where they were given just now."""
    invitation: str | None = None


@dataclass
class Counts:
    """What has happened since the start, for whoever measures."""

    matches: int = 0
    moves: int = 0
    conflicts: int = 0
    hints: int = 0
    computer_moves: int = 0


@dataclass(frozen=True)
class Change:
    """A match has changed."""

    room: Room
    remote: bool = False
    """Whether another process made the change."""
    listing: bool = False
    """Whether the lobby's list changes with it."""


class Matches:
    """The only way matches change: every command goes through `perform`."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        rules: Rules,
        now: Callable[[], int],
        *,
        changed: Callable[[Change], None],
        kept: Callable[[str, int], None],
        seen: Callable[[str, frozenset[Side]], None],
    ) -> None:
        """Told on the way: `changed` every change, `kept` the number of what was kept, `seen` who was there."""
        self._store, self._rooms, self._rules, self._now = store, rooms, rules, now
        self._changed, self._publish_entry, self._seen = changed, kept, seen
        self._under_way: set[asyncio.Task[SeatView]] = set()
        self.counts = Counts()

    async def add(self, terms: MatchTerms, moves: Sequence[str] = ()) -> Room:
        """A new match, in which these moves are made already; MatchOver where they leave nothing to play."""
        match = await self._rules.match(terms, ())
        made = [await self._begin(match, move) for move in moves]
        if match.position.is_over:
            raise MatchOver
        await self._store.add(terms, match.status)
        await asyncio.gather(*(self._store.append(terms.id, line) for line in made))
        self._publish_entry(terms.id, match.seq)
        self.counts.matches += 1
        room = self._rooms.add(match)
        self._seen(terms.id, frozenset(side for side, seat in match.seats.items() if seat.kind == "person"))
        self._changed(Change(room, listing=terms.kind == "lobby"))
        return room

    async def _begin(self, match: Match, move: str) -> JournalEntry:
        """The entry of a move that is made already when the match begins."""
        entry = Moved(legal_move(match.position, move))
        line = JournalEntry(match.seq + 1, match.terms.created, entry)
        match.apply(line, await self._rules.follow(match, entry.move))
        await asyncio.sleep(0)  # others are served between
        return line

    async def perform(self, match_id: str, who: Who, command: Command) -> SeatView:
        """Performs a command: decide, append, apply, announce.  Of two at once, one wins."""
        # Shielded: whoever hangs up in the middle must not leave a move kept that nobody is told of.
        task = asyncio.create_task(self._perform(match_id, who, command))
        self._under_way.add(task)
        task.add_done_callback(self._performed)
        try:
            return await asyncio.shield(task)
        finally:
            del task  # a refusal is held by the task and holds this frame: a circle that would keep the match

    def _performed(self, task: "asyncio.Task[SeatView]") -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may wait any more

    async def _perform(self, match_id: str, who: Who, command: Command) -> SeatView:
        room, current = await self._rooms.find(match_id)
        current = current or not self._store.shared
        async with room.lock:
            for _ in range(MAX_ATTEMPTS):
                if self._rooms.known(match_id) is not room:  # given up meanwhile, because the store failed
                    break
                match = room.match
                now = max(self._now(), match.changed)
                held = who if isinstance(who, frozenset) else match.seats_held(who)
                entry, refusal = _decided(match, held, command, now)
                if refusal and current:
                    try:
                        raise refusal
                    finally:
                        del refusal  # it holds this frame: the circle would keep the match in memory
                # Where nothing is to be added the store has not been asked yet: others may have gone on there.
                if await self._append(room, JournalEntry(match.seq + 1, now, entry)) if entry else current:
                    holds = held if isinstance(who, frozenset) else match.seats_held(who)  # more, after joining
                    self._seen(match_id, holds)
                    return SeatView(room, holds)
                self.counts.conflicts += entry is not None
                await self._catch_up(room)
                current = True
        raise Stale(at=(await self._rooms.find(match_id))[0].match.at)

    async def _append(self, room: Room, line: JournalEntry) -> bool:
        """Appends the entry to the store and then to the match; False if another process was first."""
        match, entry = room.match, line.entry
        ahead = await self._rules.follow(match, entry.move) if isinstance(entry, Moved) else None
        status = match.status_after(entry, ahead)
        new = match.rematch_terms(entry.match, line.at) if isinstance(entry, RematchMade) else None
        try:
            if isinstance(entry, Erased):
                kept = await self._store.eraser.erase(room.id, line)
            else:
                kept = await self._store.append(room.id, line, status, new)
        except StoreFailed:
            # Whether it was kept is not known: the store will tell whoever asks next.
            self._rooms.drop(room)
            raise
        if kept:
            self._count(match, entry)
            match.apply(line, ahead)
            self._changed(Change(room, listing=status is not None and match.terms.kind == "lobby"))
            self._publish_entry(room.id, line.seq)
            if new:
                self._publish_entry(new.id, 0)
        return kept

    def _count(self, match: Match, entry: Entry) -> None:
        if isinstance(entry, Moved):
            self.counts.moves += 1
            self.counts.computer_moves += match.seats[match.decider].kind == "computer"

    async def perform_at(self, room: Room, command: Command) -> None:
        """Performs a command of the service's own that must happen only once, such as crediting time."""
        async with room.lock:
            entry = decide(room.match, frozenset(), command, self._now())
            if entry is not None:
                line = JournalEntry(room.match.seq + 1, max(self._now(), room.match.changed), entry)
                if not await self._append(room, line):
                    with contextlib.suppress(DamagedJournal):  # nobody waits for it, and it is logged
                        await self._catch_up(room)

    async def refresh(self, room: Room) -> None:
        """Applies what other processes have added."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        try:
            await self._take_in(room)
        except DamagedJournal as problem:
            log_unreadable(room.id, problem)
            self._rooms.drop(room)  # nobody is to take what is here for the present
            raise

    async def _take_in(self, room: Room) -> None:
        entries = await self._store.entries(room.id, room.match.seq)
        for line in entries:
            seat = _maker(room.match, line.entry)
            if seat is not None:  # whoever did something elsewhere was there
                self._seen(room.id, frozenset({seat}))
            move = line.entry.move if isinstance(line.entry, Moved) else None
            ahead = None if move is None else await self._rules.follow(room.match, move)
            room.match.apply(line, ahead)
        if entries:
            self._changed(Change(room, remote=True))

    async def finish(self, seconds: float) -> None:
        """Waits for running commands."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)


def _decided(
    match: Match, held: frozenset[Side], command: Command, now: int
) -> tuple[Entry | None, TurncoatError | None]:
    """The entry that follows, None where nothing does; or the refusal."""
    try:
        return decide(match, held, command, now), None
    except TurncoatError as refusal:
        return None, refusal


def _maker(match: Match, entry: Entry) -> Side | None:
    """Who made an entry that comes next, as far as it tells."""
    if isinstance(entry, Moved) or (isinstance(entry, TakenBack) and not entry.agreed):
        return match.decider
    return entry.seat if isinstance(entry, ChatSent | Joined | Offered) else None
