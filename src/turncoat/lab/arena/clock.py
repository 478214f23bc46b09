"""Clocks: so much time for a game and a little more with every move."""

from dataclasses import dataclass

from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase


@dataclass(frozen=True)
class Control:
    """How much time a player has, in seconds.

    >>> Control.read("10+0.1")
    Control(base=10.0, increment=0.1)
    """

    base: float
    increment: float = 0.0

    @classmethod
    def read(cls, text: str) -> "Control":
        """`BASE` or `BASE+INCREMENT`."""
        base, _, increment = text.partition("+")
        try:
            found = cls(float(base), float(increment or 0))
        except ValueError:
            found = cls(0)
        if not (0 < found.base < 1e6 and 0 <= found.increment < 1e6):
            raise BadRequest(problem=Phrase("problems.clock", {"got": text}, "turncoat.lab.arena"))
        return found

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}"


@dataclass(frozen=True)
class Remaining:
    """What the clocks show when a player begins to think."""

    own: float
    other: float
    increment: float
