"""The bodies of requests about analyses, and the messages of their socket."""

from typing import Annotated, Literal

from pydantic import Field, RootModel
from pydantic import model_validator as validator

from turncoat.service.analysis_view import DoneMessage, LinesMessage, SurveyedMessage
from turncoat.service.analysis_work import LONGEST_COMMENT, MOST_NODES
from turncoat.service.wire import NUMBER, Wire

from .messages import PingMessage, PongMessage
from .request_models import Count, MoveText
from .response_models import Problem

MOST_MOVES = 600
MOST_TOLD = 100  # moves told with what they changed
PositionText = Annotated[str, Field(min_length=5, max_length=1500)]
Moves = Annotated[list[MoveText], Field(max_length=MOST_MOVES)]
Number = Annotated[int, Field(ge=0, le=2**31), NUMBER]


class Line(Wire):
    """A position: another one and the moves from there."""

    position: PositionText
    moves: Moves = Field(default_factory=list)


class AskedMoment(Line):
    """A position to look at; it tells what the moves after the first `since` have changed, 100 of them at the most."""

    since: Count = 0

    @validator(mode="after")
    def _few_enough(self) -> "AskedMoment":
        if len(self.moves) - self.since > MOST_TOLD:
            raise ValueError(f"at most {MOST_TOLD} moves are told: give `since`")
        return self


class AskedComparison(Line):
    """A position, and other rules for it."""

    ruleset: Annotated[str, Field(min_length=1, max_length=200)]


class GivenWorth(Wire):
    """What is thought of a position."""

    win: Annotated[float, Field(ge=0, le=1), NUMBER]
    proved: Annotated[bool, Field(strict=True)] = False
    depth: Annotated[int, Field(ge=0, le=1_000_000), NUMBER] | None = None


class GivenNotes(Wire):
    """What is noted about a position."""

    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""
    symbols: Annotated[list[Annotated[str, Field(pattern=r"^([!?]{1,2}|\$[0-9]{1,3})$")]], Field(max_length=8)] = Field(
        default_factory=list
    )
    worth: GivenWorth | None = None


class GivenNode(GivenNotes):
    """A move of a tree, after the node of that number: nodes are numbered from 1 as they are listed, 0 is the root."""

    after: Count
    move: MoveText


class GivenTree(Wire):
    """A game with its variations, to be written as text."""

    position: PositionText
    headers: Annotated[
        dict[Annotated[str, Field(pattern="^[a-z]{1,20}$")], Annotated[str, Field(max_length=200)]],
        Field(max_length=20, json_schema_extra={"additionalProperties": False}),
    ] = Field(default_factory=dict)
    root: GivenNotes = GivenNotes()
    nodes: Annotated[list[GivenNode], Field(max_length=MOST_NODES)] = Field(default_factory=list)


# The socket


class AnalyseMessage(Line):
    """Has the engine look at a position, for so many seconds at the most, in place of the one it looked at before."""

    type: Literal["analyse"]
    id: Number
    lines: Annotated[int, Field(ge=1, le=5), NUMBER] = 1
    seconds: Annotated[float, Field(ge=0.1, le=60), NUMBER] = 8.0
    threat: Annotated[bool, Field(strict=True)] = False
    """Whether the other side is to move."""


class SurveyMessage(Line):
    """Has the engine glance at the positions after so many moves, once nothing else is to be looked at."""

    type: Literal["survey"]
    id: Number
    at: Annotated[list[Count], Field(max_length=MOST_MOVES + 1)]


class StopMessage(Wire):
    """Nobody looks any more: nothing is to be analysed."""

    type: Literal["stop"]


class AskedMessage(
    RootModel[Annotated[AnalyseMessage | SurveyMessage | StopMessage | PongMessage, Field(discriminator="type")]]
):
    """What the socket of analyses takes."""


class RefusedAnalysisMessage(Problem):
    """A message was refused: the code and words of the error, and the `id` of what was asked."""

    type: Literal["refused"]
    id: int | None = None


class AnalysisMessage(
    RootModel[
        Annotated[
            LinesMessage | SurveyedMessage | DoneMessage | RefusedAnalysisMessage | PingMessage,
            Field(discriminator="type"),
        ]
    ]
):
    """What the socket of analyses sends."""
