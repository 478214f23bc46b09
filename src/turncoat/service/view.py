"""The view: everything a page needs to show a match.  These shapes are what is built, compared and sent."""

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic takes those of typing from Python 3.12 on
)

from pydantic import ConfigDict, Field, WithJsonSchema, with_config
from typing_extensions import TypedDict

from turncoat.games.moves import EVENT_KINDS
from turncoat.games.results import Side

from .wire import NUMBER

closed = with_config(ConfigDict(extra="forbid"))

SideName = Annotated[Side, WithJsonSchema({"type": "string", "enum": [side.value for side in Side]})]


@with_config(ConfigDict(extra="allow", json_schema_extra={"additionalProperties": {"type": "string"}}))
class Words(TypedDict):
    """A text for people by language: always in English, and in every other that has its own words for it."""

    en: str


@closed
class Pair(TypedDict):
    """A number for each side."""

    first: int
    second: int


@closed
class NoClock(TypedDict):
    """No clock."""

    kind: Literal["none"]


@closed
class FischerClock(TypedDict):
    """Minutes for the whole game, and seconds more for every turn."""

    kind: Literal["fischer"]
    minutes: Annotated[float, Field(ge=0, le=180), NUMBER]
    increment: Annotated[float, Field(ge=0, le=180), NUMBER]


@closed
class ByoyomiClock(TypedDict):
    """Minutes for the whole game, then periods of so many seconds for a turn."""

    kind: Literal["byoyomi"]
    minutes: Annotated[float, Field(ge=0, le=180), NUMBER]
    seconds: Annotated[float, Field(ge=1, le=600), NUMBER]
    periods: Annotated[int, Field(ge=1, le=20), NUMBER]


@closed
class DaysClock(TypedDict):
    """Days for a turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=30), NUMBER]


Clock = Annotated[NoClock | FischerClock | ByoyomiClock | DaysClock, Field(discriminator="kind")]


@closed
class Cells(TypedDict):
    """A board in reading order: x first, o second, . empty, # no cell."""

    width: int
    height: int
    cells: str


@closed
class Event(TypedDict):
    """One change a move makes."""

    kind: Annotated[str, Field(json_schema_extra={"enum": list(EVENT_KINDS)})]
    side: SideName
    cell: NotRequired[str]
    to: NotRequired[str]


@closed
class Choice(TypedDict):
    """A legal move: the cells to click in order, what it changes, whether it ends the turn."""

    move: str
    cells: list[str]
    events: list[Event]
    ends_turn: bool


@closed
class Zone(TypedDict):
    """Cells that a board marks out."""

    kind: str
    name: NotRequired[str]
    """Which of its kind it is; left out where there is but one."""
    cells: list[str]


@closed
class Board(TypedDict):
    """What a board shows."""

    position: str
    board: Cells
    score: Pair
    stones: Pair
    reserves: Pair | None
    goals: Pair | None
    zones: list[Zone]
    holders: dict[str, SideName | None]
    """Who holds the zones that can be held, by their names."""


@closed
class Standing(TypedDict):
    """What each side has at a moment of a match; of a move, what is left out is as before it."""

    score: NotRequired[Pair]
    reserves: NotRequired[Pair]
    holders: NotRequired[dict[str, SideName | None]]
    left: NotRequired[Pair]
    """Milliseconds on the clocks."""
    periods: NotRequired[Pair]
    """Byo-yomi periods left."""


@closed
class Start(Standing):
    """The beginning of a match."""

    cells: str


@closed
class PlayedMove(Standing):
    """A move that was made, and what it changed."""

    move: str
    side: SideName
    turn: int
    at_ms: int
    events: list[Event]


@closed
class Seat(TypedDict):
    """A seat in the match."""

    kind: Literal["person", "computer", "open"]
    name: str | None
    level: str | None


@closed
class Seats(TypedDict):
    """Both seats, by the side they play now."""

    first: Seat
    second: Seat


@closed
class Offers(TypedDict):
    """Who has offered what."""

    draw: SideName | None
    takeback: SideName | None
    rematch: SideName | None


@closed
class InPeriod(TypedDict):
    """Of each side, whether its minutes are gone, so that its time is that of a byo-yomi period."""

    first: bool
    second: bool


@closed
class Times(TypedDict):
    """Milliseconds left at `as_of`; in byo-yomi, once the minutes are gone, of the present period."""

    first: int
    second: int
    running: SideName | None
    as_of: int
    periods: NotRequired[Pair]
    """Byo-yomi periods left, the present one among them."""
    in_period: NotRequired[InPeriod]


@closed
class Result(TypedDict):
    """How the match ended; beyond the rules: resigned, time, left, agreed, withdrawn."""

    winner: SideName | None
    reason: str
    rule: str | None
    ended: str | None
    text: Words
    cells: list[str]


@closed
class ChatMessage(TypedDict):
    """A line of chat."""

    side: SideName | None
    name: str | None
    text: str
    at: int


@closed
class Can(TypedDict):
    """What the match has to offer now, whoever asks."""

    undo: bool
    hint: bool
    chat: bool
    takeback: bool
    draw: bool
    resign: bool
    claim: bool
    rematch: bool


@closed
class SharedView(Board):
    """Everything a page needs to show a match that is the same for everyone."""

    id: str
    version: int
    ruleset: str
    game: str
    kind: Literal["local", "computer", "friend", "lobby"]
    status: Literal["open", "playing", "over"]
    created: int
    clock: Clock
    at: int
    turn: int
    side: SideName
    mid_turn: bool
    prompt: Words
    note: Words | None
    start: Start
    history: list[PlayedMove]
    seats: Seats
    offers: Offers
    times: Times | None
    result: Result | None
    options_text: list[Words]
    rematch: str | None
    previous: str | None
    chat: list[ChatMessage]
    can: Can


@closed
class View(SharedView):
    """What one connection is shown of a match: legal moves and lines only where the decision is its own."""

    moves: list[Choice]
    lines: dict[str, list[str]]
    """Lines that trap stones: from a cell to the cells at their far ends."""


@closed
class Preview(Board):
    """The start of a ruleset, the ruleset in its canonical form."""

    ruleset: str
    numbers: list[int]
    """The ruleset as native rules take it; none where it has no native rules."""
    game: str
    side: SideName
    options_text: list[Words]
    warnings: list[Words]
    """What whoever chooses these options together may not expect."""


@closed
class Hint(TypedDict):
    """What the engine would play."""

    at: int
    move: str
    line: list[str]
    cells: list[str]
    events: list[Event]
    win: float
    proved: bool
    text: Words


@closed
class Waiting(TypedDict):
    """A match that waits for somebody; `side` is the one still free."""

    id: str
    ruleset: str
    game: str
    name: str | None
    side: SideName
    clock: Clock
    since: int


@closed
class Lobby(TypedDict):
    """The matches that wait."""

    waiting: list[Waiting]
