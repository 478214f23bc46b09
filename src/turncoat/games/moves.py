"""Moves, and what they change on the board."""

from dataclasses import dataclass

from .errors import WrongType
from .results import Side
from .text import say

PASS = "pass"
SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Event:
    """One change a move makes, for a board to animate.

    `kind` is one of `placed`, `turned`, `moved`, `captured`, `given`, `passed`, `swapped`.
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """One decision, legal in the position that lists it: `str(move)` is its text, which `play` takes as well.

    >>> from turncoat.games import start
    >>> move = start("verto:size=3").play("b2").find("b1")
    >>> print(move, move.cells, move.ends_turn)
    b1 ('b1',) True
    """

    text: str
    cells: tuple[str, ...]
    """The cells to click, in order; none for `pass` and `swap`."""
    events: tuple[Event, ...]
    """What it changes."""
    ends_turn: bool
    """Whether the turn is over after it."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        mine, others = ((m.text, m.cells, m.events, m.ends_turn) for m in (self, other))
        return mine == others

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


def text_of(move: Move | str) -> str:
    """The text of a move; WrongType where it is neither a move nor a text."""
    if isinstance(move, str):
        return move
    if isinstance(move, Move):
        return move.text
    raise WrongType.of("move", "move", move)
