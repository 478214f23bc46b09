"""What is told of a position by what was played from it."""

from typing_extensions import TypedDict

from .view import SideName, closed


@closed
class Sample(TypedDict):
    """A game in which a move was made, and how many moves it had then."""

    id: str
    at: int


@closed
class Explored(TypedDict):
    """A move: in how many games it was made, how they ended, and what engines think of it."""

    move: str
    games: int
    first: int
    second: int
    draws: int
    win: float | None
    """The chance of the first side after it; null where nobody has judged it."""
    lead: float | None
    proved: bool
    sample: Sample | None
    """The latest of the games; null where it is not, or no longer, on this server."""


@closed
class Source(TypedDict):
    """Where games come from: `server` for the public games played here, else the name of a set; most played first."""

    name: str
    moves: list[Explored]


@closed
class Exploration(TypedDict):
    """A position and what was played from it, positions that are mirror images counted as one."""

    position: str
    side: SideName
    sources: list[Source]
