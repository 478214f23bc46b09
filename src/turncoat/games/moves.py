"""Moves, and what they change on the board."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .errors import WrongType
from .results import Side
from .text import say

PASS = "pass"
SWAP = "swap"
EVENT_KINDS = ("placed", "turned", "moved", "captured", "given", "passed", "swapped")
"""What a change may be; compiled code numbers them in this order."""


@dataclass(frozen=True, slots=True)
class Event:
    """One change a move makes, for a board to animate.

    `kind` is one of `EVENT_KINDS`.
    `side` is whose stone it is afterwards (for `captured`, whose it was).
    """

    kind: str
    side: Side
    cell: str | None = None
    to: str | None = None

    def text(self, language: str = "en", side: str | None = None) -> str:
        """The change in words, the side under the name given."""
        places = {"side": side or self.side, "cell": self.cell, "to": self.to}
        return say("turncoat.games", f"events.{self.kind}", language, **places)


class Details(NamedTuple):
    """What there is to know of a move besides its text."""

    cells: tuple[str, ...]
    """The cells to click, in order; none for `pass` and `swap`."""
    events: tuple[Event, ...]
    """What it changes."""
    ends_turn: bool
    """Whether the turn is over after it."""


class Move:
    """One decision, legal in the position that lists it: `str(move)` is its text, which `play` takes as well.

    Never changes.  Moves are equal when they say and do the same.

    >>> from turncoat.games import start
    >>> move = start("verto:size=3").play("b2").legal_moves[1]
    >>> print(move, move.cells, move.ends_turn)
    b1 ('b1',) True
    """

    __slots__ = ("_details", "_text")

    def __init__(self, text: str, details: Details | Callable[[str], Details]) -> None:
        """Details that take a while to find out may be a call with the text, made when somebody asks for them."""
        self._text, self._details = text, details

    @property
    def text(self) -> str:
        """The move as it is written."""
        return self._text

    @property
    def details(self) -> Details:
        """Cells, events and whether it ends the turn."""
        if not isinstance(self._details, Details):
            self._details = self._details(self._text)
        return self._details

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells to click, in order; none for `pass` and `swap`."""
        return self.details.cells

    @property
    def events(self) -> tuple[Event, ...]:
        """What it changes."""
        return self.details.events

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over after it."""
        return self.details.ends_turn

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._text == other._text and self.details == other.details

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Move {self._text}>"

    def __reduce__(self) -> tuple[type["Move"], tuple[str, Details]]:
        return Move, (self._text, self.details)


def text_of(move: Move | str) -> str:
    """The text of a move; WrongType where it is neither a move nor a text."""
    if isinstance(move, Move):
        return move.text
    if isinstance(move, str):
        return move
    raise WrongType.of("move", "move", move)
