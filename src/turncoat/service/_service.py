"""The service: everything that can be asked of matches.  It knows nothing of HTTP."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Literal

from turncoat import games
from turncoat.engine.levels import Level
from turncoat.games.results import Side

from . import acts, broker, engines, tokens
from .clock import Clock
from .errors import BadToken, NotPossible, Stale, StoreFailed
from .hub import Listener
from .lobby import Lobby
from .match import Entry, Facts, Match, MatchKind, OfferKind, Seat
from .news import News
from .outages import forgiven
from .patience import USUAL, Patience
from .people import People
from .rooms import Room, Rooms
from .store import Store
from .thinking import Thinking

LOG = logging.getLogger(__name__)
TRIES = 8
BEAT = 2.0  # seconds
SideChoice = Literal["first", "second", "random"]
MOST_ENTRIES = 10_000
UNENDING = ("chat", "back", "offer", "drop")
"""What could go on for ever; moves cannot, for games end."""


@dataclass(frozen=True)
class Sitting:
    """A match as whoever asked sees it, and what was handed out to them."""

    room: Room
    held: frozenset[int]
    tokens: dict[int, str] = field(default_factory=dict)
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


class Service:
    """Matches, on one store."""

    def __init__(
        self,
        database: str,
        *,
        broker_address: str | None = None,
        workers: int | None = None,
        start_workers: Callable[[int], Executor] = engines.processes,
        pace: float = 0.35,
        patience: Patience = USUAL,
        now: Callable[[], int] | None = None,
    ) -> None:
        self._secret = secrets.token_bytes(32)
        self.origin = secrets.token_hex(4)
        self.now = now or (lambda: time.time_ns() // 1_000_000)
        self.store = Store(database, self.origin)
        self.people, self.lobby, self.news = People(self), Lobby(self), News(self)
        self.rooms = Rooms(self.store, self.people.presence.forget, self._taken_up)
        self.broker = broker.choose(broker_address, self.store.url)
        self.shared = self.store.shared or broker_address is not None
        self.thinking = Thinking(workers, start_workers)
        self.pace, self.patience = pace, patience
        self.counts = Counts()
        self.outages: list[tuple[int, int]] = []
        self.stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._acts: set[asyncio.Task[Sitting]] = set()
        self._last_beat = 0

    async def start(self) -> None:
        """Opens the store and takes up what was going on when the service last stopped."""
        await self.store.open()
        await self.beat()
        await self.broker.start(self.news)
        self.spawn(self._beat())
        self.spawn(self._take_up())
        self.people.start()
        self.lobby.start()
        self.news.start()

    async def stop(self) -> None:
        """Closes everything; what was acknowledged is kept."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._acts:
            await asyncio.wait(self._acts, timeout=5)
        for room in self.rooms.all():
            self.rooms.drop(room)
        self.lobby.close()
        self.thinking.close()
        await self.broker.stop()
        try:
            await self.beat()
        except Exception:
            LOG.exception("the store could not be told of the end")
        await self.store.close()

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        """Runs something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            LOG.error("a task failed", exc_info=task.exception())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
            except Exception:
                LOG.exception("the store could not be told that the service is alive")

    async def beat(self) -> None:
        """Notes that the service is alive, and gives back the time in which it was not: down, asleep or cut off."""
        now, gap = self.now(), round(3 * BEAT * 1000)
        outage = await self.store.beat(now, gap)
        # Another process may have been quicker to note an outage that was ours too.
        outage, self._last_beat = outage or now - self._last_beat > gap, now
        if outage:
            self.outages = await self.store.outages()
            for room in self.rooms.all():
                await self._forgive(room)

    async def _take_up(self) -> None:
        """Reads the matches in which a clock runs or a computer has to move."""
        for match_id in await self.store.live():
            try:
                await self.room(match_id)
            except Exception:
                LOG.exception("a match could not be taken up", extra={"facts": {"match": match_id}})

    def owner(self, client: str) -> str:
        """A name for a client that tells nothing about it once this process is gone."""
        return hashlib.blake2b(client.encode(), key=self._secret, digest_size=12).hexdigest()

    # Matches

    async def create(
        self,
        ruleset: str,
        kind: MatchKind,
        *,
        side: SideChoice = "random",
        level: str | None = None,
        clock: Clock | None = None,
        name: str | None = None,
        client: str = "",
    ) -> Sitting:
        """A new match; whoever asks for it gets a seat, or both."""
        read = games.Ruleset.read(ruleset)
        own = secrets.randbelow(2) if side == "random" else list(Side).index(Side(side))
        token, invitation = tokens.new_token(), tokens.new_token() if kind == "friend" else None
        person = Seat("person", acts.person_name(name), token=tokens.hashed(token))
        if kind == "local":
            other = Seat("person", token=person.token)
        elif kind == "computer":
            other = Seat("computer", level=str(Level(level or "3").name))
        else:
            other = Seat("open", token=tokens.hashed(invitation) if invitation else None)
        facts = Facts(
            tokens.new_id(),
            str(read),
            read.info.version,
            kind,
            clock or Clock(),
            (person, other) if own == 0 else (other, person),
            self.now(),
            self.owner(client),
        )
        match = Match(facts)
        await self.store.add(facts, match.status)
        self._announce(facts.id, 0)
        self.counts.matches += 1
        room = self.rooms.add(match)
        self._changed(room, lobby=kind == "lobby")
        held = frozenset({0, 1}) if kind == "local" else frozenset({own})
        return Sitting(room, held, dict.fromkeys(held, token), invitation)

    async def room(self, match_id: str, *, fresh: bool = False) -> Room:
        """The match of that name; `fresh` asks the store what other processes have added."""
        room, loaded = await self.rooms.find(match_id)
        if fresh and self.shared and not loaded:
            await self.refresh(room)
        return room

    async def _taken_up(self, room: Room) -> None:
        """Begins what goes on at a match just read from the store."""
        await self._forgive(room)
        self._changed(room, remote=True)

    async def sit(self, match_id: str, given: Iterable[str]) -> Sitting:
        """The match as whoever has these tokens sees it."""
        room = await self.room(match_id, fresh=True)
        held = room.match.seats_held(given)
        self.people.presence.note_seen(room.id, held, self.now())
        return Sitting(room, held)

    async def take_seat(self, match_id: str, token: str) -> Sitting:
        """The seat that the token opens."""
        room = await self.room(match_id, fresh=True)
        held = room.match.seats_held([token])
        if not held:
            raise BadToken
        return Sitting(room, held, dict.fromkeys(held, token))

    async def act(self, match_id: str, given: Iterable[str] | frozenset[int], act: acts.Act) -> Sitting:
        """Does something at a match: checks it, keeps it, tells everyone.  Of two at once, one wins."""
        # Shielded: whoever hangs up in the middle must not leave a move kept that nobody is told of.
        task = asyncio.create_task(self._act(match_id, given, act))
        self._acts.add(task)
        task.add_done_callback(self._acted)
        return await asyncio.shield(task)

    def _acted(self, task: "asyncio.Task[Sitting]") -> None:
        self._acts.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may wait any more

    async def _act(self, match_id: str, given: Iterable[str] | frozenset[int], act: acts.Act) -> Sitting:
        room = await self.room(match_id)
        async with room.lock:
            for _ in range(TRIES):
                if self.rooms.known(match_id) is not room:  # given up meanwhile, because the store failed
                    break
                match = room.match
                now = max(self.now(), match.changed)
                held = given if isinstance(given, frozenset) else match.seats_held(given)
                step = act(match, held, now)
                if step and match.seq >= MOST_ENTRIES and step[0] in UNENDING:
                    raise NotPossible
                if step is None or await self._keep(room, Entry(match.seq + 1, step[0], now, step[1])):
                    self.people.presence.note_seen(room.id, held, now)
                    return Sitting(room, room.match.seats_held(given) if not isinstance(given, frozenset) else held)
                self.counts.conflicts += 1
                await self._catch_up(room)
        raise Stale(at=(await self.room(match_id)).match.at)

    async def _keep(self, room: Room, entry: Entry) -> bool:
        """Appends the entry to the store and then to the match; False if another process was first."""
        match = room.match
        state = match.state_after(entry)
        new = match.rematch_facts(entry.data["match"], entry.at) if entry.kind == "rematch" else None
        try:
            kept = await self.store.append(room.id, entry, state, new)
        except StoreFailed:
            # Whether it was kept is not known: the store will tell whoever asks next.
            self.rooms.drop(room)
            raise
        if kept:
            if entry.kind == "move":
                self.counts.moves += 1
                self.counts.computer_moves += match.seats[match.decider].kind == "computer"
            match.apply(entry)
            self._changed(room, lobby=state is not None and match.facts.kind == "lobby")
            self._announce(room.id, entry.seq)
            if new:
                self._announce(new.id, 0)
        return kept

    def _announce(self, match_id: str, seq: int) -> None:
        if self.broker.carries_moves:  # else the store tells it
            self.broker.publish(f"m {self.origin} {match_id} {seq}")

    async def refresh(self, room: Room) -> None:
        """Takes in what other processes have added."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        entries = await self.store.entries(room.id, room.match.seq)
        for entry in entries:
            room.match.apply(entry)
        if entries:
            self._changed(room, remote=True)

    def _changed(self, room: Room, *, remote: bool = False, lobby: bool = False) -> None:
        """Tells everyone, sets the alarm for the clock, and lets a computer think."""
        now = self.now()
        if room.listeners:
            room.tell(now)
        self.people.set_alarm(room, now)
        self.people.let_think(room, patient=remote and self.shared)
        if lobby:
            self.lobby.changed()
            self.broker.publish(f"l {self.origin}")

    async def _forgive(self, room: Room) -> None:
        """Gives back the time that passed while nobody was there to take a move."""
        async with room.lock:
            ms = forgiven(room.match, self.outages)
            if ms:
                entry = Entry(room.match.seq + 1, "pause", max(self.now(), room.match.changed), {"ms": ms})
                if not await self._keep(room, entry):
                    await self._catch_up(room)

    # Acts

    async def play(self, match_id: str, given: Iterable[str] | frozenset[int], move: str, at: int) -> Sitting:
        """Makes a move."""
        return await self.act(match_id, given, lambda match, held, now: acts.move(match, held, move, at, now))

    async def back(self, match_id: str, given: Iterable[str], to: int, at: int) -> Sitting:
        """Takes moves back."""
        return await self.act(match_id, given, lambda match, held, _: acts.back(match, held, to, at))

    async def resign(self, match_id: str, given: Iterable[str]) -> Sitting:
        """Gives up."""
        return await self.act(match_id, given, lambda match, held, _: acts.resign(match, held))

    async def claim(self, match_id: str, given: Iterable[str]) -> Sitting:
        """Claims the win over an opponent who has left or run out of time."""
        gone = self.people.gone

        def step(match: Match, held: frozenset[int], now: int) -> acts.Step:
            return acts.claim(match, held, now, lambda seat: gone(match, seat, now))

        return await self.act(match_id, given, step)

    async def chat(self, match_id: str, given: Iterable[str], text: str) -> Sitting:
        """Says something."""
        return await self.act(match_id, given, lambda match, held, _: acts.chat(match, held, text))

    async def offer(
        self, match_id: str, given: Iterable[str], kind: OfferKind, answer: acts.Answer | None = None
    ) -> Sitting:
        """Makes an offer or answers one."""

        def step(match: Match, held: frozenset[int], _: int) -> acts.Step:
            if answer is None:
                return acts.offer(match, held, kind, tokens.new_id)
            return acts.answer(match, held, kind, answer, tokens.new_id)

        return await self.act(match_id, given, step)

    async def join(self, match_id: str, given: Iterable[str], invitation: str | None, name: str | None) -> Sitting:
        """Takes the open seat; its token is handed out once."""
        token = tokens.new_token()
        known = list(given)

        def step(match: Match, held: frozenset[int], _: int) -> acts.Step:
            return acts.join(match, held, invitation, name, tokens.hashed(token))

        sitting = await self.act(match_id, [*known, token], step)
        got = sitting.room.match.seats_held([token])
        return Sitting(sitting.room, sitting.held, dict.fromkeys(got, token))

    async def rematch(self, match_id: str, given: Iterable[str]) -> Sitting:
        """The seat at the rematch; where there is none yet it is made, or asked for."""
        known = list(given)
        sitting = await self.sit(match_id, known)
        if sitting.room.match.rematch is None:
            sitting = await self.offer(match_id, known, "rematch")
        follows = sitting.room.match.rematch
        if follows is None:
            return sitting
        room = await self.room(follows)
        held = room.match.seats_held(known)
        if not held:
            raise NotPossible
        given_again = {seat: token for seat in held for token in known if seat in room.match.seats_held([token])}
        return Sitting(room, held, given_again)

    # Listening

    def listen(self, room: Room, held: frozenset[int]) -> Listener:
        """Hears the view now and at every change, until `unlisten`."""
        listener = Listener(held)
        room.listeners.add(listener)
        now = self.now()
        listener.post("view", room.answer(held, now, "view"))
        self.people.arrive(room, held)
        return listener

    def unlisten(self, room: Room, listener: Listener) -> None:
        """Hears no more."""
        room.listeners.discard(listener)
        listener.close()
        self.people.leave(room, listener.held)
