"""Moves, and what they change on the board."""

from collections.abc import Callable
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


Effect = tuple[tuple[Event, ...], bool]
"""What a move changes, and whether it ends the turn."""


class Move:
    """One decision, legal in the position that lists it: `str(move)` is its text, which `play` takes as well.

    Never changes.  Moves are equal when they say and do the same.

    >>> from turncoat.games import start
    >>> move = start("verto:size=3").play("b2").legal_moves[1]
    >>> print(move, move.cells, move.ends_turn)
    b1 ('b1',) True
    """

    __slots__ = ("_effect", "cells", "text")
    text: str
    cells: tuple[str, ...]
    """The cells to click, in order; none for `pass` and `swap`."""
    _effect: Effect | Callable[[], Effect]

    def __init__(self, text: str, cells: tuple[str, ...], effect: Effect | Callable[[], Effect]) -> None:
        """An effect that takes a while to find out may be a call, made when somebody asks."""
        for name, value in (("text", text), ("cells", cells), ("_effect", effect)):
            object.__setattr__(self, name, value)

    @property
    def events(self) -> tuple[Event, ...]:
        """What it changes."""
        return self._known()[0]

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over after it."""
        return self._known()[1]

    def _known(self) -> Effect:
        if callable(self._effect):
            object.__setattr__(self, "_effect", self._effect())
        assert isinstance(self._effect, tuple)
        return self._effect

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move never changes: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.text, self.cells, self._known()) == (other.text, other.cells, other._known())

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __reduce__(self) -> tuple[type["Move"], tuple[str, tuple[str, ...], Effect]]:
        return Move, (self.text, self.cells, self._known())


def text_of(move: Move | str) -> str:
    """The text of a move; WrongType where it is neither a move nor a text."""
    if isinstance(move, str):
        return move
    if isinstance(move, Move):
        return move.text
    raise WrongType.of("move", "move", move)
