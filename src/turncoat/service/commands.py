"""Commands and who may give them: `decide` returns the entry that follows, or refuses.

Nothing is changed here: matches.py keeps the entry, applies it and tells everyone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import NamedTuple

from turncoat.games import Position
from turncoat.games.results import Side

from .errors import (
    BadInvitation,
    BadText,
    MatchOver,
    NoOffer,
    NoSeat,
    NotPossible,
    NotStarted,
    NotYourTurn,
    SeatTaken,
    Stale,
    TooEarly,
)
from .journal import (
    Answer,
    ChatSent,
    DrawAgreed,
    Entry,
    Erased,
    FlagFallen,
    Joined,
    Left,
    Moved,
    OfferClosed,
    Offered,
    OfferKind,
    RematchMade,
    Resigned,
    TakenBack,
    TimeForgiven,
    Withdrawn,
)
from .match import Match, legal_move
from .names import person_name, visible
from .tokens import fits

Seats = frozenset[Side]
"""The seats that whoever asks holds."""
LONGEST_CHAT = 500
MAX_ENTRIES = 10_000
"""So long a journal gets no more of what could go on for ever."""


class Command:
    """A request to a match."""


@dataclass(frozen=True)
class Play(Command):
    """Make a move when `at` are made; a repeat of the one just made changes nothing."""

    move: str
    at: int
    position: Position | None = None
    """Where given, the position that was thought about: moves may have been taken back and others made meanwhile."""


@dataclass(frozen=True)
class TakeBack(Command):
    """Go back to `to` moves: within one's own turn; alone or against the computer as far as one likes."""

    to: int
    at: int


@dataclass(frozen=True)
class Resign(Command):
    """Resign; before an opponent has joined, cancel the match."""


@dataclass(frozen=True)
class Claim(Command):
    """The win over an opponent who has left, or whose time is up."""

    gone: Callable[[Side], bool]
    """Whether a seat has been away for long enough."""


@dataclass(frozen=True)
class Chat(Command):
    """Say something."""

    text: str


@dataclass(frozen=True)
class Join(Command):
    """Take the open seat, which from then on opens to the secret of that hash."""

    token: str
    invitation: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class MakeOffer(Command):
    """Offer a draw, ask for a takeback or a rematch; one that meets the other side's is an agreement."""

    kind: OfferKind
    rematch: str
    """The name of the match that a rematch would be."""


@dataclass(frozen=True)
class AnswerOffer(Command):
    """Accept or decline the other side's offer, or withdraw one's own."""

    kind: OfferKind
    answer: Answer
    rematch: str


@dataclass(frozen=True)
class Erase(Command):
    """Erase the names and the chat; the moves stay."""


@dataclass(frozen=True)
class CheckFlag(Command):
    """End the match if the running clock is used up."""


@dataclass(frozen=True)
class Expire(Command):
    """End a match to which nobody came; whatever was begun stays as it is."""


@dataclass(frozen=True)
class ForgiveOutages(Command):
    """Give back the time of these spans, from and to, in which nobody was there to take a move."""

    outages: tuple[tuple[int, int], ...]


class Context(NamedTuple):
    """The match a command is for, the seats it is given with, and the time."""

    match: Match
    held: Seats
    now: int


def decide(match: Match, held: Seats, command: Command, now: int) -> Entry | None:
    """The entry that follows from the command of whoever holds these seats; None if there is nothing (more) to do."""
    entry = decide_on(command, Context(match, held, now))
    if entry is not None and entry.unbounded and match.seq >= MAX_ENTRIES:
        raise NotPossible
    return entry


@singledispatch
def decide_on(_: Command, _asked: Context) -> Entry | None:
    """The same by the kind of command; another way to play registers its own."""
    raise NotPossible


def _flag_fallen(match: Match, now: int) -> Entry | None:
    running = match.clock.running
    if running is not None and match.clock.flagged(now):
        return FlagFallen(running)
    return None


def _must_play(match: Match, held: Seats) -> None:
    if not held:
        raise NoSeat
    if match.status == "over":
        raise MatchOver
    if match.status == "open":
        raise NotStarted


@decide_on.register
def _move(command: Play, asked: Context) -> Entry | None:
    match, held, now = asked.match, asked.held, asked.now
    if not held:
        raise NoSeat
    if command.position is not None and command.position != match.position:
        return None
    if _repeated(match, held, command):
        return None
    if match.status == "over":
        raise MatchOver
    if command.at != match.at:
        raise Stale(at=match.at)
    _must_play(match, held)
    if match.decider not in held:
        raise NotYourTurn
    move = legal_move(match.position, command.move)
    return _flag_fallen(match, now) or Moved(move)


def _repeated(match: Match, held: Seats, command: Play) -> bool:
    last = match.game.current
    if command.at != last.number - 1 or last.player not in held:
        return False
    typed, cells_in = command.move.strip().lower(), last.position.grid.cells_in
    return typed == last.move or cells_in(typed) == cells_in(last.move) != []


