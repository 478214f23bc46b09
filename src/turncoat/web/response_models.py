"""The bodies of responses; the OpenAPI schema is generated from these and from request_models.py."""

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field

from turncoat.games.text import LANGUAGES
from turncoat.service.messages import MatchAnswer
from turncoat.service.view import Cells, Clock, Words, Zone, closed
from turncoat.service.wire import Wire

Language = Annotated[str, Field(pattern="|".join(f"^{each}$" for each in LANGUAGES), examples=[*LANGUAGES])]


class Value(Wire):
    """A value an option may have."""

    value: str
    label: Words
    numbers: list[int]
    """As native rules take it: the numbers of a ruleset are those of its options, one after another."""


class Option(Wire):
    """An option of a game; where `free`, other values may be typed."""

    name: str
    label: Words
    explain: Words
    default: str
    free: bool
    values: list[Value]


class FieldValue(Wire):
    """A value a field of a position may have."""

    value: str
    label: Words


class PositionField(Wire):
    """A field of a game's position texts, for a form; without values it is typed, and may be left empty."""

    name: str
    label: Words
    explain: Words
    values: list[FieldValue]
    """What is usual, and need not be written, first."""


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


class Refusal(Wire):
    """Why a cell cannot be chosen."""

    text: Words
    rule: str


class Sample(Wire):
    """The board of a game under way, for pictures."""

    board: Cells
    zones: list[Zone]


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
    fields: list[PositionField]
    """What a position's text may say besides board and side."""
    looks: list[Look]
    zones: dict[str, Words]
    """What its zones are called, by kind, with {which} for the name; a zone with words of its own as `kind_name`."""
    explain: dict[str, Words]
    """Why a cell of a zone is as it is, where that needs saying."""
    refusals: dict[str, Refusal]
    """Why a cell cannot be chosen, by what is asked and what lies there, as in `turn_empty`, `chain_own`, `to`."""
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


class EngineWeights(Wire):
    """A trained evaluation of a game."""

    name: str
    game: str
    numbers: list[int | None]
    """The numbers of the rulesets it is for; null where they may be any."""


class BrowserEngine(Wire):
    """The engine for browsers, and the evaluations there are; where several fit a ruleset, the first is for it."""

    module: str | None
    """The address of its WebAssembly; null where this server has none."""
    weights: list[EngineWeights]


class Tokens(Wire):
    """Seat tokens by side, handed out once; a bot sends one as `Authorization: Bearer TOKEN`."""

    first: str | None = None
    second: str | None = None


@closed
class SeatAnswer(MatchAnswer):
    """A match where seats were just taken."""

    tokens: Tokens
    invitation: NotRequired[str]


class About(Wire):
    """How this service is run."""

    version: str
    keep_days: float
    """Days after which a finished match is deleted; 0: never."""
    explorer: bool
    """Whether the explorer knows of any game."""


class PublicName(Wire):
    """The name under which anybody may watch a match; null where there is none."""

    name: str | None


class StudyMade(Wire):
    """A study just made, and the secret with which it may be changed and deleted."""

    id: str
    secret: str


class Health(Wire):
    """That all is well."""

    status: Literal["ok"]
    version: str


class Problem(BaseModel):
    """A refusal: a stable code, words for people, and what else a program needs (`legal`, `match`, `you`…)."""

    model_config = ConfigDict(extra="allow")

    error: str
    text: Words
