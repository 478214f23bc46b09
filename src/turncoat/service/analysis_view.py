"""The shapes of an analysis: positions played on from, trees of moves, lines of the engine, readings side by side."""

from typing import Literal, NotRequired  # pydantic takes TypedDict of typing from Python 3.12 on

from typing_extensions import TypedDict

from .review_view import Chance
from .view import Board, Choice, Event, PlayedMove, Result, SideName, Start, Words, closed


@closed
class Moment(Board):
    """A position that is analysed, and what may be done in it."""

    ruleset: str
    game: str
    at: int
    """How many moves lead here."""
    side: SideName
    mid_turn: bool
    prompt: Words
    start: Start
    """What the moves were made from."""
    played: list[PlayedMove]
    """The moves that led here, from the one asked about on."""
    moves: list[Choice]
    lines: dict[str, list[str]]
    result: Result | None
    threat: str | None
    """The same board with the other side to move, where a game could come to that."""
    options_text: list[Words]


@closed
class Worth(TypedDict):
    """What is thought of a position or a line."""

    win: Chance
    """How likely the first side is to win, a draw counted half; 0, ½ or 1 where it is proved."""
    proved: bool
    lead: NotRequired[int]
    """By how many stones the first side is ahead in the end, where that is proved and stones are counted."""


@closed
class NodeWorth(Worth):
    """What is noted of a position of a tree."""

    depth: NotRequired[int | None]


@closed
class Noted(TypedDict):
    """What is noted about a position of a tree; what is left out is not."""

    comment: NotRequired[str]
    symbols: NotRequired[list[str]]
    worth: NotRequired[NodeWorth]


@closed
class TreeNode(Noted):
    """A move of a tree, after the node of that number; nodes are numbered from 1 in the order listed, 0 is the root."""

    after: int
    played: PlayedMove


@closed
class GameTree(Board):
    """A game with its variations: the first position, what is noted about it, and every move."""

    ruleset: str
    game: str
    side: SideName
    start: Start
    headers: dict[str, str]
    from_start: bool
    """Whether it begins as its ruleset does, so that a match may go on from it."""
    root: Noted
    nodes: list[TreeNode]


@closed
class Record(TypedDict):
    """A game as text."""

    record: str


@closed
class Reading(TypedDict):
    """The same position under one option changed, and what that does to the moves."""

    ruleset: str
    position: str
    option: Words
    value: Words
    new: list[str]
    """Moves that appear."""
    gone: list[str]
    """Moves that vanish."""
    ended: Words | None
    """How the game would be over."""


@closed
class Readings(TypedDict):
    """What else the rules could be in a position."""

    readings: list[Reading]


@closed
class ValuedMove(Worth):
    """A legal move and what is thought of it."""

    move: str


@closed
class Comparison(TypedDict):
    """The moves of a position under two rulesets, the best first."""

    here: list[ValuedMove]
    there: list[ValuedMove]


@closed
class LineTurn(TypedDict):
    """A turn of a line; what it changes is told of the first alone."""

    side: SideName
    moves: list[str]
    events: NotRequired[list[Event]]


@closed
class EngineLine(Worth):
    """One of the best lines: its turns, and how likely the first side is to win."""

    turns: list[LineTurn]


@closed
class LinesMessage(TypedDict):
    """What the engine has found by now."""

    type: Literal["lines"]
    id: int
    depth: int
    deepest: int
    nodes: int
    seconds: float
    lines: list[EngineLine]


@closed
class SurveyedMessage(Worth):
    """What is thought, at a glance, of the position after `at` moves."""

    type: Literal["surveyed"]
    id: int
    at: int


@closed
class DoneMessage(TypedDict):
    """The engine has done what was asked; `proved` where deeper search would find nothing more."""

    type: Literal["done"]
    id: int
    proved: bool
