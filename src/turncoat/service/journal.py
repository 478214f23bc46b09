"""The journal of a match: what happened, one typed entry after another, and how entries are stored.

Entries are only ever added; the match follows from them.  What people wrote may be taken out of them: see `Erased`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import orjson

from turncoat.games.results import FIRST, SECOND, Side

from .errors import DamagedJournal, NewerJournal

OfferKind = Literal["draw", "takeback", "rematch"]
Answer = Literal["accept", "decline", "withdraw"]
SEATS = (FIRST, SECOND)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a match.  A seat goes by the side it began with."""

    kind: ClassVar[str] = ""
    """Its name in the database."""
    version: ClassVar[int] = 2
    """Of its stored form; entries of version 1, those of 0.1, do not say so.

    Each kind counts by itself: a release that changes one leaves the others to be read by the release before.
    """
    unbounded: ClassVar[bool] = False
    """Whether a match could have any number of these; moves end with the game, and so does all that ends it."""


@dataclass(frozen=True, slots=True)
class Joined(Entry):
    """Somebody took the open seat; `token` is the hash of the secret that opens it from now on."""

    kind = "join"
    seat: Side
    token: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Moved(Entry):
    """A move, in its one written form."""

    kind = "move"
    move: str


@dataclass(frozen=True, slots=True)
class TakenBack(Entry):
    """Moves were taken back, so that `to` are left; `agreed` where the opponent had to consent."""

    kind = "back"
    unbounded = True
    to: int
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Offered(Entry):
    """A seat offers a draw, or asks for a takeback or a rematch."""

    kind = "offer"
    unbounded = True
    offer: OfferKind
    seat: Side


@dataclass(frozen=True, slots=True)
class OfferClosed(Entry):
    """An offer was declined or withdrawn."""

    kind = "drop"
    unbounded = True
    offer: OfferKind
    answer: Answer


@dataclass(frozen=True, slots=True)
class ChatSent(Entry):
    """A seat said something."""

    kind = "chat"
    unbounded = True
    seat: Side
    text: str


@dataclass(frozen=True, slots=True)
class TimeForgiven(Entry):
    """So many milliseconds of the running clock are given back."""

    kind = "pause"
    ms: int


@dataclass(frozen=True, slots=True)
class RematchMade(Entry):
    """The same players meet again in another match."""

    kind = "rematch"
    match: str


@dataclass(frozen=True, slots=True)
class Erased(Entry):
    """Names and chat were erased: the entries before this one have lost them in the database too."""

    kind = "erase"


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The match ended beyond the rules."""

    reason: ClassVar[str] = ""
    """Why, as results and records name it."""

    @property
    def loser(self) -> Side | None:
        """The seat that lost, None for a draw and where nobody played."""
        return None


@dataclass(frozen=True, slots=True)
class _Lost(Ended):
    """A seat lost the match."""

    seat: Side

    @property
    def loser(self) -> Side | None:
        """That seat."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Resigned(_Lost):
    """A seat resigned."""

    kind, reason = "resign", "resigned"


@dataclass(frozen=True, slots=True)
class FlagFallen(_Lost):
    """A seat's time ran out."""

    kind, reason = "flag", "time"


@dataclass(frozen=True, slots=True)
class Left(_Lost):
    """A seat was away for too long, and the opponent claimed the win."""

    kind, reason = "left", "left"


@dataclass(frozen=True, slots=True)
class DrawAgreed(Ended):
    """Both sides agreed on a draw."""

    kind, reason = "agree", "agreed"


@dataclass(frozen=True, slots=True)
class Withdrawn(Ended):
    """The match was taken back before anybody had come."""

    kind, reason = "withdraw", "withdrawn"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry with its number in the journal, from 1, and the service's time."""

    seq: int
    at: int
    entry: Entry


KINDS: dict[str, type[Entry]] = {
    each.kind: each
    for each in (
        Joined, Moved, TakenBack, Offered, OfferClosed, ChatSent, TimeForgiven, RematchMade,
        Erased, Resigned, FlagFallen, Left, DrawAgreed, Withdrawn,
    )
}  # fmt: skip
"""Every kind of entry by its name in the database; another way to play adds its own."""


WRITTEN = (Joined.kind, ChatSent.kind)
"""Kinds of entries that hold what people wrote."""


def without_words(entry: Entry) -> Entry:
    """The entry without what people wrote in it."""
    match entry:
        case Joined():
            return replace(entry, name=None)
        case ChatSent():
            return replace(entry, text="")
        case _:
            return entry


def store_data(entry: Entry) -> str:
    """What is stored of an entry besides its kind."""
    names: tuple[str, ...] = entry.__match_args__  # of its fields, known without looking
    data = {name: getattr(entry, name) for name in names}
    if "seat" in data:
        data["seat"] = SEATS.index(data["seat"])
    return orjson.dumps({"v": entry.version, **data}).decode()


def read_entry(kind: str, stored: str) -> Entry:
    """The entry that was stored so, by this release or an earlier one.

    NewerJournal where a later one has written it, DamagedJournal where it cannot be understood.
    """
    made = KINDS.get(kind)
    if made is None:
        raise NewerJournal
    try:
        data = orjson.loads(stored)
        version = data.pop("v", 1)
        if version > made.version:
            raise NewerJournal
        if version < 1:
            raise ValueError(version)
        return made(**_brought_up(kind, version, data))
    except NewerJournal:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
        raise DamagedJournal from problem


def _brought_up(kind: str, version: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an entry as today's version names them."""
    found = dict(data)
    if version == 1 and kind == "back":
        found["agreed"] = found.pop("takeback", False)
    if "seat" in found:
        found["seat"] = SEATS[found["seat"]]
    return found
