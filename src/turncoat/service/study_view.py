"""What is told of a study: its record, and its main line in the shapes of a match, ready to be shown."""

from typing_extensions import TypedDict

from .view import Board, PlayedMove, Start, Words, closed


@closed
class Comment(TypedDict):
    """What is said about a moment of the main line."""

    at: int
    text: str


@closed
class Study(Board):
    """A study; the board is that of the end of its main line, and all variations are in the record."""

    id: str
    record: str
    ruleset: str
    game: str
    title: str
    """The record's `event`; empty if it has none."""
    start: Start
    history: list[PlayedMove]
    comments: list[Comment]
    options_text: list[Words]
