"""What is agreed when a match is made: its terms, and the seat of whoever asked for it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from turncoat.engine.levels import Level
from turncoat.games import Ruleset
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import TimeControl

from . import commands, tokens
from .errors import NotPossible
from .match import MatchKind, MatchTerms, Seat

SideChoice = Literal["first", "second", "random"]


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play."""

    ruleset: Ruleset
    kind: MatchKind
    side: SideChoice = "random"
    level: str | None = None
    control: TimeControl | None = None
    name: str | None = None
    moves: Sequence[str] = ()
    """What is played already when the match begins."""


@dataclass(frozen=True)
class Agreed:
    """The terms, and what goes to whoever asked."""

    terms: MatchTerms
    held: frozenset[Side]
    token: str
    invitation: str | None


def agree(wish: Wish, owner: str, now: int) -> Agreed:
    """The terms of a new match; `side` is the one played once the moves of the beginning are made."""
    if wish.moves and wish.kind == "lobby":
        raise NotPossible  # whoever joins from there expects the beginning
    own = secrets.choice(list(Side)) if wish.side == "random" else Side(wish.side)
    if sum(move.strip().lower() == SWAP for move in wish.moves) % 2:
        own = own.other  # a seat goes by the side it began with
    token, invitation = tokens.new_token(), tokens.new_token() if wish.kind == "friend" else None
    person = Seat("person", commands.person_name(wish.name), token=tokens.hashed(token))
    if wish.kind == "local":
        other = Seat("person", token=person.token)
    elif wish.kind == "computer":
        other = Seat("computer", level=str(Level(wish.level or "3").name))
    else:
        other = Seat("open", token=tokens.hashed(invitation) if invitation else None)
    terms = MatchTerms(
        tokens.new_id(),
        wish.ruleset,
        wish.ruleset.info.version,
        wish.kind,
        wish.control or TimeControl(),
        (person, other) if own is Side.FIRST else (other, person),
        now,
        owner,
    )
    held = frozenset(Side) if wish.kind == "local" else frozenset({own})
    return Agreed(terms, held, token, invitation)
