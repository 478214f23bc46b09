"""What people may do at a match: each act is checked here and becomes the next entry of the journal, or is refused.

An act returns the entry's kind and data, or None where there is nothing to do because it has been done already.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from turncoat.games.errors import IllegalMove

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
from .match import Match, OfferKind
from .tokens import fits

Held = frozenset[int]
Step = tuple[str, Mapping[str, Any]] | None
Act = Callable[[Match, Held, int], Step]
Answer = Literal["accept", "decline", "withdraw"]
LONGEST_NAME, LONGEST_CHAT = 40, 500


def flag_fallen(match: Match, now: int) -> Step:
    """The end of a match whose running clock is used up, else None."""
    if match.status == "playing" and match.times.flagged(now):
        return "flag", {"seat": match.times.running}
    return None


def _must_play(match: Match, held: Held) -> None:
    if not held:
        raise NoSeat
    if match.status == "over":
        raise MatchOver
    if match.status == "open":
        raise NotStarted


def move(match: Match, held: Held, text: str, at: int, now: int) -> Step:
    """Make a move; a repeat of the one just made changes nothing."""
    if not held:
        raise NoSeat
    if _repeated(match, held, text, at):
        return None
    if match.status == "over":
        raise MatchOver
    if at != match.at:
        raise Stale(at=match.at)
    _must_play(match, held)
    if match.decider not in held:
        raise NotYourTurn
    position = match.table.position
    found = position.find(text)
    if found is None:
        raise IllegalMove(move=text[:20], legal=[each.text for each in position.legal_moves])
    return flag_fallen(match, now) or ("move", {"move": found.text})


def _repeated(match: Match, held: Held, text: str, at: int) -> bool:
    if not match.made_last_by(held) or at != match.at - 1:
        return False
    last = match.table.made[-1].move
    typed, cells_in = text.strip().lower(), match.table.position.grid.cells_in
    return typed == last or cells_in(typed) == cells_in(last) != []


def back(match: Match, held: Held, to: int, at: int) -> Step:
    """Take back one's own steps of an unfinished turn; alone or against the computer also whole turns."""
    if held and at > match.at == to:
        return None  # done already
    _must_play(match, held)
    if at != match.at:
        raise Stale(at=match.at)
    if not 0 <= to < at:
        raise NotPossible
    if match.facts.kind in ("local", "computer"):
        return "back", {"to": to}
    begun = match.table.turn_start(match.table.made[-1].turn)
    if not match.table.position.mid_turn or to < begun:
        raise NotPossible
    if match.decider not in held:
        raise NotYourTurn
    return "back", {"to": to}


def resign(match: Match, held: Held) -> Step:
    """Give up; before anybody has come, take the match back."""
    if not held:
        raise NoSeat
    if match.status == "open":
        return "withdraw", {}
    _must_play(match, held)
    return "resign", {"seat": match.decider if len(held) == 2 else next(iter(held))}


def expire(match: Match) -> Step:
    """The end of a match to which nobody came; whatever was begun stays as it is."""
    return ("withdraw", {}) if match.status == "open" else None


def claim(match: Match, held: Held, now: int, gone: Callable[[int], bool]) -> Step:
    """The win over an opponent who has left or whose time is up."""
    _must_play(match, held)
    fallen = flag_fallen(match, now)
    if fallen:
        return fallen
    away = next(iter({0, 1} - held), None)
    if away is None or match.seats[away].kind != "person" or match.facts.clock.kind == "days":
        raise NotPossible
    if not gone(away):
        raise TooEarly
    return "left", {"seat": away}


def chat(match: Match, held: Held, text: str) -> Step:
    """Say something."""
    if not held:
        raise NoSeat
    said = shown(text)
    if not 1 <= len(said) <= LONGEST_CHAT:
        raise BadText(name="text", low=1, high=LONGEST_CHAT)
    if match.facts.kind not in ("friend", "lobby"):
        raise NotPossible
    return "chat", {"seat": min(held), "text": said}


def join(match: Match, held: Held, invitation: str | None, name: str | None, token: str) -> Step:
    """Take the open seat; whoever sits here already changes nothing."""
    if held and match.status != "open":
        return None
    if match.ending:
        raise MatchOver
    if held and match.facts.kind == "lobby":
        raise NotPossible  # whoever waits in the lobby waits for somebody else
    seat = next((number for number, each in enumerate(match.seats) if each.kind == "open"), None)
    if seat is None:
        raise SeatTaken
    if match.facts.kind == "friend" and not (invitation and fits(invitation, match.seats[seat].token)):
        raise BadInvitation
    return "join", {"seat": seat, "name": person_name(name), "token": token}


def offer(match: Match, held: Held, kind: OfferKind, rematch: Callable[[], str]) -> Step:
    """Offer a draw, ask for a takeback or a rematch; an offer that meets one of the other side is an agreement."""
    if not held:
        raise NoSeat
    if kind == "rematch":
        _may_rematch(match)
    else:
        _must_play(match, held)
    if match.facts.kind == "local" or (match.facts.kind == "computer" and kind == "rematch"):
        return _agreed(match, kind, match.decider, rematch)
    if match.facts.kind == "computer":
        raise NotPossible
    seat = min(held)
    if match.offers[kind] in held and match.offers[kind] is not None:
        return None
    if match.offers[kind] is not None:
        return _agreed(match, kind, 1 - seat, rematch)
    if kind == "takeback" and takeback_to(match, seat) is None:
        raise NotPossible
    return "offer", {"offer": kind, "seat": seat}


def answer(match: Match, held: Held, kind: OfferKind, said: Answer, rematch: Callable[[], str]) -> Step:
    """Accept or decline the other side's offer, or withdraw one's own."""
    if not held:
        raise NoSeat
    made_by = match.offers[kind]
    own = made_by in held
    if made_by is None or own != (said == "withdraw"):
        raise NoOffer
    if said == "accept":
        return _agreed(match, kind, made_by, rematch)
    return "drop", {"offer": kind, "answer": said}


def _may_rematch(match: Match) -> None:
    if match.status != "over" or match.rematch or (match.ending and match.ending.reason == "withdrawn"):
        raise NotPossible


def _agreed(match: Match, kind: OfferKind, asked: int, rematch: Callable[[], str]) -> Step:
    if kind == "draw":
        return "agree", {}
    if kind == "rematch":
        return "rematch", {"match": rematch()}
    to = takeback_to(match, asked)
    if to is None:
        raise NotPossible
    return "back", {"to": to, "takeback": True}


def takeback_to(match: Match, seat: int) -> int | None:
    """How many moves would be left if the seat took its latest turn back; None where it has made none."""
    turns = [made.turn for made in match.table.made if made.seat == seat]
    return match.table.turn_start(turns[-1]) if turns else None


def shown(text: str) -> str:
    """The text without what cannot be seen: control characters and needless space."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def person_name(name: str | None) -> str | None:
    """A name fit to be shown, None where none was given."""
    read = shown(name or "")
    if len(read) > LONGEST_NAME:
        raise BadText(name="name", low=0, high=LONGEST_NAME)
    return read or None
