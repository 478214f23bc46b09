"""A new match: its terms, and the seat of whoever creates it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from turncoat.engine.levels import Level
from turncoat.games import Ruleset
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import TimeControl

from . import tokens
from .errors import NotPossible
from .match import MatchKind, MatchTerms, Seat
from .names import person_name

SideChoice = Literal["first", "second", "random"]


@dataclass(frozen=True)
class MatchRequest:
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
class NewMatch:
    """The terms, and what goes to whoever asked."""

    terms: MatchTerms
    held: frozenset[Side]
    token: str
    invitation: str | None


def make_terms(wanted: MatchRequest, owner: str, now: int) -> NewMatch:
    """The terms of a new match; `side` is the one played once the moves of the beginning are made."""
    if wanted.moves and wanted.kind == "lobby":
        raise NotPossible  # whoever joins from there expects the beginning
    own = secrets.choice(list(Side)) if wanted.side == "random" else Side(wanted.side)
    if sum(move.strip().lower() == SWAP for move in wanted.moves) % 2:
        own = own.other  # a seat goes by the side it began with
    token, invitation = tokens.new_token(), tokens.new_token() if wanted.kind == "friend" else None
    person = Seat("person", person_name(wanted.name), token=tokens.hashed(token))
    if wanted.kind == "local":
        other = Seat("person", token=person.token)
    elif wanted.kind == "computer":
        other = Seat("computer", level=str(Level(wanted.level or "3").name))
    else:
        other = Seat("open", token=tokens.hashed(invitation) if invitation else None)
    terms = MatchTerms(
        tokens.new_id(),
        wanted.ruleset,
        wanted.ruleset.info.version,
        wanted.kind,
        wanted.control or TimeControl(),
        (person, other) if own is Side.FIRST else (other, person),
        now,
        owner,
    )
    held = frozenset(Side) if wanted.kind == "local" else frozenset({own})
    return NewMatch(terms, held, token, invitation)
