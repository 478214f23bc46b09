"""Matches in memory, each with its lock, subscriptions and view."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

import orjson

from turncoat import native
from turncoat.games.results import Side

from . import public_view, updates, view_builder
from .errors import DamagedJournal, NewerJournal, NoSuchMatch
from .match import Match
from .messages import MatchAnswer, SetupMessage, UpdateMessage, ViewChanges
from .subscriptions import Subscription
from .view import Choice, SharedView, View
from .wire import json_text

LOG = logging.getLogger(__name__)
MAX_KEPT = 5_000
FORGET = 60.0  # seconds between looks at which matches nobody needs any more


@dataclass(eq=False)
class Room:
    """A match in memory, and its subscribers."""

    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscriptions: set[Subscription] = field(default_factory=set)
    held_open: int = 0
    """By how many who are at work for the match, such as a computer that thinks."""
    unused: bool = False
    """Whether it was found over and idle, and nobody has asked for it since."""
    _computer_failing: bool = False
    """Whether its computer does not answer."""
    _view: SharedView | None = None
    _choices: orjson.Fragment | None = None
    """The legal moves of that view as JSON, once somebody needs them."""

    @property
    def id(self) -> str:
        """The match's name."""
        return self.match.terms.id

    def view(self, now: int) -> SharedView:
        """The part of the view that is the same for everyone, built once per change."""
        if self._view is None or self._view["version"] != self.match.seq:
            self._view, self._choices = view_builder.build(self.match, now), None
            if self._computer_failing:
                self._view["note"] = view_builder.no_answer()
        return self._view

    def set_computer_failing(self, *, failing: bool) -> None:
        """Tells everyone that the computer does not answer, or that it does again."""
        if failing != self._computer_failing:
            self._computer_failing, self._view = failing, None
            for subscription in self.subscriptions:
                subscription.restart()

    def _moves(self, held: frozenset[Side]) -> list[Choice]:
        """The legal moves for whoever decides, none for anybody else."""
        if self.match.status != "playing" or self.match.decider not in held:
            return []
        if self._choices is None:
            self._choices = orjson.Fragment(native.legal_json(self.match.position))
        return cast("list[Choice]", self._choices)

    def _lines(self, held: frozenset[Side]) -> dict[str, list[str]]:
        """The lines that matter to whoever decides, none for anybody else."""
        if self.match.status != "playing" or self.match.decider not in held:
            return {}
        return {cell: list(ends) for cell, ends in self.match.position.lines().items()}

    def answer(self, held: frozenset[Side], now: int) -> str:
        """The view together with the sides that whoever asks plays, its clocks as they stood at the last change."""
        match = View(**self.view(now), moves=self._moves(held), lines=self._lines(held))
        return json_text(MatchAnswer(match=match, you=self.match.sides_held(held)))

    def setup(self, subscription: Subscription, now: int) -> str:
        """All that a connection must know, its clocks as they stand now."""
        subscription.you = self.match.sides_held(subscription.held)
        match = View(**self.view(now), moves=self._moves(subscription.held), lines=self._lines(subscription.held))
        match["times"] = view_builder.times(self.match, now)
        if subscription.link:
            match = public_view.redacted(match, subscription.link)
        return json_text(SetupMessage(type="setup", match=match, you=subscription.you))

    def public_answer(self, link: str | None, now: int) -> str:
        """The view for whoever has no seat, by a public link if there is one."""
        if link is None:
            return self.answer(frozenset(), now)
        match = public_view.redacted(View(**self.view(now), moves=[], lines={}), link)
        return json_text(MatchAnswer(match=match, you=[]))

    def subscribe(self, held: frozenset[Side], now: Callable[[], int], link: str | None = None) -> Subscription:
        """Follows the match: a setup now, then every change."""
        # Told of itself rather than holding itself: nothing of a match is to wait for the collector of circles.
        subscription = Subscription(lambda whose: self.setup(whose, now()), held, link)
        self.subscriptions.add(subscription)
        self.view(now())  # updates build on it
        return subscription

    def broadcast_changes(self, now: int) -> None:
        """Sends everyone what has changed, built once and serialised once per group of seats."""
        if not self.subscriptions:
            return
        before = self._view
        message = None if before is None else updates.update(before, self.view(now))
        if message is None:
            for subscription in self.subscriptions:
                subscription.restart()
            return
        texts: dict[tuple[frozenset[Side], bool, bool], str] = {}
        for subscription in self.subscriptions:
            held, you = subscription.held, self.match.sides_held(subscription.held)
            group = held, you != subscription.you, subscription.link is not None
            if group not in texts:
                texts[group] = json_text(self._addressed(message, *group))
            subscription.you = you
            subscription.update(texts[group])

    def _addressed(self, message: UpdateMessage, held: frozenset[Side], reseated: bool, public: bool) -> UpdateMessage:
        """The message to those who hold these seats, told which sides these are if they have changed."""
        found = public_view.redacted_update(message) if public else message.copy()
        if message["changed"].keys() & {"position", "status"}:
            found["changed"] = ViewChanges(**found["changed"], moves=self._moves(held), lines=self._lines(held))
        if reseated:
            found["you"] = self.match.sides_held(held)
        return found

    def broadcast(self, message: Mapping[str, object]) -> None:
        """Sends everyone a message."""
        text = json_text(message)
        for subscription in self.subscriptions:
            subscription.post(text)

    @property
    def idle(self) -> bool:
        """Whether it can be dropped from memory: the store has everything."""
        return not self.subscriptions and not self.lock.locked() and not self.held_open


