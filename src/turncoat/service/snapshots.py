"""Snapshots: a match as it stood after so many entries, so that loading it does not go through all of its past.

The journal stays the truth: a snapshot holds moves, not boards, and one that is damaged or out of date is passed over.
"""

import hashlib
from dataclasses import dataclass, replace

import orjson

from turncoat.games.results import Side
from turncoat.play.clock import Hand

from .errors import DamagedJournal
from .journal import SEATS, ChatSent, Ended, JournalEntry, read_entry, store_data
from .match import OFFERS, Match
from .view import PlayedMove

FORM = 1
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
    times: list[int]
    """When each was made."""
    hands: list[list[int]]
    running: int | None
    since: int
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
    clock = match.clock
    return Snapshot(
        seq=match.seq,
        changed=match.changed,
        rules=match.terms.ruleset.info.version,
        moves=list(match.game.moves),
        times=[made["at_ms"] for made in match.history],
        hands=[list(hand) for hand in clock.hands],
        running=_number(clock.running),
        since=clock.since,
        offers=[_number(match.offers[kind]) for kind in OFFERS],
        chat=[(line.seq, line.at, store_data(line.entry)) for line in match.chat],
        ended=(match.ended.kind, store_data(match.ended)) if match.ended else None,
        rematch=match.rematch,
    )


def restore(match: Match, snapshot: Snapshot) -> None:
    """Makes a match at which the snapshot's moves are made the one that it was taken of."""
    first, second = (Hand(*hand) for hand in snapshot.hands)
    match.clock = replace(match.clock, hands=(first, second), running=_seat(snapshot.running), since=snapshot.since)
    match.history[:] = [
        PlayedMove(move=node.move, side=node.parent.position.side, turn=node.turn, at_ms=at)
        for node, at in zip(match.game.current.path()[1:], snapshot.times, strict=True)
        if node.parent is not None
    ]
    match.offers = {kind: _seat(seat) for kind, seat in zip(OFFERS, snapshot.offers, strict=True)}
    match.chat = [JournalEntry(seq, at, read_entry(ChatSent.kind, data)) for seq, at, data in snapshot.chat]
    ended = read_entry(*snapshot.ended) if snapshot.ended else None
    if ended is not None and not isinstance(ended, Ended):
        raise DamagedJournal
    match.ended, match.rematch = ended, snapshot.rematch
    match.seq, match.changed = snapshot.seq, snapshot.changed


def _number(seat: Side | None) -> int | None:
    return None if seat is None else SEATS.index(seat)


def _seat(number: int | None) -> Side | None:
    return None if number is None else SEATS[number]


def digest(match_id: str, text: str) -> str:
    """By which a snapshot is known to be whole, and this match's."""
    return hashlib.blake2b(f"{match_id}\0{text}".encode(), digest_size=16).hexdigest()
