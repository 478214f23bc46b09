"""The shapes of live messages: what the sockets and the stream send, and what a socket takes."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from .asks import Move
from .models import Lobby, Problem, Seen, Side, View
from .wire import Wire


class ViewMessage(Seen):
    """The match as it stands: at once, and at every change."""

    type: Literal["view"]


class Here(Wire):
    """Who is connected: each side, and how many watch."""

    first: bool
    second: bool
    watching: int


class Gone(Wire):
    """From when on a side that is away may be claimed against; null where it may not."""

    first: int | None
    second: int | None


class PresenceMessage(Wire):
    """Somebody has come or gone."""

    type: Literal["presence"]
    here: Here
    gone: Gone
    as_of: int
    """The server's time, by which `gone` is to be read."""


class ThinkingMessage(Wire):
    """A computer begins to think."""

    type: Literal["thinking"]
    side: Side


class RefusedMessage(Problem):
    """A message was refused: the code and words of the error, the move it is about, the present view where it helps."""

    type: Literal["refused"]
    move: str | None = None
    at: int | None = None
    match: View | None = None
    you: list[Side] | None = None


class PingMessage(Wire):
    """That the line still stands."""

    type: Literal["ping"]


class MoveMessage(Move):
    """A move; `at` is how many are made already."""

    type: Literal["move"]


class PongMessage(Wire):
    """The answer to a ping; with `echo` a ping is asked for."""

    type: Literal["pong"]
    echo: Annotated[bool, Field(strict=True)] = False


class LiveMessage(
    RootModel[
        Annotated[
            ViewMessage | PresenceMessage | ThinkingMessage | RefusedMessage | PingMessage, Field(discriminator="type")
        ]
    ]
):
    """What a match's live socket sends, and its stream as one line each."""


class SocketMessage(RootModel[Annotated[MoveMessage | PongMessage, Field(discriminator="type")]]):
    """What a match's live socket takes."""


class LobbyMessage(RootModel[Lobby | PingMessage]):
    """What the lobby's live socket sends."""