def log_unreadable(match_id: str, problem: DamagedJournal) -> None:
    """Notes that a match cannot be read; that a later release has written it is no fault, and told in a line."""
    facts = {"facts": {"match": match_id}}
    if isinstance(problem, NewerJournal):
        LOG.warning("a match needs a newer version", extra=facts)
    else:
        LOG.error("a journal is damaged", extra=facts, exc_info=problem)


class Rooms:
    """The matches in memory; the store is authoritative."""

    def __init__(
        self,
        load: Callable[[str], Awaitable[Match | None]],
        loaded: Callable[[Room], Awaitable[None]],
        dropped: Callable[[Room], None],
    ) -> None:
        """`load` reads a match; told on the way: `loaded` each that was, `dropped` each that is forgotten."""
        self._load_match, self._after_load, self._dropped = load, loaded, dropped
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
        """A room for a match just made or read."""
        room = self._kept[match.terms.id] = Room(match)
        self._make_space()
        return room

    async def find(self, match_id: str) -> tuple[Room, bool]:
        """The room of that match, and whether it was only now read from the store."""
        room = self._kept.get(match_id)
        if room is not None:
            self._kept.move_to_end(match_id)
            room.unused = False
            return room, False
        loading = self._loading.get(match_id)
        if loading is None:  # two who ask at once must get the same room, or the same refusal
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda task: self._loaded(match_id, task))
        # Shielded: whoever hangs up must not take the match from the others who wait for it.
        return await asyncio.shield(loading), True

    async def _load(self, match_id: str) -> Room:
        try:
            match = await self._load_match(match_id)
        except DamagedJournal as problem:
            log_unreadable(match_id, problem)
            raise
        if match is None:
            raise NoSuchMatch(id=match_id)
        room = self.add(match)
        await self._after_load(room)
        return room

    def _loaded(self, match_id: str, task: "asyncio.Task[Room]") -> None:
        del self._loading[match_id]
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may wait any more

    async def finish(self, seconds: float) -> None:
        """Waits for matches that are being read: nobody may be at the store any more when it is closed."""
        if self._loading:
            await asyncio.wait(self._loading.values(), timeout=seconds)

    def drop(self, room: Room) -> None:
        """Forgets what is in memory; it is read from the store again when it is needed."""
        if self._kept.get(room.id) is room:
            del self._kept[room.id]
        self._dropped(room)
        for subscription in room.subscriptions:
            subscription.close()

    async def forget_finished(self) -> None:
        """Drops the matches that are over and that nobody has wanted anything of since this was done the last time."""
        for room in self.all():
            if room.unused and room.idle:
                self.drop(room)
            room.unused = room.idle and room.match.status == "over"

    def _make_space(self) -> None:
        if len(self._kept) <= MAX_KEPT:
            return
        for room in [room for room in self._kept.values() if room.idle][: len(self._kept) - MAX_KEPT]:
            self.drop(room)
