"""The service: everything that can be asked of matches.  It puts the parts together and knows nothing of HTTP."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from turncoat.games import Ruleset
from turncoat.games.results import Side
from turncoat.play import TimeControl

from . import broker, commands, heartbeat, presence, rooms, snapshots, takeover, tokens, view_builder
from .computer_players import ComputerPlayers
from .engine_pool import EnginePool
from .errors import BadToken, DamagedJournal, NotPossible, TooEarly
from .flag_alarm import FlagAlarm
from .heartbeat import Heartbeat
from .hints import Hints
from .journal import Answer, OfferKind
from .loading import Loader
from .lobby import Lobby
from .match import MatchKind
from .matches import Change, Counts, Matches, SeatView, Who
from .new_match import MatchRequest, SideChoice, make_terms
from .offered_games import OfferedGames
from .peers import NoAnswer, PeerUpdates
from .presence import Presence
from .review_view import Attempt
from .reviews import Reviews
from .rooms import Room, Rooms
from .rules import RulesByTwin, has_twin
from .store import Store
from .subscriptions import Subscription
from .takeover import Takeover
from .tasks import BackgroundTasks
from .timekeeper import Timekeeper
from .timeouts import DEFAULT, Timeouts
from .view import Hint, Preview
from .workers import ProcessWorker, Worker

LOG = logging.getLogger(__name__)
TIDY_FIRST, TIDY_EVERY = 60.0, 3600.0  # seconds; by the first time other processes have told who is there
SHUTDOWN_TIMEOUT = 5.0  # seconds that what is under way may take at the end


class Service:
    """Matches, on one store."""

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
    ) -> None:
        """`now` takes the place of its own time; `twin` tells what has native rules; `games` names some of others."""
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
        self._build(timeouts, pace)

    def _build(self, timeouts: Timeouts, pace: float) -> None:
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
        self._hints = Hints(self.pool, self.counts)
        self.takeover = Takeover(self.store, self.loader.load, now, known=self.rooms.known, take_up=self.room)
        self.heartbeat = Heartbeat(
            self.store,
            now,
            shared=self.shared,
            check_clocks=self._check_clocks,
            ended=self._forgive_all,
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
            absent_for=lambda match_id, seat: self.presence.connections.absent_for(match_id, seat, self.now()),
            alive=self.heartbeat.others,
        )

    async def start(self) -> None:
        """Opens the store and takes up what was going on when the service last stopped."""
        await self.store.open()
        if self._own_time:
            await self._set_the_time()
        await self.heartbeat.beat()
        await self.broker.start(self.peers)
        every = self.tasks.every
        every(heartbeat.BEAT_INTERVAL, self.heartbeat.beat, "the store could not be told that the service is alive")
        every(presence.RENEW_INTERVAL, self._renew, "others could not be told who is here")
        every(rooms.FORGET, self.rooms.forget_finished, "matches that are over could not be forgotten")
        self.tasks.start(self._tidy())
        every(TIDY_EVERY, self.lobby.tidy, "the lobby could not be tidied")
        self.tasks.start(self._take_up())
        if self.shared:
            every(
                takeover.CHECK_INTERVAL, self.takeover.take_over, "matches of other processes could not be looked after"
            )

    async def _set_the_time(self) -> None:
        calendar, noted = await self.store.calendar()
        others = None
        if calendar is not None and abs(calendar - noted) > heartbeat.OUTAGE_AFTER:
            # Nobody is there, or somebody is and the database's clock was set: then we keep time with them.
            others = await self.heartbeat.living_beat()
            calendar, _ = await self.store.calendar()
        self._timekeeper.set(calendar, noted, others)

    async def stop(self) -> None:
        """Closes everything; what was acknowledged is kept."""
        await self.tasks.stop()
        await self.matches.finish(SHUTDOWN_TIMEOUT)
        await self.rooms.finish(SHUTDOWN_TIMEOUT)
        for room in self.rooms.all():
            self.rooms.drop(room)
        self.lobby.close()
        self.pool.close()
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

    async def _renew(self) -> None:
        self.lobby.changed()  # whoever left a while ago waits no more
        if self.shared:
            await self.presence.renew()

    async def _tidy(self) -> None:
        await asyncio.sleep(TIDY_FIRST)
        try:
            await self.lobby.tidy()
        except Exception:
            LOG.exception("the lobby could not be tidied")

    # What follows a change

    def _changed(self, change: Change) -> None:
        """Tells everyone, sets the alarm for the clock, and lets a computer think."""
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

    async def _check_clocks(self) -> None:
        if self._own_time:
            self._timekeeper.notice_jumps()
            if self.store.shared:
                calendar, _ = await self.store.calendar()
                self._timekeeper.follow(calendar or self.now())

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
        """A name for a client that tells nothing about it once this process is gone."""
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
        """A new match, in which these moves are made already; whoever asks for it gets a seat, or both."""
        wanted = MatchRequest(self.offered.ruleset(ruleset), kind, side, level, control, name, moves)
        made = make_terms(wanted, self.owner(client), self.now())
        room = await self.matches.add(made.terms, moves)
        return SeatView(room, made.held, dict.fromkeys(made.held, made.token), made.invitation)

    async def preview(self, ruleset: str) -> Preview:
        """The board that a ruleset starts from."""
        return view_builder.preview(await self.rules.start(self.offered.ruleset(ruleset)))

    async def room(self, match_id: str, *, fresh: bool = False) -> Room:
        """The match of that name; `fresh` asks the store what other processes have added."""
        room, loaded = await self.rooms.find(match_id)
        if fresh and self.shared and not loaded:
            await self.matches.refresh(room)
        return room

    async def seat_view(self, match_id: str, given: Iterable[str]) -> SeatView:
        """The match as whoever has these tokens sees it."""
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

    # Commands

    async def play(self, match_id: str, who: Who, move: str, at: int) -> SeatView:
        """Makes a move."""
        return await self.matches.perform(match_id, who, commands.Play(move, at))

    async def back(self, match_id: str, who: Who, to: int, at: int) -> SeatView:
        """Takes moves back."""
        return await self.matches.perform(match_id, who, commands.TakeBack(to, at))

    async def resign(self, match_id: str, who: Who) -> SeatView:
        """Gives up."""
        return await self.matches.perform(match_id, who, commands.Resign())

    async def claim(self, match_id: str, who: Who) -> SeatView:
        """Claims the win over an opponent who has left or run out of time."""
        known = who if isinstance(who, frozenset) else list(who)
        match = (await self.room(match_id)).match
        held = known if isinstance(known, frozenset) else match.seats_held(known)
        away = commands.opponent(match, held)
        confirmed = False
        if away is not None and self.presence.gone(match, away):
            try:
                absence = await self.peers.absence(match_id, away)
            except NoAnswer:
                raise TooEarly from None
            confirmed = absence is None or self.presence.gone_after(match, absence)
        return await self.matches.perform(
            match_id, known, commands.Claim(lambda seat: confirmed and seat is away and self.presence.gone(match, seat))
        )

    async def chat(self, match_id: str, who: Who, text: str) -> SeatView:
        """Says something."""
        return await self.matches.perform(match_id, who, commands.Chat(text))

    async def offer(self, match_id: str, who: Who, kind: OfferKind, answer: Answer | None = None) -> SeatView:
        """Makes an offer or answers one."""
        rematch = tokens.new_id()
        if answer is None:
            return await self.matches.perform(match_id, who, commands.MakeOffer(kind, rematch))
        return await self.matches.perform(match_id, who, commands.AnswerOffer(kind, answer, rematch))

    async def join(
        self, match_id: str, who: Iterable[str], invitation: str | None, name: str | None, key: str | None = None
    ) -> SeatView:
        """Takes the open seat, whose token is handed out once; with a key of the client's own it may be repeated."""
        token = key or tokens.new_token()
        command = commands.Join(tokens.hashed(token), invitation, name)
        seen = await self.matches.perform(match_id, [token, *who], command)
        got = seen.room.match.seats_held([token])
        return SeatView(seen.room, seen.held, dict.fromkeys(got, token))

    async def rematch(self, match_id: str, who: Iterable[str]) -> SeatView:
        """The seat at the rematch; where there is none yet it is made, or asked for."""
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
        """What the engine would play, alone or against the computer only."""
        return await self._hints.hint(await self.seat_view(match_id, who), at, self.owner(client))

    async def review(self, match_id: str, client: str = "") -> AbstractContextManager[Subscription]:
        """Follows the review of a finished match, which goes on for as long as somebody does."""
        match = (await self.room(match_id, fresh=True)).match
        return self._reviews.watching(match, self.owner(client))

    async def attempt(self, match_id: str, at: int, moves: Sequence[str], client: str = "") -> Attempt:
        """A turn of a reviewed match tried otherwise."""
        return await self._reviews.attempt((await self.room(match_id)).match, at, moves, self.owner(client))

    # Following

    def subscribe(self, room: Room, held: frozenset[Side]) -> Subscription:
        """Follows the match, a setup now and every change, until `unsubscribe`."""
        subscription = room.subscribe(held, self.now)
        self.presence.arrive(room, subscription)
        return subscription

    def unsubscribe(self, room: Room, subscription: Subscription) -> None:
        """Follows no more."""
        room.subscriptions.discard(subscription)
        subscription.close()
        self.presence.leave(room, subscription)
