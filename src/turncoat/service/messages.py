"""The messages about a match: the setup once, then updates, presence, and when a computer thinks."""

from typing import (
    Any,
    Literal,
    NotRequired,  # pydantic takes those of typing from Python 3.12 on
)

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from .view import ChatMessage, PlayedMove, SideName, View, closed

NOT_IN_CHANGES = ("history", "chat", "version")
"""Fields that an update tells of in its own way."""


def _all_optional(schema: dict[str, Any]) -> None:
    """Any field may be missing, for it may not have changed."""
    schema.pop("required", None)
    for name in NOT_IN_CHANGES:
        schema["properties"].pop(name, None)


@with_config(ConfigDict(extra="forbid", json_schema_extra=_all_optional))
class ViewChanges(View):
    """The fields of a view that changed, each with its whole new value, and no others."""


@closed
class HistoryUpdate(TypedDict):
    """How the history goes on: so many of its moves stay, then come these."""

    kept: int
    played: list[PlayedMove]


@closed
class MatchAnswer(TypedDict):
    """A match, and the sides that whoever asks plays."""

    match: View
    you: list[SideName]


@closed
class SetupMessage(MatchAnswer):
    """The match as it stands: at once, and whenever a client must start afresh."""

    type: Literal["setup"]


@closed
class UpdateMessage(TypedDict):
    """What has changed since the version it builds on."""

    type: Literal["update"]
    since: int
    version: int
    changed: ViewChanges
    history: NotRequired[HistoryUpdate]
    """Left out where no move was made or taken back."""
    chat: NotRequired[list[ChatMessage]]
    """Lines that were added; left out where there are none."""
    you: NotRequired[list[SideName]]
    """The sides that the listener plays now; left out where they are the same."""


@closed
class Here(TypedDict):
    """Who is connected: each side, and how many watch."""

    first: bool
    second: bool
    watching: int


@closed
class Gone(TypedDict):
    """From when on a side that is away may be claimed against; null where it may not."""

    first: int | None
    second: int | None


@closed
class PresenceMessage(TypedDict):
    """Somebody has come or gone."""

    type: Literal["presence"]
    here: Here
    gone: Gone
    as_of: int
    """The server's time, by which `gone` is to be read."""


@closed
class ThinkingMessage(TypedDict):
    """A computer begins to think."""

    type: Literal["thinking"]
    side: SideName
