"""A match: its terms, and the state that results from applying its entries one by one."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from turncoat.games import Position, Ruleset
from turncoat.games.errors import IllegalMove
from turncoat.games.results import FIRST, SECOND, Side
from turncoat.play import Clock, Game, Node, TimeControl

from . import tokens
from .errors import DamagedJournal
from .journal import (
    ChatSent,
    Ended,
    Entry,
    Erased,
    Joined,
    JournalEntry,
    Moved,
    OfferClosed,
    Offered,
    OfferKind,
    RematchMade,
    TakenBack,
    TimeForgiven,
)

if TYPE_CHECKING:
    from .view import PlayedMove

MatchKind = Literal["local", "computer", "friend", "lobby"]
Status = Literal["open", "playing", "over"]
OFFERS: tuple[OfferKind, ...] = ("draw", "takeback", "rematch")
KEPT_CHAT = 50
LONGEST_MOVE = 20  # of what is told back
MAX_TOKENS = 4  # of one request that are looked at


@dataclass(frozen=True)
class Seat:
    """A seat in the match."""

    kind: Literal["person", "computer", "open"]
    name: str | None = None
    level: str | None = None
    token: str | None = None
    """The hash of the token that opens it, or of the invitation while it is open."""


@dataclass(frozen=True)
class MatchTerms:
    """The terms of a match, which never change."""

    id: str
    ruleset: Ruleset
    version: int
    """Of the game's rules."""
    kind: MatchKind
    control: TimeControl
    seats: tuple[Seat, Seat]
    created: int
    owner: str = ""
    """Who asked for it, as far as sharing the engine fairly goes."""
    previous: str | None = None
    """The match that this is the rematch of."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.ruleset.info.name


class Stamp(NamedTuple):
    """When a move was made, and the clocks after it."""

    at: int
    clock: Clock


class Match:
    """A match after its entries.  A seat is named after the side it began with, even after a swap."""

    def __init__(
        self, terms: MatchTerms, journal: Iterable[JournalEntry] = (), *, start: Position | None = None
    ) -> None:
        """`start` is the first position where it was made elsewhere already."""
        self.terms = terms
        self.seq = 0
        self.changed = terms.created
        self.seats: dict[Side, Seat] = dict(zip(Side, terms.seats, strict=True))
        self.game = Game.start(terms.ruleset) if start is None else Game(start)
        self.stamps: list[Stamp] = []
        """Of every move."""
        self.told: list[PlayedMove] = []
        """The moves as they are told, as far as anybody has asked; the view builder goes on with them."""
        self.clock = Clock.start(terms.control)
        self.offers: dict[OfferKind, Side | None] = dict.fromkeys(OFFERS)
        self.chat: list[JournalEntry] = []
        """The latest lines, each with a ChatSent."""
        self.ended: Ended | None = None
        self.rematch: str | None = None
        self._over_by_rules = self.game.position.is_over
        for line in journal:
            self.apply(line)

    def apply(self, line: JournalEntry, ahead: Node | None = None) -> None:
        """Applies the next entry; `ahead` is what `follow` returned for its move."""
        if line.seq != self.seq + 1:
            raise DamagedJournal
        if isinstance(line.entry, Moved):
            self._play(line, ahead or self.follow(line.entry.move))
        elif isinstance(line.entry, ChatSent):
            self.chat.append(line)
            del self.chat[:-KEPT_CHAT]
        else:
            self.apply_entry(line.entry, line.at)
        self.seq, self.changed = line.seq, line.at

    def follow(self, move: str, position: Position | None = None) -> Node:
        """What the move leads to, not yet a part of the game; the position where it was made elsewhere already."""
        current = self.game.current
        try:
            return Node(position or current.position.play(move), move, current)
        except IllegalMove as problem:  # only legal moves are ever written
            raise DamagedJournal from problem

    def advance(self, ahead: Node) -> None:
        """Makes what `follow` gave a part of the game.

        A node holds the one before it and none after: a circle would keep the match in memory long after it is over.
        """
        self.game.current = ahead
        self._over_by_rules = ahead.position.is_over

    # Where it stands

    @property
    def status(self) -> Status:
        """Whether it is open, being played, or over."""
        if self.ended or self._over_by_rules:
            return "over"
        return "open" if any(seat.kind == "open" for seat in self.seats.values()) else "playing"

    def status_after(self, entry: Entry, ahead: Node | None) -> Status | None:
        """The status that an entry not yet applied brings about, None where it changes none."""
        if isinstance(entry, Joined):
            return "playing"
        if isinstance(entry, Ended) or (ahead is not None and ahead.position.is_over):
            return "over"
        return None

    @property
    def position(self) -> Position:
        """What is on the board now."""
        return self.game.current.position

    @property
    def at(self) -> int:
        """The number of moves made."""
        return self.game.current.number

    @property
    def decider(self) -> Side:
        """The seat to decide next."""
        return self.game.current.decider

    def side_of(self, seat: Side) -> Side:
        """The side that the seat plays now."""
        return self.game.current.seat_of(seat)

    def turn_start(self, turn: int) -> int:
        """How many moves were made before that turn."""
        node = self.game.current
        while node.parent is not None and node.turn >= turn:
            node = node.parent
        return node.number

    def last_turn_of(self, seat: Side) -> int | None:
        """The number of the latest turn that the seat made or began; None where it has made none."""
        node = self.game.current
        while node.parent is not None and node.player is not seat:
            node = node.parent
        return node.turn or None

    @property
    def begun(self) -> bool:
        """Whether the first turn is made."""
        current = self.game.current
        return current.turn > 1 or (current.turn == 1 and not current.position.mid_turn)

    # Who sits where

    def seats_held(self, given: Iterable[str]) -> frozenset[Side]:
        """The seats that these tokens open."""
        known = list(given)[:MAX_TOKENS]
        return frozenset(
            number
            for number, seat in self.seats.items()
            if seat.kind == "person" and any(tokens.fits(token, seat.token) for token in known)
        )

    def sides_held(self, held: Iterable[Side]) -> list[Side]:
        """The sides of the seats, first before second."""
        return [side for side in Side if self.side_of(side) in held]

    def rematch_terms(self, new_id: str, now: int) -> MatchTerms:
        """The same match once more with the sides changed; the seats' tokens open the new seats too."""
        seats = (self.seats[self.side_of(SECOND)], self.seats[self.side_of(FIRST)])
        version = self.terms.ruleset.info.version
        return replace(self.terms, id=new_id, version=version, seats=seats, created=now, previous=self.terms.id)

    # What entries do

    def _play(self, line: JournalEntry, ahead: Node) -> None:
        before = self.game.current
        self.advance(ahead)
        if self.offers["draw"] is before.decider.other:
            self.offers["draw"] = None  # moving on is an answer
        self.offers["takeback"] = None
        self._set_clock(line.at, turn_made=not ahead.position.mid_turn)
        self.stamps.append(Stamp(line.at, self.clock))

    def _set_clock(self, now: int, *, turn_made: bool = False) -> None:
        # Nobody's time runs before the first turn is made: its maker may not have seen yet that the match began.
        runs = self.decider if self.status == "playing" and self.begun else None
        self.clock = self.clock.run(runs, now, turn_made=turn_made)

    @singledispatchmethod
    def apply_entry(self, entry: Entry, at: int) -> None:
        """What an entry does to the match, by its kind; another way to play registers its own."""
        raise DamagedJournal

    @apply_entry.register
    def _take_back(self, entry: TakenBack, at: int) -> None:
        if not 0 <= entry.to <= self.at:
            raise DamagedJournal
        self.game.undo(self.at - entry.to)
        del self.stamps[entry.to :], self.told[entry.to :]
        self._over_by_rules = False
        self.offers["draw"] = self.offers["takeback"] = None
        self._set_clock(at)

    @apply_entry.register
    def _end(self, entry: Ended, at: int) -> None:
        self.ended = entry
        self.offers = dict.fromkeys(OFFERS)
        self.clock = self.clock.stop(at)

    @apply_entry.register
    def _join(self, entry: Joined, at: int) -> None:
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = replace(seat, kind="person", name=entry.name, token=entry.token)

    @apply_entry.register
    def _offer(self, entry: Offered, at: int) -> None:
        self.offers[entry.offer] = entry.seat

    @apply_entry.register
    def _close_offer(self, entry: OfferClosed, at: int) -> None:
        self.offers[entry.offer] = None

    @apply_entry.register
    def _rematch(self, entry: RematchMade, at: int) -> None:
        self.offers["rematch"] = None
        self.rematch = entry.match

    @apply_entry.register
    def _erase(self, entry: Erased, at: int) -> None:
        self.seats = {side: replace(seat, name=None) for side, seat in self.seats.items()}
        self.chat.clear()
        for side in Side:
            self.game.headers.pop(side, None)

    @apply_entry.register
    def _forgive(self, entry: TimeForgiven, at: int) -> None:
        self.clock = self.clock.forgive(entry.ms)

    # As a game

    def whole_game(self) -> Game:
        """A game of its own whose main line is what was played: a match's nodes do not know what came after them."""
        game = Game(self.game.root.position)
        for made in self.game.current.path()[1:]:
            after = Node(made.position, made.move, game.current)
            game.current.children.append(after)
            game.current = after
        return game

    def headers(self, *, names: bool = True) -> dict[str, str]:
        """Who played it, with the names of people unless they are left out, and how it ended beyond the rules."""
        for side in Side:
            seat = self.seats[self.side_of(side)]
            name = f"level {seat.level}" if seat.level else seat.name if names else None
            self.game.headers.pop(side, None)
            if name:
                self.game.headers[side] = name
        if self.ended:
            loser = self.ended.loser
            self.game.end(self.ended.reason, None if loser is None else self.side_of(loser).other)
        return dict(self.game.headers)

    def record(self, *, names: bool = True) -> str:
        """The match as a game record, with the names of people unless they are left out."""
        self.headers(names=names)
        path = self.game.current.path()
        try:
            for before, after in pairwise(path):
                before.children[:] = [after]
            return str(self.game)
        finally:
            for node in path:
                node.children.clear()


def legal_move(position: Position, move: str) -> str:
    """The move in its one written form; IllegalMove tells what there is instead."""
    found = position.find(move)
    if found is None:
        raise IllegalMove(move=move[:LONGEST_MOVE], legal=[each.text for each in position.legal_moves])
    return found.text
