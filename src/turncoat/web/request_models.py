"""The bodies of requests."""

from typing import Annotated, Literal

from pydantic import Field

from turncoat.service.view import Clock, NoClock
from turncoat.service.wire import NUMBER, Wire

MAX_IMPORT = 64 * 1024  # as long as a study may be
"""Letters of games that are read at once."""
MatchId = Annotated[str, Field(pattern="^[a-z0-9]{6,32}$")]
Token = Annotated[str, Field(min_length=20, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Field(max_length=40)]
MoveText = Annotated[str, Field(min_length=1, max_length=20)]
Count = Annotated[int, Field(ge=0, le=100_000), NUMBER]


class NewMatch(Wire):
    """A match to be made."""

    ruleset: Annotated[str, Field(min_length=1, max_length=200)]
    kind: Literal["local", "computer", "friend", "lobby"]
    side: Literal["first", "second", "random"] = "random"
    level: Annotated[str, Field(max_length=8)] | None = None
    clock: Clock = NoClock(kind="none")
    name: Name | None = None
    moves: Annotated[list[MoveText], Field(max_length=600)] | None = None
    """Moves that are made already when it begins; not in the lobby.  `side` is the one played after them."""


class Join(Wire):
    """Taking the open seat; with a secret `key` of the client's it may be repeated and gets the same seat."""

    invitation: Token | None = None
    name: Name | None = None
    key: Token | None = None


class Move(Wire):
    """A move; `at` is how many are made already."""

    move: MoveText
    at: Count


class Back(Wire):
    """Going back to `to` moves when `at` are made."""

    to: Count
    at: Count


class Offer(Wire):
    """An offer, or the answer to one."""

    kind: Literal["draw", "takeback", "rematch"]
    answer: Literal["accept", "decline", "withdraw"] | None = None


class Nothing(Wire):
    """No data."""


class Chat(Wire):
    """Something to say."""

    text: Annotated[str, Field(min_length=1, max_length=500)]


class At(Wire):
    """The number of moves the question is about."""

    at: Count


class TriedMoves(Wire):
    """The moves tried of a turn, in place of the one that was played after `at` moves."""

    at: Count
    moves: Annotated[list[MoveText], Field(max_length=200)]


class GamesText(Wire):
    """Games as text; `ruleset` is that of bare transcripts, which otherwise must fit one game alone."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_IMPORT)]
    ruleset: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class PublicLink(Wire):
    """Whether anybody may watch by a link."""

    open: Annotated[bool, Field(strict=True)]


Record = Annotated[str, Field(min_length=1, max_length=65_536)]


class NewStudy(Wire):
    """A study to be shown to others: the record of a game with its variations and comments."""

    record: Record


class ChangedStudy(NewStudy):
    """Another record for a study; the secret came when it was made."""

    secret: Token


class StudySecret(Wire):
    """The secret of a study."""

    secret: Token


class SeatToken(Wire):
    """The token of a seat, to take it on this device."""

    token: Token
