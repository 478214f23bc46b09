"""Snapshots: the state of a match after so many entries, so that loading does not replay all of its past.

The journal stays the truth: a snapshot holds moves, not boards, and one that is damaged or out of date is passed over.
"""

import hashlib
from dataclasses import dataclass, replace

import orjson

from turncoat.games.results import Side
from turncoat.play.clock import Clock, SeatTime

from .errors import DamagedJournal
from .journal import SEATS, ChatSent, Ended, JournalEntry, read_entry, store_data
from .match import OFFERS, Match, Stamp

FORM = 1
ClockData = tuple[list[list[int]], int | None, int]
"""Both seats' times, whose clock runs, and since when."""
EVERY = 200
"""Entries from one snapshot to the next."""


@dataclass(frozen=True)
class Snapshot:
    """What follows from the entries up to a number, other than seats, which have a table of their own."""

    seq: int
    changed: int
    rules: int
    """The version of the game's rules."""
    moves: list[str]
    """Those that are not taken back."""
    stamps: list[tuple[int, ClockData]]
    """When each was made, and the clocks after it."""
    clock: ClockData
    offers: list[int | None]
    chat: list[tuple[int, int, str]]
    ended: tuple[str, str] | None
    rematch: str | None

    def text(self) -> str:
        """As it is stored."""
        return orjson.dumps(self).decode()

    @classmethod
    def read(cls, text: str) -> "Snapshot":
        """The snapshot that was stored so."""
        return cls(**orjson.loads(text))


def take(match: Match) -> Snapshot:
    """The match as it stands."""
    return Snapshot(
        seq=match.seq,
        changed=match.changed,
        rules=match.terms.ruleset.info.version,
        moves=list(match.game.moves),
        stamps=[(stamp.at, _clock_data(stamp.clock)) for stamp in match.stamps],
        clock=_clock_data(match.clock),
        offers=[_number(match.offers[kind]) for kind in OFFERS],
        chat=[(line.seq, line.at, store_data(line.entry)) for line in match.chat],
        ended=(match.ended.kind, store_data(match.ended)) if match.ended else None,
        rematch=match.rematch,
    )


def restore(match: Match, snapshot: Snapshot) -> None:
    """Makes a match at which the snapshot's moves are made the one that it was taken of."""
    match.clock = _read_clock(match.clock, snapshot.clock)
    if len(snapshot.stamps) != match.at:
        raise DamagedJournal
    match.stamps[:] = [Stamp(at, _read_clock(match.clock, data)) for at, data in snapshot.stamps]
    match.offers = {kind: _seat(seat) for kind, seat in zip(OFFERS, snapshot.offers, strict=True)}
    match.chat = [JournalEntry(seq, at, read_entry(ChatSent.kind, data)) for seq, at, data in snapshot.chat]
    ended = read_entry(*snapshot.ended) if snapshot.ended else None
    if ended is not None and not isinstance(ended, Ended):
        raise DamagedJournal
    match.ended, match.rematch = ended, snapshot.rematch
    match.seq, match.changed = snapshot.seq, snapshot.changed


def _clock_data(clock: Clock) -> ClockData:
    return [list(seat_time) for seat_time in clock.seat_times], _number(clock.running), clock.since


def _read_clock(like: Clock, data: ClockData) -> Clock:
    (first, second), running, since = data
    return replace(like, seat_times=(SeatTime(*first), SeatTime(*second)), running=_seat(running), since=since)


def _number(seat: Side | None) -> int | None:
    return None if seat is None else SEATS.index(seat)


def _seat(number: int | None) -> Side | None:
    return None if number is None else SEATS[number]


def digest(match_id: str, text: str) -> str:
    """By which a snapshot is known to be whole, and this match's."""
    return hashlib.blake2b(f"{match_id}\0{text}".encode(), digest_size=16).hexdigest()
