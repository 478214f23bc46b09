"""The shapes of live messages: what the sockets and the stream send, and what a socket takes."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from turncoat.service.messages import PresenceMessage, SetupMessage, ThinkingMessage, UpdateMessage
from turncoat.service.review_view import JudgedMessage, ReviewMessage
from turncoat.service.view import Lobby
from turncoat.service.watch_view import Watched, Watching
from turncoat.service.wire import Wire

from .request_models import Move
from .response_models import Problem


class RefusedMessage(Problem):
    """A message was refused: the code and words of the error, and the move it is about."""

    type: Literal["refused"]
    move: str | None = None
    at: int | None = None


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


class SyncMessage(Wire):
    """Asks for a setup: the client has missed an update."""

    type: Literal["sync"]


class LiveMessage(
    RootModel[
        Annotated[
            SetupMessage | UpdateMessage | PresenceMessage | ThinkingMessage | RefusedMessage | PingMessage,
            Field(discriminator="type"),
        ]
    ]
):
    """What a match's live socket sends, and its stream as one line each."""


class SocketMessage(RootModel[Annotated[MoveMessage | PongMessage | SyncMessage, Field(discriminator="type")]]):
    """What a match's live socket takes."""


class ReviewLine(
    RootModel[
        Annotated[
            ReviewMessage | JudgedMessage | RefusedMessage | PingMessage,
            Field(discriminator="type"),
        ]
    ]
):
    """What the live socket of a review sends, and its stream as one line each."""


class WatchMessage(RootModel[Annotated[Watching | Watched | PingMessage, Field(discriminator="type")]]):
    """What the live socket of the games to watch sends."""


class LobbyMessage(RootModel[Lobby | PingMessage]):
    """What the lobby's live socket sends."""
