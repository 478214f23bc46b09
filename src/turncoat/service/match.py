"""A match: what was agreed at its start, and all that follows from its entries, applied one by one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from turncoat import games
from turncoat.games.results import Side

from . import tokens
from .clock import Clock, Times
from .table import Table

MatchKind = Literal["local", "computer", "friend", "lobby"]
OfferKind = Literal["draw", "takeback", "rematch"]
Status = Literal["open", "playing", "over"]
OFFERS: tuple[OfferKind, ...] = ("draw", "takeback", "rematch")
ENDINGS = ("resign", "withdraw", "flag", "left", "agree")
KEPT_CHAT = 50


@dataclass(frozen=True)
class Seat:
    """A place at the match; seat 0 plays first unless the players exchange sides."""

    kind: Literal["person", "computer", "open"]
    name: str | None = None
    level: str | None = None
    token: str | None = None
    """The hash of the token that opens it, or of the invitation while it is open."""

    def data(self) -> dict[str, Any]:
        """The seat as it is stored."""
        return {"kind": self.kind, "name": self.name, "level": self.level, "token": self.token}


@dataclass(frozen=True)
class Facts:
    """What was agreed when the match was made; never changes."""

    id: str
    ruleset: str
    version: int
    """Of the game's rules."""
    kind: MatchKind
    clock: Clock
    seats: tuple[Seat, Seat]
    created: int
    owner: str = ""
    """Who asked for it, as far as sharing the engine fairly goes."""
    previous: str | None = None
    """The match that this is the rematch of."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.ruleset.partition(":")[0]


@dataclass(frozen=True)
class Entry:
    """One line of a match's journal."""

    seq: int
    kind: str
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """How a match ended for a reason beyond the rules; the loser by seat."""

    reason: str
    loser: int | None


@dataclass(frozen=True)
class Said:
    """A line of chat."""

    seat: int
    name: str | None
    text: str
    at: int


class Match:
    """A match as it stands after its entries."""

    def __init__(self, facts: Facts, entries: Iterable[Entry] = ()) -> None:
        self.facts = facts
        self.seq = 0
        self.changed = facts.created
        self.seats: list[Seat] = list(facts.seats)
        self.table = Table(facts.ruleset)
        self.times = Times.start(facts.clock)
        self.offers: dict[OfferKind, int | None] = dict.fromkeys(OFFERS)
        self.chat: list[Said] = []
        self.ending: Ending | None = None
        self.rematch: str | None = None
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        """Takes in the next entry."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} after {self.seq}"
        act: Callable[[Entry], None] = getattr(self, f"_apply_{entry.kind}")
        act(entry)
        self.seq, self.changed = entry.seq, entry.at

    @property
    def status(self) -> Status:
        """Whether it waits for somebody, is played, or is over."""
        if self.ending or self.table.position.is_over:
            return "over"
        return "open" if "open" in (self.seats[0].kind, self.seats[1].kind) else "playing"

    @property
    def at(self) -> int:
        """How many moves are made."""
        return len(self.table.made)

    def seat_of(self, side: Side) -> int:
        """The seat that plays the side now."""
        return (side is Side.SECOND) ^ self.table.exchanged

    def side_of(self, seat: int) -> Side:
        """The side that the seat plays now."""
        return (Side.FIRST, Side.SECOND)[seat ^ self.table.exchanged]

    @property
    def decider(self) -> int:
        """The seat whose decision is awaited."""
        return self.seat_of(self.table.position.side)

    def made_last_by(self, held: frozenset[int]) -> bool:
        """Whether one of these seats made the last move."""
        return bool(self.table.made) and self.table.made[-1].seat in held

    def seats_held(self, given: Iterable[str]) -> frozenset[int]:
        """The seats that these tokens open."""
        known = list(given)[:4]
        return frozenset(
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and any(tokens.fits(token, seat.token) for token in known)
        )

    def sides_held(self, held: Iterable[int]) -> list[str]:
        """The sides of the seats, first before second."""
        return sorted(self.side_of(seat).value for seat in held)

    def state_after(self, entry: Entry) -> Status | None:
        """The status that an entry not yet applied brings about, None where it changes none."""
        if entry.kind in ENDINGS:
            return "over"
        if entry.kind == "join":
            return "playing"
        if entry.kind == "move" and self.table.position.play(entry.data["move"]).is_over:
            return "over"
        return None

    def rematch_facts(self, new_id: str, now: int) -> Facts:
        """The same match once more with the sides changed; the seats' tokens open the new seats too."""
        seats = (self.seats[self.seat_of(Side.SECOND)], self.seats[self.seat_of(Side.FIRST)])
        version = games.games()[self.facts.game].version
        return replace(self.facts, id=new_id, version=version, seats=seats, created=now, previous=self.facts.id)

    def _apply_join(self, entry: Entry) -> None:
        seat = entry.data["seat"]
        self.seats[seat] = replace(
            self.seats[seat], kind="person", name=entry.data.get("name"), token=entry.data["token"]
        )

    def _apply_move(self, entry: Entry) -> None:
        mover = self.decider
        self.table.play(entry.data["move"], entry.at)
        if self.offers["draw"] == 1 - mover:
            self.offers["draw"] = None  # moving on is an answer
        self.offers["takeback"] = None
        self._set_clock(entry.at, turn_made=self.table.made[-1].ends)

    def _apply_back(self, entry: Entry) -> None:
        self.table.back(entry.data["to"])
        self.offers["draw"] = self.offers["takeback"] = None
        self._set_clock(entry.at)

    def _set_clock(self, now: int, *, turn_made: bool = False) -> None:
        # Nobody's time runs before the first turn is made: its maker may not have seen yet that the match began.
        begun = any(made.ends for made in self.table.made)
        runs = self.decider if self.status == "playing" and begun else None
        self.times = self.times.run(runs, now, turn_made=turn_made)

    def _end(self, entry: Entry, reason: str, loser: int | None) -> None:
        self.ending = Ending(reason, loser)
        self.offers = dict.fromkeys(OFFERS)
        self.times = self.times.run(None, entry.at)

    def _apply_resign(self, entry: Entry) -> None:
        self._end(entry, "resigned", entry.data["seat"])

    def _apply_withdraw(self, entry: Entry) -> None:
        self._end(entry, "withdrawn", None)

    def _apply_flag(self, entry: Entry) -> None:
        self._end(entry, "time", entry.data["seat"])

    def _apply_left(self, entry: Entry) -> None:
        self._end(entry, "left", entry.data["seat"])

    def _apply_agree(self, entry: Entry) -> None:
        self._end(entry, "agreed", None)

    def _apply_offer(self, entry: Entry) -> None:
        self.offers[entry.data["offer"]] = entry.data["seat"]

    def _apply_drop(self, entry: Entry) -> None:
        self.offers[entry.data["offer"]] = None

    def _apply_rematch(self, entry: Entry) -> None:
        self.offers["rematch"] = None
        self.rematch = entry.data["match"]

    def _apply_chat(self, entry: Entry) -> None:
        seat = entry.data["seat"]
        self.chat.append(Said(seat, self.seats[seat].name, entry.data["text"], entry.at))
        del self.chat[:-KEPT_CHAT]

    def _apply_pause(self, entry: Entry) -> None:
        self.times = self.times.forgive(entry.data["ms"])
