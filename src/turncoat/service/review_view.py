"""The shapes of a review as it is sent: the whole at first, then what has changed."""

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic takes those of typing from Python 3.12 on
)

from pydantic import Field
from typing_extensions import TypedDict

from turncoat.engine.review import Verdict

from .view import Board, Choice, PlayedMove, SideName, Words, closed

Chance = Annotated[float, Field(ge=0, le=1)]


@closed
class Outlook(TypedDict):
    """What the engine thinks of the position after `at` moves; sides as they are played at the end of the match."""

    at: int
    win: Chance
    """How likely the first side is to win, a draw counted half; 0, ½ or 1 where it is proved."""
    proved: bool
    lead: NotRequired[int]
    """By how many stones the first side is ahead in the end, where that is proved and stones are counted."""


@closed
class BetterTurn(TypedDict):
    """What would have been better: of the turn that was played the moves up to `at`, then these to its end."""

    at: int
    moves: list[PlayedMove]
    win: Chance
    """How likely whoever plays it is to win."""
    proved: bool
    lead: NotRequired[int]


@closed
class JudgedTurn(TypedDict):
    """A turn, from the position after `begin` moves to that after `end`, and what it was worth to whoever made it."""

    turn: int
    side: SideName
    begin: int
    end: int
    before: Chance
    kept: Chance
    proved: bool
    """Whether what was left is known rather than estimated."""
    verdict: Verdict
    forced: bool
    turning: bool
    """Whether it cost the lead."""
    steps: list[Verdict]
    """What each of its moves is called."""
    better: BetterTurn | None


@closed
class ErrorCounts(TypedDict):
    """How many errors of each kind."""

    inaccuracy: int
    mistake: int
    blunder: int


@closed
class SideReview(TypedDict):
    """How well a side has played."""

    accuracy: float | None
    """0 to 100; null where there was never a choice."""
    turns: ErrorCounts
    steps: ErrorCounts


@closed
class ReviewSides(TypedDict):
    """Both sides, as they are played at the end of the match."""

    first: SideReview
    second: SideReview


class _Judged(TypedDict):
    left: int
    """How many judgements are still to come; 0 once the review is done."""
    positions: list[Outlook]
    turns: list[JudgedTurn]
    sides: ReviewSides


@closed
class ReviewMessage(_Judged):
    """All of the review that is known."""

    type: Literal["review"]
    total: int
    """How many judgements it takes."""


@closed
class JudgedMessage(_Judged):
    """The positions and turns that are judged anew, each in place of what was known of it."""

    type: Literal["judged"]


@closed
class Attempted(TypedDict):
    """What a turn that was tried is worth to whoever made it."""

    win: Chance
    proved: bool
    lead: NotRequired[int]
    verdict: Verdict
    better: bool
    """Whether it keeps more than what was played."""


@closed
class Attempt(Board):
    """A turn tried in place of the one that was played after `at` moves, as far as it has come."""

    at: int
    side: SideName
    mid_turn: bool
    prompt: Words
    played: list[PlayedMove]
    moves: list[Choice]
    """What may follow; nothing once the turn is whole."""
    lines: dict[str, list[str]]
    judged: Attempted | None
    """Null until the turn is whole."""
