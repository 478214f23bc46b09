"""The service: everything that can be asked of matches.  It puts the parts together and knows nothing of HTTP."""

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from turncoat.games import Ruleset
from turncoat.games.results import Side
from turncoat.play import TimeControl

from . import broker, commands, heartbeat, presence, rooms, snapshots, store_time, takeover, tokens, view_builder
from .analysis import Analyses
from .claims import claim
from .computer_players import ComputerPlayers
from .engine_pool import EnginePool
from .errors import BadToken, DamagedJournal, NotPossible
from .explorer_files import ExplorerFile
from .flag_alarm import FlagAlarm
from .heartbeat import Heartbeat
from .hints import Hints
from .imported_view import Imported
from .importing import read as read_text
from .journal import Answer, OfferKind
from .loading import Loader
from .lobby import Lobby
from .match import MatchKind
from .matches import Change, Counts, Matches, SeatView, Who
from .new_match import MatchRequest, SideChoice, make_terms
from .offered_games import OfferedGames
from .pauses import LOOK_INTERVAL, Pauses
from .peers import PeerUpdates
from .presence import Presence
from .review_view import Attempt
from .reviews import Reviews
from .rooms import Room, Rooms
from .rules import RulesByTwin, has_twin
from .sharing import Parts, Sharing
from .store import Store
from .subscriptions import Subscription
from .sweeper import SWEEP_INTERVAL, Sweeper
from .takeover import Takeover
from .tasks import BackgroundTasks
from .timekeeper import Timekeeper
from .timeouts import DEFAULT, Timeouts
from .view import Hint, Preview
from .workers import ProcessWorker, Worker

LOG = logging.getLogger(__name__)
TIDY_FIRST, TIDY_EVERY = 60.0, 3600.0  # seconds; by the first time other processes have told who is there
IMPORT_SECONDS = 5.0  # that reading a text of games may take, and a worker that never did so far to get ready for it
SHUTDOWN_TIMEOUT = 5.0  # seconds that what is under way may take at the end


