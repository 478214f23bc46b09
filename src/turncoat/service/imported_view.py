"""Games that were read from a text, as they are told."""

from typing_extensions import TypedDict

from .view import Board, SideName, Words, closed


@closed
class Names(TypedDict):
    """Who played each side, as far as the text tells."""

    first: str | None
    second: str | None


@closed
class Ending(TypedDict):
    """How a game ended, by its rules or beyond them; not `decided`, it was broken off."""

    winner: SideName | None
    decided: bool
    how: str
    rule: str


@closed
class ImportedGame(Board):
    """A game at its end."""

    record: str
    """The game as a record, whatever it was read from."""
    ruleset: str
    game: str
    names: Names
    date: str | None
    at: int
    from_start: bool
    """Whether it begins as its ruleset does, so that a match may go on from it."""
    result: Ending | None


@closed
class Unreadable(TypedDict):
    """A game that could not be read: its number in the text, from 1, and why."""

    number: int
    text: Words


@closed
class Imported(TypedDict):
    """What was found in a text."""

    games: list[ImportedGame]
    unreadable: list[Unreadable]
    left_out: int
    """How many more there are than are read at once."""
