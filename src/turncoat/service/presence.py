"""Presence: who is connected to a match, in this process and in others, and who has been away for too long."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import orjson

from turncoat.games.results import FIRST, SECOND, Side

from .match import Match
from .messages import Gone, Here, PresenceMessage
from .rooms import Room
from .subscriptions import Subscription
from .timeouts import SHARES, Timeouts
from .wire import json_text

REMOTE_TTL = 45_000  # milliseconds another process's word is believed without being renewed
DAY = 86_400_000  # milliseconds; for so long it counts that whoever waits for an opponent looked in
Counts = tuple[int, int, int]
"""Connections of the first seat, of the second, and of people who only watch."""
PLACES = {FIRST: 0, SECOND: 1}
WATCHING = 2
RENEW_INTERVAL = 15.0  # seconds after which other processes are told again who is here
MATCHES_PER_NOTE = 100  # matches that one note tells of
BROADCAST_INTERVAL = 1.0  # seconds in which all who come and go are told of once
NOBODY = (0, 0, 0)


@dataclass
class Connections:
    """The connections to matches, and when a seat was last seen."""

    started: int
    here: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))
    elsewhere: defaultdict[str, dict[str, tuple[int, Counts]]] = field(default_factory=lambda: defaultdict(dict))
    seen: dict[tuple[str, Side], int] = field(default_factory=dict)
    watched: dict[str, int] = field(default_factory=dict)
    """Since when a match that was read from the store is watched here."""

    def arrive(self, match: str, held: frozenset[Side]) -> None:
        """A connection is opened."""
        for place in _places(held):
            self.here[match][place] += 1

    def leave(self, match: str, held: frozenset[Side], now: int) -> None:
        """A connection is closed."""
        counts = self.here[match]
        for place in _places(held):
            counts[place] -= 1
        self.note_seen(match, held, now)
        if not any(counts):
            del self.here[match]

    def note_seen(self, match: str, held: frozenset[Side], now: int) -> None:
        """Somebody in these seats has asked for something."""
        for seat in held:
            self.seen[match, seat] = now

    def receive(self, match: str, origin: str, counts: Counts, now: int) -> None:
        """What another process says about its connections."""
        told = self.elsewhere[match]
        for seat, place in PLACES.items():
            if counts[place] or told.get(origin, (0, (0, 0, 0)))[1][place]:
                self.seen[match, seat] = now
        if any(counts):
            told[origin] = (now + REMOTE_TTL, counts)
        else:
            told.pop(origin, None)
        if not told:
            del self.elsewhere[match]

    def counts(self, match: str, now: int) -> Counts:
        """All connections, wherever."""
        lists: list[Counts] = []
        if match in self.here:
            first, second, watching = self.here[match]
            lists.append((first, second, watching))
        if match in self.elsewhere:
            lists += [counts for until, counts in self.elsewhere[match].values() if until > now]
        return sum(each[0] for each in lists), sum(each[1] for each in lists), sum(each[2] for each in lists)

    def absent_since(self, match: str, seat: Side, now: int) -> int | None:
        """When the seat was last seen; None while it is here."""
        if self.counts(match, now)[PLACES[seat]]:
            return None
        return max(self.seen.get((match, seat), 0), self.watched.get(match, 0), self.started)

    def absent_for(self, match: str, seat: Side, now: int) -> int | None:
        """For how long this process has not seen the seat; None where it never has."""
        if match in self.here and self.here[match][PLACES[seat]]:
            return 0
        seen = self.seen.get((match, seat))
        return None if seen is None else max(0, now - seen)

    def seen_after(self, match: str, seat: Side, moment: int, now: int) -> bool:
        """Whether the seat is here, or was seen after that moment as far as this process knows."""
        return self.counts(match, now)[PLACES[seat]] > 0 or self.seen.get((match, seat), 0) > moment

    def forgive(self, ms: int, now: int) -> None:
        """Takes back so much of every absence: nobody could be heard meanwhile."""
        self.started = min(now, self.started + ms)
        for book in (self.seen, self.watched):
            for key, moment in book.items():
                book[key] = min(now, moment + ms)  # type: ignore[index]
        for origins in self.elsewhere.values():
            for origin, (until, counts) in origins.items():
                origins[origin] = (until + ms, counts)

    def forget(self, match: str) -> None:
        """A match nobody needs any more."""
        self.watched.pop(match, None)
        for seat in Side:
            self.seen.pop((match, seat), None)

    def forget_absent(self, known: Callable[[str], object], absence: int, now: int) -> None:
        """Forgets whom other processes told of, once their absence is no news: after so long, or, alone, a day."""
        for match, origins in list(self.elsewhere.items()):
            for origin in [origin for origin, (until, _) in origins.items() if until <= now]:
                del origins[origin]  # it was ended before it could say that nobody is there
            if not origins:
                del self.elsewhere[match]
        latest = defaultdict[str, list[int]](list)
        for (match, _), moment in self.seen.items():
            latest[match].append(moment)
        for match, moments in latest.items():
            # Where both seats were seen the match has begun; whoever is alone may wait in the lobby.
            kept = absence if len(moments) == len(PLACES) else DAY
            gone = match not in self.here and match not in self.elsewhere and max(moments) < now - kept
            if gone and known(match) is None:
                self.forget(match)


def _places(held: frozenset[Side]) -> list[int]:
    return [PLACES[seat] for seat in held] or [WATCHING]


def _players(counts: Counts) -> tuple[bool, bool]:
    """Whether the first and the second are here."""
    return counts[0] > 0, counts[1] > 0


def _note(book: dict[str, Counts], match: str, counts: Counts) -> None:
    """Notes what was told of a match; of one at which nobody is there is nothing to remember."""
    if counts == NOBODY:
        book.pop(match, None)
    else:
        book[match] = counts


class Presence:
    """Who is here, told to everyone at a match and to other processes."""

    def __init__(
        self,
        now: Callable[[], int],
        timeouts: Timeouts,
        *,
        publish: Callable[[str], None],
        room: Callable[[str], Room | None],
        host_moved: Callable[[], None],
        paused: Callable[[], int] | None = None,
    ) -> None:
        """`publish` tells other processes; `host_moved` is called when somebody who waits in the lobby moves.

        `paused` tells of pauses since it was last asked: in these nobody was absent, for nobody could be heard.
        """
        self._now, self._timeouts, self._paused = now, timeouts, paused
        self._publish, self._room, self._host_moved = publish, room, host_moved
        self.connections = Connections(now())
        self._later: dict[str, asyncio.TimerHandle] = {}
        """When what has changed since will be told."""
        self._told: dict[str, Counts] = {}
        self._published: dict[str, Counts] = {}

    def arrive(self, room: Room, subscription: Subscription) -> None:
        """Somebody opened a connection."""
        self.connections.arrive(room.id, subscription.held)
        if not self._changed(room):
            subscription.post(json_text(self.message(room)))

    def leave(self, room: Room, subscription: Subscription) -> None:
        """Somebody closed a connection."""
        self.connections.leave(room.id, subscription.held, self._now())
        self._changed(room)

    def note_seen(self, match_id: str, held: frozenset[Side]) -> None:
        """Somebody in these seats has asked for something."""
        self.connections.note_seen(match_id, held, self._now())

    def catch_up(self) -> None:
        """Forgives what this process has not heard; asked often, and before anybody counts as gone."""
        missed = self._paused() if self._paused else 0
        if missed:
            self.connections.forgive(missed, self._now())

    def absent_for(self, match_id: str, seat: Side) -> int | None:
        """For how long this process has not seen the seat; None where it never has."""
        self.catch_up()
        return self.connections.absent_for(match_id, seat, self._now())

    def watch(self, room: Room) -> None:
        """From now on it is noted who is at the match; who was there before is not known."""
        self.connections.watched[room.id] = self._now()

    def _changed(self, room: Room) -> bool:
        """Tells who is here now: of players at once, of all others with what else changes within a moment.

        However many come and go, everyone is told once in that time, and nothing where it is as it was.
        Whether it was told at once.
        """
        if room.id in self._later:
            return False
        players = _players(self._counts(room)) != _players(self._told.get(room.id, NOBODY))
        if players:
            self._broadcast(room)
        self._later[room.id] = asyncio.get_running_loop().call_later(BROADCAST_INTERVAL, self._moment_passed, room)
        return players

    def _moment_passed(self, room: Room) -> None:
        del self._later[room.id]
        if self._broadcast(room):
            self._later[room.id] = asyncio.get_running_loop().call_later(BROADCAST_INTERVAL, self._moment_passed, room)

    def _counts(self, room: Room) -> Counts:
        return self.connections.counts(room.id, self._now())

    def _broadcast(self, room: Room) -> bool:
        """Tells everyone here and other processes what is new to them; whether anything was."""
        counts, told = self._counts(room), self._told.get(room.id, NOBODY)
        if counts != told:
            _note(self._told, room.id, counts)
            if room.subscriptions:
                room.broadcast(self.message(room))
            if room.match.status == "open" and room.match.terms.kind == "lobby":
                self._host_moved()
        first, second, watching = self.connections.here.get(room.id, NOBODY)
        here = (first, second, watching)
        published = self._published.get(room.id, NOBODY)
        if here != published:
            _note(self._published, room.id, here)
            self._publish_counts({room.id: list(here)})
        return counts != told or here != published

    def _publish_counts(self, here: dict[str, list[int]]) -> None:
        self._publish(orjson.dumps(here).decode())

    def dropped(self, room: Room) -> None:
        """The match is not in memory any more: what was to be told later is told now."""
        timer = self._later.pop(room.id, None)
        if timer:
            timer.cancel()
            self._broadcast(room)

    def receive(self, origin: str, text: str) -> None:
        """Another process tells who is there."""
        now = self._now()
        for match_id, counts in orjson.loads(text).items():
            self.connections.receive(match_id, origin, tuple(counts), now)
            room = self._room(match_id)
            if room is not None:
                self._changed(room)

    def forget_absent(self) -> None:
        """Forgets those who left matches that are not in memory here."""
        absence = max(self._timeouts.absence(kind) or 0 for kind in SHARES)
        self.connections.forget_absent(self._room, absence + REMOTE_TTL, self._now())

    async def renew(self) -> None:
        """Tells other processes once more: a process that was killed cannot say that it is gone."""
        self.forget_absent()
        here = list(self.connections.here.items())
        for start in range(0, len(here), MATCHES_PER_NOTE):
            self._publish_counts(dict(here[start : start + MATCHES_PER_NOTE]))

    def message(self, room: Room) -> PresenceMessage:
        """Who is here, and from when on an absent opponent counts as gone."""
        self.catch_up()
        now, match = self._now(), room.match
        counts = self.connections.counts(room.id, now)
        seats = [match.side_of(side) for side in Side]
        first, second = (match.seats[seat].kind == "computer" or counts[PLACES[seat]] > 0 for seat in seats)
        gone_first, gone_second = (self._gone_from(match, seat, now) for seat in seats)
        return PresenceMessage(
            type="presence",
            here=Here(first=first, second=second, watching=counts[WATCHING]),
            gone=Gone(first=gone_first, second=gone_second),
            as_of=now,
        )

    def _gone_from(self, match: Match, seat: Side, now: int) -> int | None:
        allowed = self._timeouts.absence(match.terms.control.kind)
        absent = self.connections.absent_since(match.terms.id, seat, now)
        if allowed is None or absent is None or match.seats[seat].kind != "person" or match.status != "playing":
            return None
        return absent + allowed

    def gone(self, match: Match, seat: Side) -> bool:
        """Whether the seat has been empty for so long that the other may claim the match, as far as is known here."""
        self.catch_up()
        now = self._now()
        since = self._gone_from(match, seat, now)
        return since is not None and now >= since

    def gone_after(self, match: Match, absence: int) -> bool:
        """Whether somebody whom another process saw so many milliseconds ago counts as gone."""
        allowed = self._timeouts.absence(match.terms.control.kind)
        return allowed is not None and absence >= allowed
