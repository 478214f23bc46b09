"""The shapes of what is answered; the OpenAPI schema is made from them and from those in asks.py."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from turncoat.games.text import LANGUAGES

from .wire import NUMBER, Wire

Side = Literal["first", "second"]
Language = Annotated[str, Field(pattern="|".join(f"^{each}$" for each in LANGUAGES), examples=[*LANGUAGES])]


class Words(BaseModel):
    """A text for people by language: always in English, and in every other that has its own words for it."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]

    en: str


class Pair(Wire):
    """A number for each side."""

    first: int
    second: int


class NoClock(Wire):
    """No clock."""

    kind: Literal["none"]


class FischerClock(Wire):
    """Minutes for the whole game, and seconds more for every turn."""

    kind: Literal["fischer"]
    minutes: Annotated[float, Field(ge=0, le=180), NUMBER]
    increment: Annotated[float, Field(ge=0, le=180), NUMBER]


class ByoyomiClock(Wire):
    """Minutes for the whole game, then periods of so many seconds for a turn."""

    kind: Literal["byoyomi"]
    minutes: Annotated[float, Field(ge=0, le=180), NUMBER]
    seconds: Annotated[float, Field(ge=1, le=600), NUMBER]
    periods: Annotated[int, Field(ge=1, le=20), NUMBER]


class DaysClock(Wire):
    """Days for a turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=30), NUMBER]


Clock = Annotated[NoClock | FischerClock | ByoyomiClock | DaysClock, Field(discriminator="kind")]


class Value(Wire):
    """A value an option may have."""

    value: str
    label: Words


class Option(Wire):
    """An option of a game; where `free`, other values may be typed."""

    name: str
    label: Words
    explain: Words
    default: str
    free: bool
    values: list[Value]


class Faces(Wire):
    """The faces of the stones."""

    first: str
    second: str


class Look(Wire):
    """A way to draw a game."""

    name: str
    label: Words
    surface: str
    stones: str
    faces: Faces
    zones: dict[str, str]


class Sides(Wire):
    """What a game calls its sides."""

    first: Words
    second: Words


class Cells(Wire):
    """A board in reading order: x first, o second, . empty, # no cell."""

    width: int
    height: int
    cells: str


class Sample(Wire):
    """The board of a game under way, for pictures."""

    board: Cells
    zones: dict[str, list[str]]


class Game(Wire):
    """A game and its options."""

    name: str
    title: Words
    summary: Words
    credit: Words
    sides: Sides
    wins: Sides
    ruleset: str
    options: list[Option]
    looks: list[Look]
    zones: dict[str, Words]
    """What its zones are called; `base_center` before `base`, with {which} for the rest of a zone's name."""
    explain: dict[str, Words]
    """Why a cell of a zone is as it is, where that needs saying."""
    sample: Sample


class Level(Wire):
    """A strength of the computer; it answers within so many seconds."""

    name: str
    label: Words
    seconds: float


class ClockChoice(Wire):
    """A clock that is offered by name."""

    name: str
    label: Words
    clock: Clock


class Games(Wire):
    """Everything a new match can be made of."""

    games: list[Game]
    levels: list[Level]
    clocks: list[ClockChoice]


class Rules(Wire):
    """The rules of a game: HTML without scripts, its diagrams inline."""

    game: str
    language: Language
    title: str
    html: str


class Change(Wire):
    """One change a move makes."""

    kind: Literal["placed", "turned", "moved", "captured", "given", "passed", "swapped"]
    side: Side
    cell: str | None = None
    to: str | None = None


class Choice(Wire):
    """A legal move: the cells to click in order, what it changes, whether it ends the turn."""

    move: str
    path: list[str]
    changes: list[Change]
    ends_turn: bool


class Board(Wire):
    """What a board shows."""

    position: str
    board: Cells
    score: Pair
    stones: Pair
    reserves: Pair | None
    targets: Pair | None
    zones: dict[str, list[str]]
    holders: dict[str, Side | None]


class Preview(Board):
    """The start of a ruleset, the ruleset in its canonical form."""

    ruleset: str
    game: str
    side: Side
    options_text: list[Words]


class Turn(Wire):
    """The latest turn."""

    side: Side
    moves: list[str]
    changes: list[Change]


class Made(Wire):
    """A move that was made."""

    move: str
    side: Side
    turn: int
    at_ms: int


class Seat(Wire):
    """A place at the match."""

    kind: Literal["person", "computer", "open"]
    name: str | None
    level: str | None


class Seats(Wire):
    """Both seats, by the side they play now."""

    first: Seat
    second: Seat


class Offers(Wire):
    """Who has offered what."""

    draw: Side | None
    takeback: Side | None
    rematch: Side | None


class InPeriod(Wire):
    """Of each side, whether its minutes are gone, so that its time is that of a byo-yomi period."""

    first: bool
    second: bool


class Times(Wire):
    """Milliseconds left at `as_of`; in byo-yomi, once the minutes are gone, of the present period."""

    first: int
    second: int
    running: Side | None
    as_of: int
    periods: Pair | None = None
    """Byo-yomi periods left, the present one among them."""
    in_period: InPeriod | None = None


class Result(Wire):
    """How the match ended; beyond the rules: resigned, time, left, agreed, withdrawn."""

    winner: Side | None
    reason: str
    rule: str | None
    ended: str | None
    text: Words
    cells: list[str]


class Said(Wire):
    """A line of chat."""

    side: Side | None
    name: str | None
    text: str
    at: int


class Can(Wire):
    """What the match has to offer now, whoever asks."""

    undo: bool
    hint: bool
    chat: bool
    takeback: bool
    draw: bool
    resign: bool
    claim: bool
    rematch: bool


class View(Board):
    """Everything a page needs to show a match, the same for everyone."""

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
    side: Side
    mid_turn: bool
    moves: list[Choice]
    trail: list[tuple[str, str]]
    last: Turn | None
    prompt: Words
    note: Words | None
    history: list[Made]
    seats: Seats
    offers: Offers
    times: Times | None
    result: Result | None
    options_text: list[Words]
    rematch: str | None
    previous: str | None
    chat: list[Said]
    can: Can


class Seen(Wire):
    """A match, and the sides that whoever asks plays."""

    match: View
    you: list[Side]


class Tokens(Wire):
    """Seat tokens by side, handed out once; a bot sends one as `Authorization: Bearer TOKEN`."""

    first: str | None = None
    second: str | None = None


class Sat(Seen):
    """A match where seats were just taken."""

    tokens: Tokens
    invitation: str | None = None


class Waiting(Wire):
    """A match that waits for somebody; `side` is the one still free."""

    id: str
    ruleset: str
    game: str
    name: str | None
    side: Side
    clock: Clock
    since: int


class Lobby(Wire):
    """The matches that wait."""

    waiting: list[Waiting]


class Hint(Wire):
    """What the engine would play."""

    at: int
    move: str
    line: list[str]
    path: list[str]
    changes: list[Change]
    win: float
    proved: bool
    text: Words


class Boards(Wire):
    """The cells before the first move and after every move, as in a view's board."""

    boards: list[str]


class Health(Wire):
    """That the service and its store answer."""

    status: Literal["ok"]
    version: str


class Problem(BaseModel):
    """A refusal: a stable code, words for people, and what else a program needs (`legal`, `match`, `you`…)."""

    model_config = ConfigDict(extra="allow")

    error: str
    text: Words
