"""What is told of games to watch: little boards of those being played, and of those that have ended lately."""

from typing import Literal

from typing_extensions import TypedDict

from .view import Cells, Clock, Event, Pair, Seats, SideName, Words, Zone, closed


@closed
class WatchedGame(TypedDict):
    """A public game at a glance."""

    id: str
    ruleset: str
    game: str
    board: Cells
    zones: list[Zone]
    last: list[Event]
    """What the last move changed."""
    at: int
    turn: int
    side: SideName
    score: Pair
    seats: Seats
    clock: Clock
    since: int
    """When the last move was made, or the game ended."""
    winner: SideName | None
    result: Words | None
    """How it ended; null while it goes on."""


@closed
class Watching(TypedDict):
    """All there is to watch: what goes on, latest move first; what ended lately, latest first, and closest first."""

    type: Literal["watching"]
    running: list[WatchedGame]
    finished: list[WatchedGame]
    close: list[WatchedGame]


@closed
class Watched(TypedDict):
    """The running games that have gone on since the last message."""

    type: Literal["watched"]
    games: list[WatchedGame]