@decide_on.register
def _take_back(command: TakeBack, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if held and command.at > match.at == command.to:
        return None  # done already
    _must_play(match, held)
    if command.at != match.at:
        raise Stale(at=match.at)
    if not 0 <= command.to < command.at:
        raise NotPossible
    if match.terms.kind in ("local", "computer"):
        return TakenBack(command.to)
    if not match.position.mid_turn or command.to < match.turn_start(match.game.current.turn):
        raise NotPossible
    if match.decider not in held:
        raise NotYourTurn
    return TakenBack(command.to)


@decide_on.register
def _resign(_: Resign, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if not held:
        raise NoSeat
    if match.status == "open":
        return Withdrawn()
    _must_play(match, held)
    return Resigned(match.decider if len(held) == 2 else next(iter(held)))


@decide_on.register
def _expire(_: Expire, asked: Context) -> Entry | None:
    match = asked.match
    return Withdrawn() if match.status == "open" else None


@decide_on.register
def _check_flag(_: CheckFlag, asked: Context) -> Entry | None:
    match, now = asked.match, asked.now
    return _flag_fallen(match, now)


@decide_on.register
def _claim(command: Claim, asked: Context) -> Entry | None:
    match, held, now = asked.match, asked.held, asked.now
    _must_play(match, held)
    fallen = _flag_fallen(match, now)
    if fallen:
        return fallen
    away = opponent(match, held)
    if away is None:
        raise NotPossible
    if not command.gone(away):
        raise TooEarly
    return Left(away)


def opponent(match: Match, held: Seats) -> Side | None:
    """The seat that may be claimed against, None where there is none."""
    away = next((seat for seat in Side if seat not in held), None)
    if away is None or match.seats[away].kind != "person" or match.terms.control.kind == "days":
        return None
    return away


@decide_on.register
def _chat(command: Chat, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if not held:
        raise NoSeat
    said = visible(command.text)
    if not 1 <= len(said) <= LONGEST_CHAT:
        raise BadText(name="text", low=1, high=LONGEST_CHAT)
    if match.terms.kind not in ("friend", "lobby"):
        raise NotPossible
    return ChatSent(min(held), said)


@decide_on.register
def _join(command: Join, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if held and match.status != "open":
        return None  # whoever sits here already, or repeats a join whose answer was lost
    if match.status == "over":
        raise MatchOver
    if held and match.terms.kind == "lobby":
        raise NotPossible  # whoever waits in the lobby waits for somebody else
    seat = next((each for each in Side if match.seats[each].kind == "open"), None)
    if seat is None:
        raise SeatTaken
    if command.token == match.seats[seat].token:
        raise BadInvitation  # a key that whoever made the match knows too is no secret
    invited = command.invitation is not None and fits(command.invitation, match.seats[seat].token)
    if match.terms.kind == "friend" and not invited:
        raise BadInvitation
    return Joined(seat, command.token, person_name(command.name))


@decide_on.register
def _make_offer(command: MakeOffer, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if not held:
        raise NoSeat
    kind = command.kind
    if kind == "rematch":
        _may_rematch(match)
    else:
        _must_play(match, held)
    if match.terms.kind == "local" or (match.terms.kind == "computer" and kind == "rematch"):
        return _agreed(match, kind, match.decider, command.rematch)
    if match.terms.kind == "computer":
        raise NotPossible
    seat, made_by = min(held), match.offers[kind]
    if made_by in held:
        return None
    if made_by is not None:
        return _agreed(match, kind, seat.other, command.rematch)
    if kind == "takeback" and takeback_to(match, seat) is None:
        raise NotPossible
    return Offered(kind, seat)


@decide_on.register
def _answer_offer(command: AnswerOffer, asked: Context) -> Entry | None:
    match, held = asked.match, asked.held
    if not held:
        raise NoSeat
    made_by = match.offers[command.kind]
    own = made_by in held
    if made_by is None or own != (command.answer == "withdraw"):
        raise NoOffer
    if command.answer == "accept":
        return _agreed(match, command.kind, made_by, command.rematch)
    return OfferClosed(command.kind, command.answer)


def _may_rematch(match: Match) -> None:
    if match.status != "over" or match.rematch or isinstance(match.ended, Withdrawn):
        raise NotPossible


def _agreed(match: Match, kind: OfferKind, asked: Side, rematch: str) -> Entry:
    if kind == "draw":
        return DrawAgreed()
    if kind == "rematch":
        return RematchMade(rematch)
    to = takeback_to(match, asked)
    if to is None:
        raise NotPossible
    return TakenBack(to, agreed=True)


def takeback_to(match: Match, seat: Side) -> int | None:
    """How many moves would be left if the seat took its latest turn back; None where it has made none."""
    turn = match.last_turn_of(seat)
    return None if turn is None else match.turn_start(turn)


@decide_on.register
def _erase(_: Erase, asked: Context) -> Entry | None:
    match = asked.match
    if not asked.held:
        raise NoSeat
    return Erased() if match.chat or any(seat.name for seat in match.seats.values()) else None


@decide_on.register
def _forgive(command: ForgiveOutages, asked: Context) -> Entry | None:
    match = asked.match
    clock = match.clock
    if match.status != "playing" or clock.running is None:
        return None
    # An entry made after an outage was made by a service that had already given its time back.
    ms = sum(
        ended - max(began, clock.since)
        for began, ended in command.outages
        if ended > match.changed and ended > clock.since
    )
    return TimeForgiven(ms) if ms else None