class Service:
    """All matches on one store."""

    def __init__(
        self,
        database: str,
        *,
        broker_address: str | None = None,
        workers: int | None = None,
        worker: Callable[[], Worker] = ProcessWorker,
        pace: float = 0.35,
        timeouts: Timeouts = DEFAULT,
        now: Callable[[], int] | None = None,
        twin: Callable[[Ruleset], bool] = has_twin,
        games: Iterable[str] = (),
        keep: float = 0,
        sets: Iterable[Path] = (),
    ) -> None:
        """`now` replaces its own time; `twin` tells what has native rules; `games` and `sets` (files) are of others.

        `keep` is for how many seconds finished matches are kept, 0 for ever.
        """
        self.offered = OfferedGames(games)
        self._secret = secrets.token_bytes(32)
        self.origin = secrets.token_hex(4)
        self._timekeeper = Timekeeper()
        self._own_time = now is None
        self.now: Callable[[], int] = now or self._timekeeper.now
        self.store = Store(database, self.origin)
        self.broker = broker.choose(broker_address, self.store.url)
        self.shared = self.store.shared
        self.tasks, self.pool = BackgroundTasks(), EnginePool(workers, worker)
        self.rules = RulesByTwin(worker, twin)
        self._reviews = Reviews(self.pool, self.tasks, self.rules, twin)
        self.analyses = Analyses(self.pool, self.rules, self.offered, self.room, self.owner)
        self._build(timeouts, pace, worker, [ExplorerFile(path) for path in sets])
        self.sweeper = Sweeper(self.store.eraser, self.rooms, self.now, keep)

    def _build(self, timeouts: Timeouts, pace: float, worker: Callable[[], Worker], sets: list[ExplorerFile]) -> None:
        """The parts, each given what it needs of the others."""
        now, rules = self.now, self.rules
        self.loader = Loader(self.store, rules)
        self.rooms = Rooms(self.loader.load, loaded=self._loaded, dropped=self._dropped)
        self.presence = Presence(
            now,
            timeouts,
            publish=lambda text: self.peers.publish_presence(text) if self.shared else None,
            room=self.rooms.known,
            host_moved=lambda: self.lobby.changed(),  # noqa: PLW0108 — there is none yet
            paused=Pauses().look if self._own_time else None,
        )
        self.matches = Matches(
            self.store, self.rooms, rules, now, changed=self._changed, kept=self._kept, seen=self.presence.note_seen
        )
        self.counts: Counts = self.matches.counts
        self.lobby = Lobby(self.store, self.presence.connections, timeouts, self.tasks, now, withdraw=self._withdraw)
        self.alarm = FlagAlarm(now, lambda room: self.tasks.start(self._flag(room)))
        self.computers = ComputerPlayers(
            self.pool, self.tasks, now, play=self.matches.perform, known=self.rooms.known, pace=pace
        )
        parts = Parts(self.store, self.tasks, now, self.offered, self.room, self.rooms.all, self.loader.load)
        self.sharing = Sharing(parts, worker, sets)
        self._hints = Hints(self.pool, self.counts)
        self.takeover = Takeover(self.store, self.loader.load, now, known=self.rooms.known, take_up=self.room)
        self.heartbeat = Heartbeat(
            self.store, now, shared=self.shared, check_clocks=self._check_clocks, ended=self._forgive_all
        )
        self.peers = PeerUpdates(
            self.origin,
            self.tasks,
            self.broker.publish,
            room=self.rooms.known,
            refresh=self.matches.refresh,
            went_on=self.takeover.note,
            missed=self._missed,
            presence=self.presence.receive,
            lobby=self.lobby.changed,
            withdrawn=self.sharing.links.withdrawn,
            absent_for=self.presence.absent_for,
            alive=self.heartbeat.others,
        )
        self.sharing.links.tell = self.peers.publish_withdrawal

    async def start(self) -> None:
        """Opens the store and resumes what was going on when the service last stopped."""
        await self.store.open()
        if self._own_time:
            await store_time.take(self._timekeeper, self.store, self.heartbeat)
        await self.heartbeat.beat()
        await self.broker.start(self.peers)
        every = self.tasks.every
        every(heartbeat.BEAT_INTERVAL, self.heartbeat.beat, "the store could not be told that the service is alive")
        every(LOOK_INTERVAL, self._look, "a pause could not be made up for")
        every(presence.RENEW_INTERVAL, self._renew, "others could not be told who is here")
        every(rooms.FORGET, self.rooms.forget_finished, "matches that are over could not be forgotten")
        every(TIDY_EVERY, self.lobby.tidy, "the lobby could not be tidied", first=TIDY_FIRST)
        every(SWEEP_INTERVAL, self.sweeper.sweep, "what is not to be kept could not be deleted")
        self.tasks.start(self._take_up())
        self.sharing.start()
        if self.shared:
            every(
                takeover.CHECK_INTERVAL, self.takeover.take_over, "matches of other processes could not be looked after"
            )

    async def stop(self) -> None:
        """Stops everything; whatever was acknowledged stays on disk."""
        await self.tasks.stop()
        await self.matches.finish(SHUTDOWN_TIMEOUT)
        await self.rooms.finish(SHUTDOWN_TIMEOUT)
        for room in self.rooms.all():
            self.rooms.drop(room)
        self.lobby.close()
        self.pool.close()
        self.sharing.close()
        self.rules.close()
        await self.broker.stop()
        try:
            await self.heartbeat.stop()
        except Exception:
            LOG.exception("the store could not be told of the end")
        await self.store.close()

    async def _take_up(self) -> None:
        """Reads the matches in which a clock runs or a computer has to move."""
        for match_id in await self.store.live():
            try:
                await self.room(match_id)
            except DamagedJournal:
                pass  # logged where it was found
            except Exception:
                LOG.exception("a match could not be taken up", extra={"facts": {"match": match_id}})

    async def _look(self) -> None:
        self.presence.catch_up()

    async def _renew(self) -> None:
        self.lobby.changed()  # whoever left a while ago waits no more
        if self.shared:
            await self.presence.renew()

    # What follows a change

    def _changed(self, change: Change) -> None:
        """After a change: sends updates, sets the flag alarm, starts the computer."""
        change.room.broadcast_changes(self.now())
        self.alarm.set(change.room)
        match = change.room.match
        if not change.remote and match.seq and match.seq % snapshots.EVERY == 0:
            self.loader.keep(match)
        if not self.tasks.stopped:
            self.computers.consider(change.room, patient=change.remote and self.shared)
        if change.listing:
            self.lobby.changed()
            self.peers.publish_lobby()
            self.sharing.listed(change.room.match)

    def _kept(self, match_id: str, seq: int) -> None:
        if self.broker.sends_moves:  # else the store tells it
            self.peers.publish_match(match_id, seq)

    async def _loaded(self, room: Room) -> None:
        """Begins what goes on at a match just read from the store."""
        self.presence.watch(room)
        await self._forgive(room)
        self._changed(Change(room, remote=True))

    def _dropped(self, room: Room) -> None:
        self.alarm.cancel(room)
        self.presence.dropped(room)
        self.presence.connections.forget(room.id)

    def _missed(self) -> None:
        """Notes of other processes were lost: asks the store about what people follow, and what computers play."""
        for room in self.rooms.all():
            if room.subscriptions:
                self.tasks.start(self.matches.refresh(room))
        self.tasks.start(self.takeover.recall())
        self.sharing.links.missed()

    async def _check_clocks(self) -> None:
        if self._own_time:
            await store_time.check(self._timekeeper, self.store)

    async def _forgive_all(self) -> None:
        for room in self.rooms.all():
            await self._forgive(room)

    async def _forgive(self, room: Room) -> None:
        """Gives back the time that passed while nobody was there to take a move."""
        if self.heartbeat.outages:
            await self.matches.perform_at(room, commands.ForgiveOutages(self.heartbeat.outages))

    async def _flag(self, room: Room) -> None:
        await self.matches.perform(room.id, frozenset(), commands.CheckFlag())

    async def _withdraw(self, match_id: str) -> bool:
        """Ends a match to which nobody came; whether it is over."""
        seen = await self.matches.perform(match_id, frozenset(), commands.Expire())
        if seen.room.idle:
            self.rooms.drop(seen.room)
        return seen.room.match.status == "over"

    # Matches

    def owner(self, client: str) -> str:
        """A pseudonym for a client, meaningless outside this process."""
        return hashlib.blake2b(client.encode(), key=self._secret, digest_size=12).hexdigest()

    async def create(
        self,
        ruleset: str,
        kind: MatchKind,
        *,
        side: SideChoice = "random",
        level: str | None = None,
        control: TimeControl | None = None,
        name: str | None = None,
        moves: Sequence[str] = (),
        client: str = "",
    ) -> SeatView:
        """Creates a match, with these moves already made; its creator gets one seat or both."""
        wanted = MatchRequest(self.offered.ruleset(ruleset), kind, side, level, control, name, moves)
        made = make_terms(wanted, self.owner(client), self.now())
        room = await self.matches.add(made.terms, moves)
        return SeatView(room, made.held, dict.fromkeys(made.held, made.token), made.invitation)

    async def preview(self, ruleset: str) -> Preview:
        """The board that a ruleset starts from."""
        return view_builder.preview(await self.rules.start(self.offered.ruleset(ruleset)))

    async def room(self, match_id: str, *, fresh: bool = False) -> Room:
        """The match with that id; `fresh` first applies what other processes have added."""
        room, loaded = await self.rooms.find(match_id)
        if fresh and self.shared and not loaded:
            await self.matches.refresh(room)
        return room

    async def seat_view(self, match_id: str, given: Iterable[str]) -> SeatView:
        """The match as seen by the holder of these tokens."""
        room = await self.room(match_id, fresh=True)
        held = room.match.seats_held(given)
        self.presence.note_seen(room.id, held)
        return SeatView(room, held)

    async def take_seat(self, match_id: str, token: str) -> SeatView:
        """The seat that the token opens."""
        seen = await self.seat_view(match_id, [token])
        if not seen.held:
            raise BadToken
        return SeatView(seen.room, seen.held, dict.fromkeys(seen.held, token))

    async def read_games(self, text: str, ruleset: str | None, client: str = "") -> Imported:
        """The games of a text that somebody brings; nothing of it is kept."""
        games, owner = tuple(self.offered.all), self.owner(client)
        return await self.pool.ask(owner, IMPORT_SECONDS, read_text, text, ruleset, games)

    # Commands

    async def play(self, match_id: str, who: Who, move: str, at: int) -> SeatView:
        """Makes a move."""
        return await self.matches.perform(match_id, who, commands.Play(move, at))

    async def back(self, match_id: str, who: Who, to: int, at: int) -> SeatView:
        """Takes moves back."""
        return await self.matches.perform(match_id, who, commands.TakeBack(to, at))

    async def resign(self, match_id: str, who: Who) -> SeatView:
        """Resigns."""
        return await self.matches.perform(match_id, who, commands.Resign())

    async def claim(self, match_id: str, who: Who) -> SeatView:
        """Claims the win over an opponent who has left or run out of time."""
        known = who if isinstance(who, frozenset) else list(who)
        match = (await self.room(match_id)).match
        return await self.matches.perform(match_id, known, await claim(match, known, self.presence, self.peers))

    async def chat(self, match_id: str, who: Who, text: str) -> SeatView:
        """Sends a chat message."""
        return await self.matches.perform(match_id, who, commands.Chat(text))

    async def erase(self, match_id: str, who: Who) -> SeatView:
        """Erases the names and the chat of a match, here and in the database."""
        return await self.matches.perform(match_id, who, commands.Erase())

    async def offer(self, match_id: str, who: Who, kind: OfferKind, answer: Answer | None = None) -> SeatView:
        """Makes an offer or answers one."""
        rematch = tokens.new_id()
        if answer is None:
            return await self.matches.perform(match_id, who, commands.MakeOffer(kind, rematch))
        return await self.matches.perform(match_id, who, commands.AnswerOffer(kind, answer, rematch))

    async def join(
        self, match_id: str, who: Iterable[str], invitation: str | None, name: str | None, key: str | None = None
    ) -> SeatView:
        """Takes the open seat.  Its token is returned once; with a key of the client's own that may be repeated."""
        token = key or tokens.new_token()
        command = commands.Join(tokens.hashed(token), invitation, name)
        seen = await self.matches.perform(match_id, [token, *who], command)
        got = seen.room.match.seats_held([token])
        return SeatView(seen.room, seen.held, dict.fromkeys(got, token))

    async def rematch(self, match_id: str, who: Iterable[str]) -> SeatView:
        """The seat in the rematch, which is created or offered if there is none yet."""
        known = list(who)
        seen = await self.seat_view(match_id, known)
        if seen.room.match.rematch is None:
            seen = await self.offer(match_id, known, "rematch")
        follows = seen.room.match.rematch
        if follows is None:
            return seen
        taken = await self.seat_view(follows, known)
        if not taken.held:
            raise NotPossible
        given_again = {seat: token for token in known for seat in taken.room.match.seats_held([token])}
        return SeatView(taken.room, taken.held, given_again)

    async def hint(self, match_id: str, who: Iterable[str], at: int, client: str = "") -> Hint:
        """A hint, on one screen and against the computer only."""
        return await self._hints.hint(await self.seat_view(match_id, who), at, self.owner(client))

    async def review(self, match_id: str, client: str = "") -> AbstractContextManager[Subscription]:
        """Subscribes to the review of a finished match, which continues as long as anyone is subscribed."""
        match = (await self.room(match_id, fresh=True)).match
        return self._reviews.watching(match, self.owner(client))

    async def attempt(self, match_id: str, at: int, moves: Sequence[str], client: str = "") -> Attempt:
        """Tries another turn in a reviewed match."""
        return await self._reviews.attempt((await self.room(match_id)).match, at, moves, self.owner(client))

    # Following

    def subscribe(self, room: Room, held: frozenset[Side], link: str | None = None) -> Subscription:
        """Subscribes to the match: a setup now and every change, until `unsubscribe`."""
        subscription = room.subscribe(held, self.now, link)
        self.presence.arrive(room, subscription)
        return subscription

    def unsubscribe(self, room: Room, subscription: Subscription) -> None:
        """Ends a subscription."""
        room.subscriptions.discard(subscription)
        subscription.close()
        self.presence.leave(room, subscription)
